import { startFakeS3 } from '../../support/servers/s3/fake-s3.ts'
import { describeObjectStore } from './describe-object-store.ts'
import { keysOf, openTestStore } from './open-test-store.ts'

describeObjectStore('S3', async () => {
  const s3 = await startFakeS3({ pageSize: 3 })
  const open = () => openTestStore(s3.contentUrl('some/prefix'), keysOf(s3))
  const [one, other] = [open(), open()]
  return {
    store: one.store,
    other: other.store,
    close: async () => {
      await Promise.all([one.close(), other.close()])
      await s3.close()
    },
  }
})
