import type { ChatEvent, ChatMessage, ChatRequest } from '@svc/plugin/contracts/models'
import { offlineModelId } from '../model-ids.ts'
import { estimatedUsage } from '../token-usage.ts'
import { quoteMemories, readConversation, splitMemories } from './conversation-source.ts'
import { answerFromText } from './fill-schema.ts'
import { isManualQuestion, manualAnswer, manualTool } from './manual-answer.ts'
import { introduction, offlineNotice } from './offline-words.ts'
import { PassageIndex, withoutMarks } from './passages.ts'

const quotedPassages = 3
const maxToolCharacters = 4000
const toolRequest = /^\/([A-Za-z0-9_-]{1,64})(?:\s+([\s\S]+))?$/

/** The whole answer to the last message: a tool that is asked for by name, a quotation, or who answers here. */
export function offlineAnswer(request: ChatRequest): ChatEvent[] {
  const { messages, response_schema, principal } = request
  const last = messages.findLast(message => message.role === 'user' || message.role === 'tool')
  if (last?.role === 'tool') return said(request, toolAnswer(last, principal))
  const asked = toolRequest.exec(splitMemories(last?.content ?? '').rest.trim())
  const name = asked?.[1]
  if (name) return toolEvents(request, name, asked[2]?.trim() ?? '{}')
  if (response_schema) {
    const source = messages.findLast(message => message.role === 'user')?.content ?? ''
    return said(
      request,
      JSON.stringify(answerFromText(splitMemories(source).rest, response_schema, offlineNotice(principal))),
    )
  }
  const prompt = readConversation(messages)
  const isOffered = request.tool_choice !== 'none' && request.tools?.some(({ name }) => name === manualTool)
  if (isOffered && prompt.memories.length === 0 && prompt.passages.length === 0 && isManualQuestion(prompt.question))
    return toolEvents(request, manualTool, JSON.stringify({ query: prompt.question }))
  return said(request, quotation(request, prompt))
}

function quotation(
  { principal, tools = [] }: ChatRequest,
  { question, passages, memories }: ReturnType<typeof readConversation>,
): string {
  if (memories.length > 0) return `${quoteMemories(question, memories)}\n\n(${offlineNotice(principal)})`
  if (passages.length === 0) return introduction(tools, principal)
  const best = new PassageIndex(passages).best(question, quotedPassages)
  return `${best.map(passage => passage.text).join(' ')}\n\n(${offlineNotice(principal)})`
}

/** As a client wants it that asked for JSON of no certain form, or for an end at certain words. */
function said(request: ChatRequest, text: string): ChatEvent[] {
  const isWrapped = request.json_object === true && !request.response_schema
  return spoken(request, cutAtStop(isWrapped ? JSON.stringify({ answer: text }) : text, request.stop ?? []))
}

function cutAtStop(text: string, stops: readonly string[]): string {
  const ends = stops.filter(stop => stop !== '').map(stop => text.indexOf(stop))
  const first = Math.min(...ends.filter(end => end !== -1))
  return first === Infinity ? text : text.slice(0, first)
}

function toolAnswer(message: ChatMessage, principal: ChatRequest['principal']): string {
  const content = withoutMarks(message.content)
  const manual = manualAnswer(content)
  if (manual !== null) return `${manual}\n\n(${offlineNotice(principal)})`
  const { length } = content
  const cut = length > maxToolCharacters ? `\n… (${length - maxToolCharacters} more characters)` : ''
  return `The tool answered:\n${content.slice(0, maxToolCharacters)}${cut}\n\n(${offlineNotice(principal)})`
}

function toolEvents(request: ChatRequest, name: string, json: string): ChatEvent[] {
  const offered = request.tool_choice === 'none' ? [] : (request.tools ?? [])
  const names = offered.map(tool => tool.name)
  if (!names.includes(name)) {
    const known = names.length === 0 ? 'No tools can be called here.' : `Tools here: ${names.join(', ')}.`
    return spoken(request, `There is no tool ${name}. ${known}`)
  }
  if (!isJsonObject(json))
    return spoken(request, `The arguments of /${name} are not a JSON object. Write /${name} {"key": "value"}.`)
  return [
    { type: 'tool_call', call: { id: `call_offline_${request.messages.length}`, name, arguments: json } },
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
