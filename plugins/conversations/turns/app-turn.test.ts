import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonSchema, JsonValue } from '@svc/plugin'
import type { AgentApps, AgentAppSummary, AppRunRecord } from '@svc/plugin/contracts/agent-apps'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import type { StoredTurn } from '../records.ts'
import { AppTurns } from './app-turn.ts'
import { RunningTurn } from './running-turn.ts'

const principal = testPrincipal({ role: 'owner' })

const summary: Omit<AgentAppSummary, 'name' | 'inputs'> = {
  version: '1.0.0',
  display_name: null,
  description: null,
  outputs: null,
  permissions: {},
  limits: {},
  runners: ['api'],
  icon: null,
  schedule: null,
  enabled: true,
  examples: [],
}
const record: Omit<AppRunRecord, 'app' | 'runner' | 'trigger' | 'status' | 'output' | 'error'> = {
  playbook_run_id: null,
  run_id: 'run_1',
  version: '1.0.0',
  logs: [],
  usage: { duration_ms: 1, cpu_ms: 1, agent_calls: 1, tool_calls: 0, prompt_tokens: 1, completion_tokens: 2 },
  started_at: '2026-01-31T12:00:00.000Z',
  finished_at: '2026-01-31T12:00:00.001Z',
}

/** Runs a question through an app with these inputs, which answers with `output`. */
async function ask(question: string, inputs: JsonSchema | null, output: JsonValue = 'ok', failure?: string) {
  const given: JsonObject[] = []
  const apps: Pick<AgentApps, 'get' | 'list' | 'run'> = {
    list: () => [],
    get: name => ({ ...summary, name, inputs }),
    run: async ({ app, inputs, runner }) => {
      given.push(inputs)
      const error = failure === undefined ? null : { name: 'Error', message: failure, stack: '' }
      return {
        ...record,
        app,
        runner,
        trigger: runner,
        status: failure === undefined ? 'succeeded' : 'failed',
        output,
        error,
      }
    },
  }
  const emitted: unknown[] = []
  const journal = {
    emit: (_turn: unknown, type: string, data: unknown) => void emitted.push([type, data]),
    piece: (_turn: unknown, type: string, delta: string) => void emitted.push([type, delta]),
  }
  const running = new RunningTurn({ model: 'app:trial' } as StoredTurn, principal)
  const outcome = await new AppTurns(apps, journal).run(running, principal, question)
  return { inputs: given[0], content: outcome.content, emitted }
}

const properties = (names: Record<string, string>, required: string[] = []): JsonSchema => ({
  properties: Object.fromEntries(Object.entries(names).map(([name, type]) => [name, { type }])),
  required,
})

describe('an agent app that answers', () => {
  it('is given the question as its one text, or as the whole inputs when it is a JSON object', async () => {
    const brief = properties({ text: 'string', most: 'integer' }, ['text'])
    expect((await ask('Sum up.', brief)).inputs).toEqual({ text: 'Sum up.' })
    expect((await ask('{"text": "Sum up.", "most": 3}', brief)).inputs).toEqual({ text: 'Sum up.', most: 3 })
    expect((await ask('{not json', brief)).inputs).toEqual({ text: '{not json' })
    expect((await ask('Hello', properties({ name: 'string' }))).inputs).toEqual({ name: 'Hello' })
    // As in an app that "svc app new" makes.
    const greeting = { properties: { name: { type: 'string' }, times: { type: 'integer', default: 1 } } }
    expect((await ask('Ada', greeting)).inputs).toEqual({ name: 'Ada' })
    expect((await ask('Hello', null)).inputs).toEqual({})
  })

  it('refuses a question that cannot be its inputs, and names them', async () => {
    const refusal = ask('Hello', properties({ from: 'string', to: 'string' }, ['from', 'to']))
    await expect(refusal).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/"from", "to"/) })
    await expect(ask('Hello', properties({ from: 'string', to: 'string' }))).rejects.toThrow(
      'The agent app trial takes several inputs: send them as a JSON object with "from", "to".',
    )
  })

  it('answers with texts as they are and all else as JSON that cannot break out of its fence', async () => {
    expect((await ask('x', null, 'Plain.')).content).toBe('Plain.')
    expect((await ask('x', null, { text: 'Only.' })).content).toBe('Only.')
    expect((await ask('x', null, ['```', 1])).content).toBe('````json\n[\n  "```",\n  1\n]\n````')
    expect((await ask('x', null, 'Plain.')).emitted).toEqual([
      ['run', { run_id: 'run_1', app: 'trial', status: 'succeeded' }],
      ['content', 'Plain.'],
    ])
  })

  it('that fails says why, and names its run', async () => {
    await expect(ask('x', null, null, 'no luck')).rejects.toThrow('The agent app failed: no luck (run run_1).')
  })
})
