import { ValidationError } from '@svc/plugin'

/** A formula as a checked tree: all that reaches R of what someone wrote. */
export type Formula =
  | { op: 'number'; value: number }
  | { op: 'name'; name: string }
  | { op: 'negate'; arg: Formula }
  | { op: '+' | '-' | '*' | '/' | '^'; left: Formula; right: Formula }
  | { op: FunctionName; arg: Formula }

export const functionNames = [
  'exp',
  'log',
  'log2',
  'log10',
  'sqrt',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'abs',
  'logistic',
] as const
export type FunctionName = (typeof functionNames)[number]

interface Token {
  kind: 'number' | 'name' | 'sign' | 'end'
  text: string
  at: number
}

const depthLimit = 60
const tokenLimit = 500

/**
 * Reads the right side of a formula: numbers, the names given, `+ - * / ^`, parentheses and functions of one argument. Names that are no identifiers are
 * written `` `in backquotes` ``. `x^-2` and `-x^2` mean what they mean in R.
 *
 * @throws ValidationError telling what is wrong at which character
 */
export function parseFormula(text: string, names: ReadonlySet<string>): Formula {
  return new Parser(text, names).formula()
}

class Parser {
  readonly #tokens: Token[]
  readonly #names: ReadonlySet<string>
  #next = 0
  #depth = 0

  constructor(text: string, names: ReadonlySet<string>) {
    this.#tokens = tokensOf(text)
    this.#names = names
  }

  formula(): Formula {
    const tree = this.#sum()
    const token = this.#peek()
    if (token.kind !== 'end') throw fault(token.at, `did not expect ${shown(token)} here`)
    return tree
  }

  #sum(): Formula {
    return this.#leftToRight(['+', '-'], () => this.#product())
  }

  #product(): Formula {
    return this.#leftToRight(['*', '/'], () => this.#signed())
  }

  #leftToRight(signs: readonly ('+' | '-' | '*' | '/')[], operand: () => Formula): Formula {
    let left = operand()
    for (;;) {
      const op = signs.find(sign => this.#isSign(sign))
      if (op === undefined) return left
      this.#next += 1
      left = { op, left, right: operand() }
    }
  }

  #signed(): Formula {
    if (this.#isSign('-')) return this.#deeper(() => ({ op: 'negate', arg: this.#signed() }), true)
    if (this.#isSign('+')) return this.#deeper(() => this.#signed(), true)
    return this.#power()
  }

  #power(): Formula {
    const left = this.#atom()
    if (!this.#isSign('^')) return left
    return this.#deeper(() => ({ op: '^', left, right: this.#signed() }), true)
  }

  #atom(): Formula {
    const token = this.#peek()
    if (token.kind === 'end') throw fault(token.at, 'ends where a number, a name or a parenthesis is needed')
    this.#next += 1
    if (token.kind === 'number') return { op: 'number', value: Number(token.text) }
    if (token.kind === 'name') return this.#name(token)
    if (token.text !== '(') throw fault(token.at, `did not expect ${shown(token)} here`)
    return this.#enclosed()
  }

  #enclosed(): Formula {
    return this.#deeper(() => {
      const inner = this.#sum()
      const close = this.#peek()
      if (!this.#isSign(')')) throw fault(close.at, 'a closing parenthesis is missing')
      this.#next += 1
      return inner
    })
  }

  #name(token: Token): Formula {
    const op = functionNames.find(name => name === token.text)
    if (op !== undefined && this.#isSign('(')) {
      this.#next += 1
      return { op, arg: this.#enclosed() }
    }
    if (this.#names.has(token.text)) return { op: 'name', name: token.text }
    if (this.#isSign('('))
      throw fault(token.at, `${token.text} is no known function; there are ${functionNames.join(', ')}`)
    const known = [...this.#names].slice(0, 20).join(', ')
    throw fault(token.at, `${token.text} is neither a predictor nor a parameter of start; known are ${known}`)
  }

  #deeper<T>(read: () => T, skip = false): T {
    if (skip) this.#next += 1
    this.#depth += 1
    if (this.#depth > depthLimit) throw fault(this.#peek().at, `is nested deeper than ${depthLimit}`)
    const value = read()
    this.#depth -= 1
    return value
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? this.#tokens.at(-1)!
  }

  #isSign(sign: string): boolean {
    const token = this.#peek()
    return token.kind === 'sign' && token.text === sign
  }
}

function tokensOf(text: string): Token[] {
  const pattern =
    /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([\p{L}_.][\p{L}\p{N}_.]*)|`([^`]+)`|(\*\*|[-+*/^()]))/uy
  const tokens: Token[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) {
      const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)
      throw fault(start, `cannot read ${JSON.stringify(text.slice(start, start + 10))}`)
    }
    const [whole, number, name, quoted, sign] = found
    const start = at + whole.length - whole.trimStart().length
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at: start })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign === '**' ? '^' : sign, at: start })
    else tokens.push({ kind: 'name', text: name ?? quoted ?? '', at: start })
    if (tokens.length > tokenLimit) throw fault(start, `has more than ${tokenLimit} parts`)
    at += whole.length
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

function shown(token: Token): string {
  return token.kind === 'end' ? 'the end' : `"${token.text}"`
}

function fault(at: number, what: string): ValidationError {
  const message = `The formula is not understood: at character ${at + 1}, ${what}`
  return new ValidationError(message, [{ path: '/options/formula', message }])
}

/** The formula in a language's own words; `names` are aliases that are safe in it. */
export function writeFormula(tree: Formula, language: 'r' | 'python', names: (name: string) => string): string {
  const write = (node: Formula): string => writeFormula(node, language, names)
  if (tree.op === 'number') return String(tree.value)
  if (tree.op === 'name') return names(tree.name)
  if (tree.op === 'negate') return `(-${write(tree.arg)})`
  if ('left' in tree) {
    const op = tree.op === '^' && language === 'python' ? '**' : tree.op
    return `(${write(tree.left)} ${op} ${write(tree.right)})`
  }
  const arg = write(tree.arg)
  if (tree.op === 'logistic') return language === 'r' ? `(1 / (1 + exp(-(${arg}))))` : `(1 / (1 + np.exp(-(${arg}))))`
  if (language === 'r') return `${tree.op}(${arg})`
  const python: Partial<Record<FunctionName, string>> = { asin: 'arcsin', acos: 'arccos', atan: 'arctan' }
  return `np.${python[tree.op] ?? tree.op}(${arg})`
}

/** The names a formula uses. */
export function namesIn(tree: Formula): Set<string> {
  if (tree.op === 'number') return new Set()
  if (tree.op === 'name') return new Set([tree.name])
  if ('left' in tree) return new Set([...namesIn(tree.left), ...namesIn(tree.right)])
  return namesIn(tree.arg)
}
