import type { EventOutbox } from '@svc/plugin'
import { responseStore } from './response-store.ts'

/** With a conversation go the responses that repeat what was said in it, in the same transaction. */
export const forgetDeleted: EventOutbox = (db, _workspaceId, events) => {
  for (const { type, data } of events) {
    const { session_id } = data
    if (type === 'conversation.deleted' && typeof session_id === 'string') responseStore.deleteOfSession(db, session_id)
  }
}
