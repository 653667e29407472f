import type { ChatMessage, ChatRequest, TokenUsage } from '@svc/plugin/contracts/models'

const bytesPerToken = 4
const tokensPerImage = 1000
// No call comes near it, and sums of such numbers stay exact.
const mostTokens = 1_000_000_000

/** The rule of thumb: four bytes a token, which for Latin script are four characters, and for most others fewer. */
export function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

function tokensInMessage({ content, images, tool_calls }: ChatMessage): number {
  const calls = (tool_calls ?? []).reduce((sum, call) => sum + tokensIn(call.name) + tokensIn(call.arguments), 0)
  return tokensIn(content) + calls + (images?.length ?? 0) * tokensPerImage
}

/** What servers of OpenAI's format report, and our own usage. */
interface ReportedUsage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  /** More than the two together where xAI and Google do not count thoughts among those of the answer. */
  total_tokens?: unknown
  cached_tokens?: unknown
  cache_write_tokens?: unknown
  /** OpenAI, vLLM; OpenRouter with what was written. */
  prompt_tokens_details?: { cached_tokens?: unknown; cache_write_tokens?: unknown } | null
  /** DeepSeek. */
  prompt_cache_hit_tokens?: unknown
}

/** A provider may send anything here; null for a count that cannot be right. A cache that held more than the question held nothing. */
export function usageOf(reported: unknown): TokenUsage | null {
  const usage = (reported ?? {}) as ReportedUsage
  const { prompt_tokens, completion_tokens = 0, prompt_tokens_details: details } = usage
  if (!isCount(prompt_tokens) || !isCount(completion_tokens)) return null
  const read = [usage.cached_tokens, details?.cached_tokens, usage.prompt_cache_hit_tokens].find(isCount) ?? 0
  const written = [usage.cache_write_tokens, details?.cache_write_tokens].find(isCount) ?? 0
  const isPart = read + written <= prompt_tokens
  const answered = isCount(usage.total_tokens) ? usage.total_tokens - prompt_tokens : 0
  return {
    prompt_tokens,
    completion_tokens: Math.max(completion_tokens, answered),
    ...(isPart && read > 0 && { cached_tokens: read }),
    ...(isPart && written > 0 && { cache_write_tokens: written }),
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostTokens
}

/** For providers that do not count. */
export function estimatedUsage(messages: readonly ChatMessage[], answer: string): TokenUsage {
  const prompt = messages.reduce((sum, message) => sum + tokensInMessage(message), 0)
  return { prompt_tokens: prompt, completion_tokens: tokensIn(answer) }
}

/** What a question will count, tools and schema included. */
export function estimatedPrompt({ messages, tools, response_schema }: ChatRequest): number {
  const { prompt_tokens } = estimatedUsage(messages, '')
  const extras = [...(tools ?? []), ...(response_schema ? [response_schema] : [])]
  return extras.reduce((sum, extra) => sum + tokensIn(JSON.stringify(extra)), prompt_tokens)
}
