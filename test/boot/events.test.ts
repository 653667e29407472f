import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventType } from '@svc/plugin'
import { BootError } from '../../kernel/index.ts'
import { TestStream } from '../support/event-stream.ts'
import { routeSource, writePlugin } from '../support/plugin-folder.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../rooms/kernel.ts'

let folder: string
let running: TestKernel | null
const beforeAll = 'evt_00000000000000000000000000'
const schema = JSON.stringify({ type: 'object', properties: { word: { type: 'string' } }, required: ['word'] })
const event = (type: string, more: object = {}) => ({ type, title: 'A word.', data: './schemas/word.json', ...more })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-boot-'))
  await mkdir(join(folder, 'plugins'))
  running = null
})

afterEach(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(options: TestKernelOptions = {}): Promise<TestKernel> {
  running = await startTestKernel({ builtinPlugins: join(folder, 'plugins'), allowFailures: true, ...options })
  return running
}

test('a plugin declares its events, appends them, and they are in the catalogue', async () => {
  const route = routeSource(
    '/api/words',
    `async ({ principal }) => {
      await services.log.publish(principal.workspace_id, { type: 'words.said', data: { word: 'hello' } })
      return 'ok'
    }`,
    "permission: 'signed-in',",
  )
  await writePlugin(join(folder, 'plugins'), 'words', {
    manifest: { events: [event('words.said')], routes: ['/api/words'] },
    head: "import { eventLog } from '@svc/plugin'",
    uses: 'log: eventLog',
    setup: route,
    files: { 'schemas/word.json': schema },
  })
  const kernel = await start()
  const stream = await TestStream.open(`${kernel.url}/api/events?types=words.*`, { cookie: kernel.owner.cookie })
  await kernel.request('GET', '/api/words', { as: 'owner' })
  const [heard] = await stream.take(1)
  await stream.close()
  const { body } = await kernel.request<{ items: EventType[] }>('GET', '/api/events/types', { as: 'none' })
  expect(heard?.data['data']).toEqual({ word: 'hello' })
  expect(body.items.filter(({ owner }) => owner === 'words')).toEqual([
    { type: 'words.said', title: 'A word.', data: JSON.parse(schema), audience: 'workspace', owner: 'words' },
  ])
})

test('two plugins with one event type, one in a domain of the kernel, and a schema that is not there are refused', async () => {
  const files = { 'schemas/word.json': schema }
  await writePlugin(join(folder, 'plugins'), 'alpha', { manifest: { events: [event('words.said')] }, files })
  await writePlugin(join(folder, 'plugins'), 'beta', {
    manifest: { events: [event('words.said'), event('job.said')] },
    files,
  })
  await writePlugin(join(folder, 'plugins'), 'gamma', { manifest: { events: [event('gamma.said')] } })
  const thrown: unknown = await start().catch((error: unknown) => error)
  const refusal = thrown instanceof Error ? thrown.cause : thrown
  expect(refusal).toBeInstanceOf(BootError)
  expect((refusal as BootError).problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/events\[0\]\.data: \.\/schemas\/word\.json cannot be read as a JSON Schema/),
    expect.stringMatching(/events\[1\]\.type: event types that begin with job\. are the kernel's/),
    expect.stringMatching(
      /events\[0\]\.type: The event type "words\.said" is declared by .*alpha\/plugin\.json already/,
    ),
  ])
})

test('a plugin that fails at the start is an event for the first owner, without the reason', async () => {
  await writePlugin(join(folder, 'plugins'), 'broken', { setup: "throw new Error('cannot read /etc/secret')" })
  const kernel = await start({
    env: { SVC_ADMIN_USERNAME: 'owner', SVC_ADMIN_PASSWORD: 'correct horse battery' },
  })
  const stream = await TestStream.open(`${kernel.url}/api/events?last_event_id=${beforeAll}`, {
    cookie: kernel.owner.cookie,
  })
  const heard = await stream.take(2)
  await stream.close()
  expect(heard.map(({ event: type, data }) => [type, data['data']])).toEqual([
    ['gap', undefined],
    ['plugin.failed', { plugin_id: 'broken', outcome: 'failed' }],
  ])
})
