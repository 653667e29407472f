import type { DataPlane } from '@svc/plugin'
import type { Message } from '../records.ts'
import { messageStore } from '../sessions/message-store.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import { requireSession } from '../sessions/sessions.ts'
import { transcriptStore } from '../transcripts/transcript-store.ts'
import { turnStore } from '../turns/turn-store.ts'
import { shareable } from './shareable.ts'
import { markdownHead, markdownMessage } from './markdown.ts'

/** Rows that are in memory at once; a message may have a megabyte of text. */
const rows = 50

export interface ExportOptions {
  format: 'md' | 'json'
  /** In JSON also the log, event by event. */
  events: boolean
}

export interface ExportedSession {
  contentType: string
  disposition: string
  pieces: AsyncIterable<string>
}

/** A whole conversation as a file, read from the store as it is written out. */
export class SessionExport {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** @throws NotFoundError */
  open(workspaceId: string, sessionId: string, { format, events }: ExportOptions): ExportedSession {
    const session = this.#data.use(workspaceId, db => requireSession(db, sessionId))
    const disposition = attachmentHeader(session.title, format)
    if (format === 'md')
      return { contentType: 'text/markdown; charset=utf-8', disposition, pieces: this.#markdown(workspaceId, session) }
    return { contentType: 'application/json', disposition, pieces: this.#json(workspaceId, session, events) }
  }

  /** The active branch. */
  async *#markdown(workspaceId: string, session: ListedSession): AsyncGenerator<string> {
    yield markdownHead(session)
    let after = -1
    for (;;) {
      const { messages, factsOf } = this.#data.use(workspaceId, db => {
        const branch = messageStore.whole(db, messageStore.branch(db, session.session_id, after, rows))
        return { messages: branch, factsOf: turnStore.facts(db, branch) }
      })
      if (messages.length === 0) return
      yield messages.map(message => markdownMessage(message, factsOf(message))).join('')
      after = messages.at(-1)?.position ?? after
    }
  }

  /** Every branch. */
  async *#json(workspaceId: string, session: ListedSession, withEvents: boolean): AsyncGenerator<string> {
    const { status: _status, running_turn_id: _turn, ...kept } = session
    yield `{"format":"svc-conversation","version":1,"conversation":${JSON.stringify(kept)},"messages":[`
    yield* joined(this.#messages(workspaceId, session.session_id))
    if (withEvents) {
      yield '],"events":['
      yield* joined(this.#events(workspaceId, session.session_id))
    }
    yield ']}\n'
  }

  *#messages(workspaceId: string, sessionId: string): Generator<readonly Message[]> {
    let after = 0
    for (;;) {
      const { numbered, messages } = this.#data.use(workspaceId, db => {
        const page = messageStore.all(db, sessionId, after, rows)
        return {
          numbered: page,
          messages: messageStore.whole(
            db,
            page.map(({ message }) => message),
          ),
        }
      })
      if (messages.length === 0) return
      yield messages.map(shareable)
      after = numbered[messages.length - 1]?.number ?? after
    }
  }

  *#events(workspaceId: string, sessionId: string): Generator<readonly unknown[]> {
    let after = 0
    for (;;) {
      const numbered = this.#data.use(workspaceId, db => transcriptStore.after(db, sessionId, after, rows))
      yield numbered.map(({ event }) => event)
      after = numbered.at(-1)?.seq ?? after
      if (numbered.length < rows) return
    }
  }
}

/** Lists of values as the inside of one JSON array. */
function* joined(lists: Iterable<readonly unknown[]>): Generator<string> {
  let separator = ''
  for (const list of lists) {
    if (list.length === 0) continue
    yield separator + list.map(value => JSON.stringify(value)).join(',')
    separator = ','
  }
}

const unsafe = /[\p{C}\p{Z}\\/:*?"<>|%;'`$&]+/gu
const mostLetters = 80

/** `Content-Disposition` of a download (RFC 6266): a plain name for old clients, the real one in UTF-8 for all others. */
export function attachmentHeader(title: string | null, ending: string): string {
  const stem = nameOf(title)
  const plain = `${stem.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '') || 'conversation'}.${ending}`
  const encoded = encodeURIComponent(`${stem}.${ending}`).replaceAll(/[!'()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function nameOf(title: string | null): string {
  const words = (title ?? '').replaceAll(unsafe, '-').replaceAll(/^[-.]+|[-.]+$/g, '')
  // Cut between characters, because half of one cannot be encoded.
  return [...words].slice(0, mostLetters).join('') || 'conversation'
}

function escaped(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
}
