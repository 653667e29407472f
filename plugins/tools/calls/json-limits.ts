export interface JsonLimits {
  maxBytes: number
  maxDepth: number
  /** Values in objects and lists, all together. */
  maxMembers?: number
  /** Different names of members, all together. */
  maxNames?: number
}

const largestEscape = 6

/**
 * Why a value is no JSON within the limits, in words that follow "it"; null when it is. Walks no further than the limits, whatever it is
 * given: a circle, ten million items, a text of 100 MB.
 */
export function jsonFault(value: unknown, limits: JsonLimits): string | null {
  try {
    return new JsonWalk(limits).fault(value)
  } catch {
    return 'cannot be read'
  }
}

class JsonWalk {
  readonly #limits: JsonLimits
  readonly #stack: { value: unknown; depth: number }[] = []
  readonly #names = new Set<string>()
  #members = 0
  #bytes = 0
  /** Text may take more room when it is written: each character is counted as its longest escape. */
  #atMost = 0

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  fault(root: unknown): string | null {
    const { maxBytes, maxMembers = Infinity, maxNames = Infinity } = this.#limits
    this.#stack.push({ value: root, depth: 0 })
    for (let next = this.#stack.pop(); next; next = this.#stack.pop()) {
      const found = this.#look(next.value, next.depth)
      if (found !== null) return found
      if (this.#bytes > maxBytes) return this.#tooLarge()
      if (this.#members > maxMembers) return `holds more than ${maxMembers} values`
      if (this.#names.size > maxNames) return `has more than ${maxNames} different names`
    }
    if (this.#atMost <= maxBytes) return null
    return Buffer.byteLength(JSON.stringify(root)) > maxBytes ? this.#tooLarge() : null
  }

  #look(value: unknown, depth: number): string | null {
    if (typeof value === 'string') return this.#add(value.length + 2, value.length * largestEscape + 2)
    if (typeof value === 'number')
      return Number.isFinite(value) ? this.#add(1, 25) : `holds ${value}, which JSON has not`
    if (value === null || typeof value === 'boolean') return this.#add(4, 5)
    if (typeof value !== 'object') return `holds ${nameOf(value)}, which JSON has not`
    if (depth >= this.#limits.maxDepth) return `is nested deeper than ${this.#limits.maxDepth} levels, or holds itself`
    return Array.isArray(value) ? this.#lookAtItems(value, depth) : this.#lookAtMembers(value, depth)
  }

  #lookAtItems(items: readonly unknown[], depth: number): string | null {
    this.#add(items.length + 2, items.length + 2)
    if (this.#bytes > this.#limits.maxBytes) return this.#tooLarge()
    this.#members += items.length
    if (this.#members > (this.#limits.maxMembers ?? Infinity)) return null
    // Read by index, because a hole is `undefined`, which is refused.
    for (let index = 0; index < items.length; index += 1) this.#stack.push({ value: items[index], depth: depth + 1 })
    return null
  }

  #lookAtMembers(object: object, depth: number): string | null {
    const kind = Object.prototype.toString.call(object)
    if (kind !== '[object Object]') return `holds a ${kind.slice(8, -1)}, which JSON has not`
    for (const [key, value] of Object.entries(object)) {
      if (key === '__proto__' || (key === 'constructor' && hasPrototype(value))) return `holds the key "${key}"`
      // Left out when it is written, as everywhere in JavaScript.
      if (value === undefined) continue
      this.#add(key.length + 3, key.length * largestEscape + 4)
      this.#members += 1
      if (this.#limits.maxNames !== undefined) this.#names.add(key)
      this.#stack.push({ value, depth: depth + 1 })
    }
    return null
  }

  #add(bytes: number, atMost: number): null {
    this.#bytes += bytes
    this.#atMost += atMost
    return null
  }

  #tooLarge(): string {
    return `is larger than ${this.#limits.maxBytes} bytes of JSON`
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'undefined'
  return typeof value === 'bigint' ? 'a BigInt' : `a ${typeof value}`
}
