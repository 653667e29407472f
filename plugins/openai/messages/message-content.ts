import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatImage, ChatMessage, ChatToolCall } from '@svc/plugin/contracts/models'
import { isGiven, isObject, stringIn } from '../wire/faults.ts'
import type { Faults } from '../wire/faults.ts'

const maxMessages = 10_000
const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** What the blocks of one message hold, in the form of our models. */
interface Content {
  texts: string[]
  images: ChatImage[]
  calls: ChatToolCall[]
  results: ChatMessage[]
}

/** Anthropic's `system` and `messages` in our own form. Text that is not valid Unicode is repaired. */
export function chatMessages(body: JsonObject, faults: Faults): ChatMessage[] {
  const system = systemText(body['system'], faults)
  const { messages } = body
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > maxMessages) {
    faults.add('/messages', `must be a list of 1 to ${maxMessages} messages`)
    return []
  }
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...messages.flatMap((message, index) => chatMessage(message, `/messages/${index}`, faults)),
  ]
}

function systemText(value: JsonValue | undefined, faults: Faults): string {
  if (!isGiven(value)) return ''
  const { texts } = contentOf(value, { path: '/system', allowed: ['text'] }, faults)
  return texts.join('\n')
}

function chatMessage(message: JsonValue, path: string, faults: Faults): ChatMessage[] {
  if (!isObject(message)) {
    faults.add(path, 'must be an object with a role and content')
    return []
  }
  const { role, content } = message
  const at = `${path}/content`
  if (role === 'user') return userMessages(contentOf(content, { path: at, allowed: userBlocks }, faults))
  if (role === 'assistant') {
    const { texts, calls } = contentOf(content, { path: at, allowed: assistantBlocks }, faults)
    return [{ role, content: texts.join('\n'), ...(calls.length > 0 && { tool_calls: calls }) }]
  }
  if (role === 'system') {
    return [{ role, content: contentOf(content, { path: at, allowed: ['text'] }, faults).texts.join('\n') }]
  }
  faults.add(`${path}/role`, 'must be user or assistant')
  return []
}

const userBlocks = ['text', 'image', 'document', 'tool_result']
const assistantBlocks = ['text', 'tool_use', 'thinking', 'redacted_thinking']

/** The results of tools come first, for they answer the message before. */
function userMessages({ texts, images, results }: Content): ChatMessage[] {
  const isOnlyResults = results.length > 0 && texts.length === 0 && images.length === 0
  if (isOnlyResults) return results
  return [...results, { role: 'user', content: texts.join('\n'), ...(images.length > 0 && { images }) }]
}

function contentOf(
  value: JsonValue | undefined,
  where: { path: string; allowed: readonly string[] },
  faults: Faults,
): Content {
  const content: Content = { texts: [], images: [], calls: [], results: [] }
  if (typeof value === 'string') content.texts.push(value.toWellFormed())
  else if (!Array.isArray(value)) faults.add(where.path, 'must be a string or a list of content blocks')
  else {
    for (const [index, block] of value.entries()) {
      const path = `${where.path}/${index}`
      const type = isObject(block) ? block['type'] : undefined
      if (!isObject(block) || typeof type !== 'string') faults.add(path, 'must be a content block with a type')
      else if (where.allowed.includes(type)) takeBlock(content, block, path, faults)
      else faults.add(`${path}/type`, `must be one of ${where.allowed.join(', ')} here, and is ${type.slice(0, 40)}`)
    }
  }
  return content
}

function takeBlock(content: Content, block: JsonObject, path: string, faults: Faults): void {
  switch (block['type']) {
    case 'text':
      content.texts.push(stringOf(block['text'], `${path}/text`, faults))
      break
    case 'image':
      content.images.push(...imageOf(block['source'], `${path}/source`, faults))
      break
    case 'document':
      content.texts.push(documentText(block, path, faults))
      break
    case 'tool_use':
      content.calls.push(callOf(block, path, faults))
      break
    case 'tool_result':
      takeResult(content, block, path, faults)
      break
    default:
      // The thoughts of an earlier answer are not sent to the model again.
      break
  }
}

function stringOf(value: JsonValue | undefined, path: string, faults: Faults): string {
  if (typeof value === 'string') return value.toWellFormed()
  faults.add(path, 'must be a string')
  return ''
}

function imageOf(source: JsonValue | undefined, path: string, faults: Faults): ChatImage[] {
  const { type, media_type, data, url } = isObject(source) ? source : {}
  if (type === 'url' && typeof url === 'string' && /^https?:\/\//i.test(url)) return [{ url }]
  if (type === 'base64' && typeof data === 'string' && imageTypes.has(String(media_type)))
    return [{ url: `data:${String(media_type)};base64,${data}` }]
  faults.add(
    path,
    `must be {"type": "base64", "media_type", "data"} with one of ${[...imageTypes].join(', ')}, or {"type": "url", "url"}`,
  )
  return []
}

function documentText(block: JsonObject, path: string, faults: Faults): string {
  const { source, title } = block
  const { type, data } = isObject(source) ? source : {}
  if (type === 'text' && typeof data === 'string')
    return [typeof title === 'string' ? title : '', data]
      .filter(text => text !== '')
      .join('\n')
      .toWellFormed()
  faults.add(`${path}/source/type`, 'must be text: other documents are not read here')
  return ''
}

function callOf(block: JsonObject, path: string, faults: Faults): ChatToolCall {
  const { input } = block
  if (isGiven(input) && !isObject(input)) faults.add(`${path}/input`, 'must be an object')
  return {
    id: stringIn(block, 'id', path, faults),
    name: stringIn(block, 'name', path, faults),
    arguments: JSON.stringify(input ?? {}),
  }
}

function takeResult(content: Content, block: JsonObject, path: string, faults: Faults): void {
  const value = block['content']
  const where = { path: `${path}/content`, allowed: ['text', 'image', 'document'] }
  const inner = isGiven(value) ? contentOf(value, where, faults) : { texts: [], images: [] }
  const text = inner.texts.join('\n')
  content.results.push({
    role: 'tool',
    content: block['is_error'] === true ? `The tool failed: ${text}` : text,
    tool_call_id: stringIn(block, 'tool_use_id', path, faults),
  })
  // Results are text to our models: an image stands in the message after them.
  content.images.push(...inner.images)
}
