import { decodeCursor, pageOf } from '@svc/plugin'
import type { DataPlane, Page, PageQuery } from '@svc/plugin'
import { searchTerms } from '@svc/plugin/contracts/search-terms'
import { requireSession } from '../sessions/sessions.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import { searchStore } from './search-store.ts'
import type { FoundMessage } from './search-store.ts'

/** A conversation that fits, with the message that fits best; null when it is the title that fits. */
export interface FoundSession {
  session: ListedSession
  found: FoundMessage | null
}

const none: Page<FoundSession> = { items: [], next_cursor: null }

/** Search over the titles and transcripts of a workspace. */
export class SessionSearch {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** Lists conversations, the last used first. */
  find(workspaceId: string, text: string, { limit, cursor }: PageQuery): Page<FoundSession> {
    const [updated_at, session_id] =
      cursor === undefined ? ['~', '~'] : decodeCursor<[string, string]>(cursor, ['string', 'string'])
    const terms = searchTerms(text)
    if (terms === null) return none
    return this.#data.use(workspaceId, db => {
      const ids = searchStore.sessions(db, { terms, updated_at, session_id, limit: limit + 1 })
      const snippets = new Map(
        searchStore.snippets(db, terms, ids.slice(0, limit)).map(each => [each.session_id, each]),
      )
      const sessions = ids.map(id => requireSession(db, id))
      return pageOf(
        sessions,
        limit,
        session => [session.updated_at, session.session_id],
        session => ({ session, found: snippets.get(session.session_id) ?? null }),
      )
    })
  }
}
