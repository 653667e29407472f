import type { ChatImage, ChatMessage } from '@svc/plugin/contracts/models'
import type { Item, Part } from './input-items.ts'

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
