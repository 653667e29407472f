import type { ImportedConversation } from './conversation-imports.ts'
import { conversationOf, isRecord, recordOf } from './read-tree.ts'
import type { ReadNode } from './read-tree.ts'
import type { LeftOut } from '@svc/plugin/library/text/left-out'

/** The conversations of ChatGPT's export (`conversations.json`): a list, in each a tree of messages in `mapping`. */
export function readChatGpt(content: unknown, left: LeftOut): ImportedConversation[] | null {
  if (!Array.isArray(content) || !content.some(each => isRecord(each) && isRecord(each['mapping']))) return null
  return content.flatMap(each => {
    const { id, conversation_id: key = id, title, create_time, update_time, mapping, current_node } = recordOf(each)
    if (typeof key !== 'string' || !isRecord(mapping)) {
      left.add('entries that are no conversation')
      return []
    }
    const read = conversationOf(
      {
        key,
        title: typeof title === 'string' ? title : null,
        created: numberOf(create_time),
        updated: numberOf(update_time),
        nodes: Object.entries(mapping).map(([name, node]) => nodeOf(name, node, left)),
        leaf: typeof current_node === 'string' ? current_node : null,
      },
      left,
    )
    return read === null ? [] : [read]
  })
}

function nodeOf(key: string, node: unknown, left: LeftOut): ReadNode {
  const { parent, message } = recordOf(node)
  return {
    key,
    parent: typeof parent === 'string' ? parent : null,
    message: isRecord(message) ? messageOf(message, left) : null,
  }
}

function messageOf(message: Record<string, unknown>, left: LeftOut): ReadNode['message'] {
  const { role } = recordOf(message['author'])
  const metadata = recordOf(message['metadata'])
  if (role === 'system' || metadata['is_visually_hidden_from_conversation'] === true) return null
  const { content_type: type, parts } = recordOf(message['content'])
  const isForReader = (message['recipient'] ?? 'all') === 'all'
  if (role === 'tool' || (role === 'assistant' && !isForReader)) {
    left.add('calls of tools and their results')
    return null
  }
  if (
    (role !== 'user' && role !== 'assistant') ||
    !Array.isArray(parts) ||
    (type !== 'text' && type !== 'multimodal_text')
  ) {
    left.add('messages of another kind, such as thoughts and code that was run')
    return null
  }
  left.add('images, sound and files', parts.filter(part => typeof part !== 'string').length)
  const content = parts.filter(part => typeof part === 'string').join('\n\n')
  if (content.trim() === '') return null
  const model = metadata['model_slug']
  return {
    role,
    content,
    ...(typeof model === 'string' && role === 'assistant' && { model }),
    at: numberOf(message['create_time']),
  }
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
