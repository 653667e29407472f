import { readFile } from 'node:fs/promises'

/** The plugin's R functions. */
export const ownFunctions = new URL('../r/', import.meta.url)

const fileName = /^[a-z][a-z0-9-]*\.R$/

/** R texts, each read once. */
export class RSources {
  readonly #folder: URL
  readonly #texts = new Map<string, Promise<string>>()

  constructor(folder: URL) {
    this.#folder = folder
  }

  text(name: string): Promise<string> {
    if (!fileName.test(name)) throw new TypeError(`${name} is no file of R functions.`)
    const known = this.#texts.get(name)
    if (known) return known
    const text = readFile(new URL(name, this.#folder), 'utf8')
    this.#texts.set(name, text)
    text.catch(() => this.#texts.delete(name))
    return text
  }
}
