import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, UnavailableError, ValidationError } from '@svc/plugin'
import type { Contents, Metrics, ObjectStore, SharedFiles } from '@svc/plugin'
import { analyticsFolder } from '../analytics/analytics-folders.ts'
import { CachedObjects } from '../objects/cached-objects.ts'
import { openObjectStore } from '../objects/open-object-store.ts'
import { mayPass, S3Refusal } from '../s3/s3-refusal.ts'
import { namesIn } from './workspace-folders.ts'
import { MovingContents } from './moving-contents-store.ts'
import { ObjectContents } from './object-contents.ts'
import type { ObjectContentsOptions } from './object-contents.ts'
import type { OpenContentOptions, OpenedContent } from './open-content.ts'
import { isAlive } from './staged-contents.ts'

/** What lies where in the home, and its hash. */
const places = [
  { inHome: 'workspaces', inStore: 'w', hash: /\/([0-9a-f]{64})$/ },
  { inHome: analyticsFolder, inStore: analyticsFolder, hash: /-([0-9a-f]{64})\.[a-z]+$/ },
]
const mebibyte = 1024 * 1024
/** At a start: what answers later is as good as away. */
const firstCheckMs = 5000

interface OpenedObjectContents {
  create(options: Omit<ObjectContentsOptions, 'store' | 'cache' | 'moving' | 'log'>): Contents
  below: OpenedContent['below']
  shared: SharedFiles
  check(): Promise<void>
  close(): Promise<void>
}

/** @throws ValidationError that names a setting */
export async function openObjectContents(options: OpenContentOptions & { url: string }): Promise<OpenedObjectContents> {
  const { config, data, role, clock, ids, log, metrics } = options
  const { content_access_key_id: id = '', content_secret_access_key: secret = '' } = config
  const opened = openObjectStore({ ...options, keys: { access_key_id: id, secret_access_key: secret } })
  await opened.check(AbortSignal.timeout(firstCheckMs)).catch((error: unknown) => {
    const { cause } = error instanceof UnavailableError ? error : {}
    if (cause instanceof S3Refusal && !mayPass(cause)) throw new ValidationError(messageOf(error), [], { cause: error })
    log.warn(
      { reason: messageOf(error) },
      'the place of SVC_CONTENT_URL cannot be reached: no content can be kept or read',
    )
  })
  const path = await cacheOf(options)
  const counted = countsOf(metrics)
  const count = (event: 'hit' | 'miss' | 'failure'): void => counted[event].add(1, event === 'failure' ? reading : {})
  const maxBytes = config.cache_mb * mebibyte
  const cache = await CachedObjects.open({ store: opened, path, maxBytes, clock, ids, log, count })
  const store = countingFailures(opened, operation => counted.failure.add(1, { operation }))
  const moving = new MovingContents(data, clock)
  return {
    create: each => new ObjectContents({ ...each, store, cache, moving, log }),
    shared: {
      put: (name, content) => store.put(name, content),
      remove: names => store.remove(names),
      has: sha256 => cache.has(sha256),
      use: (object, work) => cache.use(object, work),
    },
    async *below(folder) {
      const [root = '', workspaceId = ''] = folder.split('/')
      const place = places.find(({ inHome }) => inHome === root)
      if (!place) return
      const prefix = workspaceId === '' ? `${place.inStore}/` : `${place.inStore}/${workspaceId}/`
      for await (const { name } of store.list(prefix)) {
        const sha256 = place.hash.exec(name)?.[1]
        // Snapshots of workspaces' files lie there too.
        if (sha256 === undefined) continue
        const path = place.inHome + name.slice(place.inStore.length)
        // A hash that is wrong is found before the first byte.
        yield { path, open: async () => (await cache.get({ name, sha256 })).body }
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

const reading = { operation: 'read' }

function countsOf(metrics: Metrics) {
  const cached = 'Contents in a bucket that were read, and '
  return {
    hit: metrics.counter('svc_content_cache_hits_total', `${cached}lay in the cache of this server`, []),
    miss: metrics.counter('svc_content_cache_misses_total', `${cached}had to be fetched`, []),
    failure: metrics.counter(
      'svc_content_failures_total',
      'Contents that could not be stored in the bucket, read from it or removed there',
      ['operation'],
    ),
  }
}

/** Reads are counted by the cache, which knows the damaged ones. */
function countingFailures(store: ObjectStore, count: (operation: 'store' | 'remove') => void): ObjectStore {
  const counting = async (operation: 'store' | 'remove', work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      count(operation)
      throw error
    }
  }
  return {
    put: (...given) => counting('store', store.put(...given)),
    remove: (...given) => counting('remove', store.remove(...given)),
    get: (...given) => store.get(...given),
    list: (...given) => store.list(...given),
    check: (...given) => store.check(...given),
  }
}
