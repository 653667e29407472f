import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Logger } from '@svc/plugin'
import { BuildCache } from './build-cache.ts'

const bundle = { hash: 'h', code: 'var __svc_app', source_map: '{}' }
let home: string
let warnings: string[]

const log = (): Logger => {
  const warn = (_fields: object, message: string) => void warnings.push(message)
  return { debug: warn, info: warn, warn, error: warn }
}

beforeEach(async () => {
  warnings = []
  home = await mkdtemp(join(tmpdir(), 'svc-cache-'))
  return () => rm(home, { recursive: true, force: true })
})

afterEach(() => rm(home, { recursive: true, force: true }))

it('finds after a restart what was kept, readable by its owner alone', async () => {
  const folder = join(home, 'deep', 'cache')
  await new BuildCache(folder, log()).set('key', bundle)
  expect(await readdir(folder)).toEqual(['key.bundle'])
  expect(await new BuildCache(folder, log()).get('key')).toEqual(bundle)
  expect(await new BuildCache(folder, log()).get('other')).toBeNull()
})

it('does not believe an entry that was changed, and says so', async () => {
  await new BuildCache(home, log()).set('key', bundle)
  const file = join(home, 'key.bundle')
  await writeFile(file, (await readFile(file, 'utf8')).replace('__svc_app', '__evil___'))
  expect(await new BuildCache(home, log()).get('key')).toBeNull()
  expect(warnings).toEqual(['A compiled app in the cache is damaged; it is compiled again.'])
})

it('goes on without a disk', async () => {
  await writeFile(join(home, 'file'), '')
  const cache = new BuildCache(join(home, 'file', 'cache'), log())
  await cache.set('key', bundle)
  expect(await cache.get('key')).toEqual(bundle)
  expect(warnings).toEqual(['A compiled app could not be kept; it is compiled again after a restart.'])
})
