import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ObjectStore } from '@svc/plugin'
import { openWorkspaceLog } from '../../../kernel/drivers/shipped/open-workspace-log.ts'
import type { WorkspaceLog } from '../../../kernel/drivers/shipped/workspace-log-store.ts'
import { systemClock } from '../../../kernel/services/index.ts'
import { temporaryFolder } from '../../rooms/planes.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { startPostgres } from '../../support/storage/postgres.ts'
import type { TestPostgres } from '../../support/storage/postgres.ts'
import { openTestStore } from '../objects/open-test-store.ts'

export function workspace(number: number): string {
  return `ws_${String(number).padStart(26, '0')}`
}

/** A PostgreSQL, a folder of objects, and what is opened over them. */
export interface ShippingPlace {
  server: TestPostgres
  databaseUrl: string
  /** For homes. */
  folder: string
  objects: string
  log: WorkspaceLog
  store: ObjectStore
  notes: ReturnType<typeof recordingLog>
  openLog(): Promise<WorkspaceLog>
  /** Begins with an empty database and no objects. */
  renew(): Promise<void>
  close(): Promise<void>
}

export async function openShippingPlace(): Promise<ShippingPlace> {
  const server = await startPostgres()
  const folder = await temporaryFolder()
  const notes = recordingLog()
  const logs: WorkspaceLog[] = []
  let count = 0
  let store: Awaited<ReturnType<typeof openTestStore>> | null = null
  const end = async (): Promise<void> => {
    for (const log of logs.splice(0)) await log.close()
    await store?.close()
  }
  const place = {
    server,
    notes,
    async openLog() {
      const log = await openWorkspaceLog({ databaseUrl: place.databaseUrl, clock: systemClock, log: notes })
      logs.push(log)
      return log
    },
    async renew() {
      await end()
      count += 1
      place.databaseUrl = await server.createDatabase(`log_${count}`)
      place.folder = join(folder.path, String(count))
      place.objects = join(place.folder, 'objects')
      await mkdir(place.objects, { recursive: true })
      store = openTestStore(pathToFileURL(place.objects).href, null)
      place.store = store.store
      place.log = await place.openLog()
    },
    async close() {
      await end()
      await folder.remove()
      await server.stop()
    },
  } as ShippingPlace
  await place.renew()
  return place
}
