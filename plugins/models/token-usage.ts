import type { ChatMessage, TokenUsage } from '@svc/plugin/contracts/models'

const charactersPerToken = 4

function tokensIn(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}

/** The rule of thumb for providers that do not count: four characters a token. */
export function estimatedUsage(messages: readonly ChatMessage[], answer: string): TokenUsage {
  const prompt = messages.reduce((sum, message) => sum + tokensIn(message.content), 0)
  return { prompt_tokens: prompt, completion_tokens: tokensIn(answer) }
}
