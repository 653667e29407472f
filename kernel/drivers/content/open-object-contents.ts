import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { messageOf, UnavailableError, ValidationError } from '@svc/plugin'
import type { Contents, Metrics, ObjectStore, SharedFiles } from '@svc/plugin'
import { repeatedly } from '@svc/plugin/library/time/waiting'
import { analyticsFolder } from '../analytics/analytics-folders.ts'
import { CachedObjects } from '../objects/cached-objects.ts'
import { descriptionOf, openObjectStore } from '../objects/open-object-store.ts'
import { isUnfit } from '../folder/folder-fault.ts'
import { mayPass, S3Refusal } from '../s3/s3-refusal.ts'
import { namesIn } from './workspace-folders.ts'
import { MovingContents } from './moving-contents-store.ts'
import { ObjectContents } from './object-contents.ts'
import type { ObjectContentsOptions } from './object-contents.ts'
import type { OpenContentOptions, OpenedContent } from './open-content.ts'
import { ContentPlace } from './content-place.ts'
import { isAlive } from './staged-contents.ts'

/** What lies where in the home, and its hash. */
const places = [
  { inHome: 'workspaces', inStore: 'w', hash: /\/([0-9a-f]{64})$/ },
  { inHome: analyticsFolder, inStore: analyticsFolder, hash: /-([0-9a-f]{64})\.[a-z]+$/ },
]
const mebibyte = 1024 * 1024
const sweepEveryMs = 10 * 60 * 1000
/** At a start: what answers later is as good as away. */
const firstCheckMs = 5000

interface OpenedObjectContents {
  create(options: Omit<ObjectContentsOptions, 'store' | 'cache' | 'moving' | 'log'>): Contents
  below: OpenedContent['below']
  shared: SharedFiles
  removeWorkspace(workspaceId: string): Promise<void>
  check(): Promise<void>
  close(): Promise<void>
}

/** @throws ValidationError that names a setting */
export async function openObjectContents(options: OpenContentOptions & { url: string }): Promise<OpenedObjectContents> {
  const { config, control, data, placement = null, role, clock, ids, log, metrics, url } = options
  const { content_access_key_id: id = '', content_secret_access_key: secret = '' } = config
  const opened = openObjectStore({ ...options, keys: { access_key_id: id, secret_access_key: secret } })
  const place = new ContentPlace({ control, store: opened, ids, description: descriptionOf(url) })
  const check = async (signal?: AbortSignal): Promise<void> => {
    await opened.check(signal)
    await place.check()
  }
  await check(AbortSignal.timeout(firstCheckMs)).catch(async (error: unknown) => {
    if (error instanceof ValidationError) throw error
    const { cause } = error instanceof UnavailableError ? error : {}
    const isRefused = cause instanceof S3Refusal ? !mayPass(cause) : isUnfit(cause) && (await place.isNew())
    if (isRefused) throw new ValidationError(messageOf(error), [], { cause: error })
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
  const after = placement ? placement.after(opened, ['put', 'remove']) : opened
  const store = countingFailures(after, place, operation => counted.failure.add(1, { operation }))
  const moving = new MovingContents(data, clock, { host: placement?.serverId ?? hostname(), pid: process.pid })
  const created: ObjectContents[] = []
  const closing = new AbortController()
  const sweepLeft = async (): Promise<void> => {
    for (const contents of created) if (!closing.signal.aborted) await contents.sweepLeft()
  }
  const sweeping = role === 'server' && repeatedly(sweepEveryMs, sweepLeft, { clock, signal: closing.signal })
  return {
    create(each) {
      const contents = new ObjectContents({ ...each, store, cache, moving, log })
      created.push(contents)
      return contents
    },
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
    async removeWorkspace(workspaceId) {
      for (const { inStore } of places) {
        const names: string[] = []
        for await (const { name } of store.list(`${inStore}/${workspaceId}/`)) names.push(name)
        if (names.length > 0) await store.remove(names)
        moving.forget(`${inStore}/${workspaceId}`)
      }
    },
    check: () => check(),
    async close() {
      closing.abort()
      await sweeping
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
  const hits = 'Contents in a bucket that were read and lay in the cache of this server'
  const misses = 'Contents in a bucket that were read and had to be fetched'
  const failures =
    'Contents that could not be fetched from the bucket (read), stored in it (store) or removed there (remove)'
  return {
    hit: metrics.counter('svc_content_cache_hits_total', hits, []),
    miss: metrics.counter('svc_content_cache_misses_total', misses, []),
    failure: metrics.counter('svc_content_failures_total', failures, ['operation']),
  }
}

/** Notes before the first content that there are some. Reads are counted by the cache, which knows the damaged ones. */
function countingFailures(
  store: ObjectStore,
  place: ContentPlace,
  count: (operation: 'store' | 'remove') => void,
): Pick<ObjectStore, 'put' | 'remove' | 'list'> {
  const counting =
    (operation: 'store' | 'remove') =>
    (error: unknown): never => {
      count(operation)
      throw error
    }
  const claimed: ObjectStore['put'] = (...given) => place.claim().then(() => store.put(...given))
  return {
    put: (...given) => claimed(...given).catch(counting('store')),
    remove: (...given) => store.remove(...given).catch(counting('remove')),
    list: (...given) => store.list(...given),
  }
}
