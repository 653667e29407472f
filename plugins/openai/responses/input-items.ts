import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatImage, ChatMessage } from '@svc/plugin/contracts/models'
import { isGiven, isObject, stringIn } from '../wire/faults.ts'
import type { Faults } from '../wire/faults.ts'

const maxItems = 10_000
const imageUrl = /^(?:https?:\/\/|data:image\/)/i
const details = new Set(['auto', 'low', 'high'])
const roles = new Set(['user', 'assistant', 'system', 'developer'])

/** An item of a request or of an answer, read: what is kept, listed, and made into messages. */
export type Item =
  | { type: 'message'; id: string; status: 'completed'; role: string; content: Part[] }
  | { type: 'function_call'; id: string; status: 'completed'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; id: string; status: 'completed'; call_id: string; output: string }

export type Part =
  | { type: 'input_text'; text: string }
  | { type: 'output_text'; text: string; annotations: [] }
  | { type: 'input_image'; image_url: string; detail: NonNullable<ChatImage['detail']> }

/** The items of `input`: a string is one message of the user. `suffix` makes their ids differ from those of other responses. */
export function inputItems(value: JsonValue | undefined, suffix: string, faults: Faults): Item[] {
  if (typeof value === 'string') {
    const content: Part[] = [{ type: 'input_text', text: value.toWellFormed() }]
    return [{ type: 'message', id: `msg_${suffix}_i0`, status: 'completed', role: 'user', content }]
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > maxItems) {
    faults.add('/input', isGiven(value) ? `must be a string or a list of 1 to ${maxItems} items` : 'is missing')
    return []
  }
  return value.flatMap((item, index) => {
    if (isObject(item)) return inputItem(item, `/input/${index}`, `${suffix}_i${index}`, faults)
    faults.add(`/input/${index}`, 'must be an item with a type')
    return []
  })
}

function inputItem(item: JsonObject, path: string, suffix: string, faults: Faults): Item[] {
  const type = item['type'] ?? 'message'
  const status = 'completed' as const
  switch (type) {
    case 'message': {
      const { role } = item
      if (typeof role !== 'string' || !roles.has(role))
        faults.add(`${path}/role`, `must be one of ${[...roles].join(', ')}`)
      const content = partsOf(item['content'], String(role), `${path}/content`, faults)
      return [{ type, id: `msg_${suffix}`, status, role: String(role), content }]
    }
    case 'function_call':
      return [
        {
          type,
          id: `fc_${suffix}`,
          status,
          call_id: stringIn(item, 'call_id', path, faults),
          name: stringIn(item, 'name', path, faults),
          arguments: textIn(item['arguments'], `${path}/arguments`, faults),
        },
      ]
    case 'function_call_output': {
      const call_id = stringIn(item, 'call_id', path, faults)
      return [
        { type, id: `fco_${suffix}`, status, call_id, output: outputText(item['output'], `${path}/output`, faults) },
      ]
    }
    // The thoughts of an earlier answer are not sent to the model again.
    case 'reasoning':
      return []
    default:
      faults.add(
        `${path}/type`,
        `must be message, function_call, function_call_output or reasoning here, and is ${String(type).slice(0, 60)}`,
      )
      return []
  }
}

function textIn(value: JsonValue | undefined, path: string, faults: Faults): string {
  if (typeof value === 'string') return value.toWellFormed()
  faults.add(path, 'must be a string')
  return ''
}

/** The result of a tool is text to our models, in one piece or in parts. */
function outputText(value: JsonValue | undefined, path: string, faults: Faults): string {
  if (!Array.isArray(value)) return textIn(value, path, faults)
  const texts = value.flatMap((part, index) => {
    const { type, text } = isObject(part) ? part : {}
    if ((type === 'input_text' || type === 'output_text') && typeof text === 'string') return [text.toWellFormed()]
    faults.add(`${path}/${index}/type`, 'must be input_text: results of tools are text here')
    return []
  })
  return texts.join('\n')
}

function partsOf(value: JsonValue | undefined, role: string, path: string, faults: Faults): Part[] {
  const isAnswer = role === 'assistant'
  if (typeof value === 'string') return [textPart(value, isAnswer)]
  if (!Array.isArray(value)) {
    faults.add(path, isGiven(value) ? 'must be a string or a list of parts' : 'is missing')
    return []
  }
  return value.flatMap((part, index) => {
    const at = `${path}/${index}`
    if (!isObject(part)) {
      faults.add(at, 'must be a part with a type')
      return []
    }
    const { type, text, refusal } = part
    if (type === 'refusal' && isAnswer) return [textPart(textIn(refusal, `${at}/refusal`, faults), isAnswer)]
    if (type === 'input_text' || type === 'output_text' || type === 'text')
      return [textPart(textIn(text, `${at}/text`, faults), isAnswer)]
    if (type === 'input_image' && role === 'user') return imagePart(part, at, faults)
    const allowed = role === 'user' ? 'input_text or input_image' : 'text'
    faults.add(`${at}/type`, `must be ${allowed} here, and is ${String(type).slice(0, 40)}`)
    return []
  })
}

function textPart(text: string, isAnswer: boolean): Part {
  const whole = text.toWellFormed()
  return isAnswer ? { type: 'output_text', text: whole, annotations: [] } : { type: 'input_text', text: whole }
}

function imagePart(part: JsonObject, path: string, faults: Faults): Part[] {
  const { image_url, file_id, detail } = part
  if (isGiven(file_id)) faults.add(`${path}/file_id`, 'cannot be had here: give the image as image_url')
  else if (typeof image_url !== 'string' || !imageUrl.test(image_url))
    faults.add(`${path}/image_url`, 'must be an https address or data:image/…;base64,…')
  else if (isGiven(detail) && !details.has(String(detail))) faults.add(`${path}/detail`, 'must be auto, low or high')
  else
    return [{ type: 'input_image', image_url, detail: isGiven(detail) ? (detail as 'auto' | 'low' | 'high') : 'auto' }]
  return []
}

/** Converts items to the message history of our models: calls go into the answer that made them. */
export function messagesOf(items: readonly Item[]): ChatMessage[] {
  const messages: ChatMessage[] = []
  for (const item of items) {
    const last = messages.at(-1)
    if (item.type === 'message') messages.push(messageOf(item.role, item.content))
    else if (item.type === 'function_call_output')
      messages.push({ role: 'tool', content: item.output, tool_call_id: item.call_id })
    else {
      const call = { id: item.call_id, name: item.name, arguments: item.arguments }
      if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call]
      else messages.push({ role: 'assistant', content: '', tool_calls: [call] })
    }
  }
  return messages
}

function messageOf(role: string, parts: readonly Part[]): ChatMessage {
  const texts = parts.flatMap(part => (part.type === 'input_image' ? [] : [part.text]))
  const images: ChatImage[] = parts.flatMap(part =>
    part.type === 'input_image' ? [{ url: part.image_url, detail: part.detail }] : [],
  )
  const content = texts.join('\n')
  if (role === 'user') return { role, content, ...(images.length > 0 && { images }) }
  return { role: role === 'assistant' ? 'assistant' : 'system', content }
}
