import { Type } from 'typebox'
import type { TProperties } from 'typebox'
import { LogLevel, nullableText, ShownStatus } from './app-schemas.ts'

function event<T extends TProperties>(title: string, type: string, fields: T, description: string) {
  return Type.Object({ type: Type.Literal(type), run_id: Type.String(), ...fields }, { title, description })
}

const at = Type.String({ description: 'When it happened.' })
const duration_ms = Type.Number()

/** What the events of a run hold. */
export const runEvents = Type.Union(
  [
    event(
      'AgentAppRunLogEvent',
      'log',
      { at, level: LogLevel, message: Type.String() },
      'A line of the log of the app.',
    ),
    event(
      'AgentAppRunModelEvent',
      'agent',
      {
        at,
        model: Type.String(),
        offline: Type.Boolean({ description: 'True for `svc/offline`, which is no language model.' }),
        prompt_tokens: Type.Integer(),
        completion_tokens: Type.Integer(),
        duration_ms,
      },
      'A model has answered the app.',
    ),
    event(
      'AgentAppRunToolEvent',
      'tool_call',
      { at, tool_name: Type.String(), duration_ms, ok: Type.Boolean(), error: nullableText },
      'The app has called a tool.',
    ),
    event(
      'AgentAppRunProgressEvent',
      'progress',
      { at, fraction: Type.Number({ description: 'From 0 to 1.' }), note: nullableText },
      'How far the app has come, as it says.',
    ),
    event(
      'AgentAppRunDoneEvent',
      'done',
      {
        status: ShownStatus,
        error: Type.Union([
          Type.Object(
            { name: Type.String(), message: Type.String(), code: Type.Optional(Type.String()) },
            { title: 'AgentAppRunFailure' },
          ),
          Type.Null(),
        ]),
        finished_at: nullableText,
      },
      'The run has ended; no event follows.',
    ),
  ],
  { title: 'AgentAppRunEvent' },
)
