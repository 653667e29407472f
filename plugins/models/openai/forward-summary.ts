import type { JsonObject } from '@svc/plugin'
import type { ForwardSummary, TokenUsage } from '@svc/plugin/contracts/models'
import { usageOf } from '../token-usage.ts'
import { finishedAs } from './finish-reasons.ts'
import type { KeptBytes } from './kept-bytes.ts'
import { ToolCallParts } from './tool-call-parts.ts'
import { dataOf, parsedChunk } from './usage-chunks.ts'
import { choicesOf } from './wire.ts'
import type { WireChoice } from './wire.ts'

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
  const reported = isStream ? lastUsage(dataOf(kept.tail(usageTail))) : usageIn(kept.tail())
  if (reported !== null && !collect) return { usage: reported, answer: null }
  const data = isStream ? dataOf(kept.text()) : [kept.text()]
  const { answer, written } = readAnswer(data)
  const usage = reported ?? lastUsage(data) ?? estimated(request, kept, isStream, written)
  return { usage, answer: collect ? answer : null }
}

function lastUsage(data: readonly string[]): TokenUsage | null {
  for (const text of data.toReversed()) {
    const usage = text.includes('"usage"') ? usageOf(parsedChunk(text)?.usage) : null
    if (usage) return usage
  }
  return null
}

/** The usage of one JSON document, from its end: the document itself may be thousands of vectors. */
function usageIn(text: string): TokenUsage | null {
  const at = text.lastIndexOf('"usage"')
  if (at === -1) return null
  const numberOf = (name: string) => new RegExp(`"${name}"\\s*:\\s*(\\d{1,10})(?![\\d.eE])`).exec(text.slice(at))?.[1]
  const prompt = numberOf('prompt_tokens')
  if (prompt === undefined) return null
  const counts = ['completion_tokens', 'total_tokens', 'cached_tokens', 'cache_write_tokens', 'prompt_cache_hit_tokens']
  const others = counts.map(name => [name, Number(numberOf(name) ?? 0)] as const)
  return usageOf({ prompt_tokens: Number(prompt), ...Object.fromEntries(others) })
}

/** The first choice, and the characters that were written in all of them. */
function readAnswer(data: readonly string[]): { answer: Answer; written: number } {
  const calls = new ToolCallParts()
  const parts: string[] = []
  let finish_reason: string | null = null
  let written = 0
  for (const text of data) {
    const words = plainWords(text)
    if (words !== null) {
      parts.push(words)
      written += words.length
      continue
    }
    for (const choice of choicesOf(parsedChunk(text) ?? {})) {
      written += charactersOf(choice)
      // Keeps the first of several answers; the usage counts all of them.
      if (choice.index !== 0) continue
      finish_reason = choice.finish_reason ?? finish_reason
      parts.push(choice.content)
      for (const part of choice.tool_calls) calls.take(part)
    }
  }
  const answer = { content: parts.join(''), finish_reason: finishedAs(finish_reason), tool_calls: calls.calls }
  return { answer, written }
}

function charactersOf({ content, reasoning, tool_calls }: WireChoice): number {
  return tool_calls.reduce((sum, call) => sum + call.arguments.length, content.length + reasoning.length)
}

/** The words of a chunk that says nothing else, as nearly all do: to parse all of it takes four times as long. */
function plainWords(text: string): string | null {
  const at = text.indexOf(onlyChoice)
  if (at === -1) return null
  wordsAndNoMore.lastIndex = at + onlyChoice.length
  const words = wordsAndNoMore.exec(text)?.[1]
  if (words === undefined) return null
  try {
    return JSON.parse(words) as string
  } catch {
    // Not JSON after all, and read as such.
    return null
  }
}

/** For providers that do not count, and answers that nobody waited for the end of: four characters a token. */
function estimated(request: JsonObject, kept: KeptBytes, isStream: boolean, written: number): TokenUsage {
  const { messages, input, tools } = request
  return {
    prompt_tokens: Math.ceil(textLength([messages ?? input ?? '', tools ?? []]) / charactersPerToken),
    completion_tokens: messages === undefined ? 0 : Math.ceil(lengthOf(kept, isStream, written) / charactersPerToken),
  }
}

/** Estimates the tokens of an answer that cannot be read completely, from its length: each token is an event of a few hundred bytes. */
function lengthOf(kept: KeptBytes, isStream: boolean, written: number): number {
  if (!isStream && written === 0) return kept.total
  return kept.isWhole ? written : Math.max(written, kept.total / 64)
}

/** The characters of what a model reads; a token that is given as a number counts as one token, an image that is sent along as none. */
function textLength(value: unknown, name = ''): number {
  if (typeof value === 'string') return name === 'url' && value.startsWith('data:') ? 0 : value.length
  if (typeof value === 'number') return charactersPerToken
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, part]) => sum + textLength(part, key), 0)
}
