import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SvcClient } from '@svc/sdk'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { findPython, pythonEnvironment } from '../support/programs/python.ts'
import { repositoryRoot } from '../support/repository.ts'

const run = promisify(execFile)
const examples = join(repositoryRoot, 'examples')
const python = findPython('httpx')
/** What each program prints, in part, in both languages. */
const printed: Record<string, RegExp> = {
  'typescript/admin.ts': /^The server runs for .*\n(?:.*\n)*memory running\n/,
  'typescript/agent-apps.ts': /^run_\w+ \{(?:.*\n)*done\n$/,
  'typescript/conversations.ts': /svc\/offline(?:.*\n)*user Summarise my open tasks\nassistant /,
  'typescript/data.ts': /^\[ \[ 'Berlin' \] \]\ncity,people\r?\nBerlin,3850809\r?\n/,
  'typescript/developer.ts': /^This is .*\.\nThe key was used and revoked\.\n$/,
  'typescript/email.ts': /^The workspace has no mail account/,
  'typescript/export.ts': /^true [1-9]\n$/,
  'typescript/files.ts': /^blue whale\nhttp:.*\n$/,
  'typescript/jobs.ts': /^succeeded \{ words: 3 \}\n$/,
  'typescript/memory.ts': /^\d\.\d\d The blue whale is the largest animal\.\n$/,
  'typescript/ml.ts': /^linear_regression, version 1: 280000\n$/,
  'typescript/models.ts': /^svc\/offline\n/m,
  'typescript/research.ts': /^supported\ntrue 1\n$/,
  'typescript/stats.ts': /weight/,
  'typescript/tools.ts': /calculator\n(?:.*\n)*.*12\.7/,
  'typescript/workspace.ts': /^(?:done Write the report\n)+Then that\.\n$/,
  'openai.mjs': /svc\/offline/,
  'curl.sh': /"content":"The blue whale is the largest animal\."(?:.*\n)*event: done\n/,
}

/** What the programs in Python print otherwise: values as Python writes them. */
const printedByPython: Record<string, RegExp> = {
  'python/agent_apps.py': /^run_\w+ \{(?:.*\n)*done\n$/,
  'python/export.py': /^True [1-9]\n$/,
  'python/research.py': /^supported\nTrue 1\n$/,
  'python/data.py': /^\[\{'city': 'Berlin'\}\]\ncity,people\r?\nBerlin,3850809\r?\n/,
  'python/jobs.py': /^succeeded \{'words': 3\}\n$/,
  'mlflow/plain_http.py': /^0\.1 1 READY\n$/,
  'python/newest_mail.py': /^The workspace has no mail account/,
}

let server: TestKernel
let folder: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-examples-'))
  await cp(join(repositoryRoot, 'manifests'), folder, { recursive: true })
  server = await startTestKernel({ manifests: folder })
  env = {
    PATH: process.env['PATH'],
    SVC_BASE_URL: server.url,
    SVC_API_KEY: server.key,
    MLFLOW_TRACKING_URI: server.url,
    MLFLOW_TRACKING_TOKEN: server.key,
  }
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

it.each(Object.entries(printed))('%s', async (name, expected) => {
  const path = join(examples, name)
  const [program, args] = name.endsWith('.sh') ? [path, []] : [process.execPath, ['--conditions=svc-source', path]]
  expect((await run(program, args, { env })).stdout).toMatch(expected)
  // A reader runs it again.
  expect((await run(program, args, { env })).stdout).toMatch(expected)
})

const twins = ['admin', 'conversations', 'developer', 'files', 'memory', 'ml', 'models', 'stats', 'tools', 'workspace']
const inPython: [string, RegExp | undefined][] = [
  ...twins.map((name): [string, RegExp | undefined] => [`python/${name}.py`, printed[`typescript/${name}.ts`]]),
  ...Object.entries(printedByPython),
]

it.skipIf(python === null).each(inPython)(
  `%s${python === null ? ' (no python3 with httpx here)' : ''}`,
  async (name, expected) => {
    const shown = { env: { ...pythonEnvironment(), ...env } }
    expect((await run(python ?? '', [join(examples, name)], shown)).stdout).toMatch(expected ?? /never/)
    expect((await run(python ?? '', [join(examples, name)], shown)).stdout).toMatch(expected ?? /never/)
  },
)

it('mlflow/with_client.py', async context => {
  // MLflow is in no distribution: the variable names a Python that has it.
  const { MLFLOW_PYTHON: client } = process.env
  if (client === undefined) return context.skip('MLFLOW_PYTHON names no Python with mlflow')
  const shown = { env: { ...env, HOME: folder, MLFLOW_DISABLE_TELEMETRY: 'true' } }
  const { stdout } = await run(client, [join(examples, 'mlflow/with_client.py')], shown)
  expect(stdout).toMatch(/^FINISHED 1 42\n$/m)
})

it.for(['typescript/events.ts', 'python/events.py'])('%s', async (name, context) => {
  const isPython = name.endsWith('.py')
  if (isPython && python === null) context.skip('no python3 with httpx here')
  const [program, args] = isPython ? [python ?? '', []] : [process.execPath, ['--conditions=svc-source']]
  const child = spawn(program, [...args, join(examples, name)], {
    env: { ...(isPython && pythonEnvironment()), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', chunk => (said += String(chunk)))
  const client = new SvcClient({ baseUrl: server.url, apiKey: server.key })
  await vi.waitUntil(async () => {
    // Again and again, since a task from before the subscription is no event of it.
    await client.workspace.tasks.create({ title: 'Seen' })
    return said.includes('task.created')
  }, 30_000)
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(said).toMatch(/^task\.created (?:\{|TaskCreated)/)
})

it('has a program for each module of the client', async () => {
  const modules = Object.keys(new SvcClient({ baseUrl: server.url, apiKey: server.key }))
  const programs = (await readdir(join(examples, 'typescript'))).map(name => name.replace(/\.ts$/, ''))
  const kebab = modules.map(name => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))
  // Webhooks have a receiver beside the programs; no server has playbooks yet.
  const ofPython = (await readdir(join(examples, 'python'))).filter(name => name.endsWith('.py'))
  // A program must not have the name of a module of Python's own.
  const likeThose = ofPython.map(name => name.replace('.py', '').replace('newest_mail', 'email').replaceAll('_', '-'))
  expect(likeThose.toSorted()).toEqual(programs.toSorted())
  expect(programs.toSorted()).toEqual(kebab.filter(name => name !== 'webhooks' && name !== 'playbooks').toSorted())
})
