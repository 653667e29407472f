import type { ChatMessage, ChatRequest, TokenUsage } from '@svc/plugin/contracts/models'

const bytesPerToken = 4
const tokensPerImage = 1000

/** The rule of thumb: four bytes a token, which for Latin script are four characters, and for most others fewer. */
export function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

function tokensInMessage({ content, images, tool_calls }: ChatMessage): number {
  const calls = (tool_calls ?? []).reduce((sum, call) => sum + tokensIn(call.name) + tokensIn(call.arguments), 0)
  return tokensIn(content) + calls + (images?.length ?? 0) * tokensPerImage
}

/** A provider's number may be anything. */
export function tokenCount(told: unknown): number {
  return Number.isSafeInteger(told) && (told as number) > 0 ? (told as number) : 0
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
