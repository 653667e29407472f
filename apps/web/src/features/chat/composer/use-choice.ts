import { useRef, useState } from 'react'
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
  const [sending, setSending] = useState<{ id: string; part: Partial<Choice> } | null>(null)
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const choice: Choice =
    conversation === undefined
      ? waiting
      : {
          model: conversation.model,
          tools: conversation.tools as Choice['tools'],
          ...(sending?.id === conversation.session_id && sending.part),
        }
  const choose = async (part: Partial<Choice>): Promise<void> => {
    if (conversation === undefined) {
      const next = { ...waiting, ...part }
      setWaiting(next)
      keepDraft(draft, JSON.stringify(next))
      return
    }
    const id = conversation.session_id
    // Shown at once, and sent one after the other: the next choice is made over this one, whenever the server answers.
    setSending(before => ({ id, part: { ...(before?.id === id && before.part), ...part } }))
    const own = sent.current.catch(() => undefined).then(() => svc.conversations.update(id, part))
    sent.current = own
    try {
      await own
    } finally {
      if (sent.current === own) {
        await queries.invalidateQueries({ queryKey: ['chat', 'open', id] })
        if (sent.current === own) setSending(null)
      }
    }
  }
  const take = (): Choice => {
    keepDraft(draft, null)
    setWaiting(usual)
    return choice
  }
  return { choice, choose, take }
}
