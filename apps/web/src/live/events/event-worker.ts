/// <reference lib="webworker" />
import { SvcClient } from '@svc/sdk'
import { readEvents, emittingOpen } from './event-reader.ts'
import type { LiveNews } from './event-reader.ts'

/** One for all tabs of a workspace, so that they hold one event stream together. Its name is the workspace, its hash the address of the server. */
declare const self: SharedWorkerGlobalScope
const [workspaceId, baseUrl] = JSON.parse(self.name) as [workspaceId: string, baseUrl: string]
const client = new SvcClient({
  baseUrl,
  workspaceId,
  fetch: emittingOpen((input, init) => fetch(input, init), emit),
})
const ports = new Set<MessagePort>()
let reading: AbortController | null = null
let isOpen = false

function emit(news: LiveNews): void {
  isOpen ||= news.kind === 'open'
  for (const port of ports) port.postMessage(news)
  if (news.kind === 'state' && (news.state === 'signed-out' || news.state === 'refused')) reading = null
}

self.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  ports.add(port)
  port.onmessage = ({ data }: MessageEvent<'leave' | 'again'>) => {
    if (data === 'leave') ports.delete(port)
    else {
      reading?.abort()
      start()
    }
  }
  if (reading === null) start()
  // A tab that comes later has read its first data before it listened, too.
  else if (isOpen) port.postMessage({ kind: 'open' } satisfies LiveNews)
}

function start(): void {
  reading = new AbortController()
  void readEvents(client, emit, reading.signal)
}
