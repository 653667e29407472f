import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox } from '../support/sandbox.ts'
import type { TestSandbox } from '../support/sandbox.ts'

let box: TestSandbox

beforeAll(async () => {
  box = await startTestSandbox()
})

afterAll(() => box.close())

/** Runs the body of an app's `run(ctx)`. */
const throwing: TestSandbox['run'] = (body, run) => box.run(`export default { async run(ctx: any) {\n${body}\n} }`, run)

describe('errors of an app', () => {
  it('name the author’s lines, through awaits, and nothing of the host', async () => {
    const main = [
      'interface A { n: number }',
      '',
      'async function load(ctx: any): Promise<A> {',
      "  return await ctx.tools.call('t')",
      '}',
      '',
      'export default { run: load }',
    ].join('\n')
    const outcome = await box.run(main)
    expect(outcome).toMatchObject({
      reason: 'threw',
      error: { name: 'Error', code: 'forbidden', message: 'ctx has no permission for tools.call.' },
    })
    const { stack } = (outcome as { error: { stack: string } }).error
    expect(stack).toMatch(
      /^Error: ctx has no permission for tools\.call\.\n {4}at load \(main\.ts:4:\d+\)$|^Error: .*\n {4}at .*main\.ts:4:\d+/,
    )
    expect(stack).not.toMatch(/prelude|svc:|file:|\/work|node:/)
  })

  it('survive hostile values', async () => {
    const bodies = [
      'throw null',
      'throw undefined',
      'throw 2n ** 64n',
      'throw Symbol("s")',
      'throw "plain"',
      'throw new Proxy({}, { get() { throw new Proxy({}, { get() { throw 1 } }) } })',
      'throw { name: 1, message: {}, stack: [], code: "forbidden" }',
      'throw Object.create(null)',
      'throw Object.assign(new Error("x".repeat(5e6)), { name: "y".repeat(1e6) })',
    ]
    for (const body of bodies) {
      const outcome = await throwing(body, { limits: { cpu_ms: 5000 } })
      expect(outcome).toMatchObject({
        status: 'failed',
        reason: 'threw',
        error: { name: expect.any(String), message: expect.any(String) },
      })
      expect(JSON.stringify(outcome).length).toBeLessThan(20_000)
      expect((outcome as { error: { code?: string } }).error.code).toBeUndefined()
    }
  })

  it('cannot forge frames of other files', async () => {
    const outcome = await throwing(
      'const e = new Error("x"); e.stack = "Error: x\\n    at root (/etc/passwd:1:1)\\n    at file:///srv/secret.ts:3:3\\n    at svc:app:99999:1"; throw e',
    )
    expect(outcome).toMatchObject({ error: { stack: 'Error: x' } })
  })

  it('are shown where the engine refuses what the compiler let pass', async () => {
    const outcome = await box.run('export default { run: () => 1 }\nconst twice = /(?<a>x)(?<a>y)/\nexport { twice }')
    expect(outcome).toMatchObject({
      reason: 'threw',
      error: { name: 'SyntaxError', stack: expect.stringMatching(/at main\.ts:2:\d+$/) },
    })
    expect(JSON.stringify(outcome)).not.toContain('svc:app')
    expect(await box.run('export default { run: () => 1 }')).toMatchObject({ output: 1 })
  })

  it('are none for decorators, which the engine does not know yet', async () => {
    const main =
      'const twice = (method: any) => function (this: any) { return 2 * method.call(this) }\nclass App { @twice run() { return 21 } }\nexport default new App()'
    expect(await box.run(main)).toMatchObject({ output: 42 })
  })

  it('say which export is missing', async () => {
    const outcome = await box.run('export const run = 1')
    expect(outcome).toMatchObject({
      reason: 'threw',
      error: { message: expect.stringContaining('export default defineAgentApp') },
    })
  })
})
