import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatImage, ChatMessage, ChatToolCall } from '@svc/plugin/contracts/models'
import { isGiven, isObject, stringIn } from './faults.ts'
import type { Faults } from './faults.ts'

const maxMessages = 10_000
const imageUrl = /^(?:https?:\/\/|data:image\/)/i
const details = new Set(['auto', 'low', 'high'])

/** A part of a message that our models understand. */
interface Content {
  text: string
  images: ChatImage[]
}

/** The messages of a chat completion in our own form; text that is not valid Unicode is repaired. */
export function chatMessages(value: JsonValue | undefined, faults: Faults): ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0) {
    faults.add('/messages', isGiven(value) ? 'must be a list of at least one message' : 'is missing')
    return []
  }
  if (value.length > maxMessages) {
    faults.add('/messages', `has ${value.length} messages; at most ${maxMessages} are read`)
    return []
  }
  return value.flatMap((message, index) => {
    const path = `/messages/${index}`
    if (isObject(message)) return chatMessage(message, path, faults)
    faults.add(path, 'must be an object with a role and content')
    return []
  })
}

function chatMessage(message: JsonObject, path: string, faults: Faults): ChatMessage[] {
  switch (message['role']) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: textOf(message['content'], `${path}/content`, faults) }]
    case 'user':
      return [userMessage(message, path, faults)]
    case 'assistant':
      return [assistantMessage(message, path, faults)]
    case 'tool':
      return [
        {
          role: 'tool',
          content: textOf(message['content'], `${path}/content`, faults),
          tool_call_id: stringIn(message, 'tool_call_id', path, faults),
        },
      ]
    default:
      faults.add(`${path}/role`, 'must be one of system, developer, user, assistant, tool')
      return []
  }
}

function userMessage(message: JsonObject, path: string, faults: Faults): ChatMessage {
  const { text, images } = contentOf(message['content'], `${path}/content`, faults)
  const { name } = message
  if (isGiven(name) && (typeof name !== 'string' || name.length > 64)) {
    faults.add(`${path}/name`, 'must be a string of at most 64 characters')
  }
  // Our models know no names; who speaks is said where they read it.
  const spoken = typeof name === 'string' && name !== '' ? `${name}: ${text}` : text
  return { role: 'user', content: spoken, ...(images.length > 0 && { images }) }
}

function assistantMessage(message: JsonObject, path: string, faults: Faults): ChatMessage {
  if (isGiven(message['audio'])) faults.add(`${path}/audio`, 'is not read by this model')
  if (isGiven(message['function_call'])) faults.add(`${path}/function_call`, 'is not read here: use tool_calls')
  const calls = toolCalls(message['tool_calls'], `${path}/tool_calls`, faults)
  const refusal = typeof message['refusal'] === 'string' ? message['refusal'].toWellFormed() : ''
  const mayBeEmpty = calls.length > 0 || refusal !== ''
  const { content } = message
  const text = !isGiven(content) && mayBeEmpty ? '' : textOf(content, `${path}/content`, faults)
  return { role: 'assistant', content: text || refusal, ...(calls.length > 0 && { tool_calls: calls }) }
}

function toolCalls(value: JsonValue | undefined, path: string, faults: Faults): ChatToolCall[] {
  if (!isGiven(value)) return []
  if (!Array.isArray(value)) {
    faults.add(path, 'must be a list of calls')
    return []
  }
  return value.flatMap((call, index) => {
    const at = `${path}/${index}`
    const called = isObject(call) ? call['function'] : undefined
    if (!isObject(call) || !isObject(called)) {
      faults.add(at, 'must be {"id", "type": "function", "function": {"name", "arguments"}}')
      return []
    }
    const written = called['arguments']
    if (isGiven(written) && typeof written !== 'string') faults.add(`${at}/function/arguments`, 'must be JSON text')
    return [
      {
        id: stringIn(call, 'id', at, faults),
        name: stringIn(called, 'name', `${at}/function`, faults),
        arguments: typeof written === 'string' ? written.toWellFormed() : '',
      },
    ]
  })
}

function textOf(value: JsonValue | undefined, path: string, faults: Faults): string {
  const { text, images } = contentOf(value, path, faults)
  if (images.length > 0) faults.add(path, 'may hold text alone; images belong to messages of the user')
  return text
}

function contentOf(value: JsonValue | undefined, path: string, faults: Faults): Content {
  if (typeof value === 'string') return { text: value.toWellFormed(), images: [] }
  if (!Array.isArray(value)) {
    faults.add(path, isGiven(value) ? 'must be a string or a list of parts' : 'is missing')
    return { text: '', images: [] }
  }
  const texts: string[] = []
  const images: ChatImage[] = []
  for (const [index, part] of value.entries()) {
    const at = `${path}/${index}`
    if (!isObject(part)) faults.add(at, 'must be an object with a type')
    else if (part['type'] === 'text' || part['type'] === 'refusal') texts.push(partText(part, at, faults))
    else if (part['type'] === 'image_url') images.push(...partImage(part, at, faults))
    else faults.add(`${at}/type`, `must be text or image_url here, and is ${String(part['type']).slice(0, 40)}`)
  }
  return { text: texts.join('\n'), images }
}

function partText(part: JsonObject, path: string, faults: Faults): string {
  const name = String(part['type'])
  const text = part[name]
  if (typeof text === 'string') return text.toWellFormed()
  faults.add(`${path}/${name}`, 'must be a string')
  return ''
}

function partImage(part: JsonObject, path: string, faults: Faults): ChatImage[] {
  const image = part['image_url']
  const { url, detail } = isObject(image) ? image : {}
  if (typeof url !== 'string' || !imageUrl.test(url)) {
    faults.add(`${path}/image_url/url`, 'must be an https address or data:image/…;base64,…')
    return []
  }
  if (isGiven(detail) && !details.has(String(detail))) {
    faults.add(`${path}/image_url/detail`, 'must be auto, low or high')
    return []
  }
  return [{ url, ...(isGiven(detail) && { detail: detail as 'auto' | 'low' | 'high' }) }]
}
