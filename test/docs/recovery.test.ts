import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { svcProgram } from '../support/programs/svc-program.ts'

const password = 'correct horse battery'
const program = svcProgram('cli')
let folder: string
let env: Record<string, string>
const servers: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-recovery-'))
  env = { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_PORT: '0' }
})
afterEach(() => {
  for (const server of servers) server.signal('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The commands of the numbered steps below a heading, in their order. */
async function stepsBelow(heading: string): Promise<string[]> {
  const page = await readFile(join(repositoryRoot, 'docs/backup-restore.md'), 'utf8')
  const section = page.slice(page.indexOf(`## ${heading}`)).split(/^## /m)[1] ?? ''
  return section
    .split('\n')
    .filter(line => /^\d\. /.test(line))
    .flatMap(line => /`((?:\.\/svc|mv) [^`]+)`/.exec(line)?.[1] ?? [])
}

async function sh(command: string, exports: Record<string, string> = {}): Promise<string> {
  const svc = `svc() { '${process.execPath}' ${program.map(part => `'${part}'`).join(' ')} "$@"; }\n`
  const child = spawn('bash', ['-euo', 'pipefail', '-c', svc + command.replaceAll('./svc ', 'svc ')], {
    cwd: folder,
    env: { ...env, ...exports },
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}:\n${stdout}\n${stderr}`)
  return stdout
}

function start(exports: Record<string, string> = {}): ServerProcess {
  const server = startServerProcess({ home: join(folder, '.svc'), cwd: folder, env: { ...env, ...exports } })
  servers.push(server)
  return server
}

async function stop(server: ServerProcess): Promise<void> {
  server.signal('SIGTERM')
  await server.exited
}

async function signIn(url: string): Promise<{ status: number; cookie: string }> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password }),
  })
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

it('The steps of a recovery work as they are printed, with the server down and the exports of the README set', async () => {
  const server = start()
  const url = await server.ready
  await sh(`echo '${password}' | svc setup --username ada --password-stdin`)
  const made = await fetch(`${url}/api/developer/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: (await signIn(url)).cookie },
    body: JSON.stringify({ name: 'my laptop' }),
  })
  const { key } = (await made.json()) as { key: string }
  const exports = { SVC_BASE_URL: url, SVC_API_KEY: key }
  await sh('svc backup create', exports)
  await stop(server)

  const steps = await stepsBelow('Something is broken')
  expect(steps.map(step => step.split(' ').slice(0, 3).join(' '))).toEqual([
    'mv ~/.svc ~/.svc-broken',
    './svc backup list',
    './svc backup restore',
    './svc start',
  ])
  const [move = '', list = '', restore = ''] = steps
  await sh(move, exports)
  expect(await sh(list, exports)).toContain('.svc-broken/backups/svc-backup-')
  expect(await sh(restore.replace('…', '*'), exports)).toContain('1 user')
  const restored = start(exports)
  expect((await signIn(await restored.ready)).status).toBe(200)
  await stop(restored)
})
