import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { HttpServer, Principal } from '@svc/plugin'
import { listConversations, readConversation } from './conversation-resources.ts'
import { listMemories, readMemory } from './memory-resources.ts'

type Inside = Pick<HttpServer, 'dispatch'>

const ofMemory = 'memory:'

/** The conversations of the workspace, then what it remembers. */
export async function listResources(
  http: Inside,
  principal: Principal,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  if (cursor?.startsWith(ofMemory)) return memories(http, principal, cursor.slice(ofMemory.length))
  const conversations = await listConversations(http, principal, cursor)
  if (conversations.nextCursor !== undefined) return conversations
  const first = await memories(http, principal, undefined)
  return { ...first, resources: [...conversations.resources, ...first.resources] }
}

/** Null when there is none that this caller may read. */
export async function readResource(
  http: Inside,
  principal: Principal,
  query: { uri: string; signal: AbortSignal },
): Promise<ReadResourceResult | null> {
  return (await readConversation(http, principal, query)) ?? readMemory(http, principal, query)
}

async function memories(http: Inside, principal: Principal, cursor: string | undefined): Promise<ListResourcesResult> {
  const { resources, nextCursor } = await listMemories(http, principal, cursor)
  return { resources, ...(nextCursor !== undefined && { nextCursor: `${ofMemory}${nextCursor}` }) }
}
