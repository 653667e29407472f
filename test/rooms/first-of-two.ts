import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startPostgres } from '../support/storage/postgres.ts'

/** What two servers on one installation have in common. The first takes nearly all workspaces. */
export interface TwoServers {
  first: Record<string, string>
  second: Record<string, string>
  close(): Promise<void>
}

/** Whether tests of the API are to ask the second of two servers: `SVC_TEST_SERVERS=2 npm test -- plugins/files`. */
export const asksSecond = process.env['SVC_TEST_SERVERS'] === '2'

export async function openTwoServers(folder: string): Promise<TwoServers> {
  const postgres = await startPostgres()
  const objects = join(folder, 'objects')
  await mkdir(objects)
  const shared = {
    DATABASE_URL: await postgres.createDatabase('svc'),
    SVC_CONTENT_URL: pathToFileURL(objects).href,
    SVC_CLUSTER_SECRET: 'the same words on all of the servers',
  }
  return {
    first: { ...shared, SVC_SERVER_WEIGHT: '1000' },
    second: { ...shared, SVC_SERVER_WEIGHT: '1', SVC_HOME: join(folder, 'second') },
    close: () => postgres.stop(),
  }
}
