import { ValidationError } from '@svc/plugin'

export interface Token {
  /** A name, or a word of the language; text in quotes or backticks; a number; a comparison; a bracket or a comma. */
  kind: 'name' | 'quoted' | 'number' | 'operator' | 'mark'
  text: string
  /** Where it begins. */
  at: number
}

const pattern =
  /(?<space>\s+)|(?<quoted>'[^']*'|"[^"]*"|`[^`]*`)|(?<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.]))|(?<operator>!=|>=|<=|=|>|<)|(?<mark>[(),])|(?<name>[A-Za-z_][\w./-]*)/y
const mostCharacters = 65_536

/** The words of a filter or an order. @throws ValidationError that names the place */
export function tokensOf(text: string, field: string): Token[] {
  if (text.length > mostCharacters) throw refused(field, 0, `is over ${mostCharacters} characters long`)
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw refused(field, at, `has ${JSON.stringify(text.slice(at, at + 20))}, which begins nothing known`)
    const [whole] = found
    const kind = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined)?.[0]
    if (kind === 'quoted') tokens.push({ kind, text: whole.slice(1, -1), at })
    else if (kind !== 'space') tokens.push({ kind: kind as Token['kind'], text: whole, at })
    at += whole.length
  }
  return tokens
}

function refused(field: string, at: number, message: string): ValidationError {
  const place = `at character ${at + 1} ${message}`
  return new ValidationError(`${field} ${place}.`, [{ path: `/${field}`, message: place }])
}
