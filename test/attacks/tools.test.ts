import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import { ComputeHosts } from '../../plugins/tools/compute-hosts.ts'
import { openChildProcesses } from '../rooms/kernel.ts'
import { recordingLog } from '../support/recording-log.ts'

const { signal } = new AbortController()
const children = openChildProcesses()
const hosts = new ComputeHosts({ children, log: recordingLog(), timeLimitMs: 1500 })

afterAll(async () => {
  await hosts.close()
  await children.close()
})

const run = (tool: string, params: JsonObject, workspaceId = 'ws_hostile', until = signal) =>
  hosts.run({ tool, params, workspaceId, signal: until })
const endlessMatch = { data: {}, query: `$match("${'a'.repeat(40)}!", /(a+)+$/)` }

const endlessDate = { operation: 'parse', value: `${'1'.repeat(99)}x`, format: 'X'.repeat(100) }

function words(count: number, step: number): string {
  return Array.from({ length: count }, (_, index) => ((index * 2_654_435_761 * step) % 1_000_003).toString(36)).join(
    ' ',
  )
}

describe('expressions and texts made to hang a process or to burst it', () => {
  it.each<[string, string, JsonObject]>([
    ['inverts a large matrix', 'calculator', { expression: 'det(inv(ones(900, 900) + identity(900)))' }],
    ['asks for a matrix of ten billion', 'calculator', { expression: 'zeros(100000, 100000)' }],
    ['calls itself', 'calculator', { expression: 'f(x) = f(x); f(1)' }],
    ['nests two thousand brackets', 'calculator', { expression: '('.repeat(1900) }],
    ['recurses in tail position', 'json_query', { data: {}, query: '($f := function($x) { $f($x) }; $f(1))' }],
    ['splits a huge text into letters', 'json_query', { data: {}, query: '$split($pad("x", 200000000), "")' }],
    ['matches a pattern that backtracks', 'json_query', endlessMatch],
    ['compares unlike texts', 'text_diff', { before: words(60_000, 1), after: words(60_000, 7), unit: 'word' }],
    ['reads a date by a format that backtracks', 'datetime', { ...endlessDate, now: 0 }],
  ])('one that %s is ended, and others are answered meanwhile and after', async (_what, tool, params) => {
    const hostile = run(tool, params).catch((error: unknown) => error)
    const other = run('calculator', { expression: '20 + 1' }, 'ws_other')
    expect(await other).toEqual({ result: 21, text: '21' })
    // Whether memory or time runs out first depends on the machine.
    expect(await hostile).toMatchObject({ code: expect.stringMatching(/^(tool_failed|timeout)$/) })
  })

  it('one whose caller leaves is ended with it', async () => {
    const leaving = new AbortController()
    const answer = run('json_query', endlessMatch, 'ws_leaving', leaving.signal)
    setImmediate(() => leaving.abort(new Error('left')))
    await expect(answer).rejects.toThrow('left')
    expect(await run('calculator', { expression: '1 + 1' }, 'ws_leaving')).toMatchObject({ result: 2 })
  })

  it('what one workspace computes is not seen by the next', async () => {
    await run('calculator', { expression: 'secret = 42; f(x) = secret; f(1)' }, 'ws_a')
    await expect(run('calculator', { expression: 'secret' }, 'ws_b')).rejects.toMatchObject({
      code: 'tool_failed',
      message: 'Undefined symbol secret',
    })
  })
})
