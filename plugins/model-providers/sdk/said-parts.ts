import type {
  LanguageModelV4ReasoningPart,
  LanguageModelV4StreamPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolCallPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { JsonObject } from '@svc/plugin'
import type { ChatMessage, ChatToolCall } from '@svc/plugin/contracts/models'

/** A thought, or the place of a text in the message, with what its vendor said of it: a signature, say. */
type SaidPart =
  { kind: 'reasoning'; text: string; options?: JsonObject } | { kind: 'text'; length: number; options?: JsonObject }

/** What a call's `provider_data` holds: what was said since the call before it, and what its vendor said of the call. */
type SaidBefore = { before: SaidPart[]; options?: JsonObject }

type SentPart = LanguageModelV4TextPart | LanguageModelV4ReasoningPart | LanguageModelV4ToolCallPart

/** Notes what a model thinks and says before each of its calls, in its order: vendors that sign their thoughts want them back so. */
export class SaidParts {
  #parts: SaidPart[] = []

  take(part: LanguageModelV4StreamPart): void {
    const last = this.#parts.at(-1)
    switch (part.type) {
      case 'reasoning-start':
        this.#parts.push({ kind: 'reasoning', text: '' })
        break
      case 'text-start':
        this.#parts.push({ kind: 'text', length: 0 })
        break
      case 'reasoning-delta':
        if (last?.kind === 'reasoning') last.text += part.delta
        break
      case 'text-delta':
        if (last?.kind === 'text') last.length += part.delta.length
        break
      case 'reasoning-end':
      case 'text-end':
        break
      default:
        return
    }
    note(this.#parts.at(-1), part.providerMetadata)
  }

  /** What goes with the call; nothing where the vendor wants nothing back. */
  dataOf({ providerMetadata }: LanguageModelV4ToolCall): Pick<ChatToolCall, 'provider_data'> {
    const before = this.#parts
    this.#parts = []
    // A thought that nobody signed is not read again.
    const isSigned = providerMetadata !== undefined || before.some(({ options }) => options !== undefined)
    if (!isSigned) return {}
    return { provider_data: { before, ...(providerMetadata && { options: providerMetadata as JsonObject }) } }
  }
}

function note(part: SaidPart | undefined, metadata: SharedV4ProviderMetadata | undefined): void {
  if (part === undefined || metadata === undefined) return
  part.options = { ...part.options, ...(metadata as JsonObject) }
}

/** An assistant's message in the parts that the model said it in, as far as they are known; else its text before its calls. */
export function saidParts(
  { content, tool_calls: calls = [] }: ChatMessage,
  input: (call: ChatToolCall) => unknown,
): SentPart[] {
  const before = calls.map(({ provider_data }) => (provider_data as SaidBefore | undefined)?.before ?? [])
  const placed = before.flat().reduce((sum, part) => sum + (part.kind === 'text' ? part.length : 0), 0)
  const isPlaced = placed === content.length
  const parts: SentPart[] = []
  let at = 0
  for (const [index, call] of calls.entries()) {
    for (const part of before[index] ?? []) {
      if (part.kind === 'reasoning') parts.push(...reasoningPart(part))
      else if (isPlaced) {
        parts.push(...textPart(content.slice(at, at + part.length), part.options))
        at += part.length
      }
    }
    if (index === 0 && !isPlaced) parts.push(...textPart(content))
    const { options } = (call.provider_data ?? {}) as Partial<SaidBefore>
    parts.push({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: input(call),
      ...(options && { providerOptions: options as SharedV4ProviderMetadata }),
    })
  }
  return calls.length === 0 ? textPart(content) : parts
}

function reasoningPart({ text, options }: Extract<SaidPart, { kind: 'reasoning' }>): LanguageModelV4ReasoningPart[] {
  if (options === undefined) return []
  return [{ type: 'reasoning', text, providerOptions: options as SharedV4ProviderMetadata }]
}

function textPart(text: string, options?: JsonObject): LanguageModelV4TextPart[] {
  if (text.trim() === '') return []
  return [{ type: 'text', text, ...(options && { providerOptions: options as SharedV4ProviderMetadata }) }]
}
