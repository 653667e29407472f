import type { JsonObject } from '@svc/plugin'
import type { ChatToolCall, ForwardSummary, TokenUsage } from '@svc/plugin/contracts/models'
import type { KeptBytes } from './kept-bytes.ts'
import { dataOf, parsedChunk } from './usage-chunks.ts'
import type { WireChoice, WireChunk, WireToolCall } from './wire.ts'

const charactersPerToken = 4
// The last two or three chunks.
const usageTail = 4 * 1024
// Quotes as they stand here occur nowhere inside a JSON string.
const onlyChoice = '"choices":[{"index":0,"delta":{"content":'
const wordsAndNoMore = /("(?:[^"\\]|\\.)*")\}(?:,"logprobs":null)?,"finish_reason":null\}\]/y

type Answer = NonNullable<ForwardSummary['answer']>

/** What a forwarded request came to, from what was kept of its answer. */
export function summaryOf(options: {
  kept: KeptBytes
  isStream: boolean
  collect: boolean
  request: JsonObject
}): ForwardSummary {
  const { kept, isStream, collect, request } = options
  const told = isStream ? lastUsage(dataOf(kept.tail(usageTail))) : usageIn(kept.tail())
  if (told !== null && !collect) return { usage: told, answer: null }
  const data = isStream ? dataOf(kept.text()) : [kept.text()]
  const answer = firstAnswer(data)
  const usage = told ?? lastUsage(data) ?? estimated(request, answer, kept)
  return { usage, answer: collect ? answer : null }
}

function lastUsage(data: readonly string[]): TokenUsage | null {
  const told = data.findLast(
    text =>
      text.includes('"usage"') && typeof parsedChunk(text)?.usage === 'object' && parsedChunk(text)?.usage !== null,
  )
  const usage = told === undefined ? null : parsedChunk(told)?.usage
  if (!usage) return null
  return { prompt_tokens: count(usage.prompt_tokens), completion_tokens: count(usage.completion_tokens) }
}

/** A provider's number may be anything; it is added to what a key has used. */
function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0
}

/** The usage of one JSON document, from its end: the document itself may be thousands of vectors. */
function usageIn(text: string): TokenUsage | null {
  const at = text.lastIndexOf('"usage"')
  if (at === -1) return null
  const prompt = /"prompt_tokens"\s*:\s*(\d{1,15})/.exec(text.slice(at))
  if (!prompt) return null
  const completion = /"completion_tokens"\s*:\s*(\d{1,15})/.exec(text.slice(at))
  return { prompt_tokens: Number(prompt[1]), completion_tokens: Number(completion?.[1] ?? 0) }
}

function firstAnswer(data: readonly string[]): Answer {
  const calls = new Map<number, ChatToolCall>()
  const parts: string[] = []
  let finish: string | null = null
  for (const text of data) {
    const words = plainWords(text)
    if (words !== null) {
      parts.push(words)
      continue
    }
    for (const choice of firstChoices(parsedChunk(text))) {
      finish = choice.finish_reason ?? finish
      const message = choice.delta ?? choice.message
      parts.push(message?.content ?? '')
      for (const call of message?.tool_calls ?? []) takeCall(calls, call)
    }
  }
  return { content: parts.join(''), finish_reason: finish, tool_calls: [...calls.values()] }
}

/** The words of a chunk that says nothing else, as nearly all do: to parse all of it takes four times as long. */
function plainWords(text: string): string | null {
  const at = text.indexOf(onlyChoice)
  if (at === -1) return null
  wordsAndNoMore.lastIndex = at + onlyChoice.length
  const words = wordsAndNoMore.exec(text)?.[1]
  return words === undefined ? null : (JSON.parse(words) as string)
}

function firstChoices(chunk: WireChunk | null): WireChoice[] {
  if (!Array.isArray(chunk?.choices)) return []
  return chunk.choices.filter(choice => ((choice as { index?: number }).index ?? 0) === 0)
}

function takeCall(calls: Map<number, ChatToolCall>, part: WireToolCall): void {
  const index = part.index ?? calls.size
  const known = calls.get(index)
  if (known && (!part.id || part.id === known.id)) {
    known.arguments += part.function?.arguments ?? ''
    return
  }
  calls.set(known ? calls.size : index, {
    id: part.id || `call_${calls.size}`,
    name: part.function?.name ?? '',
    arguments: part.function?.arguments ?? '',
  })
}

/** For providers that do not count, and answers that nobody waited for the end of: four characters a token. */
function estimated(request: JsonObject, answer: Answer, kept: KeptBytes): TokenUsage {
  const written = answer.content.length + answer.tool_calls.reduce((sum, call) => sum + call.arguments.length, 0)
  // Of an answer too long to keep its length is known: an event a token is a few hundred bytes.
  const characters = kept.isWhole ? written : Math.max(written, kept.total / 64)
  return {
    prompt_tokens: Math.ceil(textLength(request['messages'] ?? request['input'] ?? '') / charactersPerToken),
    completion_tokens: Math.ceil(characters / charactersPerToken),
  }
}

/** The characters of what a model reads; a token that is given as a number counts as one token. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.startsWith('data:') ? 0 : value.length
  if (typeof value === 'number') return charactersPerToken
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + textLength(part), 0)
}
