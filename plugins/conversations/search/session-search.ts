import { decodeCursor, pageOf } from '@svc/plugin'
import type { DataPlane, Page, PageQuery } from '@svc/plugin'
import { searchExcerpts } from '@svc/plugin/library/search-excerpt'
import { rankInSlices } from '@svc/plugin/library/search-slices'
import { searchTerms } from '@svc/plugin/library/search-terms'
import { requireSession } from '../sessions/sessions.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import { searchStore } from './search-store.ts'
import type { FoundMessage } from './search-store.ts'

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
  async find(workspaceId: string, text: string, { limit, cursor }: PageQuery): Promise<Page<FoundSession>> {
    const [updated_at, session_id] =
      cursor === undefined ? ['~', '~'] : decodeCursor<[string, string]>(cursor, ['string', 'string'])
    const terms = searchTerms(text)
    if (terms === null) return none
    const { sessions, query, matches } = this.#data.use(workspaceId, db => {
      const ids = searchStore.sessions(db, { terms, updated_at, session_id, limit: limit + 1 })
      const query = { terms, sessions: JSON.stringify(ids.slice(0, limit)) }
      return { sessions: ids.map(id => requireSession(db, id)), query, matches: searchStore.matches(db, query) }
    })
    const ranked = await rankInSlices(matches, range =>
      this.#data.use(workspaceId, db => searchStore.best(db, { ...query, ...range })),
    )
    // Of equal ranks the first message stays, as the last of a session is what the map keeps.
    const best = new Map(
      ranked.toSorted((a, b) => b.rank - a.rank || b.number - a.number).map(each => [each.session_id, each]),
    )
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
