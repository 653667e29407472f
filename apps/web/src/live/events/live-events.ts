import { chosenWorkspace } from '../workspace-choice.ts'
import { queries } from '../query-client.ts'
import { root, svc } from '../server.ts'
import { sessionFetch } from '../session-fetch.ts'
import { readEvents, emittingOpen } from './event-reader.ts'
import type { LiveNews } from './event-reader.ts'
import { domainsOf } from './live-map.ts'
import type { WorkspaceEvent } from '@svc/sdk'

/** Between two looks at the server while its stream does not come. */
const blindMs = 15_000

type Listener = (news: LiveNews) => void

const listeners = new Set<Listener>()
let again: (() => void) | null = null

/** Everything the event stream brings, in this tab; call what it returns to stop. */
export function onLiveNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The events of the workspace alone. */
export function onLiveEvent(listener: (event: WorkspaceEvent) => void): () => void {
  return onLiveNews(news => {
    if (news.kind === 'event') listener(news.event)
  })
}

/** After somebody signed in: the stream of who was there before has ended. */
export function followEventsAgain(): void {
  again?.()
}

/**
 * Keeps what was read from the server fresh, for as long as the page is open. All tabs share one stream where the browser has shared workers; elsewhere
 * each tab has its own.
 */
export function followEvents(workspaceId: string): () => void {
  const stopWriting = onLiveNews(refresh)
  const stopLooking = lookUntilOpen()
  const stopReading = typeof SharedWorker === 'undefined' ? readAlone() : readTogether(chosenWorkspace() ?? workspaceId)
  return () => {
    stopReading()
    stopWriting()
    stopLooking()
    again = null
  }
}

/** A proxy may hold back the stream: until the first of it comes, what is shown is read again now and then. */
function lookUntilOpen(): () => void {
  const looking = setInterval(() => {
    if (document.visibilityState === 'visible') void queries.invalidateQueries()
  }, blindMs)
  const stopListening = onLiveNews(({ kind }) => {
    if (kind === 'open' || kind === 'event') clearInterval(looking)
  })
  return () => {
    clearInterval(looking)
    stopListening()
  }
}

function emit(news: LiveNews): void {
  for (const listener of listeners) listener(news)
}

function readAlone(): () => void {
  let reading = new AbortController()
  const client = svc.withOptions({ fetch: emittingOpen(sessionFetch, emit) })
  const start = (): void => void readEvents(client, emit, reading.signal)
  again = () => {
    reading.abort()
    reading = new AbortController()
    start()
  }
  start()
  return () => reading.abort()
}

function readTogether(workspaceId: string): () => void {
  const name = JSON.stringify([workspaceId, root.href.replace(/\/$/, '')])
  const worker = new SharedWorker(new URL('./event-worker.ts', import.meta.url), { type: 'module', name })
  worker.port.onmessage = ({ data }: MessageEvent<LiveNews>) => emit(data)
  again = () => worker.port.postMessage('again')
  const leave = (): void => worker.port.postMessage('leave')
  addEventListener('pagehide', leave)
  return () => {
    leave()
    removeEventListener('pagehide', leave)
    worker.port.close()
  }
}

/** What could not be read while the server was away is read without a press of "Try again". */
function readAgainWhatFailed(): void {
  void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
}

/** A single event is shown at once; a flood of them redraws a page less often, and still within a second. */
const shortestPauseMs = 250
const longestPauseMs = 800
let pauseMs = shortestPauseMs
let refreshedAt = Number.NEGATIVE_INFINITY
const stale = new Set<string>()
let timer: ReturnType<typeof setTimeout> | null = null

/** What an event is about is read again a moment later, together with what the next events are about. */
function refresh(news: LiveNews): void {
  if (news.kind === 'gap' || news.kind === 'open') void queries.invalidateQueries()
  if (news.kind === 'state' && news.state === 'connected') readAgainWhatFailed()
  // They may have another workspace, which this tab goes on in.
  if (news.kind === 'state' && news.state === 'refused') void queries.invalidateQueries({ queryKey: ['me'] })
  if (news.kind !== 'event') return
  for (const domain of domainsOf(news.event.type)) stale.add(domain)
  if (stale.size === 0 || timer !== null) return
  const isFlood = performance.now() - refreshedAt < pauseMs
  pauseMs = isFlood ? Math.min(pauseMs * 2, longestPauseMs) : shortestPauseMs
  timer = setTimeout(() => {
    timer = null
    refreshedAt = performance.now()
    const domains = [...stale]
    stale.clear()
    for (const domain of domains) void queries.invalidateQueries({ queryKey: [domain] })
  }, pauseMs)
}
