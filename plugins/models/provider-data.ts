import { LRUCache } from 'lru-cache'
import type { Principal } from '@svc/plugin'
import type { ChatMessage, ChatToolCall, ModelInfo } from '@svc/plugin/contracts/models'
import { dataCharacters, messagesFor, sealedData } from '@svc/plugin/library/models/provider-data'
import type { DataOwner } from '@svc/plugin/library/models/provider-data'

/** In one answer. */
export const mostDataCharacters = 1024 * 1024
const mostRemembered = 32 * 1024 * 1024
// Some servers number the calls of each answer: such an id is that of another call the next time.
const leastIdCharacters = 12

/** A model that one caller asks. */
interface Asked {
  principal: Principal
  info: ModelInfo
  provider_model: string
}

/**
 * What providers want back with their calls. Those who keep the call keep that too; for clients that keep the history themselves, and
 * are not shown it, the last of it is remembered here.
 */
export class ProviderData {
  readonly #remembered = new LRUCache<string, ChatToolCall>({
    maxSize: mostRemembered,
    sizeCalculation: call => dataCharacters(call) + 1,
  })

  /** The messages as the provider is given them: with what it gave itself, as this model, and with nothing of others. */
  opened(asked: Asked, messages: readonly ChatMessage[]): ChatMessage[] {
    const complete = messages.map(message => {
      if (!message.tool_calls) return message
      return { ...message, tool_calls: message.tool_calls.map(call => this.#completed(asked, call)) }
    })
    return messagesFor(ownerOf(asked), complete)
  }

  /** Marks what comes with the calls of one answer; what is too much is left out, and said with `onTooMuch`. */
  sealing(asked: Asked, onTooMuch: () => void): (call: ChatToolCall) => ChatToolCall {
    let left = mostDataCharacters
    return ({ provider_data: data, ...call }) => {
      if (data === undefined) return call
      const sealed = { ...call, provider_data: sealedData(ownerOf(asked), data) }
      const before = left
      left -= dataCharacters(sealed)
      if (left < 0) {
        if (before >= 0) onTooMuch()
        return call
      }
      if (call.id.length >= leastIdCharacters) this.#remembered.set(keyOf(asked, call), sealed)
      return sealed
    }
  }

  #completed(asked: Asked, call: ChatToolCall): ChatToolCall {
    if (call.provider_data !== undefined) return call
    const provider_data = this.#remembered.get(keyOf(asked, call))?.provider_data
    return provider_data === undefined ? call : { ...call, provider_data }
  }
}

function ownerOf({ info, provider_model }: Asked): DataOwner {
  return { provider: info.provider, provider_model }
}

function keyOf({ principal, info, provider_model }: Asked, { id, name }: ChatToolCall): string {
  const { workspace_id, user_id, key_id = null } = principal
  return JSON.stringify([workspace_id, user_id, key_id, info.provider, provider_model, id, name])
}
