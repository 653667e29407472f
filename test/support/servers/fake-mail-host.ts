import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'

/** A server that speaks lines, as IMAP and SMTP do, and misbehaves as the test says. */
export interface FakeMailHost {
  readonly port: number
  /** Every line that came. */
  readonly lines: string[]
  /** Connections that are open now. */
  open(): number
  close(): Promise<void>
}

export interface MailScript {
  greeting?: string
  /** Answers a line; null says nothing. */
  answer?(line: string, socket: Socket): string | null
}

export async function startFakeMailHost({ greeting, answer = () => null }: MailScript): Promise<FakeMailHost> {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (greeting !== undefined) socket.write(`${greeting}\r\n`)
    let rest = ''
    socket.on('data', piece => {
      const all = (rest + piece.toString('latin1')).split('\r\n')
      rest = all.pop() ?? ''
      for (const line of all) {
        lines.push(line)
        const said = answer(line, socket)
        if (said !== null && !socket.destroyed) socket.write(`${said}\r\n`)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake mail host has no port.')
  return {
    port: address.port,
    lines,
    open: () => sockets.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** What an IMAP server says that lets everybody in; `special` answers what the test is about. */
export function imapScript(
  special: (command: string, tag: string, socket: Socket) => string | null | undefined,
): MailScript {
  return {
    greeting: '* OK ready',
    answer(line, socket) {
      const [tag = '', ...words] = line.split(' ')
      const command = words.join(' ').toUpperCase()
      const own = special(command, tag, socket)
      if (own !== undefined) return own
      if (command === 'CAPABILITY') return `* CAPABILITY IMAP4rev1\r\n${tag} OK done`
      if (command.startsWith('LIST')) return `* LIST () "/" INBOX\r\n${tag} OK done`
      if (command.startsWith('EXAMINE') || command.startsWith('SELECT'))
        return `* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 2] ok\r\n${tag} OK [READ-ONLY] done`
      return `${tag} OK done`
    },
  }
}

/** The same for SMTP. */
export function smtpScript(special: (command: string, socket: Socket) => string | null | undefined): MailScript {
  let isData = false
  return {
    greeting: '220 fake ESMTP',
    answer(line, socket) {
      if (isData && line !== '.') return null
      const command = isData ? 'END OF DATA' : line.toUpperCase()
      isData = false
      const own = special(command, socket)
      if (own !== undefined) return own
      if (command.startsWith('EHLO')) return '250-fake\r\n250 AUTH PLAIN'
      if (command.startsWith('AUTH')) return '235 welcome'
      if (command === 'STARTTLS') return '502 not here'
      if (command === 'QUIT') return '221 bye'
      isData = command === 'DATA'
      return isData ? '354 go on' : '250 fine'
    },
  }
}
