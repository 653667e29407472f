import type { Principal } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { ChatToolCall, ModelFinishReason, TokenUsage } from '@svc/plugin/contracts/models'
import type { StoredTurn } from '../records.ts'

/** Why a turn is ended from outside; the reason of its abort signal. */
export class TurnEnded extends Error {
  readonly finishReason: TurnFinishReason

  constructor(finishReason: TurnFinishReason) {
    super(`The turn is ${finishReason}.`)
    this.name = 'TurnEnded'
    this.finishReason = finishReason
  }
}

/** One answer of a model, as it was read from its stream. */
export interface ModelAnswer {
  content: string
  calls: ChatToolCall[]
  finish_reason: ModelFinishReason
  usage: TokenUsage
  model: string
}

/** A turn while it runs in this process. */
export class RunningTurn {
  readonly turn: StoredTurn
  /** Who asked, when they were here a moment ago; else they are looked for again. */
  principal: Principal | null
  /** True once it is known that its conversation needs no title. */
  isNamed = false
  /** What the step that runs has said so far. */
  content = ''
  /** Resolves when the turn waits for a person or is done. */
  readonly settled: Promise<void>
  readonly #settle: () => void
  readonly #abort = new AbortController()

  constructor(turn: StoredTurn, principal: Principal | null) {
    this.turn = turn
    this.principal = principal
    const { promise, resolve } = Promise.withResolvers<void>()
    this.settled = promise
    this.#settle = resolve
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  end(reason: 'cancelled' | 'interrupted'): void {
    this.#abort.abort(new TurnEnded(reason))
  }

  fail(error: Error): void {
    this.#abort.abort(error)
  }

  /** It runs no more: nothing waits for its signal. */
  rest(): void {
    this.#settle()
  }
}
