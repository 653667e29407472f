import { mostMessages } from './conversation-imports.ts'
import type { ImportedConversation, ImportedMessage } from './conversation-imports.ts'
import type { LeftOut } from '@svc/plugin/library/text/left-out'

/** A message of another program; null where its place in the tree has nothing that comes along. */
export interface ReadNode {
  key: string
  parent: string | null
  message: { role: 'user' | 'assistant'; content: string; model?: string; at: number | null } | null
}

export interface ReadConversation {
  key: string
  title: string | null
  /** Seconds since 1970. */
  created: number | null
  updated: number | null
  nodes: readonly ReadNode[]
  leaf: string | null
}

const mostTitle = 200
const mostContent = 1024 * 1024

/** A conversation as it is imported: each message behind its parent, places without a message passed over. Null: nothing of it comes. */
export function conversationOf(read: ReadConversation, left: LeftOut): ImportedConversation | null {
  const nodes = new Map(read.nodes.map(node => [node.key, node]))
  const kept = new Set(read.nodes.filter(({ message }) => message !== null).map(({ key }) => key))
  /** The nearest above that comes along. A file may name its places in a circle. */
  const keptFrom = (key: string | null): string | null => {
    const seen = new Set<string>()
    let at = key
    while (at !== null && !kept.has(at) && !seen.has(at)) {
      seen.add(at)
      at = nodes.get(at)?.parent ?? null
    }
    return at !== null && kept.has(at) ? at : null
  }
  const children = Map.groupBy(
    read.nodes.filter(({ key }) => kept.has(key)),
    ({ parent }) => keptFrom(parent),
  )
  const created = read.created ?? read.updated ?? 0
  const messages: ImportedMessage[] = []
  const waiting = [...(children.get(null) ?? [])]
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const { role, content, model, at } = node.message ?? { role: 'user', content: '', at: null }
    messages.push({
      key: node.key,
      parent: keptFrom(node.parent),
      role,
      content: wellFormed(content, left),
      ...(model !== undefined && model !== '' && { model: model.slice(0, 200) }),
      created_at: timeOf(at ?? created),
    })
    waiting.push(...(children.get(node.key) ?? []))
  }
  if (messages.length === 0) left.add('conversations without a message')
  if (messages.length > mostMessages) left.add(`conversations of more than ${mostMessages} messages`)
  if (messages.length === 0 || messages.length > mostMessages) return null
  const leaf = keptFrom(read.leaf)
  const title = read.title?.replaceAll(/\s+/g, ' ').trim().slice(0, mostTitle).toWellFormed() ?? ''
  return {
    key: read.key,
    title: title === '' ? null : title,
    created_at: timeOf(created),
    updated_at: timeOf(read.updated ?? created),
    messages,
    ...(leaf !== null && { leaf }),
  }
}

function wellFormed(content: string, left: LeftOut): string {
  const text = content.replaceAll('\u0000', '').toWellFormed()
  if (text.length <= mostContent) return text
  left.add('ends of messages over 1 MiB')
  return text.slice(0, mostContent).toWellFormed()
}

function timeOf(seconds: number): string {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString()
}

/** A JSON object, or an empty one for anything else: exports of other programs have many versions. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
