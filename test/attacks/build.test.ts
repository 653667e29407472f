import { execFileSync } from 'node:child_process'
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppProblemsError } from '@svc/plugin/contracts/sandbox'
import type { AppProblem } from '@svc/plugin/contracts/sandbox'
import { startTestSandbox } from '../support/sandbox.ts'
import type { TestSandbox } from '../support/sandbox.ts'

let box: TestSandbox
let folder: string

beforeAll(async () => {
  box = await startTestSandbox()
})

afterAll(() => box.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-app-'))
  await writeFile(join(folder, 'main.ts'), 'export default { run: () => 1 }')
  return () => rm(folder, { recursive: true, force: true })
})

async function problemsOf(work: Promise<unknown>): Promise<readonly AppProblem[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppProblemsError)
  return (error as AppProblemsError).problems
}

const readProblems = () => problemsOf(box.builder.read(folder))
const buildProblems = (files: Record<string, string>, entry = 'main.ts') => problemsOf(box.build(files, entry))

describe('a folder is read only when it holds nothing but regular files', () => {
  it('refuses a link to a file, to a folder, and to nowhere', async () => {
    await symlink('/etc/passwd', join(folder, 'a.ts'))
    await symlink('/etc', join(folder, 'b'))
    await symlink('/nowhere', join(folder, 'c'))
    expect(await readProblems()).toMatchObject(
      ['a.ts', 'b', 'c'].map(file => ({
        file,
        message: 'Links are not allowed in an app. Put a copy of the file here.',
      })),
    )
  })

  it('refuses to be a link itself', async () => {
    const target = join(folder, 'real')
    await mkdir(target)
    await symlink(target, join(folder, 'app'))
    const problems = await problemsOf(box.builder.read(join(folder, 'app')))
    expect(problems).toMatchObject([{ file: 'app', message: expect.stringContaining('this is a link or a file') }])
  })

  it('refuses a hard link', async () => {
    await link(join(folder, 'main.ts'), join(folder, 'twin.ts'))
    expect(await readProblems()).toMatchObject([
      { file: 'main.ts', message: expect.stringContaining('Hard links are not allowed') },
      { file: 'twin.ts', message: expect.stringContaining('Hard links are not allowed') },
    ])
  })

  it('refuses a pipe without waiting for its writer', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.ts')])
    expect(await readProblems()).toMatchObject([
      { file: 'pipe.ts', message: expect.stringContaining('this is a pipe') },
    ])
  })

  it('refuses 10 MB of source and says what the limit is', async () => {
    await writeFile(join(folder, 'big.ts'), Buffer.alloc(10 * 1024 * 1024, 'a'))
    expect(await readProblems()).toMatchObject([
      { file: 'big.ts', message: expect.stringMatching(/1 MiB .*10485760 bytes/) },
    ])
  })

  it('refuses the 201st file, hidden ones and folders within counted', async () => {
    await mkdir(join(folder, 'tests'))
    for (let i = 0; i < 199; i++) await writeFile(join(folder, i % 2 ? 'tests' : '.', `.f${i}`), '')
    expect((await box.builder.read(folder)).files.size).toBe(200)
    await writeFile(join(folder, 'zz'), '')
    expect(await readProblems()).toMatchObject([{ message: expect.stringContaining('An app may have 200 files') }])
  })

  it('refuses node_modules and names that hide something', async () => {
    await mkdir(join(folder, 'node_modules'))
    await writeFile(join(folder, 'a\nb.ts'), '')
    expect(await readProblems()).toMatchObject([
      { message: expect.stringContaining('control characters') },
      { file: 'node_modules', message: expect.stringContaining('Remove the folder') },
    ])
  })

  it('refuses source that is not UTF-8', async () => {
    await writeFile(join(folder, 'main.ts'), Buffer.from([0x65, 0xff, 0xfe]))
    const source = await box.builder.read(folder)
    expect(await problemsOf(box.builder.build(source, 'main.ts'))).toMatchObject([
      { file: 'main.ts', message: expect.stringContaining('UTF-8') },
    ])
  })

  it('gives another hash to any other content or name, and the same to the same', async () => {
    const first = await box.builder.read(folder)
    expect((await box.builder.read(folder)).hash).toBe(first.hash)
    await writeFile(join(folder, 'main.ts'), 'export default { run: () => 2 }')
    expect((await box.builder.read(folder)).hash).not.toBe(first.hash)
  })
})

describe('imports reach nothing but the folder and the SDK', () => {
  it.each([
    ['a built-in module', 'import fs from "node:fs"; export default fs'],
    ['a built-in module that nothing uses', 'import fs from "node:fs"; export default { run: () => 1 }'],
    [
      'names of a built-in module that nothing uses',
      'import { readFile, type Stats } from "node:fs"; export default { run: () => 1 }',
    ],
    [
      'a file that is not there and that nothing uses',
      'import { x } from "../gone.ts"; export default { run: () => 1 }',
    ],
    ['a built-in module, later', 'export default { run: () => import("node:fs") }'],
    ['a package', 'import "esbuild"'],
    ['another part of the SDK', 'import "@svc/sdk"'],
    ['the plugin kit', 'import "@svc/plugin"'],
    ['an absolute path', 'import "/etc/passwd"'],
    ['a path out of the folder', 'import "../../../../etc/passwd"'],
    ['a path out and in again', 'import "./a/../../x.ts"'],
    ['a data: URL', 'import x from "data:text/javascript,export default 1"; export default x'],
    ['a file: URL', 'import "file:///etc/passwd"'],
    ['an https: URL', 'import "https://example.com/x.js"'],
    ['another kind of content by attribute', 'import x from "/etc/passwd" with { type: "text" }; export default x'],
    ['a JSX runtime by pragma', '/** @jsxImportSource /etc */ import "preact/jsx-runtime"'],
    ['require', 'export default require("fs")'],
    ['require under another name', 'const r = require; export default r("fs")'],
    ['a computed import', 'export default (name: string) => import(name)'],
    ['a glob import', 'export default (name: string) => import(`../../../../etc/${name}`)'],
    ['a glob import of its own folder', 'export default (name: string) => import(`./parts/${name}.ts`)'],
    ['a glob require', 'export default (name: string) => require("../../../../etc/" + name)'],
    ['import.meta', 'export default new URL("./main.ts", import.meta.url)'],
  ])('refuses %s, with the place and the remedy', async (_name, main) => {
    const problems = await buildProblems({ 'main.ts': main })
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems) {
      expect(problem).toMatchObject({
        file: 'main.ts',
        line: 1,
        column: expect.any(Number),
        message: expect.stringContaining(
          'Only relative files of this folder, @svc/sdk/agent-app and (for types) @svc/sdk/types can be imported',
        ),
      })
      // The frame is the author's line and nothing from elsewhere: no listing of a real folder, no content of a real file.
      expect(problem.frame).toContain(main)
      expect(problem.message + problem.frame).not.toMatch(/root:x:|systemd|hostname|not implemented/)
    }
  })

  it('lets types be imported from wherever they are: they leave nothing behind', async () => {
    const bundle = await box.build({
      'main.ts': `import type fs from 'node:fs'
import type { Server } from 'express'
import { type Stats, type Dirent as Entry } from "node:fs"
import {
  type Later,
} from './generated/inputs.ts'
import type { AppContext } from '@svc/sdk/types'
import { Shape } from './shape.ts'
export default { run: (a: fs.Stats & Server & Stats & Entry & Later & AppContext & Shape) => [a === a, 'fine'] }`,
      'shape.ts': 'export interface Shape { a: 1 }',
    })
    expect(await box.run('', { bundle })).toMatchObject({ output: [true, 'fine'] })
    expect(bundle.code).not.toContain('node:fs')
  })

  it('tells the line and column of an import that nothing uses, in a file that is imported too', async () => {
    const files = {
      'main.ts': 'import { x } from "./x.ts"\nexport default { run: () => x }',
      'x.ts': "export const x = 1\nimport fs from 'node:fs'\n",
    }
    expect(await buildProblems(files)).toMatchObject([
      { file: 'x.ts', line: 2, column: 16, frame: expect.stringContaining("import fs from 'node:fs'") },
    ])
  })

  it('still refuses a name that its file does not export', async () => {
    const files = {
      'main.ts': 'import { y } from "./x.ts"\nexport default { run: () => y }',
      'x.ts': 'export const x = 1',
    }
    expect(await buildProblems(files)).toMatchObject([
      { file: 'main.ts', line: 1, message: expect.stringContaining('No matching export') },
    ])
  })

  it('refuses files that are neither code nor JSON', async () => {
    const problems = await buildProblems({
      'main.ts': 'import "./a.css"\nimport "./b.node"',
      'a.css': '@import "/etc/passwd"',
      'b.node': '',
    })
    expect(problems.map(problem => [problem.file, problem.line])).toEqual([
      ['main.ts', 1],
      ['main.ts', 2],
    ])
  })

  it('takes settings from nowhere: neither tsconfig nor package.json of the folder mean anything', async () => {
    const bundle = await box.build({
      'main.ts': 'import { x } from "./x"\nexport default { run: () => x }',
      'x.ts': 'export const x = "mine"',
      'tsconfig.json':
        '{ "extends": "/etc/passwd", "compilerOptions": { "paths": { "*": ["/etc/*"] }, "jsxImportSource": "/etc" } }',
      'package.json': '{ "browser": { "./x.ts": "/etc/passwd" }, "imports": { "#a": "/etc/passwd" } }',
    })
    expect(await box.run('', { bundle })).toMatchObject({ output: 'mine' })
  })

  it('follows no source map that a source names', async () => {
    const map = Buffer.from(
      '{"version":3,"sources":["/etc/passwd"],"sourcesContent":["stolen"],"mappings":"AAAA"}',
    ).toString('base64')
    const main = `export default { run() { throw new Error('here') } }\n//# sourceMappingURL=data:application/json;base64,${map}`
    const bundle = await box.build({ 'main.ts': main })
    expect(JSON.parse(bundle.source_map).sources).toEqual(['main.ts'])
    expect(await box.run('', { bundle })).toMatchObject({
      error: { stack: expect.stringMatching(/^Error: here\n {4}at Object\.run \(main\.ts:1:\d+\)$/) },
    })
  })

  it('keeps a __proto__ in JSON data a plain key of a plain object', async () => {
    const bundle = await box.build({
      'main.ts':
        'import data from "./data.json"\nexport default { run: () => [Object.keys(data), ({} as any).polluted ?? null] }',
      'data.json': '{"a": 1, "__proto__": {"polluted": true}}',
    })
    expect(await box.run('', { bundle })).toMatchObject({ output: [['a', '__proto__'], null] })
  })
})

describe('a source that is made to break the compiler', () => {
  it('costs its author a clear message, and the next build works', async () => {
    const problems = await buildProblems({ 'main.ts': `export default ${'('.repeat(500_000)}` })
    expect(problems).toMatchObject([{ file: 'main.ts', message: expect.stringContaining('ran out of time or memory') }])
    expect(await box.run('export default { run: () => "built" }')).toMatchObject({ output: 'built' })
  })

  it('is shown where it is wrong, in the author’s own words', async () => {
    const [problem] = await buildProblems({ 'main.ts': 'export default {\n  run() {\n    const größe: = 1\n  },\n}' })
    expect(problem).toMatchObject({ file: 'main.ts', line: 3, column: 18, message: 'Unexpected "=".' })
    expect(problem!.frame).toContain('> 3 |     const größe: = 1')
  })

  it('is told what an entry is missing', async () => {
    expect(await buildProblems({ 'main.ts': '' }, 'app.ts')).toMatchObject([
      { file: 'app.ts', message: 'There is no file app.ts in this folder, which "entry" names.' },
    ])
  })
})

describe('relative imports', () => {
  it('work with and without an ending, for .js written for .ts, for folders and for the SDK', async () => {
    const bundle = await box.build({
      'main.ts': [
        "import { defineAgentApp } from '@svc/sdk/agent-app'",
        "import type { Anything } from '@svc/sdk/types'",
        "import { a } from './lib/a'",
        "import { b } from './lib/b.ts'",
        "import { c } from './lib/c.js'",
        "import { index } from './lib'",
        "import data from './data.json'",
        'export default defineAgentApp({ run: async () => [a, b, c, index, data.n, (await import("./lib/a.ts")).a] as Anything })',
      ].join('\n'),
      'lib/a.ts': "export const a = 'a'",
      'lib/b.ts': "import { a } from './a.ts'\nexport const b = a + 'b'",
      'lib/c.ts': "export const c = 'c'",
      'lib/index.ts': "export const index = 'index'",
      'data.json': '{"n": 7}',
    })
    expect(await box.run('', { bundle })).toMatchObject({ output: ['a', 'ab', 'c', 'index', 7, 'a'] })
  })
})
