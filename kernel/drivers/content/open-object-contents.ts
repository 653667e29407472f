import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, UnavailableError, ValidationError } from '@svc/plugin'
import type { Contents } from '@svc/plugin'
import { CachedObjects } from '../objects/cached-objects.ts'
import { openObjectStore } from '../objects/open-object-store.ts'
import { mayPass, S3Refusal } from '../s3/s3-refusal.ts'
import { namesIn } from './workspace-folders.ts'
import { MovingContents } from './moving-contents-store.ts'
import { hashOf, ObjectContents } from './object-contents.ts'
import type { ObjectContentsOptions } from './object-contents.ts'
import type { OpenContentOptions, OpenedContent } from './open-content.ts'
import { isAlive } from './staged-contents.ts'

const mebibyte = 1024 * 1024
/** At a start: what answers later is as good as away. */
const firstCheckMs = 5000

interface OpenedObjectContents {
  create(options: Omit<ObjectContentsOptions, 'store' | 'cache' | 'moving' | 'log'>): Contents
  below: OpenedContent['below']
  check(): Promise<void>
  close(): Promise<void>
}

/** @throws ValidationError that names a setting */
export async function openObjectContents(options: OpenContentOptions & { url: string }): Promise<OpenedObjectContents> {
  const { config, data, role, clock, ids, log } = options
  const { content_access_key_id: id = '', content_secret_access_key: secret = '' } = config
  const store = openObjectStore({ ...options, keys: { access_key_id: id, secret_access_key: secret } })
  await store.check(AbortSignal.timeout(firstCheckMs)).catch((error: unknown) => {
    const { cause } = error instanceof UnavailableError ? error : {}
    if (cause instanceof S3Refusal && !mayPass(cause)) throw new ValidationError(messageOf(error), [], { cause: error })
    log.warn(
      { reason: messageOf(error) },
      'the place of SVC_CONTENT_URL cannot be reached: no content can be kept or read',
    )
  })
  const path = await cacheOf(options)
  const cache = await CachedObjects.open({ store, path, maxBytes: config.cache_mb * mebibyte, clock, ids, log })
  const moving = new MovingContents(data, clock)
  return {
    create: each => new ObjectContents({ ...each, store, cache, moving, log }),
    async *below(folder) {
      const [root, workspaceId] = folder.split('/')
      if (root !== 'workspaces') return
      for await (const { name } of store.list(workspaceId === undefined ? 'w/' : `w/${workspaceId}/`)) {
        const object = { name, sha256: hashOf(name) }
        // Named as the files of the home are. A hash that is wrong is found before the first byte.
        yield { path: `workspaces${name.slice(1)}`, open: async () => (await cache.get(object)).body }
      }
    },
    check: () => store.check(),
    async close() {
      if (role !== 'server') await rm(path, { recursive: true, force: true })
    },
  }
}

/** A cache is of one process: that of a server stays; those of others go with them, or at the next start. No backup takes what ends in `.tmp`. */
async function cacheOf({ homePath, role }: OpenContentOptions): Promise<string> {
  const folder = join(homePath, 'content-cache.tmp')
  if (role !== 'server') return join(folder, `${role}-${process.pid}`)
  const left = (await namesIn(folder)).filter(name => /-\d+$/.test(name) && !isAlive(Number(/\d+$/.exec(name)?.[0])))
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return join(folder, 'server')
}
