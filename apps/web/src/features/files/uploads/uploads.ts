import { PayloadTooLargeError } from '@svc/sdk'
import { useSyncExternalStore } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { bytes } from '../../../ui/bytes.ts'
import { sentenceOf } from '../../../ui/sentence-of.ts'

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
}

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
  orders.get(id)?.stop.abort()
  put(id, { state: 'cancelled', words: 'Cancelled' })
  next()
}

export function uploadAgain(id: number): void {
  const order = orders.get(id)
  if (order === undefined) return
  order.stop = new AbortController()
  put(id, { state: 'waiting', words: 'Waiting', sent: 0 })
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
      { path, onProgress: ({ sent }) => put(id, { sent }) },
      { signal: stop.signal },
    )
    const words = stored.version === 1 ? 'Uploaded' : `Uploaded as version ${stored.version}`
    put(id, { state: 'done', sent: file.size, words })
  } catch (error) {
    // Cancelling has said so already.
    if (!stop.signal.aborted) put(id, { state: 'failed', words: failure(file, error) })
  }
  void queries.invalidateQueries({ queryKey: ['files'] })
  next()
}

function failure(file: File, error: unknown): string {
  const sentence = sentenceOf(error)
  return error instanceof PayloadTooLargeError ? `${sentence} This file has ${bytes(file.size)}.` : sentence
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
