import { once } from 'node:events'
import { connect as dial } from 'node:net'
import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { vi } from 'vitest'
import { createEgress } from '../../../kernel/egress/index.ts'
import type { EgressInternals } from '../../../kernel/egress/index.ts'
import { startFakeWebHost } from './fake-web-host.ts'
import type { FakeWebHost } from './fake-web-host.ts'
import { recordingLog } from '../recording-log.ts'

type Internals = Required<EgressInternals>

export const publicAddress = '93.184.215.14'
const closing: (() => Promise<void>)[] = []

/** Closes what the functions here opened; call it after each test. */
export async function closeEgresses(): Promise<void> {
  for (const close of closing.splice(0)) await close()
}

/** An egress whose names resolve by a table and whose connections are only counted. */
export function countedEgress(names: Record<string, string[]> = {}, allow: string[] = []) {
  const resolve = vi.fn<Internals['resolve']>(async name =>
    (names[name] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
  const connect = vi.fn<Internals['connect']>((_options, callback) =>
    callback(new Error('nothing is dialled in this test'), null),
  )
  const egress = createEgress({ allow, log: recordingLog() }, { resolve, connect })
  closing.push(() => egress.close())
  return { egress, resolve, connect }
}

/** An egress for which the whole internet is one fake host on this machine; sockets claim the address that was asked for. */
export function egressInto(host: FakeWebHost, names: Record<string, string[]>, peer?: string) {
  const resolve = vi.fn<Internals['resolve']>(async name =>
    (names[name] ?? []).map(address => ({ address, family: 4 })),
  )
  const connect = vi.fn<Internals['connect']>((options, callback) => {
    const socket: Socket = dial(host.port, '127.0.0.1')
    const claimed = peer ?? options.addresses[0]?.address
    Object.defineProperty(socket, 'remoteAddress', { get: () => claimed })
    socket.once('error', error => callback(error, null))
    socket.once('connect', () => callback(null, socket))
  })
  const egress = createEgress({ allow: [], log: recordingLog() }, { resolve, connect })
  closing.push(() => egress.close())
  return { egress, connect, resolve }
}

/** A host that redirects to `?to=`, and at other paths answers too much, too slowly or never. */
export function startHostileHost(): Promise<FakeWebHost> {
  return startFakeWebHost((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    const to = searchParams.get('to')
    if (to) return response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end()
    if (pathname === '/loop') return response.writeHead(302, { location: '/loop' }).end()
    if (pathname === '/gzip-bomb')
      return response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(64 * 1024 * 1024)))
    if (pathname === '/br-bomb')
      return response.setHeader('content-encoding', 'br').end(brotliCompressSync(Buffer.alloc(16 * 1024 * 1024)))
    if (pathname === '/double-bomb')
      return response
        .setHeader('content-encoding', 'gzip, gzip')
        .end(gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024))))
    if (pathname === '/nested') return response.setHeader('content-encoding', 'gzip, gzip, gzip').end('x')
    if (pathname === '/headers') return response.setHeader('x-long', 'x'.repeat(40_000)).end()
    if (pathname === '/drip') {
      const timer = setInterval(() => response.write('.'), 20)
      return void once(response, 'close').then(() => clearInterval(timer))
    }
    if (pathname === '/silence') return
    response.end(JSON.stringify(request.headers))
  })
}
