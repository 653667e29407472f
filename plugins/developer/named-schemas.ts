import { mapSchema } from './schema-map.ts'

type Json = Record<string, unknown>

interface Named {
  /** As JSON, without what is said about it. */
  shape: string
  schema: Json
}

/** A `title` of this kind is the name of a type; any other is text for people. */
const typeName = /^[A-Z][A-Za-z0-9]*$/

/** The place in the document of the schema with this name. */
export const refTo = (name: string): string => `#/components/schemas/${name}`

/**
 * Gathers the schemas that have a name, a `title` such as `MemoryDocument`, so that the document has each once, among its components.
 * A name stands for one shape: a schema that has the name of another stays where it is, and the name is among the {@link conflicts}.
 */
export class NamedSchemas {
  readonly #byName = new Map<string, Named>()
  readonly conflicts = new Set<string>()

  /** A part of the document with a reference in the place of each schema that has a name. */
  gather(part: unknown): unknown {
    return mapSchema(part, schema => {
      const { title } = schema
      const typed = withType(schema)
      return typeof title === 'string' && typeName.test(title) ? this.#refer(title, typed) : typed
    })
  }

  /** What {@link gather} found, by name. */
  get all(): Json {
    const entries = [...this.#byName].map(([name, { schema }]) => [name, schema] as const)
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #refer(name: string, titled: Json): Json {
    const { title: _title, ...schema } = titled
    const { description, ...rest } = schema
    const shape = JSON.stringify(rest)
    const known = this.#byName.get(name)
    if (known && known.shape !== shape) {
      this.conflicts.add(name)
      return titled
    }
    if (!known) this.#byName.set(name, { shape, schema })
    const isSaidThere = description === undefined || description === (known?.schema ?? schema)['description']
    return { $ref: refTo(name), ...(!isSaidThere && { description }) }
  }
}

/** Generators of types ask for the type of texts that are listed. */
function withType(schema: Json): Json {
  const { enum: listed, type } = schema
  const isText = type === undefined && Array.isArray(listed) && listed.every(value => typeof value === 'string')
  return isText ? { type: 'string', ...schema } : schema
}
