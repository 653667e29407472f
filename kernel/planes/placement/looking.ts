/** Runs a look after each renewal of the lease, one at a time. */
export class Looking {
  readonly #looks: { around(): Promise<void>; after(isDraining: boolean): Promise<void> }
  #isBusy = false

  /** `around` runs each time. Neither rejects. */
  constructor(looks: { around(): Promise<void>; after(isDraining: boolean): Promise<void> }) {
    this.#looks = looks
  }

  ask(isDraining: boolean): void {
    void this.#looks.around().then(() => this.#after(isDraining))
  }

  /** Nothing happens while the one before is under way: the next renewal asks again. */
  async #after(isDraining: boolean): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    await this.#looks.after(isDraining)
    this.#isBusy = false
  }
}
