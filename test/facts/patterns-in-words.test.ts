import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kernelSettings } from '../../kernel/config/kernel-settings.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { repositoryRoot } from '../support/repository.ts'
import { withResolvedReferences } from '../support/resolved-references.ts'

/*
 * People who break a pattern read the description beside it ("Choose 1 to 64 letters, …"), never the regular expression. That a text must
 * not be blank needs no words of its own.
 */

const ownWords = new Set(['\\S'])
const files = [
  'kernel/manifest/*.schema.json',
  'plugins/*/*.schema.json',
  'plugins/*/schemas/*.json',
  'manifests/*/*.json',
]

let kernel: TestKernel
beforeAll(async () => {
  kernel = await startTestKernel()
})
afterAll(() => kernel.stop())

/** Where the patterns without a description are. */
function wordless(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { pattern, description } = schema as { pattern?: unknown; description?: unknown }
  const isWordless = typeof pattern === 'string' && !ownWords.has(pattern) && typeof description !== 'string'
  const below = Object.entries(schema).flatMap(([name, part]) => wordless(part, `${place}/${name}`))
  return isWordless ? [`${place}: ${pattern}`, ...below] : below
}

/** The description of a parameter stands beside its schema. */
function withDescriptions(value: object): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: { in?: string; description?: string; schema?: object }) =>
    part?.in === undefined ? part : { ...part, schema: { description: part.description, ...part.schema } },
  )
}

it('finds a pattern without words', () => {
  expect(wordless({ items: [{ pattern: '^a$' }, { pattern: '^b$', description: 'b' }] }, 'x')).toEqual([
    'x/items/0: ^a$',
  ])
})

it.each(files)('every pattern in %s has a description in words', pattern => {
  const found = globSync(pattern, { cwd: repositoryRoot })
  expect(found).not.toEqual([])
  const places = found.flatMap(file => wordless(JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')), file))
  expect(places).toEqual([])
})

it('so has every pattern of the settings and of the routes', async () => {
  type Document = Parameters<typeof withResolvedReferences>[0]
  const { paths } = withResolvedReferences((await kernel.request<Document>('GET', '/api/openapi.json')).body)
  expect(paths).toHaveProperty('/api/auth/register')
  expect([...wordless(kernelSettings, 'settings'), ...wordless(withDescriptions(paths), '')]).toEqual([])
})
