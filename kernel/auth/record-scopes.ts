import { fieldsOf, ForbiddenError, hasField } from '@svc/plugin'
import type { JsonSchema, Principal, RecordScope } from '@svc/plugin'
import type { RecordField } from '../installed-plugins.ts'
import { holdsScope } from './authorize.ts'

/** Input that fits a schema of a plugin. */
export interface GivenInput {
  plugin: string
  schema: JsonSchema
  value: unknown
}

/**
 * Who names a record of another plugin must be allowed to read it: else an import, an analysis or a tool would read it out to them. Which fields
 * name records is looked up in the schema, so that no route has to remember.
 */
export class RecordScopes {
  readonly #fields: ReadonlyMap<string, RecordField[]>
  readonly #explicit: ReadonlySet<string>
  readonly #known = new WeakMap<JsonSchema, readonly RecordScope[]>()

  constructor(fields: readonly RecordField[], explicit: ReadonlySet<string>) {
    this.#fields = Map.groupBy(fields, ({ field }) => field)
    this.#explicit = explicit
  }

  /** @throws ForbiddenError that names the field and the scope */
  assertMayRead(principal: Principal, { plugin, schema, value }: GivenInput): void {
    for (const { path, scope } of this.recordsIn(schema, plugin)) {
      if (!hasField(value, path) || holdsScope(principal, scope, this.#explicit)) continue
      throw new ForbiddenError(
        'forbidden',
        `"${path.at(-1)}" names a record that takes the scope "${scope}" to read, which these credentials do not have.`,
      )
    }
  }

  /** The fields of this schema that name records of another plugin than this. */
  recordsIn(schema: JsonSchema, plugin: string): readonly RecordScope[] {
    let guarded = this.#known.get(schema)
    if (guarded === undefined) {
      guarded = [...fieldsOf(schema)].flatMap(path =>
        this.#foreign(path.at(-1) ?? '', plugin).map(({ scope }) => ({ path, scope })),
      )
      this.#known.set(schema, guarded)
    }
    return guarded
  }

  /** A plugin that has records of this name itself means its own. */
  #foreign(name: string, plugin: string): readonly RecordField[] {
    const declared = this.#fields.get(name) ?? []
    return declared.some(field => field.plugin === plugin) ? [] : declared
  }
}
