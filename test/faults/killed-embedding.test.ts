import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeEmbeddingServer } from '../support/servers/fake-embedding-server.ts'
import type { FakeEmbeddingServer } from '../support/servers/fake-embedding-server.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'

const owner = { username: 'owner', password: 'correct horse battery' }
const needed = new Set(['accounts', 'memory', 'models', 'developer'])
/** A start takes as long as the plugins that it loads. */
const othersOff = Object.fromEntries(
  globSync('plugins/*/plugin.json', { cwd: repositoryRoot })
    .map(file => dirname(file).split('/')[1] ?? '')
    .filter(id => !needed.has(id))
    .map(id => [`SVC_PLUGIN_${id.replaceAll('-', '_').toUpperCase()}_ENABLED`, 'false']),
)
const servers: ServerProcess[] = []
let home: string
let fake: FakeEmbeddingServer

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-embedding-'))
  fake = await startFakeEmbeddingServer({ small: 16, large: 24 })
})
afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map(server => server.exited))
  await fake?.close()
  await rm(home, { recursive: true, force: true })
})

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

async function start(): Promise<{ ask: Ask; kill: () => Promise<unknown> }> {
  const provider = { SVC_MODEL_BASE_URL: fake.baseUrl, SVC_MODEL_NAME: 'small', SVC_MEMORY_EMBEDDER: 'small' }
  const env = { SVC_ADMIN_USERNAME: owner.username, SVC_ADMIN_PASSWORD: owner.password, ...provider, ...othersOff }
  const server = startServerProcess({ home, env })
  servers.push(server)
  const url = await server.ready
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  const cookie = login.headers
    .getSetCookie()
    .map(text => text.split(';')[0])
    .join('; ')
  const ask: Ask = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await fetch(`${url}/api/memory${path}`, { method, headers, body: body && JSON.stringify(body) })
    return (await answer.json()) as Record<string, unknown>
  }
  const kill = () => {
    server.signal('SIGKILL')
    return server.exited
  }
  return { ask, kill }
}

/** Holds the provider back at its next request for documents of the model, and tells when that has come. */
function holdBack(model: string): Promise<void> {
  const asked = Promise.withResolvers<void>()
  fake.before = request => {
    if (request.model !== model || request.input.length < 2) return undefined
    asked.resolve()
    return new Promise(() => undefined)
  }
  return asked.promise
}

const ready = (ask: Ask, embedder: string) =>
  expect
    .poll(() => ask('GET', '/embedder'), { timeout: 60_000, interval: 50 })
    .toMatchObject({ embedder, searching_with: embedder, state: 'ready', progress: 1 })

it('embeds on, changes over and clears away after it was killed at each of these', async () => {
  const first = await start()
  const held = holdBack('small')
  const lines = ['Otters float.', 'Herons wade.', 'Newts hide.'].map(content => JSON.stringify({ content })).join('\n')
  await first.ask('POST', '/import', { name: 'animals.jsonl', content: lines })
  await held
  await first.kill()

  fake.before = () => undefined
  const second = await start()
  await ready(second.ask, 'small')
  const changing = holdBack('large')
  await second.ask('PUT', '/embedder', { embedder: 'large' })
  await changing
  await second.kill()

  fake.before = () => undefined
  const third = await start()
  await ready(third.ask, 'large')
  const long = Array.from({ length: 4000 }, (_, number) => `# Walrus ${number}\n\nThe walrus number ${number}.\n`)
  // The process ends before the answer comes.
  const lost = third.ask('POST', '', { content: long.join('\n') }).catch(() => 'lost')
  await expect
    .poll(async () => (await third.ask('GET', '/embedder'))['progress'], { timeout: 60_000, interval: 5 })
    .toBeLessThan(1)
  await third.kill()
  expect(await lost).toBe('lost')

  const fourth = await start()
  await ready(fourth.ask, 'large')
  const { results } = await fourth.ask('POST', '/search', { query: 'walrus otters float', mode: 'hybrid' })
  expect((results as { content: string }[]).map(({ content }) => content).toSorted()).toEqual([
    'Herons wade.',
    'Newts hide.',
    'Otters float.',
  ])
  expect(await fourth.ask('GET', '/stats')).toMatchObject({ documents: 3, passages: 3, embedded: 3 })
})
