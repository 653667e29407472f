import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SettingsSchema } from '../../../kernel/config/setting.ts'
import { defaultLimits } from '../../../plugins/agent-apps/manifest/read-definition.ts'
import agentApp from '../../../plugins/agent-apps/schemas/agent-app.schema.json' with { type: 'json' }
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { repositoryRoot } from '../../../test/support/repository.ts'
import { limitSettings } from './limits/limits-page.ts'
import { declaredMetrics } from './metrics-page.ts'

let svc: TestKernel
const page = (name: string) => readFile(join(repositoryRoot, 'docs', name), 'utf8')
const cellsOf = (text: string) =>
  [...text.matchAll(/^\| `([\w$.[\]]+)` \|.*\| ([^|]*) \|$/gm)].map(row => [row[1], row[2]])

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['metrics', 'webhooks', 'sandbox'], env: { SVC_METRICS_ENABLED: 'true' } })
})
afterAll(() => svc?.stop())

test('the page of metrics has each metric that a server shows, with its type, and the server knows each of its own parts', async () => {
  const declared = await declaredMetrics(repositoryRoot)
  await svc.request('GET', '/api/jobs')
  const text = await (await fetch(`${svc.url}/metrics`)).text()
  const shown = new Map([...text.matchAll(/^# TYPE (svc_\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]))
  const written = new Map(declared.map(({ name, type }) => [name, type]))
  expect([...shown].filter(([name = '', type]) => written.get(name) !== type)).toEqual([])
  const parts = /^(kernel|plugins\/(metrics|webhooks|sandbox))\//
  expect(declared.filter(({ file, name }) => parts.test(file) && !shown.has(name)).map(({ name }) => name)).toEqual([])
  const labels = new Map(declared.map(({ name, labels }) => [name, labels]))
  for (const [, name = '', given = ''] of text.matchAll(/^(svc_\w+?)(?:_bucket|_sum|_count)?\{(.*)\} /gm)) {
    const names = [...given.matchAll(/(\w+)="/g)].map(([, label]) => label).filter(label => label !== 'le')
    expect([name, names]).toEqual([name, labels.get(name)])
  }
})

test('each limit that a setting changes says what happens to what is over it', () => {
  const schemas = globSync('plugins/*/config.schema.json', { cwd: repositoryRoot })
  const plugins = schemas.map(async path => {
    const schema = JSON.parse(await readFile(join(repositoryRoot, path), 'utf8')) as SettingsSchema
    return [basename(dirname(path)), schema] as const
  })
  return Promise.all(plugins).then(entries => {
    const silent = limitSettings(new Map(entries)).filter(({ over }) => over === '')
    // In scripts/generate/manual/limits/setting-limits.ts.
    expect(silent.map(({ key }) => key)).toEqual([])
  })
})

test('the page of manifests has every field of an app, of a tool, of a plugin and of a playbook, each with its meaning', async () => {
  const shown = cellsOf(await page('manifests.md'))
  const names = shown.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(agentApp.properties)))
  expect(names).toEqual(
    expect.arrayContaining([
      'schedule.cron',
      'limits.cpu_ms',
      'mocks.agent[].when',
      'output_schema',
      'commands[].options[].choices',
      'document.metadata',
      'listen.to.any[].correlate',
      'exclude_starter',
    ]),
  )
  expect(shown.filter(([, meaning]) => meaning === '')).toEqual([])
  expect(await page('manifests.md')).toContain('| `limits.cpu_ms` | integer | `1000` | at least 10; at most 30000,')
})

test('the defaults that the schema of an app names are those that hold', () => {
  const { properties } = agentApp.properties.limits
  expect(Object.fromEntries(Object.entries(properties).map(([name, limit]) => [name, limit.default]))).toEqual(
    defaultLimits,
  )
})

test('the page of what a plugin imports has services with their ids, functions with their parameters, and docstrings', async () => {
  const text = await page('plugin-exports.md')
  expect(text).toContain('| `metrics` | service `core.metrics` |')
  expect(text).toMatch(
    /\| `decodeCursor\(cursor, shape\)` \| function \| Reads a cursor back\. .* Throws ValidationError for anything/,
  )
  expect(text).toContain('## @svc/plugin/contracts/datasets')
})
