import type { Client, Tool } from '@modelcontextprotocol/client'
import { UpstreamError } from '@svc/plugin'

/** Of one list; the library stops there. */
export const maxPages = 50
const maxTools = 1000
const pageMs = 30_000
const listMs = 60_000

/** All tools of a server, read anew. @throws UpstreamError for more than anybody has */
export async function listTools(client: Client, signal: AbortSignal): Promise<Tool[]> {
  if (!client.getServerCapabilities()?.tools) return []
  const { tools } = await client.listTools(undefined, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(listMs)]),
    timeout: pageMs,
    cacheMode: 'refresh',
  })
  if (tools.length > maxTools) throw new UpstreamError(`The server lists ${tools.length} tools; ${maxTools} are taken.`)
  return [...new Map(tools.map(tool => [tool.name, tool])).values()]
}
