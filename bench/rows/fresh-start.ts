import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../support/process.ts'
import { noGoal } from '../support/row.ts'
import type { Row } from '../support/row.ts'

const mostMegabytes = 450
/** The two packages that a small server of this kind could not do without. */
const peers = ['fastify', 'better-sqlite3']

/** Megabytes on the disk, as `du` counts them. */
function megabytesOf(folder: string): number {
  return Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])
}

/** Rows before this one set some for their own servers. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SVC_')))
}

/** `npm start` in a clone that has never been started, to the line with its URL. */
async function firstStart(folder: string): Promise<number> {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  for (const file of files.filter(file => file !== '' && existsSync(join(root, file))))
    cpSync(join(root, file), join(folder, file))
  const startedAt = performance.now()
  const server = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...withoutSettings(process.env), SVC_HOME: join(folder, 'home'), SVC_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(server, 'exit')
  let seconds: number | null = null
  for await (const line of createInterface({ input: server.stdout })) {
    if (!/url +http:\S+/.test(line)) continue
    seconds = (performance.now() - startedAt) / 1000
    break
  }
  // The group: npm's child outlives an npm that is stopped.
  if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
  await ended
  if (seconds === null) throw new Error('npm start ended without printing its URL')
  return seconds
}

/** `npm ci` of the peers alone, in the versions that we use. */
async function peerInstall(folder: string): Promise<number> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const dependencies = Object.fromEntries(peers.map(name => [name, manifest.dependencies[name]]))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'peer', version: '1.0.0', dependencies }))
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  npm('install', '--package-lock-only')
  const startedAt = performance.now()
  npm('ci')
  return (performance.now() - startedAt) / 1000
}

/** The first `npm start`, with npm's cache warm: what it takes on the disk, and how long until the URL is printed. */
export async function freshStart(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-fresh-'))
  try {
    const [clone, peer] = [join(folder, 'clone'), join(folder, 'peer')]
    await Promise.all([mkdir(clone), mkdir(peer)])
    const installing = await peerInstall(peer)
    const seconds = await firstStart(clone)
    const megabytes = megabytesOf(join(clone, 'node_modules'))
    return [
      {
        path: 'fresh `npm start`',
        measure: 'node_modules',
        ours: megabytes,
        unit: 'MB',
        beside: { name: peers.join(' + '), value: megabytesOf(join(peer, 'node_modules')) },
        ratio: megabytes / mostMegabytes,
        goal: `≤ ${mostMegabytes} MB`,
        met: megabytes <= mostMegabytes,
      },
      noGoal({
        path: 'fresh `npm start`',
        measure: 'to its URL',
        ours: seconds,
        unit: 's',
        beside: { name: `npm ci of ${peers.join(' + ')}`, value: installing },
      }),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
