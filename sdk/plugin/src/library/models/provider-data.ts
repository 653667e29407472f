import type { ChatMessage, ChatToolCall } from '../../contracts/models.ts'
import type { JsonObject } from '../../json-schema.ts'

/** A model by its provider's id and by the id that the provider uses. */
export interface DataOwner {
  provider: string
  provider_model: string
}

const charactersAToken = 4

/** What a provider gave, marked as its own. */
export function sealedData({ provider, provider_model }: DataOwner, data: JsonObject): JsonObject {
  return { provider, provider_model, characters: JSON.stringify(data).length, data }
}

/** How long it is, written out. */
export function dataCharacters({ provider_data }: ChatToolCall): number {
  const characters = provider_data?.['characters']
  return typeof characters === 'number' ? characters : 0
}

/** About how many tokens it takes. */
export function dataTokens(call: ChatToolCall): number {
  return Math.ceil(dataCharacters(call) / charactersAToken)
}

/** The calls without what another provider, or another model, gave with them. */
export function callsFor(owner: DataOwner, calls: readonly ChatToolCall[]): ChatToolCall[] {
  return calls.map(call => (isOf(owner, call) ? call : withoutData(call)))
}

/** The messages as the provider itself is given them: with its own data, no longer marked. */
export function messagesFor(owner: DataOwner, messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.map(message => {
    if (!message.tool_calls?.some(({ provider_data }) => provider_data)) return message
    const tool_calls = callsFor(owner, message.tool_calls).map(call => {
      const data = call.provider_data?.['data']
      return isObject(data) ? { ...call, provider_data: data } : withoutData(call)
    })
    return { ...message, tool_calls }
  })
}

/** The call as anybody may see it. */
export function withoutData({ id, name, arguments: written }: ChatToolCall): ChatToolCall {
  return { id, name, arguments: written }
}

function isOf({ provider, provider_model }: DataOwner, { provider_data: data }: ChatToolCall): boolean {
  return data?.['provider'] === provider && data['provider_model'] === provider_model
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
