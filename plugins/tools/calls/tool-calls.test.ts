import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UpstreamError } from '@svc/plugin'
import type { JsonValue, ToolContext } from '@svc/plugin'
import { byKey, person, startTestTools, toolNamed } from '../../../test/rooms/plugins/tools.ts'
import type { TestTools } from '../../../test/rooms/plugins/tools.ts'

const input_schema = {
  type: 'object',
  required: ['n'],
  additionalProperties: false,
  properties: { n: { type: 'integer', minimum: 0 }, list: { type: 'array', items: { type: 'string' } } },
}
const circle: Record<string, unknown> = {}
circle['self'] = circle
const answers: Record<string, unknown> = {
  nothing: undefined,
  circle,
  bigint: 1n,
  large: 'x'.repeat(100 * 1024 * 1024),
  wrong: { n: 'one' },
}

let seen: ToolContext | undefined
let made: string[] = []
const leaving = new AbortController()
let room: TestTools
beforeAll(async () => {
  room = await startTestTools({
    tools: [
      toolNamed('echo', input => input, { input_schema }),
      toolNamed('look', (_input, context) => {
        seen = context
        return 'done'
      }),
      toolNamed('answer', ({ kind }: { kind: string }) => answers[kind]),
      toolNamed('promise', () => ({ n: 'one' }), {
        output_schema: { type: 'object', properties: { n: { type: 'integer' } } },
      }),
      toolNamed('throw', ({ what }: { what: string }) => {
        if (what === 'upstream') throw new UpstreamError('far away')
        throw new TypeError('x is undefined')
      }),
      toolNamed('hang', () => new Promise(() => undefined), { timeout_ms: 20 }),
      toolNamed('write', () => made.push('write'), { effect: 'write' }),
      toolNamed('wipe', () => made.push('wipe'), { effect: 'destructive' }),
      toolNamed('checked', () => made.push('checked'), {
        effect: 'external',
        check: () => {
          throw new UpstreamError('never')
        },
      }),
      toolNamed('left', () => made.push('left'), { effect: 'external', check: async () => leaving.abort() }),
    ],
    settings: { max_output_bytes: 1024 },
  })
})
afterAll(() => room.close())

describe('a call', () => {
  it('runs as the caller, for the app that asks', async () => {
    const app = { name: 'reader', network: ['https://example.com/*'] }
    const result = await room.call('look', { n: 1 }, person, { app, depth: 2 })
    expect(result).toEqual({ tool_name: 'look', result: 'done', is_error: false, duration_ms: expect.any(Number) })
    expect(seen).toMatchObject({ principal: person, app, depth: 2 })
  })

  it.each(['__proto__', 'constructor', 'ECHO', 'echo\0', ' echo', '', 'x'.repeat(5000)])(
    'of a name that is no tool is not found: %j',
    async name => {
      await expect(room.call(name)).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringMatching(/echo|GET \/api\/tools/),
      })
    },
  )

  it('is refused without the scope, before its arguments are looked at', async () => {
    const narrow = { ...byKey, scopes: ['tools:read'] }
    await expect(room.call('echo', {}, narrow)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('tools:write'),
    })
  })

  it.each<[JsonValue, object]>([
    [{}, { path: '/arguments/n', message: 'is required' }],
    [{ n: -1 }, { path: '/arguments/n', message: 'must be at least 0' }],
    [{ n: '1' }, { path: '/arguments/n', message: 'must be a whole number' }],
    [
      { n: 1, m: 2 },
      { path: '/arguments/m', message: 'is not a known field; known are n, list' },
    ],
    [
      { n: 1, list: ['a', 2] },
      { path: '/arguments/list/1', message: 'must be text' },
    ],
    [JSON.parse('{"n": 1, "__proto__": {}}'), { path: '/arguments', message: 'holds the key "__proto__"' }],
    [
      JSON.parse(`{"n": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      { path: '/arguments', message: 'is nested deeper than 64 levels, or holds itself' },
    ],
  ])('with arguments that do not fit is refused', async (given, error) => {
    await expect(room.call('echo', given)).rejects.toMatchObject({ status: 400, errors: [error] })
  })

  it.each(['nothing', 'circle', 'bigint', 'large'])(
    'that answers what is no JSON of its size fails: %s',
    async kind => {
      await expect(room.call('answer', { kind })).rejects.toMatchObject({ status: 422, code: 'tool_failed' })
    },
  )

  it('that answers otherwise than it promised fails, and the log says so', async () => {
    await expect(room.call('promise')).rejects.toMatchObject({
      code: 'tool_failed',
      message:
        'The tool promise failed: what it answered does not fit its output schema: result.n must be a whole number',
    })
    expect(room.log.entries.at(-1)).toMatchObject({ level: 'error', fields: { tool: 'promise' } })
  })

  it('that throws is answered as tool_failed, and an error with a code as itself', async () => {
    await expect(room.call('throw', { what: 'bug' })).rejects.toMatchObject({
      status: 422,
      code: 'tool_failed',
      message: 'The tool throw failed: x is undefined',
    })
    await expect(room.call('throw', { what: 'upstream' })).rejects.toMatchObject({ code: 'upstream_error' })
  })

  it('that hangs ends with its time, whether or not it listens', async () => {
    await expect(room.call('hang')).rejects.toMatchObject({ status: 504, code: 'timeout' })
  })

  it('that a tool makes, which a tool called, and so on, ends at four', async () => {
    expect(await room.call('look', {}, person, { depth: 4 })).toMatchObject({ result: 'done' })
    await expect(room.call('look', {}, person, { depth: 5 })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('what a caller may do', () => {
  const app = { name: 'reader', network: [] }
  const grants = (name: string) => {
    const tool = room.tools.get(name, null)
    if (!tool) throw new Error(name)
    return [person, byKey].map(principal => room.tools.grantsFor(principal)(tool))
  }

  it('follows from the tool’s effect, and from an app’s manifest', () => {
    expect([grants('echo'), grants('write'), grants('checked'), grants('wipe')]).toEqual([
      ['allow', 'allow'],
      ['ask', 'ask'],
      ['ask', 'ask'],
      ['ask', 'deny'],
    ])
    const write = room.tools.get('write', null)
    expect(write && room.tools.grantsFor(byKey, app)(write)).toBe('allow')
  })

  it('is what an admin granted, to the key before the workspace, to apps too', async () => {
    const put = (key_id: string | null, grant: 'allow' | 'ask' | 'deny') =>
      room.grants.put(person, { tool_name: 'write', key_id, grant })
    await put(null, 'deny')
    expect(grants('write')).toEqual(['deny', 'deny'])
    await put('key_1', 'allow')
    expect(grants('write')).toEqual(['deny', 'allow'])
    expect(await room.call('write', {}, byKey)).toMatchObject({ tool_name: 'write' })
    await expect(room.call('write', {}, person, { app })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await room.grants.delete(person, 'write', null)
    await room.grants.delete(person, 'write', 'key_1')
    expect(grants('write')).toEqual(['ask', 'ask'])
    expect(room.audited.map(({ action, target }) => [action, target])).toContainEqual(['tool.granted', 'write'])
    made = []
  })

  it('is not what an app says', async () => {
    const actor = { ...person, via: 'agent_app' as const }
    await expect(room.grants.put(actor, { tool_name: 'write', key_id: null, grant: 'allow' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(room.grants.delete(actor, 'write', null)).rejects.toMatchObject({ status: 403 })
  })

  it('names tools and keys that are there', async () => {
    const put = (tool_name: string, key_id: string | null = null) =>
      room.grants.put(person, { tool_name, key_id, grant: 'deny' })
    await expect(put('nothing')).rejects.toMatchObject({ status: 404 })
    await expect(put('echo', 'key_of_another')).rejects.toMatchObject({ status: 404 })
    await expect(room.grants.delete(person, 'echo', null)).rejects.toMatchObject({ status: 404 })
  })
})

it('nobody is asked about a call whose caller left while it was checked', async () => {
  await expect(room.call('left', {}, byKey, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  const { approvals } = room.desk.list(byKey.workspace_id, { before: '~', limit: 200 })
  expect([made.includes('left'), approvals.filter(({ tool_name }) => tool_name === 'left')]).toEqual([false, []])
})

describe('the record of calls', () => {
  it('has every call, what changes something before its answer, and neither arguments nor results', async () => {
    await room.call('echo', { n: 42 })
    await room.call('write', {}, person, { app: { name: 'reader', network: [] } })
    await room.call('checked').catch(() => undefined)
    const { items } = room.calls.list(person, { limit: 3 })
    expect(items.map(({ tool_name, outcome, code, origin }) => [tool_name, outcome, code, origin])).toEqual([
      ['checked', 'failed', 'upstream_error', { kind: 'direct' }],
      ['write', 'ok', null, { kind: 'app', app: 'reader', run_id: null }],
      ['echo', 'ok', null, { kind: 'direct' }],
    ])
    expect(items[2]?.arguments_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(items)).not.toContain('42}')
    expect(made).toEqual(['write'])
  })

  it('shows a user their own, page by page', async () => {
    const other = { ...person, user_id: 'usr_bea', username: 'bea', role: 'user' as const }
    await room.call('echo', { n: 1 }, other)
    await room.call('echo', {}, other).catch(() => undefined)
    const first = room.calls.list(other, { limit: 1 })
    const rest = room.calls.list(other, { limit: 5, cursor: first.next_cursor ?? '' })
    expect([...first.items, ...rest.items].map(({ outcome }) => outcome)).toEqual(['invalid', 'ok'])
    expect(room.calls.list(person, { limit: 1, outcome: 'timeout' }).items[0]?.tool_name).toBe('hang')
  })

  it('forgets what is old, and the oldest of too many', async () => {
    await using small = await disposable(
      startTestTools({ tools: [toolNamed('echo', input => input)], settings: { keep_calls: 2 } }),
    )
    for (let n = 0; n < 5; n += 1) await small.call('echo', { n })
    const kept = () => small.calls.list(person, { limit: 200 }).items.length
    expect(kept()).toBe(2)
    await small.call('echo')
    expect(kept()).toBe(3)
    small.clock.advance(31 * 24 * 60 * 60 * 1000)
    await small.call('echo')
    expect(kept()).toBe(1)
  })
})

async function disposable(starting: Promise<TestTools>) {
  const started = await starting
  return { ...started, [Symbol.asyncDispose]: () => started.close() }
}
