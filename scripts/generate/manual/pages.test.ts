import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { SettingsSchema } from '../../../kernel/config/setting.ts'
import { defaultLimits } from '../../../plugins/agent-apps/manifest/read-definition.ts'
import agentApp from '../../../plugins/agent-apps/schemas/agent-app.schema.json' with { type: 'json' }
import { repositoryRoot } from '../../../test/support/repository.ts'
import { limitSettings } from './limits/limits-page.ts'

const page = (name: string) => readFile(join(repositoryRoot, 'docs', name), 'utf8')
const cellsOf = (text: string) =>
  [...text.matchAll(/^\| `([\w$.[\]]+)` \|.*\| ([^|]*) \|$/gm)].map(row => [row[1], row[2]])

test('each limit that a setting changes says what happens to what is over it', async () => {
  const schemas = globSync('plugins/*/config.schema.json', { cwd: repositoryRoot })
  const plugins = schemas.map(async path => {
    const schema = JSON.parse(await readFile(join(repositoryRoot, path), 'utf8')) as SettingsSchema
    return [basename(dirname(path)), schema] as const
  })
  const silent = limitSettings(new Map(await Promise.all(plugins))).filter(({ over }) => over === '')
  // In scripts/generate/manual/limits/setting-limits.ts.
  expect(silent.map(({ key }) => key)).toEqual([])
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
