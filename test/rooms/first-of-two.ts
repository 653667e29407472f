import { existsSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { it } from 'vitest'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

/** What two servers on one installation have in common. The first takes nearly all workspaces. */
export interface TwoServers {
  first: Record<string, string>
  second: Record<string, string>
  close(): Promise<void>
}

/** Whether tests of the API are to ask the second of two servers: `npm run test:servers -- plugins/files`. */
export const asksSecond = process.env['SVC_TEST_SERVERS'] === '2'

/** A test of what only one server on files does: it opens what lies in its home, or says what two servers say otherwise. */
export const itOfOneServer = it.skipIf(asksSecond)

interface Installation {
  postgres: TestPostgres
  databaseUrl: string
  folder: string
}

/** A home that outlives its servers finds its database again. */
const ofHomes = new Map<string, Promise<Installation>>()

/**
 * Null where one server is to be asked. `home`: one that may be used again, after `close`; what belongs to it is kept until the tests end.
 * One that is there already, from a backup or an earlier version, has what it has in its files.
 */
export async function openTwoServers(home: string | undefined): Promise<TwoServers | null> {
  if (!asksSecond || (home !== undefined && !ofHomes.has(home) && existsSync(join(home, 'home.json')))) return null
  const known = home === undefined ? undefined : ofHomes.get(home)
  const opening = known ?? openInstallation()
  if (home !== undefined) ofHomes.set(home, opening)
  const { postgres, databaseUrl, folder } = await opening
  await postgres.resume()
  const shared = {
    DATABASE_URL: databaseUrl,
    SVC_CONTENT_URL: pathToFileURL(join(folder, 'objects')).href,
    SVC_CLUSTER_SECRET: 'the same words on all of the servers',
  }
  return {
    first: { ...shared, SVC_SERVER_WEIGHT: '1000' },
    second: { ...shared, SVC_SERVER_WEIGHT: '1', SVC_HOME: await mkdtemp(join(folder, 'second-')) },
    close: () => (home === undefined ? postgres.stop() : postgres.halt()),
  }
}

async function openInstallation(): Promise<Installation> {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'svc-two-servers-'))
  await mkdir(join(folder, 'objects'))
  return { postgres, databaseUrl: await postgres.createDatabase('svc'), folder }
}
