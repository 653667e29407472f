import type { JsonLike, JsonObject, JsonValue } from '@svc/plugin'
import { isObject } from '../definitions/mistakes.ts'
import { Fault, faultOf } from '../interpreter/fault.ts'

const mask = '***'
/** What is shorter stands in too many other words. */
const leastCharacters = 8

/** Takes secrets out of what comes back: as they are, and as requests carry them. */
export class Mask {
  readonly #forms = new Set<string>()

  /** Null: there is nothing to hide. */
  static of(secrets: JsonObject, given: JsonLike): Mask | null {
    const values = Object.values(secrets).filter(value => typeof value === 'string' && value.length >= leastCharacters)
    return values.length === 0 ? null : new Mask(values as string[], given)
  }

  constructor(values: readonly string[], given: JsonLike) {
    const basic = basicOf(given)
    for (const value of values) {
      for (const form of [value, encodeURIComponent(value), base64(value), JSON.stringify(value).slice(1, -1)])
        this.#forms.add(form)
      if (basic?.includes(value)) this.#forms.add(base64(basic))
    }
  }

  value<T extends JsonLike>(value: T): T
  value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#text(value)
    if (Array.isArray(value)) return value.map(item => this.value(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [this.#text(name), this.value(inner)]))
  }

  /** A fault whose words hold none. */
  fault(thrown: unknown): Fault {
    const { error, retryAfterSeconds } = faultOf(thrown)
    const shown = this.value(error)
    // Not with its cause, whose message may hold them.
    return new Fault(shown, { ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
  }

  #text(text: string): string {
    let shown = text
    for (const form of this.#forms) shown = shown.replaceAll(form, mask)
    return shown
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** What a request sends as its user and password. */
function basicOf(given: JsonLike): string | null {
  const { endpoint } = given as JsonObject
  const authentication = isObject(endpoint) ? endpoint['authentication'] : null
  const basic = isObject(authentication) ? authentication['basic'] : null
  return isObject(basic) ? `${String(basic['username'])}:${String(basic['password'])}` : null
}
