import type { ChatEvent, ChatMessage, ChatRequest, ModelInfo, ModelProvider } from '@svc/plugin/contracts/models'
import { estimatedUsage } from '../token-usage.ts'
import { answerFromText } from './fill-schema.ts'
import { PassageIndex, readPrompt } from './passages.ts'

export const offlineModelId = 'svc/offline'

export const offlineNotice =
  'svc/offline is no language model: it only quotes the text it is given. To connect a model, set SVC_MODEL_BASE_URL to an OpenAI-compatible server and restart.'

const quotedPassages = 3
const maxToolCharacters = 4000
const toolRequest = /^\/([a-z][a-z0-9_]{0,63})(?:\s+([\s\S]+))?$/

/** Answers without a model: quotes what fits the question best, and calls a tool that is asked for by name. */
export class OfflineProvider implements ModelProvider {
  readonly id = 'svc'

  async list(): Promise<ModelInfo[]> {
    return [{ id: offlineModelId, provider: this.id, offline: true }]
  }

  async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    request.signal.throwIfAborted()
    yield* answer(request)
  }
}

function answer(request: ChatRequest): ChatEvent[] {
  const last = request.messages.findLast(message => message.role === 'user' || message.role === 'tool')
  if (last?.role === 'tool') return spoken(request, toolAnswer(last))
  const asked = toolRequest.exec(last?.content.trim() ?? '')
  const name = asked?.[1]
  if (name) return toolEvents(request, name, asked[2]?.trim() ?? '{}')
  if (request.response_schema) {
    return spoken(
      request,
      JSON.stringify(answerFromText(sourceText(request.messages), request.response_schema, offlineNotice)),
    )
  }
  return spoken(request, quotation(sourceText(request.messages)))
}

function sourceText(messages: readonly ChatMessage[]): string {
  return messages.findLast(message => message.role === 'user')?.content ?? ''
}

function quotation(text: string): string {
  const { question, passages } = readPrompt(text)
  if (passages.length === 0) return `${offlineNotice} This request brings no text to quote from.`
  const best = new PassageIndex(passages).best(question, quotedPassages)
  return `${best.map(passage => passage.text).join(' ')}\n\n(${offlineNotice})`
}

function toolAnswer(message: ChatMessage): string {
  const { length } = message.content
  const cut = length > maxToolCharacters ? `\n… (${length - maxToolCharacters} more characters)` : ''
  return `The tool answered:\n${message.content.slice(0, maxToolCharacters)}${cut}\n\n(${offlineNotice})`
}

function toolEvents(request: ChatRequest, name: string, json: string): ChatEvent[] {
  const names = (request.tools ?? []).map(tool => tool.name)
  if (!names.includes(name)) {
    const known = names.length === 0 ? 'No tools can be called here.' : `Tools here: ${names.join(', ')}.`
    return spoken(request, `There is no tool ${name}. ${known}`)
  }
  if (!isJsonObject(json))
    return spoken(request, `The arguments of /${name} are not a JSON object. Write /${name} {"key": "value"}.`)
  return [
    { type: 'tool_call', call: { id: `call_${request.messages.length}`, name, arguments: json } },
    { type: 'done', finish_reason: 'tool_calls', usage: estimatedUsage(request.messages, json), model: offlineModelId },
  ]
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function spoken(request: ChatRequest, text: string): ChatEvent[] {
  return [
    { type: 'content', delta: text },
    { type: 'done', finish_reason: 'stop', usage: estimatedUsage(request.messages, text), model: offlineModelId },
  ]
}
