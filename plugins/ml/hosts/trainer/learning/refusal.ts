/** The data or the order cannot be trained on; the sentence is for the person who asked for it. */
export class Refusal extends Error {
  readonly code: string

  constructor(message: string, code = 'unprocessable') {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}

/** A column's name in a sentence. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
}
