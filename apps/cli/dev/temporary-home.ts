import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Shell } from '../shell.ts'
import type { DevServerOptions } from './dev-server.ts'

/** What a server for a plugin's author runs with. */
export interface Surroundings extends Pick<Shell, 'env' | 'cwd'> {
  home: string
  owner: DevServerOptions['owner']
}

/** Nothing may touch the usual home: these are decided here. */
const ofUsualHome =
  /^(SVC_(HOME|HOST|PORT|BASE_PATH|PUBLIC_URL|PLUGINS|PLUGIN_PACKAGES|(ADMIN|BACKUP|CLUSTER|CONTENT)_\w+|(CONTROL|DATA|JOBS|MEMORY)_DRIVER)|DATABASE_URL)(_FILE)?$/

/** Gives `use` an empty home with an owner. It is removed at the end, and also where a second Ctrl-C ends the process at once. */
export async function withTemporaryHome<T>(shell: Shell, use: (around: Surroundings) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'svc-dev-'))
  // A process that is ending waits for nothing; its server may be writing yet.
  const removeAtOnce = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  process.once('exit', removeAtOnce)
  const env = Object.fromEntries(Object.entries(shell.env).filter(([name]) => !ofUsualHome.test(name)))
  try {
    return await use({ env, cwd: home, home, owner: newOwner() })
  } finally {
    await rm(home, { recursive: true, force: true })
    process.off('exit', removeAtOnce)
  }
}

/** Somebody who may do everything, with a password that nobody guesses. */
export function newOwner(): NonNullable<DevServerOptions['owner']> {
  return { username: 'developer', password: randomBytes(12).toString('base64url') }
}
