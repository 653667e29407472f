import type { FinishedAs } from '@svc/plugin/contracts/models'

const reasons = new Map<string, FinishedAs>([
  ['length', 'length'],
  ['max_tokens', 'length'],
  // Mistral.
  ['model_length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
  // OpenRouter and Mistral, vLLM, DeepSeek, Zhipu: what has come is not the whole answer.
  ['error', 'failed'],
  ['abort', 'failed'],
  ['insufficient_system_resource', 'failed'],
  ['network_error', 'failed'],
])

/** A provider's own word for why an answer ended; each has some for an end as it should be. */
export function finishedAs(reason: string | null): FinishedAs {
  return reasons.get(reason?.toLowerCase() ?? 'stop') ?? 'stop'
}
