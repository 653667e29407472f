import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Message } from '@svc/sdk'
import { svc } from '../../live/server.ts'

const pageSize = 200

export interface OpenConversation {
  conversation: Awaited<ReturnType<typeof svc.conversations.get>>
  messages: readonly Message[]
}

/** A conversation with all messages of the branch that is shown. */
export function useConversation(sessionId: string | undefined): UseQueryResult<OpenConversation> {
  return useQuery({
    queryKey: ['chat', 'open', sessionId],
    enabled: sessionId !== undefined,
    async queryFn({ signal }) {
      const id = sessionId as string
      const [conversation, messages] = await Promise.all([
        svc.conversations.get(id, { signal }),
        allMessages(id, signal),
      ])
      return { conversation, messages }
    },
  })
}

async function allMessages(sessionId: string, signal: AbortSignal): Promise<Message[]> {
  const messages: Message[] = []
  for await (const message of svc.conversations.messages(sessionId, { limit: pageSize }, { signal }))
    messages.push(message)
  return messages
}
