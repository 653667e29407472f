import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { discover } from '../../kernel/catalogue.ts'
import { makePluginLock } from '../../kernel/manifest/make-lock.ts'
import { lockFileOf } from '../../kernel/manifest/plugin-lock.ts'
import { writePlugin } from '../support/plugin-folder.ts'
import { repositoryRoot } from '../support/repository.ts'

let folder: string
let plugins: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-lock-'))
  plugins = join(folder, 'plugins')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const found = (builtinPlugins: string) =>
  discover({ builtinPlugins, pluginFolders: [], pluginPackages: [], cwd: builtinPlugins })

test('the lock says of every built-in plugin what its files say', async () => {
  const sources = join(repositoryRoot, 'plugins')
  const read = await found(sources)
  await cp(sources, plugins, { recursive: true, filter: path => !path.endsWith('.ts') })
  await writeFile(lockFileOf(plugins), JSON.stringify(await makePluginLock(sources)))
  const locked = await found(plugins)
  const inPlace = locked.manifests.map(loaded => ({
    ...loaded,
    folder: loaded.folder.replace(plugins, sources),
    migrations: null,
  }))
  expect({ ...locked, manifests: inPlace }).toEqual(read)
})

test('a folder that was deleted is gone in spite of the lock, and one that the lock does not know is read', async () => {
  const files = { 'migrations/0001-a.ts': "export default { id: '0001-a', statements: ['CREATE TABLE one_a (x)'] }" }
  await writePlugin(plugins, 'one', {
    manifest: { storage: [{ plane: 'data', migrations: './migrations' }] },
    files,
  })
  await writePlugin(plugins, 'two')
  await writeFile(lockFileOf(plugins), JSON.stringify(await makePluginLock(plugins)))
  await rm(join(plugins, 'two'), { recursive: true })
  await writePlugin(plugins, 'three')
  const { manifests } = await found(plugins)
  expect(manifests.map(({ manifest, migrations }) => [manifest.id, migrations])).toEqual([
    ['one', [{ id: '0001-a', statements: ['CREATE TABLE one_a (x)'] }]],
    ['three', null],
  ])
})

test('a lock is not made of manifests with faults', async () => {
  await writePlugin(plugins, 'one', { manifest: { verison: 1 } })
  await expect(makePluginLock(plugins)).rejects.toThrow(/plugins\/one\/plugin\.json:\d+:\d+: Unknown key "verison"/)
})

test('a lock that cannot be read says to make the build again', async () => {
  await writePlugin(plugins, 'one')
  await writeFile(lockFileOf(plugins), '{ "format": 0 }')
  await expect(found(plugins)).rejects.toThrow('Make the build again.')
})
