import { SvcError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { CommandContext, CliEvent } from '@svc/plugin/contracts/cli'
import { howToDecide } from '@svc/plugin/contracts/tools'
import { oneLine, plainText } from './plain-text.ts'

const widest = 160
const widestMemories = 400

/** How the terminal was left by a turn. `waiting`: for a person who is not here. */
export type TurnOutcome = 'done' | 'failed' | 'waiting'

/** Shows a turn at the terminal as its events come, and asks the person there about calls. */
export async function showTurn(context: CommandContext, events: AsyncIterable<CliEvent>): Promise<TurnOutcome> {
  const calls = new Map<JsonValue | undefined, JsonObject>()
  let outcome: TurnOutcome = 'failed'
  let isMidLine = false
  const breakLine = () => {
    if (isMidLine) context.io.print('\n')
    isMidLine = false
  }
  for await (const { type, data } of untilFailure(events, breakLine)) {
    if (type === 'content') {
      const text = plainText(String(data['delta']))
      context.io.print(text)
      if (text !== '') isMidLine = !text.endsWith('\n')
      continue
    }
    if (type !== 'reasoning' && type !== 'step') breakLine()
    if (type === 'tool_call') {
      calls.set(data['call_id'], data)
      context.io.note(`  ${callText(data)}`)
    } else if (type === 'tool_result') {
      context.io.note(`  ${resultText(data)}`)
    } else if (type === 'memory') {
      context.io.note(`  ${memoriesText(data)}`)
    } else if (type === 'context') {
      context.io.note(`  ${String(data['dropped_messages'])} older messages no longer fit the model`)
    } else if (type === 'done') {
      outcome = endOf(context, data)
      // Streams of one turn end with it; nothing that comes after would be of this one.
      break
    } else if (type === 'approval' && !(await decide(context, data, calls.get(data['call_id'])))) {
      return 'waiting'
    }
  }
  return outcome
}

/** What fails the turn is said on a line of its own, and steers the terminal as little as the answer does. */
async function* untilFailure(events: AsyncIterable<CliEvent>, breakLine: () => void): AsyncGenerator<CliEvent> {
  try {
    yield* events
  } catch (error) {
    breakLine()
    if (error instanceof SvcError) error.message = oneLine(error.message, 2000)
    throw error
  }
}

function endOf(context: CommandContext, { finish_reason: reason }: JsonObject): TurnOutcome {
  if (reason === 'failed' || reason === 'interrupted') return 'failed'
  if (reason !== 'stop') context.io.note(`(ended: ${String(reason)})`)
  return 'done'
}

/** False when nobody is here to ask. */
async function decide(context: CommandContext, approval: JsonObject, call: JsonObject | undefined): Promise<boolean> {
  const id = String(approval['approval_id'])
  if (!context.io.interactive) {
    context.io.note(`A person must decide about ${callText(call ?? approval)}: ${howToDecide(id)}`)
    return false
  }
  const answer = await context.io.ask(`  Allow ${callText(call ?? approval)}? [y/N] `)
  const isAllowed = /^y(?:es)?$/i.test(answer?.trim() ?? '')
  try {
    await context.client.request('POST', `/api/approvals/${encodeURIComponent(id)}/${isAllowed ? 'approve' : 'deny'}`)
  } catch (error) {
    // A key may not approve its own call; somebody else still can.
    if (!(error instanceof SvcError)) throw error
    context.io.note(`svc: ${error.message}`)
    context.io.note(`  The answer goes on here once a person has decided: ${howToDecide(id)}. Ctrl-C stops it.`)
  }
  return true
}

/** What the answer was given of the workspace's memory, by source and id. */
export function memoriesText({ memories }: JsonObject): string {
  const names = ((memories ?? []) as JsonObject[]).map(
    ({ id, source }) => `${String(source ?? 'no source')} (${String(id)})`,
  )
  return oneLine(`from memory: ${names.join(', ')}`, widestMemories)
}

function callText({ tool_name: name, arguments: input }: JsonObject): string {
  return oneLine(`${String(name)} ${input === undefined ? '' : JSON.stringify(input)}`, widest)
}

function resultText({ result, error }: JsonObject): string {
  if (error === undefined) return oneLine(`→ ${JSON.stringify(result)}`, widest)
  return oneLine(`→ failed: ${typeof error === 'object' ? JSON.stringify(error) : String(error)}`, widest)
}
