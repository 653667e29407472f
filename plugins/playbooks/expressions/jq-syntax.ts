/** Reach outside the data, or stop the program that evaluates. */
const refused = new Set([
  'debug',
  'env',
  'get_search_list',
  'halt',
  'halt_error',
  'import',
  'include',
  'input',
  'input_filename',
  'input_line_number',
  'inputs',
  'modulemeta',
  'stderr',
])
const refusedVariables = new Set(['$ENV', '$__prog_args'])
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const word = /\$?(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*/y

/**
 * Why a program cannot stand between brackets of another one, as a sentence: its own are not closed in it, or it uses what expressions do not
 * have. Null when it can; whether it is a program at all is for jq to say.
 */
export function syntaxFault(program: string): string | null {
  return new Reader(program).read()
}

class Reader {
  readonly #text: string
  #at = 0
  #fault: string | null = null
  /** Open brackets; `"` stands for a string that is interrupted by an interpolation. */
  readonly #open: string[] = []
  #before = ''

  constructor(text: string) {
    this.#text = text
  }

  read(): string | null {
    if (this.#text.trim() === '') this.#fault = 'The expression is empty.'
    while (this.#at < this.#text.length && this.#fault === null) this.#next()
    const open = this.#open.at(-1)
    if (this.#fault === null && open !== undefined)
      this.#fault = open === '"' ? 'A string is not closed.' : `A "${open}" is not closed.`
    return this.#fault
  }

  #next(): void {
    const sign = this.#text.charAt(this.#at)
    word.lastIndex = this.#at
    const found = word.exec(this.#text)?.[0]
    if (found !== undefined) return this.#word(found)
    this.#at += 1
    if (sign === '"') this.#string()
    else if (sign === '#') this.#comment()
    else if (sign in closers) this.#open.push(sign)
    else if (Object.values(closers).includes(sign)) this.#close(sign)
    if (sign.trim() !== '') this.#before = sign
  }

  #word(found: string): void {
    this.#at += found.length
    const isField = this.#before === '.' || this.#before === '@'
    const isKey = /^\s*:(?!:)/.test(this.#text.slice(this.#at, this.#at + 100))
    this.#before = found
    if (isField) return
    if (refusedVariables.has(found) || (refused.has(found) && !isKey))
      this.#fault = `${found} is not there in expressions of a playbook: they see their input and variables, and nothing else.`
  }

  #close(sign: string): void {
    const open = this.#open.pop()
    if (open === undefined) this.#fault = `"${sign}" closes nothing.`
    else if (open === '"' || closers[open] !== sign) this.#fault = `A "${open}" is closed by "${sign}".`
    else if (sign === ')' && this.#open.at(-1) === '"') {
      this.#open.pop()
      this.#string()
    }
  }

  /** Behind its opening quote, or behind an interpolation, to its end or the next interpolation. */
  #string(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text.charAt(this.#at)
      if (sign === '"') {
        this.#at += 1
        return
      }
      if (sign !== '\\') continue
      this.#at += 1
      if (this.#text.charAt(this.#at) !== '(') continue
      this.#at += 1
      this.#open.push('"', '(')
      this.#before = '('
      return
    }
    this.#fault = 'A string is not closed.'
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    const comment = this.#text.slice(this.#at, end === -1 ? undefined : end)
    // Versions of jq differ in whether such a comment goes on.
    if (/\\\r?$/.test(comment)) this.#fault = 'A comment ends with a backslash.'
    this.#at = end === -1 ? this.#text.length : end
  }
}
