/** Jobs longer than this are not fetched ahead: they would wait here while another worker is idle. */
const shortMs = 50
const weight = 0.2

/** How many jobs to claim at once: what there is room for, and more while the queue is deep and its jobs are short. */
export class Prefetch {
  readonly #concurrency: number
  #isDeep = false
  #meanMs = Infinity

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** How many more are wanted when `held` wait or run. */
  room(held: number): number {
    const isAhead = this.#isDeep && this.#meanMs < shortMs
    return (isAhead ? 2 : 1) * this.#concurrency - held
  }

  /** As many as were asked for: there are more where these came from. */
  claimed(count: number, asked: number): void {
    this.#isDeep = count >= asked
  }

  ran(ms: number): void {
    this.#meanMs = this.#meanMs === Infinity ? ms : this.#meanMs * (1 - weight) + ms * weight
  }
}
