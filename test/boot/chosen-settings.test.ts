import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../rooms/kernel.ts'

interface Shown {
  key: string
  value: unknown
  origin: string
  next?: unknown
  read_only: string | null
}

let folder: string
let home: string
let kernel: TestKernel

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-chosen-'))
  home = join(folder, 'home')
  kernel = await start()
})
afterEach(async () => {
  await kernel.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (options: TestKernelOptions = {}) =>
  startTestKernel({ home, plugins: ['admin', 'mcp', 'models', 'tools'], ...options })

async function restart(options: TestKernelOptions = {}): Promise<void> {
  await kernel.stop()
  kernel = await start(options)
}

const path = '/api/admin/config'
const change = (values: Record<string, JsonValue>) => kernel.request('PATCH', path, { as: 'owner', body: { values } })

async function shown(key: string): Promise<Shown | undefined> {
  const { body } = await kernel.request<{ items: Shown[] }>('GET', path, { as: 'owner' })
  return body.items.find(item => item.key === key)
}

test('a choice counts from the next start on, below the environment, until it is taken back', async () => {
  const key = 'rate_limit_per_minute'
  expect(await shown(key)).toMatchObject({ value: 1200, origin: 'default', read_only: null })
  const answer = await change({ [key]: 600, 'plugins.models.timeout_seconds': 61 })
  expect([answer.status, answer.body.changed_at_restart]).toEqual([200, [key, 'plugins.models.timeout_seconds']])
  expect(await shown(key)).toMatchObject({ value: 1200, next: 600, origin: 'default' })

  await restart()
  expect(await shown(key)).toMatchObject({ value: 600, origin: 'settings.json', read_only: null })
  expect(await shown('plugins.models.timeout_seconds')).toMatchObject({ value: 61, origin: 'settings.json' })

  await restart({ env: { SVC_RATE_LIMIT_PER_MINUTE: '700' } })
  expect(await shown(key)).toMatchObject({
    value: 700,
    origin: 'SVC_RATE_LIMIT_PER_MINUTE',
    read_only: 'SVC_RATE_LIMIT_PER_MINUTE sets it. Change it there.',
  })
  const refused = await change({ [key]: 500 })
  expect([refused.status, refused.body.code]).toEqual([409, 'set_by_configuration'])

  await restart()
  expect((await change({ [key]: null })).body.changed_at_restart).toEqual([key])
  await restart()
  expect(await shown(key)).toMatchObject({ value: 1200, origin: 'default' })
})

test('what a start would refuse is not kept, and says at which field', async () => {
  const refused = await change({
    rate_limit_per_minute: 0,
    keys_per_person: 'many',
    'plugins.models.timeout_seconds': 'x',
  })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      { path: '/values/rate_limit_per_minute', message: expect.stringContaining('at least 1') as string },
      { path: '/values/keys_per_person', message: expect.stringContaining('must be a whole number') as string },
      { path: '/values/plugins.models.timeout_seconds', message: expect.stringContaining('number') as string },
    ],
  ])
  const unknown = await change({ rate_limit_per_minut: 5 })
  expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining('rate_limit_per_minute')])
  await expect(readFile(join(home, 'settings.json'))).rejects.toThrow('ENOENT')
})

test.each([
  ['database_url', 'a secret'],
  ['egress_allow', 'set on the machine'],
  ['trust_proxy', 'set on the machine'],
  ['plugin_folders', 'set on the machine'],
  ['plugin_packages', 'set on the machine'],
  ['home', 'set on the machine'],
  ['data_driver', 'set on the machine'],
  ['plugins.mcp.stdio_enabled', 'set on the machine'],
])('%s is not changed in the app, nor does the app show a form for it', async (key, reason) => {
  const { status, body } = await change({ [key]: 'x' })
  expect([status, body.code, body.detail]).toEqual([409, 'set_by_configuration', expect.stringContaining(reason)])
  expect((await shown(key))?.read_only).toContain(reason)
})

test('it is the owner who chooses, and the audit log says what', async () => {
  const account = { username: 'grace', password: 'correct horse battery' }
  await kernel.request('POST', '/api/users', { as: 'owner', body: { ...account, role: 'admin' } })
  const { headers } = await kernel.request('POST', '/api/auth/login', { as: 'none', body: account })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const asked = ['GET', 'PATCH'].map(method =>
    kernel.request(method, path, {
      as: 'none',
      headers: { cookie },
      ...(method === 'PATCH' && { body: { values: { keys_per_person: 7 } } }),
    }),
  )
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403])
  await change({ keys_per_person: 7 })
  const audit = await kernel.request('GET', '/api/admin/audit?limit=1', { as: 'owner' })
  expect(audit.body.items).toMatchObject([
    { action: 'configuration.changed', target: 'keys_per_person', details: { values: { keys_per_person: 7 } } },
  ])
})

test('a file that is no JSON refuses the start with what to do', async () => {
  await kernel.stop()
  await writeFile(join(home, 'settings.json'), '{')
  await expect(start()).rejects.toThrow(/settings\.json is not valid JSON\. Correct it, or delete it/)
  await writeFile(join(home, 'settings.json'), '{}')
  kernel = await start()
})
