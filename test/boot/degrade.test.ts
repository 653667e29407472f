import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BootError } from '../../kernel/index.ts'
import { routeSource, writePlugin } from '../support/plugin-folder.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../rooms/kernel.ts'

let folder: string
let running: TestKernel | null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-boot-'))
  running = null
})

afterEach(async () => {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(options: TestKernelOptions = {}): Promise<TestKernel> {
  running = await startTestKernel({ builtinPlugins: folder, accounts: false, allowFailures: true, ...options })
  return running
}

function outcomes({ report }: TestKernel): Record<string, [string, string | null]> {
  return Object.fromEntries(report.plugins.map(({ id, outcome, error }) => [id, [outcome, error]]))
}

const words = { services: { provides: ['words.list'] } }
const reader = { services: { consumes: ['words.list'] }, routes: ['/api/reader'] }
const readerCode = {
  uses: "words: defineService<string[]>('words.list')",
  setup: routeSource('/api/reader', '() => services.words'),
}

test('a plugin that throws in setup fails, its consumers degrade with it, and the rest serves', async () => {
  await writePlugin(folder, 'words', {
    manifest: { ...words, routes: ['/api/words'] },
    setup: "throw new Error('no dictionary')",
  })
  await writePlugin(folder, 'reader', { manifest: reader, ...readerCode })
  await writePlugin(folder, 'other', {
    manifest: { routes: ['/api/other'] },
    setup: routeSource('/api/other', '() => ({ ok: true })'),
  })

  const kernel = await start()

  expect(outcomes(kernel)).toEqual({
    words: ['failed', 'no dictionary'],
    reader: ['degraded', 'It needs the plugin words, which is failed: no dictionary'],
    other: ['running', null],
  })
  const answers = await Promise.all(
    ['/api/words', '/api/reader/anything', '/api/other'].map(path => kernel.request('GET', path, { as: 'none' })),
  )
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [503, 'unavailable'],
    [503, 'unavailable'],
    [200, undefined],
  ])
})

test('a plugin that fails in the start phase answers 503 on the routes it bound', async () => {
  await writePlugin(folder, 'late', {
    manifest: { routes: ['/api/late'] },
    setup: `${routeSource('/api/late', '() => ({ ok: true })')}\nenv.onStart(() => { throw new Error('too late') })`,
  })
  const kernel = await start()
  expect(outcomes(kernel)).toEqual({ late: ['failed', 'too late'] })
  expect((await kernel.request('GET', '/api/late', { as: 'none' })).status).toBe(503)
})

test('a plugin that may not fail ends the start and says why', async () => {
  await writePlugin(folder, 'vital', { manifest: { on_failure: 'abort' }, setup: "throw new Error('no pulse')" })
  const error: unknown = await start().catch((reason: Error) => reason.cause)
  expect(error).toBeInstanceOf(BootError)
  expect(error).toMatchObject({ exitCode: 1, message: expect.stringContaining('no pulse') as string })
})

test('a consumer without a provider is degraded, so that a deleted plugin leaves a server that boots', async () => {
  await writePlugin(folder, 'reader', { manifest: reader, ...readerCode })
  const kernel = await start()
  expect(outcomes(kernel)['reader']).toEqual([
    'degraded',
    expect.stringContaining('It needs the service words.list, and no enabled plugin provides it.'),
  ])
})

test('an optional service is undefined without its provider, and there with it', async () => {
  const optional = { services: { optional: ['words.list'] }, routes: ['/api/reader'] }
  const code = { ...readerCode, setup: routeSource('/api/reader', '() => ({ words: services.words ?? null })') }
  await writePlugin(folder, 'a-reader', { manifest: optional, ...code })
  const without = await start()
  expect((await without.request('GET', '/api/reader', { as: 'none' })).body).toEqual({ words: null })
  await without.stop()

  const other = await mkdtemp(join(folder, 'with-'))
  await writePlugin(other, 'a-reader', { manifest: optional, ...code })
  await writePlugin(other, 'words', { manifest: words, setup: "env.provide(defineService('words.list'), ['one'])" })
  const together = await start({ builtinPlugins: other })
  expect((await together.request('GET', '/api/reader', { as: 'none' })).body).toEqual({ words: ['one'] })
  expect(together.report.plugins.map(({ id }) => id)).toEqual(['words', 'a-reader'])
})

test('what is declared and not bound, or bound and not declared, is an error of that plugin', async () => {
  await writePlugin(folder, 'mismatch', {
    manifest: {
      services: { provides: ['mismatch.declared'], consumes: ['core.jobs'] },
      extension_points: { contributes: ['nobody.listens'] },
      routes: ['/api/mismatch'],
      jobs: [{ kind: 'mismatch.declared' }],
      tools: [{ name: 'mismatch_declared', input: './input.json', effect: 'read' }],
    },
    files: { 'input.json': '{ "type": "object" }' },
    uses: "jobs: defineService('core.jobs'), secret: defineService('mismatch.other')",
  })
  await writePlugin(folder, 'undeclared', {
    setup: `
      env.provide(defineService('undeclared.bound'), {})
      env.job('undeclared.bound', async () => null)
      env.tool('undeclared_bound', async () => null)
      env.contribute(defineExtensionPoint('undeclared.point'), 1)
      env.contributions(defineExtensionPoint('undeclared.hosted'))
      ${routeSource('/api/elsewhere', '() => null', "permission: 'undeclared:read',")}
      ${routeSource('/api/open', '() => null', '')}`,
  })
  await writePlugin(folder, 'unbound', {
    manifest: {
      services: { provides: ['unbound.declared'] },
      extension_points: { contributes: ['unbound.point'], hosts: ['unbound.hosted'] },
      routes: ['/api/unbound'],
      jobs: [{ kind: 'unbound.declared' }],
      tools: [{ name: 'unbound_declared', input: './input.json', effect: 'read' }],
    },
    files: { 'input.json': '{ "type": "object" }' },
  })

  const errors = outcomes(await start())

  expect(errors['mismatch']?.[1]).toContain('the service mismatch.other is used, and not declared')
  const sentences = (id: string): string[] =>
    errors[id]?.[1]?.split('. And ').map(text => text.split(';')[0] ?? '') ?? []
  expect(sentences('undeclared')).toEqual([
    'Its code does not fit its manifest: the service undeclared.bound is bound, and not declared',
    'the job undeclared.bound is bound, and not declared',
    'the tool undeclared_bound is bound, and not declared',
    'the extension point undeclared.hosted is bound, and not declared',
    'the contribution to undeclared.point is bound, and not declared',
    'the route GET /api/elsewhere lies outside the declared prefixes (none)',
    'the route GET /api/elsewhere asks for the permission undeclared:read, which no manifest declares',
    'the route GET /api/open lies outside the declared prefixes (none)',
    'the route GET /api/open has no permission',
  ])
  expect(sentences('unbound')).toEqual([
    'Its code does not fit its manifest: the service unbound.declared is declared in services.provides, and not bound',
    'the job unbound.declared is declared in jobs, and not bound',
    'the tool unbound_declared is declared in tools, and not bound',
    'the extension point unbound.hosted is declared in extension_points.hosts, and not bound',
    'the contribution to unbound.point is declared in extension_points.contributes, and not bound',
    'the prefix /api/unbound is declared in routes, and no route lies below it',
  ])
})

test('nothing can be bound after setup', async () => {
  await writePlugin(folder, 'tardy', { setup: "env.onStart(() => env.provide(defineService('tardy.words'), {}))" })
  expect(outcomes(await start())['tardy']).toEqual([
    'failed',
    'tardy: env.provide(tardy.words) after setup. Bind everything before setup returns.',
  ])
})

test('the queue of all workspaces is for plugins whose manifests name it', async () => {
  const taking = {
    uses: "workers: defineService('core.worker-queue')",
    setup: "if (!services.workers) throw new Error('nothing was handed over')",
  }
  await writePlugin(folder, 'named', { manifest: { services: { consumes: ['core.worker-queue'] } }, ...taking })
  await writePlugin(folder, 'unnamed', taking)

  const { named, unnamed } = outcomes(await start())

  expect(named).toEqual(['running', null])
  expect(unnamed).toEqual(['failed', expect.stringContaining('core.worker-queue is used, and not declared')])
})
