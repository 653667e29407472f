import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'

/** Why a turn is ended from outside; the reason of its abort signal. */
export class TurnEnded extends Error {
  readonly finishReason: TurnFinishReason

  constructor(finishReason: TurnFinishReason) {
    super(`The turn is ${finishReason}.`)
    this.name = 'TurnEnded'
    this.finishReason = finishReason
  }
}
