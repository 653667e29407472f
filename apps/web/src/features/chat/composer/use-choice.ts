import { useState } from 'react'
import { draftOf, keepDraft } from '../../../live/drafts.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import type { OpenConversation } from '../use-messages.ts'

/** Who answers, and with what. */
export interface Choice {
  /** Null: the default of the workspace. */
  model: string | null
  tools: 'all' | 'none' | readonly string[]
}

const draft = 'chat:new:choice'
const usual: Choice = { model: null, tools: 'all' }

/**
 * What a conversation is answered with. Before there is one the choice waits for it; `take` gives it once.
 * `choose` rejects when the server refuses it.
 */
export function useChoice(conversation: OpenConversation['conversation'] | undefined) {
  const [waiting, setWaiting] = useState<Choice>(() => ({
    ...usual,
    ...(JSON.parse(draftOf(draft) ?? '{}') as object),
  }))
  const choice: Choice =
    conversation === undefined ? waiting : { model: conversation.model, tools: conversation.tools as Choice['tools'] }
  const choose = async (part: Partial<Choice>): Promise<void> => {
    if (conversation === undefined) {
      const next = { ...waiting, ...part }
      setWaiting(next)
      keepDraft(draft, JSON.stringify(next))
      return
    }
    const id = conversation.session_id
    await svc.conversations.update(id, part)
    await queries.invalidateQueries({ queryKey: ['chat', 'open', id] })
  }
  const take = (): Choice => {
    keepDraft(draft, null)
    setWaiting(usual)
    return choice
  }
  return { choice, choose, take }
}
