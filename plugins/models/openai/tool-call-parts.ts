import type { JsonObject } from '@svc/plugin'
import type { ChatToolCall } from '@svc/plugin/contracts/models'
import type { WireToolCall } from './wire.ts'

/** More than any model makes. Each is work for the client that runs it. */
export const mostCalls = 1000

/** Puts the calls of one answer together from the parts in which servers send them. */
export class ToolCallParts {
  readonly calls: ChatToolCall[] = []
  /** What their server wants back with them. */
  readonly extras = new Map<ChatToolCall, JsonObject>()
  readonly #callAt = new Map<number, ChatToolCall>()

  /** False: it begins one call more than {@link mostCalls}, and is left out. */
  take(part: WireToolCall): boolean {
    const known = part.index === null ? this.#continued(part) : this.#callAt.get(part.index)
    // Some servers send whole calls and give each the index 0: another id is another call.
    if (known && (part.id === '' || part.id === known.id)) {
      known.name ||= part.name
      known.arguments += part.arguments
      this.#keep(known, part)
      return true
    }
    if (this.calls.length >= mostCalls) return false
    const { id, name, arguments: written } = part
    const call = { id: id || `call_${this.calls.length}`, name, arguments: written }
    this.#callAt.set(part.index ?? this.calls.length, call)
    this.calls.push(call)
    this.#keep(call, part)
    return true
  }

  #keep(call: ChatToolCall, { extra }: WireToolCall): void {
    if (extra !== null) this.extras.set(call, { ...this.extras.get(call), ...extra })
  }

  /** Some servers give no index: a part without id and name goes on with the last call. */
  #continued({ id, name }: WireToolCall): ChatToolCall | undefined {
    return id === '' && name === '' ? this.calls.at(-1) : undefined
  }
}
