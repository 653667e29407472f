import { useSyncExternalStore } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { checkReadable, fileRefusal } from '../../../ui/forms/file-refusal.ts'
import { sentenceOf } from '../../../ui/states/sentence-of.ts'

/** A file on its way to the server. */
export interface Upload {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  readonly words: string
}

interface Order {
  file: File
  path: string
  stop: AbortController
  /** What the server has of it. */
  uploadId?: string
}

/** Further tries of a piece; then a person is asked. */
const mostRetries = 3
/** How many go at once: more share the same line. */
const mostAtOnce = 2

/** They go on while another page is shown. */
let uploads: readonly Upload[] = []
const orders = new Map<number, Order>()
const listeners = new Set<() => void>()
let last = 0

function set(change: (before: readonly Upload[]) => readonly Upload[]): void {
  uploads = change(uploads)
  for (const listener of listeners) listener()
}

function put(id: number, change: Partial<Upload>): void {
  set(before => before.map(each => (each.id === id ? { ...each, ...change } : each)))
}

/** Sends files to paths; a path that is taken gets a new version. */
export function upload(files: readonly { file: File; path: string }[]): void {
  const added = files.map(({ file, path }): Upload => {
    const id = ++last
    orders.set(id, { file, path, stop: new AbortController() })
    return { id, path, size: file.size, sent: 0, state: 'waiting', words: 'Waiting' }
  })
  set(before => [...before, ...added])
  next()
}

export function cancelUpload(id: number): void {
  const order = orders.get(id)
  order?.stop.abort()
  delete order?.uploadId
  put(id, { state: 'cancelled', words: 'Cancelled' })
  next()
}

/** Goes on with what the server has, unless it was cancelled. */
export function uploadAgain(id: number): void {
  const order = orders.get(id)
  if (order === undefined) return
  order.stop = new AbortController()
  put(id, { state: 'waiting', words: 'Waiting' })
  next()
}

/** Leaves those that are still under way. */
export function hideUploads(): void {
  const isOver = ({ state }: Upload): boolean => state !== 'waiting' && state !== 'sending'
  for (const { id } of uploads.filter(isOver)) orders.delete(id)
  set(before => before.filter(each => !isOver(each)))
}

function next(): void {
  const free = mostAtOnce - uploads.filter(({ state }) => state === 'sending').length
  for (const { id } of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void send(id)
}

async function send(id: number): Promise<void> {
  const order = orders.get(id) as Order
  const { file, path, stop } = order
  put(id, { state: 'sending', words: 'Sending' })
  try {
    const stored = await svc.files.uploadLarge(
      file,
      {
        path,
        onBegin: uploadId => (order.uploadId = uploadId),
        onProgress: ({ sent }) => put(id, { sent }),
        ...(order.uploadId !== undefined && { upload_id: order.uploadId }),
      },
      { signal: stop.signal, maxRetries: mostRetries },
    )
    const words = stored.version === 1 ? 'Uploaded' : `Uploaded as version ${stored.version}`
    put(id, { state: 'done', sent: file.size, words })
  } catch (error) {
    // Cancelling has said so already.
    if (!stop.signal.aborted) put(id, { state: 'failed', words: await whyNotSent(file, error) })
  }
  void queries.invalidateQueries({ queryKey: ['files'] })
  next()
}

/** A file that changed under way fails as a broken connection does: it is looked at again. */
function whyNotSent(file: File, error: unknown): Promise<string> {
  return checkReadable(file).then(() => fileRefusal(file, error), sentenceOf)
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  )
}
