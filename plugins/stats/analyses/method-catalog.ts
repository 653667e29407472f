import { bodyFault, faultSentences, ValidationError } from '@svc/plugin'
import type { FieldError, JsonObject, JsonSchema } from '@svc/plugin'
import { closestWord } from '@svc/plugin/library/closest-word'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { Measure, StatMethod } from '../methods/stat-method.ts'

const allMeasures: readonly Measure[] = ['continuous', 'ordinal', 'nominal']

/** A column that a request names: for what, and how it has to be. */
export interface RoleColumn {
  role: string
  name: string
  measures: readonly Measure[]
  /** JSON pointer into the request. */
  path: string
}

export interface CheckedRequest {
  variables: JsonObject
  options: JsonObject
}

/** The methods, and what their schemas say of a request. They are many modules, loaded when somebody asks for the first time. */
export class MethodCatalog {
  readonly #load: () => Promise<readonly StatMethod[]>
  readonly #validators = new Map<JsonSchema, ValidateFunction>()
  #loading: Promise<readonly StatMethod[]> | undefined
  #ajv: Promise<Ajv2020> | undefined

  constructor(load: () => Promise<readonly StatMethod[]>) {
    this.#load = load
  }

  methods(): Promise<readonly StatMethod[]> {
    return (this.#loading ??= this.#load())
  }

  /** @throws ValidationError */
  async require(name: string): Promise<StatMethod> {
    const methods = await this.methods()
    const method = methods.find(each => each.method === name)
    if (method) return method
    const names = methods.map(each => each.method)
    const nearest = closestWord(name.slice(0, 100), names) ?? names.find(each => each.startsWith(name)) ?? null
    const hint = nearest === null ? 'GET /api/stats/methods lists them' : `did you mean "${nearest}"?`
    throw bodyFault('/method', `is no method; ${hint}`)
  }

  /** Variables and options with their defaults filled in. @throws ValidationError for all that does not fit */
  async check(method: StatMethod, given: { variables?: JsonObject; options?: JsonObject }): Promise<CheckedRequest> {
    const variables = structuredClone(given.variables ?? {})
    const options = structuredClone(given.options ?? {})
    const faults = [
      ...(await this.#faults(method.variables, variables, '/variables')),
      ...(await this.#faults(method.options, options, '/options')),
    ]
    if (faults.length === 0) return { variables, options }
    throw new ValidationError(faultSentences(faults), faults)
  }

  async #faults(schema: JsonSchema, value: JsonObject, prefix: string): Promise<FieldError[]> {
    const validate = await this.#validator(schema)
    if (validate(value)) return []
    // What is not known first: it often explains what is missing.
    return schemaFaults(validate.errors ?? [], prefix).toSorted((a, b) => Number(isMissing(a)) - Number(isMissing(b)))
  }

  async #validator(schema: JsonSchema): Promise<ValidateFunction> {
    const known = this.#validators.get(schema)
    if (known) return known
    const ajv = await (this.#ajv ??= openAjv())
    const made = ajv.compile(schema)
    this.#validators.set(schema, made)
    return made
  }
}

async function openAjv(): Promise<Ajv2020> {
  const { Ajv2020: Validator } = await import('ajv/dist/2020.js')
  return new Validator({ strict: false, useDefaults: true, allErrors: true, logger: false, verbose: true })
}

/** The columns that a request's variables name, in order. */
export function roleColumns(method: StatMethod, variables: JsonObject): RoleColumn[] {
  const roles = (method.variables['properties'] ?? {}) as Record<string, JsonSchema>
  return Object.entries(variables).flatMap(([role, value]) => {
    const schema = Object.hasOwn(roles, role) ? (roles[role] ?? {}) : {}
    const measures = (schema['x-measures'] ?? schema['items']?.['x-measures'] ?? allMeasures) as readonly Measure[]
    const path = `/variables/${role}`
    if (typeof value === 'string') return [{ role, name: value, measures, path }]
    if (!Array.isArray(value)) return []
    return value.map((name, index) => ({ role, name: String(name), measures, path: `${path}/${index}` }))
  })
}

/** Methods such as the power of a test take no data. */
export function needsData(method: StatMethod): boolean {
  return Object.keys((method.variables['properties'] ?? {}) as object).length > 0
}

function isMissing({ message }: FieldError): boolean {
  return message === 'is required'
}
