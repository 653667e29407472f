import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SandboxOutcome, SandboxRun } from '@svc/plugin/contracts/sandbox'
import { startTestSandbox } from '../support/sandbox.ts'
import type { TestSandbox } from '../support/sandbox.ts'

let box: TestSandbox
const health = createServer((_request, response) => response.end('{"status":"ok"}'))

beforeAll(async () => {
  box = await startTestSandbox({ max_hosts: 2, warm_hosts: 1 })
  await new Promise<void>(resolve => health.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  health.close()
  await box.close()
})

/** Runs the body of an app's `run(ctx)`, and counts how often this process answered HTTP requests meanwhile. */
async function attack(body: string, run: Parameters<TestSandbox['run']>[1] = {}) {
  const { port } = health.address() as AddressInfo
  let answers = 0
  let over = false
  const outcome = box
    .run(`export default { async run(ctx: any) {\n${body}\n} }`, {
      limits: { cpu_ms: 300, timeout_ms: 10_000 },
      ...run,
    })
    .finally(() => (over = true))
  while (!over) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`)
    if (response.ok && !over) answers += 1
    // Asked without a pause, this process would take the core that the attack needs to come to its end.
    await wait(10)
  }
  return { outcome: await outcome, answers }
}

function reasonOf(outcome: SandboxOutcome): string {
  return outcome.status === 'failed' ? outcome.reason : outcome.status
}

async function expectHealthyNeighbour(): Promise<void> {
  const next = await box.run('export default { run: () => "alive" }', { workspace_id: 'ws_neighbour' })
  expect(next).toMatchObject({ status: 'succeeded', output: 'alive' })
}

describe('code that will not stop', () => {
  it.each([
    ['an endless getter on what it throws', 'throw { get message() { for (;;) {} } }'],
    ['squaring a BigInt', 'let x = 3n; for (;;) x *= x'],
    ['a regular expression that backtracks', 'return /^(a+)+$/.test("a".repeat(40) + "b")'],
    ['a storm of microtasks', 'for (;;) await 0'],
    ['an endless async generator', 'async function* g() { for (;;) yield 1 }\nfor await (const x of g()) ;'],
    ['an output that loops while it is written', 'return new Proxy({}, { ownKeys() { for (;;) {} } })'],
    ['a toJSON that loops', 'return { toJSON() { for (;;) {} } }'],
    ['a log line that loops while it is written', 'ctx.log({ toJSON() { for (;;) {} } })'],
    ['a flood of logs', 'for (;;) ctx.log("x".repeat(1000))'],
    ['a timer that loops', 'await new Promise(done => setTimeout(() => { for (;;) {} }, 1))'],
  ])('is ended by its CPU limit: %s', async (_name, body) => {
    const { outcome, answers } = await attack(body)
    expect(reasonOf(outcome)).toBe('cpu')
    expect(answers).toBeGreaterThan(0)
    await expectHealthyNeighbour()
  })

  it('is ended by its wall clock when it waits for ever', async () => {
    const { outcome, answers } = await attack('await new Promise(() => {})', { limits: { timeout_ms: 300 } })
    expect(reasonOf(outcome)).toBe('timeout')
    expect(answers).toBeGreaterThan(0)
  })

  it('is ended after its answer too, and the next run gets a clean process', async () => {
    const { outcome } = await attack(
      'setTimeout(() => { for (;;) {} }, 0); (async () => { for (;;) await 0 })(); return 1',
    )
    expect(outcome).toMatchObject({ status: 'succeeded', output: 1 })
    await expectHealthyNeighbour()
  })

  it('is ended when it ignores that it was cancelled', async () => {
    const stop = new AbortController()
    const { outcome } = await attack('ctx.progress(0.5); await new Promise(() => {})', {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    expect(outcome.status).toBe('cancelled')
  })
})

describe('code that takes all memory', () => {
  it.each([
    ['one enormous string', 'return Array(2 ** 28).fill("x").join("")'],
    ['a map without end', 'const map = new Map(); for (let i = 0; ; i++) map.set(i, { i })'],
    ['a string split into 268 million pieces', 'return "a".repeat(2 ** 28).split("").length'],
    ['typed arrays outside the heap', 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))'],
    ['promises without end', 'const all = []; for (;;) all.push(Promise.resolve({}))'],
  ])('ends alone, and the server lives: %s', async (_name, body) => {
    const { outcome, answers } = await attack(body, { limits: { cpu_ms: 5000, memory_mb: 32 } })
    expect(reasonOf(outcome)).toBe('memory')
    expect(answers).toBeGreaterThan(0)
    await expectHealthyNeighbour()
  })
})

describe('floods', () => {
  it('drops logs beyond the limit and says so once', async () => {
    const logs: string[] = []
    const { outcome } = await attack('for (let i = 0; i < 5000; i++) ctx.log("x".repeat(1000))', {
      limits: { log_bytes: 10_000, cpu_ms: 5000 },
      onLog: log => logs.push(log.message),
    })
    expect(outcome.status).toBe('succeeded')
    expect(logs.at(-1)).toBe('Logs beyond 10000 bytes are dropped.')
    expect(logs.join('').length).toBeLessThan(10_100)
  })

  it('refuses an output over the limit', async () => {
    const { outcome } = await attack('return "x".repeat(5e6)', { limits: { cpu_ms: 5000 } })
    expect(outcome).toMatchObject({
      reason: 'output_invalid',
      error: { message: 'The output has more than 1048576 bytes as JSON.' },
    })
  })

  it('counts bytes, not characters, of an output', async () => {
    const { outcome } = await attack('return "€".repeat(1000)', { limits: { output_bytes: 2000 } })
    expect(reasonOf(outcome)).toBe('output_invalid')
  })

  it('stops calls at their budget, and never has more in flight than allowed', async () => {
    // None is answered before as many are here as may be: else how many are in flight would hang on who is faster.
    let held: (() => void)[] = []
    const answerWhenFull = async () => {
      if (held.length < 4) return
      await new Promise(resolve => setImmediate(resolve))
      for (const answer of held) answer()
      held = []
    }
    let most = 0
    const { outcome } = await attack(
      `const all = await Promise.allSettled(Array.from({ length: 60 }, () => ctx.tools.call('t')))
       return [all.filter(one => one.status === 'fulfilled').length, all.at(-1).reason.code]`,
      {
        limits: { calls: 48, calls_in_flight: 4 },
        capabilities: {
          'tools.call': async () => {
            await new Promise<void>(answer => {
              most = Math.max(most, held.push(answer))
              void answerWhenFull()
            })
            return null
          },
        },
      },
    )
    expect(outcome).toMatchObject({ status: 'succeeded', output: [48, 'rate_limited'], calls: 48 })
    expect(most).toBe(4)
  })

  it('refuses an argument over the limit before anything runs', async () => {
    let ran = false
    const { outcome } = await attack('await ctx.tools.call("t", { text: "€".repeat(100_000) })', {
      limits: { cpu_ms: 5000 },
      capabilities: {
        'tools.call': async () => {
          ran = true
          return null
        },
      },
    })
    expect(outcome).toMatchObject({ reason: 'threw', error: { code: 'payload_too_large' } })
    expect(ran).toBe(false)
  })

  it('refuses timers beyond their number', async () => {
    const { outcome } = await attack('for (let i = 0; i < 101; i++) setTimeout(() => {}, 1e6)')
    expect(outcome).toMatchObject({ reason: 'threw', error: { code: 'rate_limited' } })
  })
})

describe('ways out of the isolate', () => {
  const evaluate = async (body: string, run: Partial<SandboxRun> = {}) => {
    const { outcome } = await attack(body, run as never)
    return outcome.status === 'succeeded' ? outcome.output : outcome
  }

  it('finds nothing of the host through constructors, evaluation and stack frames', async () => {
    const probe = '"return [typeof process, typeof require, typeof module, typeof globalThis.fetch].join()"'
    const none = 'undefined,undefined,undefined,undefined'
    const found = await evaluate(
      `const { getPrototypeOf } = Object
       return [
         [].constructor.constructor(${probe})(),
         ctx.log.constructor.constructor(${probe})(),
         ctx.tools.call.constructor(${probe})(),
         (async () => {}).constructor(${probe})() instanceof Promise,
         (0, eval)('typeof process'),
         getPrototypeOf(getPrototypeOf(ctx.inputs)) === null,
       ]`,
    )
    expect(found).toEqual([none, none, none, true, 'undefined', true])
  })

  it('reaches no Reference, ExternalCopy or host object from anything it is given', async () => {
    const names = await evaluate(
      `const seen = new Set(), names = new Set()
       const walk = value => {
         if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
         seen.add(value)
         names.add(String(value.constructor?.name))
         for (const key of Reflect.ownKeys(value)) {
           const member = Object.getOwnPropertyDescriptor(value, key)
           walk(member.value); walk(member.get); walk(member.set)
         }
         walk(Object.getPrototypeOf(value))
       }
       walk(globalThis); walk(ctx)
       try { await ctx.tools.call('t') } catch (error) { walk(error) }
       return [...names]`,
      { capabilities: { 'tools.call': async () => { throw new Error('host secret') } } }, // prettier-ignore
    )
    expect(names).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(Reference|ExternalCopy|Isolate|Context|Callback|Script|Buffer|Socket)$/),
      ]),
    )
    expect(names).toContain('Function')
  })

  it('has neither WebAssembly, SharedArrayBuffer nor Atomics, and imports nothing', async () => {
    const found = await evaluate(
      `const imported = await (0, eval)('import("node:fs")').then(() => 'imported', error => error.message)
       return [typeof WebAssembly, typeof SharedArrayBuffer, typeof Atomics, imported]`,
    )
    expect(found).toEqual(['undefined', 'undefined', 'undefined', 'Not supported'])
  })

  it('cannot change what the prelude does by poisoning built-ins', async () => {
    const calls: unknown[] = []
    const { outcome } = await attack(
      `const poison = name => () => { throw new Error('poisoned ' + name) }
       Promise.prototype.then = poison('then')
       Object.prototype.toJSON = () => 'forged'
       Array.prototype[Symbol.iterator] = poison('iterator')
       Function.prototype.call = poison('call'); Function.prototype.apply = poison('apply')
       String.prototype.slice = poison('slice'); JSON.parse = poison('parse'); JSON.stringify = poison('stringify')
       Object.freeze = poison('freeze'); Reflect.apply = poison('reflect'); WeakSet.prototype.has = () => true
       Object.defineProperty(Object.prototype, 'get', { get: poison('get') })
       const answer = await ctx.tools.call('t', null)
       return answer.text`,
      {
        capabilities: {
          'tools.call': async argument => {
            calls.push(argument)
            return { text: 'real' }
          },
        },
      },
    )
    // Its own values are its own to forge; the call still went through the counted border, once.
    expect(outcome).toMatchObject({ status: 'succeeded', output: 'real', calls: 1 })
    expect(calls).toEqual(['forged'])
  })

  it('learns nothing of the prelude from prepareStackTrace', async () => {
    const found = await evaluate(
      `Error.prepareStackTrace = (_error, sites) => sites.map(site => [typeof site.getFunction(), typeof site.getThis()])
       const stack = new Error('x').stack
       return stack.every(([fn, self]) => fn === 'undefined' && self === 'undefined') || stack`,
    )
    expect(JSON.stringify(found)).not.toContain('object')
  })

  it('cannot change ctx for itself', async () => {
    const found = await evaluate(
      `const tries = [() => { ctx.inputs.list.push(1) }, () => { ctx.agent.ask = 1 }, () => { ctx.extra = 1 }, () => { ctx.log.info = 1 }]
       return tries.map(change => { try { change(); return 'changed' } catch (error) { return error.name } })`,
      { inputs: { list: [] } },
    )
    expect(found).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
  })

  it('does not carry anything from one run into the next', async () => {
    const main =
      'globalThis.count = (globalThis.count ?? 0) + 1\nArray.prototype.left = 1\nexport default { run: () => [count, Array.prototype.left] }'
    const bundle = await box.build({ 'main.ts': main })
    const first = await box.run('', { bundle })
    const second = await box.run('', { bundle })
    expect([first, second]).toMatchObject([{ output: [1, 1] }, { output: [1, 1] }])
  })

  it('shares nothing with other runs that were made of the same snapshot: names on its global object, random numbers', async () => {
    const app = `export default { run: () => [
      Object.getOwnPropertyNames(globalThis).filter(name => !/^[A-Z]/.test(name)).sort(), Math.random(),
    ] }`
    const [first, second] = await Promise.all([box.run(app), box.run(app)])
    const [names, random] = first.status === 'succeeded' ? (first.output as [string[], number]) : [[], 0]
    expect(names).toEqual([
      ...['clearTimeout', 'console', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape'],
      ...['eval', 'globalThis', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'setTimeout', 'undefined', 'unescape'],
    ])
    expect(second).toMatchObject({ output: [names, expect.any(Number)] })
    expect(second).not.toMatchObject({ output: [names, random] })
  })
})

describe('what crosses the border', () => {
  const echo = { 'tools.call': async (argument: unknown) => argument as never }

  it.each([
    ['an own __proto__ key', `return JSON.parse('{"__proto__": {"polluted": 1}}')`],
    ['a constructor with a prototype', `return { constructor: { prototype: { polluted: 1 } } }`],
    ['a function inside', 'return { deep: [() => 1] }'],
    ['a symbol', 'return Symbol("s")'],
    ['a BigInt', 'return { n: 1n }'],
    ['a cycle', 'const a: any = {}; a.a = a; return a'],
    ['nesting that overflows its readers', 'let a: any = []; for (let i = 0; i < 500; i++) a = [a]; return a'],
    ['a toJSON that throws', 'return { toJSON() { throw new Error("no") } }'],
    ['a toJSON that gives a function', 'return { toJSON() { return () => 1 } }'],
  ])('is no output: %s', async (_name, body) => {
    const { outcome } = await attack(body)
    expect(reasonOf(outcome)).toBe('output_invalid')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('is no argument either when it could change prototypes', async () => {
    const { outcome } = await attack(`await ctx.tools.call('t', JSON.parse('{"__proto__": {"polluted": 1}}'))`, {
      capabilities: echo,
    })
    expect(outcome).toMatchObject({ reason: 'threw', error: { code: 'validation_error' } })
  })

  it('is refused on the way in too', async () => {
    const inputs = JSON.parse('{"__proto__": {"polluted": 1}}')
    await expect(box.run('export default { run: () => 1 }', { inputs })).rejects.toThrow(/inputs .* "__proto__"/)
  })

  it('is null for undefined, and the text of toJSON for a date', async () => {
    expect((await attack('return undefined')).outcome).toMatchObject({ output: null })
    expect((await attack('return { at: new Date(0), gone: undefined }')).outcome).toMatchObject({
      output: { at: '1970-01-01T00:00:00.000Z' },
    })
  })

  it('keeps an error of ours to its code and message, and one not thrown on purpose to itself', async () => {
    const { outcome } = await attack('await ctx.tools.call("t")', {
      capabilities: { 'tools.call': async () => { throw new Error(`ENOENT: /root/secret`) } }, // prettier-ignore
    })
    expect(outcome).toMatchObject({ reason: 'threw', error: { code: 'internal_error' } })
    expect(JSON.stringify(outcome)).not.toContain('/root')
  })
})
