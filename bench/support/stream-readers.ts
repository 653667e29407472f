/** A process that holds many event streams open and counts what comes: messages from the parent say what to open. */
import { connect } from 'node:net'

export interface ReadersOrder {
  host: string
  port: number
  path: string
  headers: Record<string, string>
  count: number
}

export interface ReadersState {
  open: number
  /** Streams that ended. */
  dropped: number
  /** Frames with data, over all streams. */
  frames: number
  /** One of them, whole. */
  sample: string
}

const state: ReadersState = { open: 0, dropped: 0, frames: 0, sample: '' }
const marker = Buffer.from('\ndata: ')
// So that the listening queue of the server does not overflow.
const atATime = 100

function openOne(order: ReadersOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(order.port, order.host)
    const headers = Object.entries(order.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${order.path} HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}\r\n`)
    let isOpen = false
    socket.on('data', (chunk: Buffer) => {
      if (!isOpen) {
        if (!chunk.toString('latin1').startsWith('HTTP/1.1 200')) return reject(new Error(chunk.toString('latin1')))
        isOpen = true
        state.open += 1
        resolve()
      }
      for (let at = chunk.indexOf(marker); at !== -1; at = chunk.indexOf(marker, at + marker.length)) state.frames += 1
      if (state.sample === '' && chunk.includes(marker)) state.sample = chunk.toString('utf8')
    })
    socket.once('error', reject)
    socket.once('close', () => (state.dropped += 1))
  })
}

async function openAll(order: ReadersOrder): Promise<void> {
  for (let opened = 0; opened < order.count; opened += atATime)
    await Promise.all(Array.from({ length: Math.min(atATime, order.count - opened) }, () => openOne(order)))
}

process.on('message', (message: ReadersOrder | 'state') => {
  if (message === 'state') process.send?.(state)
  else
    void openAll(message).then(
      () => process.send?.(state),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
})
process.once('disconnect', () => process.exit(0))
