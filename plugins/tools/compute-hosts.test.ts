import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Child, JsonObject } from '@svc/plugin'
import { openChildProcesses } from '../../test/rooms/kernel.ts'
import { observedChildren } from '../../test/support/programs/observed-children.ts'
import { recordingLog } from '../../test/support/recording-log.ts'
import { ComputeHosts } from './compute-hosts.ts'

const stopping = new AbortController()
const log = recordingLog()
const children = openChildProcesses()
const spawned: Child[] = []
const counted = observedChildren(async (program, options) => {
  const child = await children.spawn(program, options)
  spawned.push(child)
  return child
})
let hosts: ComputeHosts

beforeAll(() => {
  hosts = new ComputeHosts({ children: counted, log })
})
afterAll(async () => {
  await hosts.close()
  await children.close()
})

const run = (tool: string, params: JsonObject, workspaceId = 'ws_1', signal = new AbortController().signal) =>
  hosts.run({ tool, params, workspaceId, signal })
const calculate = (expression: string, workspaceId?: string) => run('calculator', { expression }, workspaceId)

describe('tools that compute', () => {
  it.each<[string, string, JsonObject]>([
    ['calculator', 'calculator', { expression: '6 * 7' }],
    ['json_query', 'json-query', { data: { a: [1, 2] }, query: '$sum(a)' }],
    ['text_diff', 'text-diff', { before: 'a', after: 'b' }],
    ['datetime', 'datetime', { operation: 'diff', value: '2026-01-01', to: '2026-01-02', now: 0 }],
    ['datetime', 'datetime', { operation: 'format', format: 'yyyy', now: 0 }],
  ])('%s answers what its output schema says', async (tool, file, params) => {
    const schema: object = JSON.parse(await readFile(new URL(`./schemas/${file}.output.json`, import.meta.url), 'utf8'))
    const validate = new Ajv2020({ strict: false }).compile(schema)
    const output = await run(tool, params)
    expect({ valid: validate(output), errors: validate.errors }).toEqual({ valid: true, errors: null })
  })

  it('use a process again for the same workspace, and never one that another workspace has used', async () => {
    const before = spawned.length
    const fresh = new ComputeHosts({ children: counted, log })
    for (const workspaceId of ['ws_1', 'ws_1', 'ws_2', 'ws_2', 'ws_3']) {
      await fresh.run({ tool: 'calculator', params: { expression: '1' }, workspaceId, signal: stopping.signal })
    }
    expect(spawned.slice(before)).toHaveLength(3)
    expect(await spawned[before]?.exited).toMatchObject({ killed: 'workspace change' })
    await fresh.close()
    await Promise.all(spawned.slice(before).map(child => child.exited))
  })

  it('wait their turn when all processes are busy, and leave the queue when the caller leaves', async () => {
    const results = Promise.all(Array.from({ length: 10 }, (_, index) => calculate(`${index} + 0`)))
    const leaving = new AbortController()
    const left = run('calculator', { expression: '1' }, 'ws_1', leaving.signal)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect((await results).map(answer => (answer as JsonObject)['result'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('leave a process to other workspaces, however many of one compute, and refuse those beyond the line', async () => {
    const fresh = new ComputeHosts({ children: counted, log, waiting: 3, timeLimitMs: 60_000 })
    const leaving = new AbortController()
    const endless = { data: {}, query: '($f := function($x) { $f($x) }; $f(1))' }
    const busy = Array.from({ length: 5 }, () =>
      fresh
        .run({ tool: 'json_query', params: endless, workspaceId: 'ws_1', signal: leaving.signal })
        .catch((error: unknown) => error),
    )
    expect(await Promise.race(busy)).toMatchObject({ code: 'rate_limited' })
    const other = { tool: 'calculator', params: { expression: '6 * 7' }, workspaceId: 'ws_2', signal: stopping.signal }
    expect(await Promise.race([fresh.run(other), ...busy.slice(0, 4)])).toMatchObject({ result: 42 })
    leaving.abort(new Error('left'))
    await Promise.all(busy)
    await fresh.close()
  })
})
