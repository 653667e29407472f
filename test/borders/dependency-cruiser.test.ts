import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

/** One file that offends, per border; the path it stands at decides which. */
const offences: Record<string, { file: string; source: string }> = {
  'kernel-never-plugins': { file: 'kernel/boot/planted.ts', source: `import '../../plugins/alpha/alpha.ts'` },
  'plugins-own-or-public': { file: 'plugins/beta/planted.ts', source: `import '../alpha/alpha.ts'` },
  'plugins-start-through-the-kernel': { file: 'plugins/beta/starts.ts', source: `import 'node:worker_threads'` },
  'kernel-starts-in-children': { file: 'kernel/jobs/starts.ts', source: `import 'node:worker_threads'` },
  'programs-stand-alone': { file: 'plugins/beta/hosts/one/main.ts', source: `import '../../own.ts'` },
  'plugins-leave-their-programs-alone': { file: 'plugins/beta/loads.ts', source: `import './hosts/one/main.ts'` },
  'no-test-code-in-production': {
    file: 'kernel/services/planted.ts',
    source: `import '../../test/rooms/room.ts'`,
  },
  'rooms-by-their-face': { file: 'kernel/http/planted.ts', source: `import '../auth/sessions.ts'` },
  'apps-own-or-face': { file: 'apps/worker/planted.ts', source: `import '../../kernel/auth/sessions.ts'` },
  'only-cli-starts-the-server': { file: 'kernel/jobs/planted.ts', source: `import '../../apps/server/main.ts'` },
  'sdk-plugin-stands-alone': {
    file: 'sdk/plugin/src/planted.ts',
    source: `import '../../../kernel/auth/sessions.ts'`,
  },
  'sdk-typescript-stands-alone': { file: 'sdk/typescript/src/planted.ts', source: `import 'node:path'` },
  'only-container-imports-tsyringe': { file: 'kernel/boot/injects.ts', source: `import 'tsyringe'` },
  'only-drivers-import-databases': { file: 'kernel/jobs/queries.ts', source: `import 'better-sqlite3'` },
  'only-planes-import-drivers': {
    file: 'kernel/health/copies.ts',
    source: `import '../drivers/sqlite/index.ts'`,
  },
  'only-query-host-imports-duckdb': { file: 'plugins/beta/counts.ts', source: `import '@duckdb/node-api'` },
  'only-sandbox-host-imports-isolated-vm': { file: 'plugins/beta/isolates.ts', source: `import 'isolated-vm'` },
  'only-build-host-imports-esbuild': { file: 'plugins/beta/compiles.ts', source: `import 'esbuild'` },
  'only-types-host-imports-typescript': { file: 'plugins/beta/types.ts', source: `import 'typescript'` },
  'only-r-host-imports-webr': { file: 'plugins/beta/computes.ts', source: `import 'webr'` },
  'nothing-evaluates-strings': { file: 'plugins/beta/evaluates.ts', source: `import 'node:vm'` },
  'only-egress-opens-sockets': { file: 'plugins/beta/dials.ts', source: `import 'node:https'` },
  'no-circular': { file: 'kernel/events/first.ts', source: `import './second.ts'` },
  'no-orphans': { file: 'kernel/events/alone.ts', source: 'export const alone = 1' },
  'not-to-unresolvable': { file: 'kernel/events/lost.ts', source: `import './nowhere.ts'` },
  'no-dev-packages-in-production': { file: 'kernel/events/tests.ts', source: `import 'vitest'` },
}

/** What the offences import, and neighbours that keep every rule. */
const innocents: Record<string, string> = {
  'plugins/alpha/alpha.ts': `import './own.ts'`,
  'plugins/beta/own.ts': `export const own = 1`,
  'plugins/alpha/own.ts': `export const own = 1`,
  'plugins/alpha/plugin.ts': `import '@svc/plugin'`,
  'sdk/plugin/src/index.ts': `export * from './service.ts'`,
  'sdk/plugin/src/service.ts': 'export const service = 1',
  'kernel/auth/sessions.ts': `import '../services/index.ts'`,
  'kernel/services/index.ts': `export const log = 1`,
  'kernel/drivers/sqlite/index.ts': `import './file.ts'`,
  'kernel/drivers/sqlite/file.ts': `import 'better-sqlite3'`,
  'kernel/egress/dials.ts': `import 'node:net'`,
  'kernel/container/container.ts': `import 'tsyringe'`,
  'kernel/index.ts': `import './services/index.ts'`,
  'apps/server/main.ts': `import '../../kernel/index.ts'`,
  'apps/sandbox-host/main.ts': `import 'isolated-vm'`,
  'test/rooms/room.ts': `import '../../kernel/auth/sessions.ts'`,
  'kernel/auth/sessions.test.ts': `import '../../test/rooms/room.ts'`,
}

interface Violation {
  from: string
  rule: { name: string }
}

describe('dependency-cruiser', () => {
  let house: string
  let violations: Violation[]

  beforeAll(async () => {
    house = await mkdtemp(join(tmpdir(), 'svc-borders-'))
    for (const name of [
      '.dependency-cruiser.mjs',
      'tsconfig.json',
      'package.json',
      'scripts/borders',
      'sdk/plugin/package.json',
    ]) {
      await cp(join(repositoryRoot, name), join(house, name), { recursive: true })
    }
    await mkdir(join(house, 'node_modules/@svc'), { recursive: true })
    await symlink(join(house, 'sdk/plugin'), join(house, 'node_modules/@svc/plugin'))
    for (const name of ['tsyringe', 'better-sqlite3', 'isolated-vm', 'esbuild', 'vitest']) {
      await symlink(join(repositoryRoot, 'node_modules', name), join(house, 'node_modules', name))
    }
    const generated = { file: 'plugins/beta/generated/planted.ts', source: `import '../../alpha/alpha.ts'` }
    const planted = [...Object.values(offences), generated].map(({ file, source }) => [file, source] as const)
    const circle = ['kernel/events/second.ts', `import './first.ts'`] as const
    for (const [file, source] of [...planted, circle, ...Object.entries(innocents)]) {
      await mkdir(dirname(join(house, file)), { recursive: true })
      await writeFile(join(house, file), `${source}\n`)
    }
    violations = await cruise(house)
  })

  afterAll(async () => {
    await rm(house, { recursive: true, force: true })
  })

  it.each(Object.entries(offences))('catches a planted offence against %s', (rule, { file }) => {
    expect(violations.filter(violation => violation.from === file).map(violation => violation.rule.name)).toContain(
      rule,
    )
  })

  it('reads generated files as it does all others', () => {
    const planted = 'plugins/beta/generated/planted.ts'
    expect(violations.filter(({ from }) => from === planted).map(({ rule }) => rule.name)).toContain(
      'plugins-own-or-public',
    )
  })

  it('accuses no file that keeps the rules', () => {
    const accused = new Set(violations.map(violation => violation.from))
    expect(Object.keys(innocents).filter(file => accused.has(file))).toEqual([])
  })
})

async function cruise(folder: string): Promise<Violation[]> {
  const tool = join(repositoryRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [
    tool,
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'kernel',
    'plugins',
    'apps',
    'sdk',
    'test',
  ]
  const output = await new Promise<string>((resolve, reject) => {
    // The exit code counts the violations: standard output is the answer either way.
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr, { cause: error }))
      else resolve(stdout)
    })
  })
  const report = JSON.parse(output) as { summary: { violations: Violation[] } }
  return report.summary.violations
}
