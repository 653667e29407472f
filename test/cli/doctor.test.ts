import { mkdtemp, rm } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { writePlugin } from '../support/plugin-folder.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'

interface Finding {
  check: string
  outcome: string
  detail: string
}

const key = 'canary-of-a-key-1234'
const owner = { SVC_ADMIN_USERNAME: 'ada', SVC_ADMIN_PASSWORD: 'correct horse battery' }
let folder: string
let home: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-doctor-'))
  home = join(folder, 'home')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function doctor(
  env: Record<string, string> = {},
): Promise<{ findings: Finding[]; said: string; code: number | null }> {
  const { stdout, stderr, code } = await runSvcHere(['doctor', '--json'], {
    cwd: folder,
    env: { SVC_HOME: home, ...env },
  })
  return { findings: (JSON.parse(stdout) as { findings: Finding[] }).findings, said: stdout + stderr, code }
}

/** A provider that knows one key, and repeats a wrong one as some do. */
async function startProvider(rightKey: string): Promise<{ server: Server; url: string }> {
  const server = createServer(({ headers: { authorization = '' } }, response) => {
    const isRight = authorization === `Bearer ${rightKey}`
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
    const error = { message: `Incorrect API key provided: ${authorization}` }
    response.end(JSON.stringify(isRight ? { object: 'list', data: [{ id: 'one', object: 'model' }] } : { error }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

describe('svc doctor', () => {
  it.each([
    ['the right key', key, 'ok'],
    ['a wrong key', 'another key', 'failed'],
  ])('asks each provider of models, with %s', async (_, rightKey, outcome) => {
    const provider = await startProvider(rightKey)
    const env = { ...owner, SVC_MODEL_BASE_URL: provider.url, SVC_MODEL_API_KEY: key }
    const [newHome, again] = [await doctor(env), await doctor({ ...env, SVC_HOME: join(folder, 'other') })]
    await runSvcHere(['user', 'list'], { cwd: folder, env: { ...env, SVC_HOME: home } })
    const ofHome = await doctor(env)
    provider.server.close()
    for (const { findings, said, code } of [newHome, again, ofHome]) {
      const ofModels = findings.filter(({ check }) => check.startsWith('models'))
      expect(ofModels.map(finding => finding.outcome)).toEqual([outcome])
      expect([said.includes(key), code]).toEqual([false, outcome === 'ok' ? 0 : 1])
    }
  })

  it('says that a provider cannot be reached', async () => {
    const { server, url } = await startProvider(key)
    await new Promise(resolve => server.close(resolve))
    const { findings } = await doctor({ ...owner, SVC_MODEL_BASE_URL: url, SVC_MODEL_API_KEY: key })
    expect(findings.filter(({ check }) => check.startsWith('models'))).toMatchObject([
      { outcome: 'failed', detail: expect.stringContaining('ECONNREFUSED') as string },
    ])
  })
})

const stars = {
  manifest: { storage: [{ plane: 'data', migrations: './migrations' }] },
  files: {
    'migrations/0001-stars.ts': migration('0001-stars', 'CREATE TABLE stars_seen (name TEXT)'),
  },
}

function migration(id: string, statement: string): string {
  return `import { defineMigration } from '@svc/plugin'\nexport default defineMigration({ id: '${id}', statements: ['${statement}'] })\n`
}

describe('svc doctor loads what a start loads', () => {
  async function plugins(...files: [string, string][]): Promise<string> {
    const version = await mkdtemp(join(folder, 'plugins-'))
    await writePlugin(version, 'stars', { ...stars, files: { ...stars.files, ...Object.fromEntries(files) } })
    return version
  }

  it('and names a plugin whose migration fails before there is a home', async () => {
    const bad = await plugins(['migrations/0002-bad.ts', migration('0002-bad', 'CREATE TABLE stars_half (')])
    const { findings, code } = await doctor({ SVC_PLUGINS: bad })
    expect(findings.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      { check: 'plugin stars', detail: expect.stringContaining('migration stars 0002-bad failed') as string },
    ])
    expect(code).toBe(1)
  })

  itOfOneServer('and runs migrations on copies of what the workspaces hold, also beside a running server', async () => {
    const server = await startTestKernel({ plugins: ['data'], home, pluginFolders: [await plugins()] })
    try {
      await server.request('GET', '/api/data/datasets')
      const [file = ''] = globSync(join(home, 'workspaces/*/data_plane.sqlite'))
      const database = new Database(file)
      database.exec("INSERT INTO stars_seen VALUES ('vega'), ('vega')")
      const tables = (): unknown[] => database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'stars%'").all()
      const before = tables()
      const unique = 'CREATE UNIQUE INDEX stars_names ON stars_seen (name)'
      const next = await plugins(['migrations/0002-unique.ts', migration('0002-unique', unique)])
      const { findings } = await doctor({ SVC_PLUGINS: next })
      expect(findings.filter(({ check }) => check.startsWith('workspace '))).toMatchObject([
        { outcome: 'failed', detail: expect.stringMatching(/0002-unique failed and was undone: UNIQUE/) as string },
      ])
      expect(tables()).toEqual(before)
      database.close()
    } finally {
      await server.stop()
    }
  })
})
