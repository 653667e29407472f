import { EventEmitter, once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { RateLimitedError } from '@svc/plugin'
import { startTestSandbox } from '../support/sandbox.ts'
import type { TestSandbox } from '../support/sandbox.ts'

let box: TestSandbox

afterEach(() => box.close())

/** An app that calls the test when it runs, and ends when it is let go. */
const waits = "export default { run: (ctx: any) => ctx.tools.call('gate', ctx.inputs.name) }"

function gate() {
  const order: string[] = []
  const open = new Map<string, () => void>()
  const calls = new EventEmitter()
  return {
    order,
    /** Waits until so many runs have come as far as their call. */
    reached: async (count: number) => {
      while (order.length < count) await once(calls, 'call')
    },
    release: (name: string) => open.get(name)?.(),
    capabilities: {
      'tools.call': async (argument: unknown) => {
        const name = (argument as { arguments: string }).arguments
        order.push(name)
        const released = new Promise<void>(resolve => open.set(name, resolve))
        calls.emit('call')
        await released
        return name
      },
    },
  }
}

describe('runs beside each other', () => {
  it('never share a process: a killed one takes no neighbour with it', async () => {
    box = await startTestSandbox({ max_hosts: 2 })
    const { reached, release, capabilities } = gate()
    const quiet = box.run(waits, { inputs: { name: 'quiet' }, capabilities })
    await reached(1)
    const loud = await box.run('export default { run() { for (;;) {} } }', { limits: { cpu_ms: 100 } })
    expect(loud).toMatchObject({ reason: 'cpu' })
    release('quiet')
    expect(await quiet).toMatchObject({ status: 'succeeded', output: 'quiet' })
  })

  it('take turns by workspace when processes are few', async () => {
    box = await startTestSandbox({ max_hosts: 1 })
    const { order, reached, release, capabilities } = gate()
    const run = (name: string, workspace_id: string) => box.run(waits, { inputs: { name }, workspace_id, capabilities })
    const first = run('a1', 'ws_a')
    await reached(1)
    const rest = [run('a2', 'ws_a'), run('a3', 'ws_a'), run('b1', 'ws_b')]
    for (const [i] of rest.entries()) {
      release(order[i]!)
      await reached(i + 2)
    }
    release(order[3]!)
    await Promise.all([first, ...rest])
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('are refused when too many wait, and a cancelled one leaves the queue', async () => {
    box = await startTestSandbox({ max_hosts: 1, max_queued_runs: 1 })
    const { order, reached, release, capabilities } = gate()
    const bundle = await box.build({ 'main.ts': waits })
    const run = (name: string, signal = new AbortController().signal) =>
      box.run('', { bundle, inputs: { name }, capabilities, signal })
    const first = run('first')
    await reached(1)
    const caller = new AbortController()
    const second = run('second', caller.signal)
    await expect(run('third')).rejects.toBeInstanceOf(RateLimitedError)
    caller.abort()
    expect(await second).toMatchObject({ status: 'cancelled', calls: 0 })
    release('first')
    expect(await first).toMatchObject({ output: 'first' })
    expect(order).toEqual(['first'])
  })

  it('get a fresh process in another workspace, and after so many runs', async () => {
    box = await startTestSandbox({ max_hosts: 1, runs_per_host: 2 })
    const bundle = await box.build({ 'main.ts': 'export default { run: (ctx: any) => ctx.inputs.n }' })
    const outputs: unknown[] = []
    for (const [n, workspace_id] of ['ws_a', 'ws_b', 'ws_b', 'ws_b', 'ws_a'].entries()) {
      const outcome = await box.run('', { bundle, inputs: { n }, workspace_id })
      outputs.push(outcome.status === 'succeeded' ? outcome.output : outcome)
    }
    expect(outputs).toEqual([0, 1, 2, 3, 4])
  })

  it('are sent to a process again when it has forgotten their app for newer ones', async () => {
    box = await startTestSandbox({ max_hosts: 1 })
    const bundle = await box.build({ 'main.ts': 'export default { run: (ctx: any) => ctx.inputs.n }' })
    const apps = Array.from({ length: 18 }, (_, n) => ({ ...bundle, code: `${bundle.code}\n// ${n}` }))
    const outputs: unknown[] = []
    for (const [n, app] of [...apps, ...apps.slice(0, 2)].entries()) {
      const outcome = await box.run('', { bundle: app, inputs: { n } })
      outputs.push(outcome.status === 'succeeded' ? outcome.output : outcome)
    }
    expect(outputs).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })
})

describe('a cancelled run', () => {
  it('hears it, has its calls refused, and ends as cancelled whatever it returns', async () => {
    box = await startTestSandbox()
    const stop = new AbortController()
    const logs: string[] = []
    const outcome = await box.run(
      `export default { async run(ctx: any) {
         const heard = new Promise<void>(done => ctx.signal.addEventListener('abort', () => done()))
         ctx.progress(0.1, 'waiting')
         await heard
         const refused = await ctx.tools.call('t').catch((error: any) => error.code)
         ctx.log(ctx.signal.aborted, ctx.signal.reason.code, refused)
         return 'too late'
       } }`,
      {
        signal: stop.signal,
        capabilities: { 'tools.call': async () => 'never' },
        onProgress: (fraction, note) => fraction === 0.1 && note === 'waiting' && stop.abort(),
        onLog: log => logs.push(log.message),
      },
    )
    expect(outcome).toMatchObject({ status: 'cancelled' })
    expect(logs).toEqual(['true cancelled cancelled'])
  })

  it('never starts when its caller has left already', async () => {
    box = await startTestSandbox()
    expect(await box.run('export default { run: () => 1 }', { signal: AbortSignal.abort() })).toEqual({
      status: 'cancelled',
      cpu_ms: 0,
      calls: 0,
    })
  })

  it('ends when its caller leaves while its process is started', async () => {
    box = await startTestSandbox()
    const bundle = await box.build({ 'main.ts': 'export default { run: () => new Promise(() => undefined) }' })
    const stop = new AbortController()
    const running = box.run('', { bundle, signal: stop.signal, limits: { timeout_ms: 20_000 } })
    // After it was asked for a process, and before there is one.
    setImmediate(() => stop.abort())
    expect(await running).toMatchObject({ status: 'cancelled' })
  })

  it('aborts what its calls were doing', async () => {
    box = await startTestSandbox()
    const stop = new AbortController()
    let aborted = false
    const outcome = await box.run("export default { run: (ctx: any) => ctx.tools.call('t') }", {
      signal: stop.signal,
      capabilities: {
        'tools.call': (_argument, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              aborted = true
              reject(new Error('aborted'))
            })
            stop.abort()
          }),
      },
    })
    expect(outcome).toMatchObject({ status: 'cancelled', calls: 1 })
    expect(aborted).toBe(true)
  })
})

describe('limits', () => {
  it('are capped by the operator, whatever a manifest asks', async () => {
    box = await startTestSandbox({ max_timeout_ms: 200, max_memory_mb: 32, max_cpu_ms: 150 })
    const forever = await box.run('export default { run: () => new Promise(() => {}) }', {
      limits: { timeout_ms: 60_000 },
    })
    expect(forever).toMatchObject({ reason: 'timeout', error: { message: 'The app ran longer than its 200 ms.' } })
  })
})
