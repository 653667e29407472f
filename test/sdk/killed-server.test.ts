import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SvcClient } from '@svc/sdk'
import { runSvc } from '../support/programs/run-svc.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startFaultyProxy } from './faulty-proxy.ts'

let models: FakeModelServer
let home: string
let server: ServerProcess

beforeAll(async () => {
  models = await startFakeModelServer()
  home = await mkdtemp(join(tmpdir(), 'svc-sdk-killed-'))
})
afterAll(async () => {
  server.signal('SIGKILL')
  await server.exited
  await models.close()
  await rm(home, { recursive: true, force: true })
})

function start(): Promise<string> {
  const env = {
    SVC_MODEL_BASE_URL: models.baseUrl,
    SVC_ADMIN_USERNAME: 'owner',
    SVC_ADMIN_PASSWORD: 'correct horse battery',
  }
  server = startServerProcess({ home, env })
  return server.ready
}

const word = (text: string) =>
  `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"fake-model","choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`

it('a server that is killed and started again in the middle of a stream costs its reader no word, and doubles none', async () => {
  await using proxy = await startFaultyProxy({ target: await start() })
  const { stdout: key } = await runSvc(['key', 'create', 'reader'], { cwd: home, env: { SVC_HOME: home } })
  const client = new SvcClient({ baseUrl: proxy.url, apiKey: key })
  const session = await client.conversations.create({ title: 'Fish' })
  models.script({ rawChunks: ['One ', 'fish, ', 'two ', 'fish'].map(word), ending: 'hang' })

  const stream = session.stream('Count the fish.')
  const ids: (string | undefined)[] = []
  let read = ''
  let last
  for await (const event of stream) {
    last = event
    ids.push(event.id)
    if (event.type === 'content') read += event.delta
    if (event.type === 'content' && read === event.delta) {
      server.signal('SIGKILL')
      await server.exited
      proxy.retarget(await start())
    }
  }

  const [question, answer] = (await session.messages()).items
  expect(question).toMatchObject({ role: 'user', content: 'Count the fish.' })
  expect(answer).toMatchObject({ role: 'assistant', content: read, finish_reason: 'interrupted' })
  expect(last).toMatchObject({ type: 'done', finish_reason: 'interrupted' })
  expect(new Set(ids).size).toBe(ids.length)
  expect(proxy.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))).toHaveLength(1)
})
