import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultLimits } from '../../plugins/agent-apps/manifest/read-definition.ts'
import manifest from '../../plugins/agent-apps/schemas/agent-app.schema.json' with { type: 'json' }
import { repositoryRoot } from '../../test/support/repository.ts'
import { withManifestTables } from './manifest-tables.ts'

const fields = (page: string) =>
  [...page.matchAll(/^\| `([\w$.[\]]+)` \|.*\| ([^|]*) \|$/gm)].map(row => [row[1], row[2]])

test('the page on agent apps has every field of the manifest, of examples and of tests, each with its meaning', async () => {
  const page = await readFile(join(repositoryRoot, 'docs/agent-apps.md'), 'utf8')
  const shown = fields(page)
  const names = shown.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.properties)))
  expect(names).toEqual(
    expect.arrayContaining([
      'schedule.cron',
      'limits.cpu_ms',
      'examples[].inputs',
      'expect.logs',
      'mocks.agent[].when',
    ]),
  )
  expect(shown.filter(([, meaning]) => meaning === '')).toEqual([])
  expect(page).toContain('| `limits.cpu_ms` | integer | `1000` | at least 10; at most 30000,')
})

test('the defaults that the schema names are those that hold', () => {
  const { properties } = manifest.properties.limits
  expect(Object.fromEntries(Object.entries(properties).map(([name, limit]) => [name, limit.default]))).toEqual(
    defaultLimits,
  )
})

test('a page without the place for the tables is refused', () => {
  const none = { manifest: {}, test: {}, config: {} }
  expect(() => withManifestTables('# A page', none)).toThrow('The page has no')
})
