import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Message } from '@svc/sdk'
import { svc } from '../../live/server.ts'

const pageSize = 100

type Conversation = Awaited<ReturnType<typeof svc.conversations.get>>

export interface OpenConversation {
  conversation: Conversation
  /** Of the branch that is shown, oldest first, as far back as they were read. */
  messages: readonly Message[]
}

/** What was said before the messages that were read. */
export interface Earlier {
  isThere: boolean
  isRead: boolean
  error: unknown
  read: () => void
}

/** A conversation from its end back: the newest messages first, earlier ones when they are asked for. */
export function useConversation(sessionId: string | undefined) {
  const id = sessionId ?? ''
  const enabled = sessionId !== undefined
  const conversation = useQuery({
    queryKey: ['chat', 'open', sessionId],
    enabled,
    queryFn: ({ signal }) => svc.conversations.get(id, { signal }),
  })
  const messages = useInfiniteQuery({
    queryKey: ['chat', 'messages', sessionId],
    enabled,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam: cursor, signal }) {
      const query = { order: 'desc', limit: pageSize, cursor } as const
      const { items, next_cursor } = await svc.conversations.messages(id, query, { signal })
      return { items, next_cursor }
    },
    getNextPageParam: page => page.next_cursor ?? undefined,
    select: ({ pages }): readonly Message[] => pages.flatMap(({ items }) => items).toReversed(),
  })
  const earlier: Earlier = {
    isThere: messages.hasNextPage,
    isRead: messages.isFetchingNextPage,
    error: messages.isFetchNextPageError ? messages.error : null,
    read: () => void messages.fetchNextPage({ cancelRefetch: false }),
  }
  const isWhole = conversation.data !== undefined && messages.data !== undefined
  const data: OpenConversation | undefined = isWhole
    ? { conversation: conversation.data, messages: messages.data }
    : undefined
  const isError = conversation.isError || (messages.isError && !messages.isFetchNextPageError)
  return {
    data,
    earlier,
    isError,
    error: conversation.error ?? messages.error,
    isPending: data === undefined && !isError,
    refetch: () => Promise.all([conversation.refetch(), messages.refetch()]),
  }
}
