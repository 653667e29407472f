import { fieldErrors } from './field-errors.ts'

/**
 * What came of sending a form, made anew each time the form is drawn. A field asks for its fault; what no field has asked for is `rest`, which
 * `RefusalPanel` shows beside the fields. So nothing that the server says stays unseen.
 */
export class Refusal {
  /** Null: nothing was refused. */
  readonly error: unknown
  readonly #faults: readonly [path: string, message: string][]
  readonly #placed = new Set<string>()

  constructor(error: unknown) {
    this.error = error
    this.#faults = Object.entries(fieldErrors(error))
  }

  /** Whether a fault of some field is known. */
  get isOfFields(): boolean {
    return this.#faults.length > 0
  }

  /** The error, unless all that it says stands at fields; null: nothing is left to show. */
  get rest(): unknown {
    const isPlaced = this.isOfFields && this.#faults.every(([path]) => this.#placed.has(path))
    return isPlaced ? null : this.error
  }

  /** What is wrong with the value of this JSON Pointer as a whole. */
  of(pointer: string): string | undefined {
    return this.#place(path => path === pointer)
  }

  /** What is wrong with the value of this JSON Pointer, or with a part of it. */
  at(pointer: string): string | undefined {
    return this.#place(path => path === pointer || path.startsWith(`${pointer}/`))
  }

  #place(isHere: (path: string) => boolean): string | undefined {
    const here = this.#faults.filter(([path]) => isHere(path))
    for (const [path] of here) this.#placed.add(path)
    return here[0]?.[1]
  }
}
