import type { ChatToolCall } from '@svc/plugin/contracts/models'

const most = 3

/** Notices a model that makes the same failing call again and again. */
export class FailingCalls {
  #last: string | null = null
  #count = 0

  /** True when one call has now failed three times in a row. */
  add(calls: readonly ChatToolCall[], failed: readonly boolean[]): boolean {
    for (const [index, { name, arguments: text }] of calls.entries()) {
      const key = failed[index] ? `${name}\n${text}` : null
      this.#count = key !== null && key === this.#last ? this.#count + 1 : 1
      this.#last = key
      if (key !== null && this.#count >= most) return true
    }
    return false
  }
}
