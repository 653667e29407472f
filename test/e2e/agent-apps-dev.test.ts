import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { svcProgram } from '../support/programs/svc-program.ts'
import { main, ManifestsFolder } from './agent-apps-support.ts'

// The run may take five minutes, longer than any of these tests waits.
const endless = {
  inputs: { type: 'object' },
  limits: { timeout_ms: 300_000 },
  examples: [{ title: 'Any', inputs: {} }],
}
const hangs = 'await new Promise(() => undefined); return "never"'

let apps: ManifestsFolder
let home: string
let child: ChildProcess | undefined
let out: string
let notes: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-dev-'))
  apps = await ManifestsFolder.create()
  await apps.drop('endless', hangs, endless)
  ;[out, notes] = ['', '']
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await apps.delete()
  await rm(home, { recursive: true, force: true })
})

function start(...args: string[]): ChildProcess {
  child = spawn(process.execPath, [...svcProgram('cli'), ...args], {
    cwd: home,
    env: { PATH: process.env['PATH'], SVC_HOME: join(home, 'home'), SVC_MANIFESTS: apps.path },
  })
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (notes += chunk))
  return child
}

const running = () => vi.waitFor(() => expect(notes).toContain('Running endless'), { timeout: 60_000, interval: 20 })

test('svc app dev: an edit stops the run that is under way and takes its place', async () => {
  start('app', 'dev', 'endless', '--types', 'off')
  await running()
  await writeFile(join(apps.path, 'endless/main.ts'), main('return "edited"'))
  await vi.waitFor(() => expect(out).toContain('"edited"'), { timeout: 60_000, interval: 20 })
  expect(notes).toContain('The run of endless was stopped.')
  expect(out).not.toContain('null')
})

test('svc app dev: Ctrl-C in a run ends it without an output', async () => {
  const dev = start('app', 'dev', 'endless', '--types', 'off')
  await running()
  dev.kill('SIGINT')
  const [code] = (await once(dev, 'exit')) as [number]
  expect([code, out]).toEqual([0, ''])
})

test('svc app test: Ctrl-C ends it, and no test after it is run', async () => {
  const expected = { inputs: {}, expect: { status: 'succeeded' } }
  for (const name of ['a', 'b'])
    await apps.write('endless', { [`tests/${name}.test.json`]: { title: name, ...expected } })
  const env = { SVC_HOME: join(home, 'home'), SVC_MANIFESTS: apps.path }
  const ended = await runSvcHere(['app', 'test', 'endless'], { cwd: home, env, signal: AbortSignal.abort() })
  expect(ended).toEqual({ code: 1, stdout: '', stderr: 'svc: stopped\n' })
})
