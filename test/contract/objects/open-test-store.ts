import type { Clock, ObjectStore } from '@svc/plugin'
import { openObjectStore } from '../../../kernel/drivers/objects/open-object-store.ts'
import { createEgress } from '../../../kernel/egress/egress.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { recordingLog } from '../../support/recording-log.ts'
import type { FakeS3 } from '../../support/servers/s3/fake-s3.ts'

/** Time as it is, but that waits before another try end at once. */
export const hastyClock: Clock = { ...systemClock, sleep: (_ms, signal) => systemClock.sleep(0, signal) }

export const keysOf = ({ account }: FakeS3) => ({
  access_key_id: account.accessKeyId,
  secret_access_key: account.secretAccessKey,
})

export interface TestStore {
  store: ObjectStore
  log: ReturnType<typeof recordingLog>
  /** Ends its connections. */
  close(): Promise<void>
}

/** The store of a `SVC_CONTENT_URL`, with a way out to the network of its own. */
export function openTestStore(
  url: string,
  keys: ReturnType<typeof keysOf> | null,
  clock: Clock = hastyClock,
): TestStore {
  const log = recordingLog()
  const egress = createEgress({ allow: [], log })
  const store = openObjectStore({ url, keys, egress, clock, ids: createIds(systemClock), log })
  return { store, log, close: () => egress.close() }
}
