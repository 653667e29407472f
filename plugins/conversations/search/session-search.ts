import { decodeCursor, pageOf } from '@svc/plugin'
import type { DataPlane, Page, PageQuery } from '@svc/plugin'
import { searchExcerpts } from '@svc/plugin/library/search/excerpt'
import { searchTerms } from '@svc/plugin/library/search/terms'
import { sessionStore } from '../sessions/session-store.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import { searchStore } from './search-store.ts'
import type { FoundMessage, RankedMessage } from './search-store.ts'

/** A conversation that fits, with the message that fits best; null when it is the title that fits. */
export interface FoundSession {
  session: ListedSession
  found: (FoundMessage & { snippet: string }) | null
}

const none: Page<FoundSession> = { items: [], next_cursor: null }

/** Search over the titles and transcripts of a workspace. */
export class SessionSearch {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** Lists conversations, the last used first. */
  async find(
    workspaceId: string,
    text: string,
    { limit, cursor }: PageQuery,
    signal?: AbortSignal,
  ): Promise<Page<FoundSession>> {
    const [updated_at, session_id] =
      cursor === undefined ? ['~', '~'] : decodeCursor<[string, string]>(cursor, ['string', 'string'])
    const terms = searchTerms(text)
    if (terms === null) return none
    const asked = searchStore.sessions({ terms, updated_at, session_id, limit: limit + 1 })
    const ids = (await this.#data.read<{ session_id: string }>(workspaceId, asked, signal)).map(row => row.session_id)
    const within = searchStore.best({ terms, sessions: JSON.stringify(ids.slice(0, limit)) })
    const ranked = await this.#data.read<RankedMessage>(workspaceId, within, signal)
    const best = new Map(ranked.map(each => [each.session_id, each]))
    // One may have been deleted meanwhile.
    const sessions = this.#data.use(workspaceId, db => ids.flatMap(id => sessionStore.get(db, id) ?? []))
    const messages = this.#data.use(workspaceId, db =>
      [...best.values()].flatMap(each => searchStore.message(db, each) ?? []),
    )
    // One at a time: two hundred messages may hold more text than the server should have in its memory.
    const contentOf = (message: FoundMessage) => this.#data.use(workspaceId, db => searchStore.content(db, message))
    const excerpts = await searchExcerpts(messages, message => [contentOf(message)], text)
    const found = new Map(
      messages.map((message, index) => [message.session_id, { ...message, snippet: excerpts[index] ?? '' }]),
    )
    return pageOf(
      sessions,
      limit,
      session => [session.updated_at, session.session_id],
      session => ({ session, found: found.get(session.session_id) ?? null }),
    )
  }
}
