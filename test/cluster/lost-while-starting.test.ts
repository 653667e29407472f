import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

let installation: Installation
beforeAll(async () => {
  installation = await openInstallation()
})
afterAll(() => installation?.close())

it('ends as one that loses its lease later', async () => {
  const home = await installation.home()
  const until = join(home, 'go')
  const SVC_PLUGINS = fileURLToPath(new URL('./fixtures/late-plugin', import.meta.url))
  const server = installation.start(home, { SVC_PLUGINS, LATE_UNTIL: until })
  await expect.poll(() => server.stdout(), { timeout: 30_000 }).toContain('late begins')
  // Nothing renews the lease any more.
  await installation.postgres.halt()
  await writeFile(until, '')
  expect(await server.exited).toMatchObject({ code: 69 })
  expect(server.stderr()).toContain('The lease of this server ended while it was starting.')
}, 60_000)
