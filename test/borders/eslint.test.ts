import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

/** Source text that offends, at the path where it would; the rule that must say so. */
const offences: { what: string; file: string; source: string; rule: string; message?: RegExp }[] = [
  {
    what: 'the kernel importing a plugin',
    file: 'kernel/boot/x.ts',
    source: `import '../../plugins/models/plugin.ts'`,
    rule: 'house/borders',
    message: /kernel-never-plugins/,
  },
  {
    what: 'a plugin importing the kernel',
    file: 'plugins/tools/x.ts',
    source: `import '../../kernel/services/logger.ts'`,
    rule: 'house/borders',
    message: /plugins-own-or-public/,
  },
  {
    what: 'a plugin importing another',
    file: 'plugins/tools/deep/x.ts',
    source: `import '../../models/plugin.ts'`,
    rule: 'house/borders',
    message: /plugins-own-or-public/,
  },
  {
    what: 'a dynamic import across a border',
    file: 'plugins/tools/x.ts',
    source: `await import('../models/plugin.ts')`,
    rule: 'house/borders',
    message: /plugins-own-or-public/,
  },
  {
    what: 'a re-export across a border',
    file: 'plugins/tools/x.ts',
    source: `export * from '../models/plugin.ts'`,
    rule: 'house/borders',
    message: /plugins-own-or-public/,
  },
  {
    what: 'a process that a plugin starts itself',
    file: 'plugins/tools/x.ts',
    source: `import { spawn } from 'node:child_process'; spawn('true')`,
    rule: 'house/borders',
    message: /plugins-start-through-the-kernel/,
  },
  {
    what: 'test support in a plugin, whatever its file is called',
    file: 'plugins/tools/start-test-tools.ts',
    source: `import '../../test/rooms/kernel.ts'`,
    rule: 'house/borders',
    message: /no-test-code-in-production/,
  },
  {
    what: 'an import in a plugin that names what it computed',
    file: 'plugins/tools/x.ts',
    source: `export const load = (name: string): Promise<unknown> => import(name)`,
    rule: 'no-restricted-syntax',
    message: /computed/,
  },
  {
    what: 'tsyringe outside the container',
    file: 'kernel/boot/x.ts',
    source: `import { container } from 'tsyringe'; container.reset()`,
    rule: 'house/borders',
    message: /only-container-imports-tsyringe/,
  },
  {
    what: 'a driver outside the planes',
    file: 'plugins/data/x.ts',
    source: `import 'pg'`,
    rule: 'house/borders',
    message: /only-drivers-import-databases/,
  },
  {
    what: 'isolated-vm in the server',
    file: 'plugins/sandbox/x.ts',
    source: `import 'isolated-vm'`,
    rule: 'house/borders',
    message: /only-sandbox-host-imports-isolated-vm/,
  },
  {
    what: 'a socket outside egress',
    file: 'plugins/models/x.ts',
    source: `import { connect } from 'node:tls'; connect({})`,
    rule: 'house/borders',
    message: /only-egress-opens-sockets/,
  },
  {
    what: 'the global fetch outside egress',
    file: 'plugins/models/x.ts',
    source: `await fetch('https://example.com')`,
    rule: 'no-restricted-globals',
  },
  { what: 'a default export', file: 'kernel/services/x.ts', source: 'export default 1', rule: 'no-restricted-syntax' },
  { what: 'an enum', file: 'kernel/services/x.ts', source: 'export enum Level { High }', rule: 'no-restricted-syntax' },
  {
    what: 'a parameter property',
    file: 'kernel/services/x.ts',
    source: 'export class A { constructor(readonly a: string) {} }',
    rule: 'no-restricted-syntax',
  },
  { what: 'eval', file: 'plugins/tools/x.ts', source: `eval('1')`, rule: 'no-eval' },
  {
    what: 'new Function',
    file: 'plugins/tools/x.ts',
    source: `export const f = new Function('return 1')`,
    rule: 'no-new-func',
  },
  {
    what: 'a nested ternary',
    file: 'kernel/services/x.ts',
    source: 'export const f = (a: number) => (a ? 1 : a ? 2 : 3)',
    rule: 'no-nested-ternary',
  },
  {
    what: 'an interface named with an I',
    file: 'kernel/services/x.ts',
    source: 'export interface ILogger { a: 1 }',
    rule: 'no-restricted-syntax',
  },
  {
    what: 'any',
    file: 'kernel/services/x.ts',
    source: 'export const a = JSON.parse("1") as any',
    rule: '@typescript-eslint/no-explicit-any',
  },
  {
    what: 'an unexplained suppression',
    file: 'kernel/services/x.ts',
    source: '// @ts-ignore\nexport const a: string = 1',
    rule: '@typescript-eslint/ban-ts-comment',
  },
  { what: 'an empty catch', file: 'kernel/services/x.ts', source: 'try { JSON.parse("") } catch {}', rule: 'no-empty' },
  {
    what: 'SQL outside a store',
    file: 'plugins/tools/service.ts',
    source: "export const q = 'SELECT id FROM runs'",
    rule: 'house/sql-in-stores',
  },
  {
    what: 'work left for later',
    file: 'kernel/services/x.ts',
    source: `// ${'TO'}DO: later\nexport const a = 1`,
    rule: 'no-warning-comments',
  },
  {
    what: 'a file over 400 lines',
    file: 'kernel/services/x.ts',
    source: 'export const a = 1\n'.repeat(401),
    rule: 'max-lines',
  },
]

const permitted: { what: string; file: string; source: string }[] = [
  {
    what: 'a type across rooms',
    file: 'kernel/http/x.ts',
    source: `import type { Auth } from '../auth/auth.ts'\nexport type A = Auth`,
  },
  {
    what: 'a socket in egress',
    file: 'kernel/egress/x.ts',
    source: `import { connect } from 'node:tls'\nexport const dial = connect`,
  },
  {
    what: 'fetch in the command line',
    file: 'apps/cli/x.ts',
    source: `export const get = () => fetch('http://127.0.0.1')`,
  },
  {
    what: 'the default export of a migration',
    file: 'plugins/tools/migrations/0001-x.ts',
    source: `import { defineMigration } from '@svc/plugin'\nexport default defineMigration({ id: '0001-x', statements: ['CREATE TABLE tools_x (id TEXT)'] })`,
  },
  { what: 'test support in a test', file: 'plugins/tools/x.test.ts', source: `import '../../test/rooms/kernel.ts'` },
  { what: 'SQL in a store', file: 'plugins/tools/x-store.ts', source: "export const q = 'SELECT id FROM tools_x'" },
]

describe('ESLint', () => {
  let eslint: ESLint

  beforeAll(() => {
    eslint = new ESLint({
      cwd: repositoryRoot,
      // The planted files are not on disk, so there is no program to ask for types.
      overrideConfig: { ...tseslint.configs.disableTypeChecked, files: ['**/*.ts'] },
    })
  })

  it.each(offences)('catches $what', async ({ file, source, rule, message }) => {
    const [result] = await eslint.lintText(source, { filePath: file })
    const found = result?.messages.filter(problem => problem.ruleId === rule).map(problem => problem.message)
    expect(found).toEqual([expect.stringMatching(message ?? /./)])
  })

  it.each(permitted)('permits $what', async ({ file, source }) => {
    const [result] = await eslint.lintText(`${source}\n`, { filePath: file })
    expect(result?.messages).toEqual([])
  })
})
