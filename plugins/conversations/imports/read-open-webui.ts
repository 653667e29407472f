import type { ImportedConversation } from './conversation-imports.ts'
import type { LeftOut } from '@svc/plugin/library/text/left-out'
import { conversationOf, isRecord, recordOf } from './read-tree.ts'
import type { ReadNode } from './read-tree.ts'

/** The conversations of Open WebUI's export of chats: a list, in each `chat.history.messages` by their ids. */
export function readOpenWebUi(content: unknown, left: LeftOut): ImportedConversation[] | null {
  const list = Array.isArray(content) ? content : [content]
  if (!list.some(each => isRecord(recordOf(each)['chat']))) return null
  return list.flatMap(each => {
    const { id, title, chat, created_at, updated_at } = recordOf(each)
    if (typeof id !== 'string' || !isRecord(chat)) {
      left.add('entries that are no conversation')
      return []
    }
    const { messages, currentId } = recordOf(chat['history'])
    const name = typeof title === 'string' ? title : chat['title']
    const read = conversationOf(
      {
        key: id,
        title: typeof name === 'string' ? name : null,
        created: secondsOf(created_at),
        updated: secondsOf(updated_at),
        nodes: Object.entries(recordOf(messages)).map(([key, message]) => nodeOf(key, recordOf(message), left)),
        leaf: typeof currentId === 'string' ? currentId : null,
      },
      left,
    )
    return read === null ? [] : [read]
  })
}

function nodeOf(key: string, message: Record<string, unknown>, left: LeftOut): ReadNode {
  const { parentId, role, content, model, timestamp, files, sources } = message
  const parent = typeof parentId === 'string' ? parentId : null
  if (Array.isArray(files)) left.add('images, sound and files', files.length)
  if (Array.isArray(sources)) left.add('sources of answers', sources.length)
  if (role !== 'user' && role !== 'assistant') {
    left.add('messages of another kind, such as thoughts and code that was run')
    return { key, parent, message: null }
  }
  if (typeof content !== 'string' || content.trim() === '') return { key, parent, message: null }
  const by = typeof model === 'string' && role === 'assistant' ? { model } : {}
  return { key, parent, message: { role, content, ...by, at: secondsOf(timestamp) } }
}

/** Older versions wrote milliseconds. */
function secondsOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return value > 1e11 ? value / 1000 : value
}
