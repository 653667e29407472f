import type { ChatToolCall } from '@svc/plugin/contracts/models'
import type { WireToolCall } from './wire.ts'

/** More than any model makes. Each is work for the client that runs it. */
export const mostCalls = 1000

/** Puts the calls of one answer together from the parts in which servers send them. */
export class ToolCallParts {
  readonly calls: ChatToolCall[] = []
  readonly #callAt = new Map<number, ChatToolCall>()

  /** False: it begins one call more than {@link mostCalls}, and is left out. */
  take(part: WireToolCall): boolean {
    const known = part.index === null ? this.#continued(part) : this.#callAt.get(part.index)
    // Some servers send whole calls and give each the index 0: another id is another call.
    if (known && (part.id === '' || part.id === known.id)) {
      known.name ||= part.name
      known.arguments += part.arguments
      return true
    }
    if (this.calls.length >= mostCalls) return false
    const { id, name, arguments: written } = part
    const call = { id: id || `call_${this.calls.length}`, name, arguments: written }
    this.#callAt.set(part.index ?? this.calls.length, call)
    this.calls.push(call)
    return true
  }

  /** Some servers give no index: a part without id and name goes on with the last call. */
  #continued({ id, name }: WireToolCall): ChatToolCall | undefined {
    return id === '' && name === '' ? this.calls.at(-1) : undefined
  }
}
