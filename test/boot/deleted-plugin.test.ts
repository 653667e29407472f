import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'

const builtin = join(repositoryRoot, 'plugins')
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** The built-in plugins without one of them. */
async function without(deleted: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-plugins-'))
  folders.push(folder)
  for (const name of await readdir(builtin)) {
    if (name !== deleted) await symlink(join(builtin, name), join(folder, name), 'dir')
  }
  return folder
}

test.each(readdirSync(builtin))(
  'without the plugin %s the server boots, and at most its consumers are degraded',
  async deleted => {
    const builtinPlugins = await without(deleted)
    const kernel = await startTestKernel({ builtinPlugins, accounts: false, allowFailures: true })
    try {
      expect(kernel.report.plugins.filter(({ outcome }) => outcome === 'failed')).toEqual([])
      const degraded = kernel.report.plugins.filter(({ outcome }) => outcome === 'degraded')
      for (const { error } of degraded) expect(error).toMatch(/^It needs the service /)
      expect((await kernel.request('GET', '/readyz', { as: 'none' })).status).toBe(200)
    } finally {
      await kernel.stop()
    }
  },
)
