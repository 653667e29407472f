/** Runs a look after each renewal of the lease, one at a time. */
export class Looking {
  readonly #look: (isDraining: boolean) => Promise<void>
  #isBusy = false

  constructor(look: (isDraining: boolean) => Promise<void>) {
    this.#look = look
  }

  /** Nothing happens while the one before is under way: the next renewal asks again. */
  ask(isDraining: boolean): void {
    if (this.#isBusy) return
    this.#isBusy = true
    void this.#look(isDraining).finally(() => (this.#isBusy = false))
  }
}
