import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourceFolder, startTestSandbox } from '../support/sandbox.ts'
import type { TestSandbox } from '../support/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const check = (files: Record<string, string>, entry = 'main.ts') =>
  sandbox.builder.checkTypes(sourceFolder(files), entry)

it('shows each fault of types in the author’s own line, as the compiler shows its errors', async () => {
  const main = `import { defineAgentApp } from '@svc/sdk/agent-app'
import { shout } from './shout.ts'

export default defineAgentApp<{ name: string }>({
  run(ctx) {
    /* ü */ ctx.log(ctx.inputs.nmae)
    return shout(ctx.inputs.name.length)
  },
})
`
  const problems = await check({ 'main.ts': main, 'shout.ts': 'export const shout = (text: string) => `${text}!`\n' })

  expect(problems).toMatchObject([
    {
      file: 'main.ts',
      line: 6,
      column: 32,
      message: `Property 'nmae' does not exist on type '{ name: string; }'. (TS2339)`,
    },
    { file: 'main.ts', line: 7, column: 18 },
  ])
  expect(problems[0]!.frame).toContain('> 6 |     /* ü */ ctx.log(ctx.inputs.nmae)')
})

it('knows what an isolate has, and what it lacks', async () => {
  const has = `console.log(new Set([1]).union(new Set([2])), Iterator.from([1]).take(1))
const timer = setTimeout((text: string) => console.error(text), 1, 'late')
clearTimeout(timer)
export default {}`
  expect(await check({ 'main.ts': has })).toEqual([])

  const lacks = ['fetch("")', 'new URL("")', 'process.env', 'document.body', 'structuredClone(1)']
  const problems = await check({ 'main.ts': lacks.join('\n') })
  expect(problems.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
})

it('takes types of tools, data in JSON, and the types of the API', async () => {
  const files = {
    'tool.ts': `import { defineTool } from '@svc/sdk/agent-app'
import type { Problem } from '@svc/sdk/types'
import cities from './cities.json'
export default defineTool<{ at: number }>({
  run(input, ctx) {
    const problem: Problem | undefined = undefined
    ctx.log.debug(problem)
    return { city: cities[input.at], wrong: cities.at(input.where) }
  },
})`,
    'cities.json': '["Oslo", "Rome"]',
  }
  const problems = await check(files, 'tool.ts')
  expect(problems).toMatchObject([{ file: 'tool.ts', line: 8 }])
  expect(problems[0]!.message).toContain(`Property 'where' does not exist`)
})

it('finds no file beside the folder', async () => {
  const [problem] = await check({ 'main.ts': `export { default } from '../../../../etc/passwd.json'` })
  expect(problem!.message).toContain('Cannot find module')
})

it('ends a check that a source brings down, says so, and checks the next one', { timeout: 60_000 }, async () => {
  const deep = `export default ${'['.repeat(200_000)}${']'.repeat(200_000)}`
  expect(await check({ 'main.ts': deep })).toMatchObject([
    { file: 'main.ts', line: null, message: expect.stringMatching(/^The types could not be checked/) },
  ])
  expect(await check({ 'main.ts': 'export default {}' })).toEqual([])
  expect(sandbox.logged.map(({ message }) => message)).toContain(
    'The check of types was killed over the source of an app.',
  )
})
