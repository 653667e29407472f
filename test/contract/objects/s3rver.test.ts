import { createRequire } from 'node:module'
import { describe, it } from 'vitest'
import { temporaryFolder } from '../../rooms/planes.ts'
import { describeObjectStore } from './describe-object-store.ts'
import type { OpenedObjectStore } from './describe-object-store.ts'
import { openTestStore } from './open-test-store.ts'

/** A server of S3's protocol that is not ours: npm `s3rver`. It ignores `If-None-Match`, so nothing may rest on that. */
interface S3rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type S3rverClass = new (options: {
  address: string
  port: number
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}) => S3rver

const keys = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' }

function installed(): S3rverClass | null {
  try {
    return createRequire(import.meta.url)('s3rver') as S3rverClass
  } catch {
    return null
  }
}

const Server = installed()
if (Server) {
  describeObjectStore('s3rver', () => openS3rver(Server), {
    isOrderedByFolder: true,
    losesFolders: true,
    mostPartBytes: 230,
  })
} else {
  describe('objects in s3rver', () => {
    it('are tried where the development package s3rver is installed', context => {
      context.skip('the package s3rver is not installed here')
    })
  })
}

async function openS3rver(Server: S3rverClass): Promise<OpenedObjectStore> {
  const folder = await temporaryFolder()
  const configureBuckets = [{ name: 'bucket' }]
  const server = new Server({ address: '127.0.0.1', port: 0, silent: true, directory: folder.path, configureBuckets })
  const { port } = await server.run()
  const open = () => openTestStore(`s3://bucket/some/prefix?endpoint=http://127.0.0.1:${port}`, keys)
  const [one, other] = [open(), open()]
  return {
    store: one.store,
    other: other.store,
    close: async () => {
      await Promise.all([one.close(), other.close()])
      await server.close()
      await folder.remove()
    },
  }
}
