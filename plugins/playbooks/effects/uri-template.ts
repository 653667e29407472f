import type { JsonValue } from '@svc/plugin'

interface Operator {
  first: string
  between: string
  isNamed: boolean
  /** What stands behind the name of an empty value. */
  empty: string
  /** Reserved characters stay as they are. */
  keepsReserved: boolean
}

const plain: Operator = { first: '', between: ',', isNamed: false, empty: '', keepsReserved: false }

// RFC 6570, level 3.
const operators: Readonly<Record<string, Operator>> = {
  '+': { ...plain, keepsReserved: true },
  '#': { ...plain, first: '#', keepsReserved: true },
  '.': { ...plain, first: '.', between: '.' },
  '/': { ...plain, first: '/', between: '/' },
  ';': { ...plain, first: ';', between: ';', isNamed: true },
  '?': { ...plain, first: '?', between: '&', isNamed: true, empty: '=' },
  '&': { ...plain, first: '&', between: '&', isNamed: true, empty: '=' },
}

/** The template with its variables in place; a variable without a value, or with one that is no text, number or boolean, is left out. */
export function expandUri(template: string, variables: JsonValue): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, expression: string) => expanded(expression, variables))
}

function expanded(expression: string, variables: JsonValue): string {
  const own = operators[expression.charAt(0)]
  const operator = own ?? plain
  const names = (own ? expression.slice(1) : expression).split(',')
  const parts = names.flatMap(name => {
    const value = valueOf(name, variables)
    return value === null ? [] : [shown(name, value, operator)]
  })
  return parts.length === 0 ? '' : operator.first + parts.join(operator.between)
}

function shown(name: string, value: string, { isNamed, empty, keepsReserved }: Operator): string {
  const text = keepsReserved ? encodeURI(value).replaceAll(/%25(?=[0-9a-f]{2})/gi, '%') : encodeStrictly(value)
  if (!isNamed) return text
  return value === '' ? name + empty : `${name}=${text}`
}

function valueOf(name: string, variables: JsonValue): string | null {
  if (typeof variables !== 'object' || variables === null || !Object.hasOwn(variables, name)) return null
  const value: unknown = Reflect.get(variables, name)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null
}

/** Only unreserved characters stay. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
