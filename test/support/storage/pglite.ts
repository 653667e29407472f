import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AddressInfo, Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'

const sslRequest = 80877103
const cancelRequest = 80877102
const idle = 'I'.charCodeAt(0)

/** A PostgreSQL with pgvector, in this process, that any client connects to over TCP. */
export interface TestPglite {
  readonly url: string
  /** Runs statements beside the clients; answers the rows of the last one. */
  execute(sql: string): Promise<object[]>
  /** How much was asked since the start. */
  readonly questions: number
  /** Breaks every connection and refuses new ones, as an outage would. */
  halt(): Promise<void>
  /** Takes connections again, at the same address. */
  resume(): Promise<void>
  /** Keeps every answer back from now on, until the function that comes back is called. */
  freeze(): () => void
  /** Keeps the answer to statements with this text back, as if they took long; others are answered meanwhile. */
  hold(text: string): { reached: Promise<void>; release(): void }
  stop(): Promise<void>
}

interface Unit {
  bytes: Uint8Array
  answer(bytes: Uint8Array): void
}

/**
 * PGlite is one session. Its clients take turns: one sequence up to its Sync at a time, one transaction at a time, and each with
 * prepared statements of its own, which `@electric-sql/pglite-socket` leaves to a single client.
 */
export async function startPglite(): Promise<TestPglite> {
  const db = await PGlite.create({ extensions: { vector } })
  const sockets = new Map<Socket, Unit[]>()
  let owner: Socket | null = null
  let isBusy = false
  let questions = 0
  let thaw = Promise.withResolvers<void>()
  thaw.resolve()
  const holds = new Map<string, { reached: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> }>()

  const nextOf = (): Socket | undefined => {
    if (owner !== null) return sockets.get(owner)?.length ? owner : undefined
    return [...sockets].find(([, units]) => units.length > 0)?.[0]
  }
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (let socket = nextOf(); socket !== undefined; socket = nextOf()) {
      const unit = sockets.get(socket)?.shift()
      if (unit === undefined) continue
      questions += 1
      const { own, notices } = parted(await db.execProtocolRaw(unit.bytes))
      await thaw.promise
      owner = own.at(-1) === idle ? null : socket
      if (!sockets.has(socket)) await abandon(socket)
      const held = holds.entries().find(([text]) => Buffer.from(unit.bytes).includes(text))?.[1]
      held?.reached.resolve()
      if (held) void held.released.promise.then(() => unit.answer(own))
      else unit.answer(own)
      for (const each of notices.length > 0 ? sockets.keys() : []) each.write(notices)
    }
    isBusy = false
  }
  const abandon = async (socket: Socket): Promise<void> => {
    if (owner !== socket) return
    owner = null
    await db.exec('ROLLBACK')
  }
  const accept = (socket: Socket): void => {
    const units: Unit[] = []
    sockets.set(socket, units)
    const prefix = `c${socket.remotePort}_`
    const read = messagesOf(socket, prefix, bytes => {
      units.push({ bytes, answer: answer => void (socket.writable && socket.write(answer)) })
      void work()
    })
    socket.setNoDelay(true)
    socket.on('data', read)
    // A client that goes away is the client's affair.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      if (!isBusy) void abandon(socket).then(work)
    })
  }

  let server = createServer(accept)
  const listen = async (port: number): Promise<number> => {
    server = createServer(accept).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const halt = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets.keys()) socket.destroy()
    await closed
  }
  const port = await listen(0)
  return {
    url: `postgres://svc:only-for-tests@127.0.0.1:${port}/postgres`,
    get questions() {
      return questions
    },
    async execute(sql) {
      // In the midst of a client's transaction it would be a part of that, and go when that is taken back.
      while (owner !== null) await nextTurn()
      return (await db.exec(sql)).at(-1)?.rows ?? []
    },
    halt,
    async resume() {
      await listen(port)
    },
    freeze() {
      thaw = Promise.withResolvers()
      return thaw.resolve
    },
    hold(text) {
      const held = { reached: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }
      holds.set(text, held)
      return {
        reached: held.reached.promise,
        release() {
          holds.delete(text)
          held.released.resolve()
        },
      }
    },
    async stop() {
      thaw.resolve()
      await halt()
      await db.close()
    },
  }
}

/** Collects what a client sends, and hands on whole sequences. */
function messagesOf(socket: Socket, prefix: string, onSequence: (bytes: Uint8Array) => void): (data: Buffer) => void {
  let received = Buffer.alloc(0)
  let sequence: Buffer[] = []
  let hasStarted = false
  const take = (length: number): Buffer => {
    const message = received.subarray(0, length)
    received = received.subarray(length)
    return message
  }
  return data => {
    received = Buffer.concat([received, data])
    while (!hasStarted && received.length >= 8) {
      const [length, code] = [received.readInt32BE(0), received.readInt32BE(4)]
      if (received.length < length) return
      take(length)
      if (code === sslRequest) socket.write('N')
      else if (code === cancelRequest) socket.end()
      else {
        hasStarted = true
        socket.write(greeting)
      }
    }
    while (hasStarted && received.length >= 5) {
      const length = 1 + received.readInt32BE(1)
      if (received.length < length) return
      const message = take(length)
      const type = String.fromCharCode(message[0] ?? 0)
      if (type === 'X') return void socket.end()
      sequence.push(renamed(type, message, prefix))
      if (type !== 'S' && type !== 'Q') continue
      onSequence(new Uint8Array(Buffer.concat(sequence)))
      sequence = []
    }
  }
}

/** The message with the client's own name of its prepared statement. */
function renamed(type: string, message: Buffer, prefix: string): Buffer {
  const isOfStatement = message[5] === 'S'.charCodeAt(0)
  const at = nameAt(type, message, isOfStatement)
  if (at === null || message[at] === 0) return message
  const body = Buffer.concat([message.subarray(5, at), Buffer.from(prefix), message.subarray(at)])
  return messageOf(type, body)
}

function nameAt(type: string, message: Buffer, isOfStatement: boolean): number | null {
  if (type === 'P') return 5
  // The name of the portal stands before it.
  if (type === 'B') return message.indexOf(0, 5) + 1
  return (type === 'D' || type === 'C') && isOfStatement ? 6 : null
}

function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const greeting = Buffer.concat([
  messageOf('R', Buffer.alloc(4)),
  ...Object.entries({ server_version: '18', client_encoding: 'UTF8', standard_conforming_strings: 'on' }).map(
    ([name, value]) => messageOf('S', Buffer.from(`${name}\0${value}\0`)),
  ),
  messageOf('K', Buffer.alloc(8)),
  messageOf('Z', Buffer.from('I')),
])

/** What is for the client that asked, and the notifications, which are for all. */
function parted(answer: Uint8Array): { own: Buffer; notices: Buffer } {
  const bytes = Buffer.from(answer)
  const own: Buffer[] = []
  const notices: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    const message = bytes.subarray(at, end)
    const list = message[0] === 'A'.charCodeAt(0) ? notices : own
    list.push(message)
    at = end
  }
  return { own: Buffer.concat(own), notices: Buffer.concat(notices) }
}
