import { globSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverBuild } from '../bootstrap/server-build.mjs'
import { withLock } from '../bootstrap/with-lock.mjs'
import { bundleChildPrograms, bundlePrograms, bundleThreads } from './bundle-programs.ts'
import { copyResources } from './copy-resources.ts'

const unfinished = '.building-'
/** Servers may be running from older ones. */
const keptBuilds = 4
const attempts = 3

/**
 * Bundles the server into a folder of `dist/` that is named for the state of the sources, with the folders of the repository
 * inside, unless it is there already. It appears by one rename, so there is never half of it.
 */
export async function bundleServer(root: string): Promise<string> {
  const dist = join(root, 'dist')
  return withLock(join(dist, '.lock'), async () => {
    for (const name of await readdir(dist)) {
      // Only one build holds the lock, so this folder was left by a build that was killed.
      if (name.startsWith(unfinished)) await rm(join(dist, name), { recursive: true, force: true })
    }
    for (let attempt = 0; attempt < attempts; attempt++) {
      const build = serverBuild(root)
      if (build.isThere) return build.folder
      const made = await mkdtemp(join(dist, unfinished))
      // A temporary folder is its maker's alone; a server may run as another user than the one who built it.
      await chmod(made, 0o755)
      await fill(root, made)
      // Sources that were saved meanwhile may be in it or not.
      if (serverBuild(root).folder !== build.folder) {
        await rm(made, { recursive: true, force: true })
        continue
      }
      await rename(made, build.folder)
      await removeOldBuilds(dist)
      return build.folder
    }
    throw new Error('The sources keep changing while they are built. Run the command again when they rest.')
  })
}

async function fill(root: string, output: string): Promise<void> {
  await mkdir(output, { recursive: true })
  await Promise.all([bundlePrograms(root, output), bundleThreads(root, output), bundleChildPrograms(root, output)])
  await copyResources(root, output)
  const plugins = join(output, 'plugins')
  if (globSync('plugins/*/plugin.json', { cwd: root }).length === 0) return
  // Loaded here: a tree without plugins needs neither a kernel nor a compiler to be built.
  const { packSdk } = await import('./pack-sdk.ts')
  await cp(await packSdk(root), join(plugins, 'developer/sdks'), { recursive: true })
  const { lockFileOf } = await import('../../kernel/manifest/plugin-lock.ts')
  const { makePluginLock } = await import('../../kernel/manifest/make-lock.ts')
  await writeFile(lockFileOf(plugins), JSON.stringify(await makePluginLock(plugins)))
}

async function removeOldBuilds(dist: string): Promise<void> {
  const names = (await readdir(dist)).filter(name => !name.startsWith('.'))
  const builds = await Promise.all(
    names.map(async name => ({ path: join(dist, name), madeAt: (await stat(join(dist, name))).mtimeMs })),
  )
  const old = builds.toSorted((a, b) => b.madeAt - a.madeAt).slice(keptBuilds)
  for (const { path } of old) await rm(path, { recursive: true, force: true })
}
