import { faultSentences, fieldName, messageOf, UnprocessableError, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonSchema, JsonValue, ToolManifest } from '@svc/plugin'
import { schemaBoundsFault } from '@svc/plugin/library/schemas/bounded-schemas'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import type { Ajv, ValidateFunction } from 'ajv'
import { jsonFault } from './json-limits.ts'

type Dialect = '2020' | 'draft-07'

const strangerLimits = { maxBytes: 256 * 1024, maxDepth: 64 }
/** A keyword that takes time by the square of the items; a schema from elsewhere must not choose that. */
const slowKeyword = 'uniqueItems'

/** Checks arguments and results against the schemas of tools. Nothing is loaded or compiled before a tool's first call. */
export class SchemaChecks {
  /** Keyed by the schema itself, so that validators are released with their tool. */
  readonly #validators = new WeakMap<JsonSchema, ValidateFunction>()
  readonly #compilers = new Map<string, Promise<Ajv>>()

  /** @throws ValidationError; UnprocessableError when the tool's own schema cannot be used */
  async checkArguments(tool: ToolManifest, given: JsonObject, isTrusted: boolean): Promise<void> {
    const validate = await this.#validatorOf(tool, tool.input_schema, isTrusted)
    if (validate(given)) return
    const faults = schemaFaults(validate.errors ?? [], '/arguments')
    throw new ValidationError(`The arguments of ${tool.name} are not valid: ${faultSentences(faults)}`, faults)
  }

  /** What of a result does not fit the tool's output schema; null when it fits or there is none. */
  async outputFault(tool: ToolManifest, result: JsonValue, isTrusted: boolean): Promise<string | null> {
    if (!tool.output_schema) return null
    const validate = await this.#validatorOf(tool, tool.output_schema, isTrusted)
    if (validate(result)) return null
    const [fault] = schemaFaults(validate.errors ?? [], '/result')
    return fault ? `${fieldName(fault.path)} ${fault.message}` : 'it does not fit'
  }

  async #validatorOf(tool: ToolManifest, schema: JsonSchema, isTrusted: boolean): Promise<ValidateFunction> {
    const known = this.#validators.get(schema)
    if (known) return known
    const { $schema: _, ...rest } = schema
    try {
      const fault = isTrusted ? null : strangerFault(rest)
      if (fault !== null) throw new Error(`it ${fault}`)
      const ajv = await this.#compilerFor(schema, isTrusted)
      const validate = ajv.compile(rest)
      // The compiler keeps each schema it has seen; tools come and go.
      ajv.removeSchema(rest)
      this.#validators.set(schema, validate)
      return validate
    } catch (error) {
      const reason = messageOf(error).slice(0, 300)
      throw new UnprocessableError('tool_failed', `A schema of the tool ${tool.name} cannot be used: ${reason}`, {
        cause: error,
      })
    }
  }

  #compilerFor(schema: JsonSchema, isTrusted: boolean): Promise<Ajv> {
    const dialect = dialectOf(schema)
    const name = `${dialect} ${isTrusted}`
    const known = this.#compilers.get(name)
    if (known) return known
    const opening = isTrusted ? openAjv(dialect) : openCarefulAjv(dialect)
    this.#compilers.set(name, opening)
    return opening
  }
}

function strangerFault(schema: JsonSchema): string | null {
  return jsonFault(schema, strangerLimits) ?? schemaBoundsFault(schema)?.message ?? null
}

function dialectOf(schema: JsonSchema): Dialect {
  const named: unknown = schema['$schema']
  return typeof named === 'string' && /draft-0[4-7]/.test(named) ? 'draft-07' : '2020'
}

async function openAjv(dialect: Dialect, regExp?: Careful): Promise<Ajv> {
  const { default: formats } = await import('ajv-formats')
  const settings = {
    strict: false,
    verbose: true,
    addUsedSchema: false,
    logger: false as const,
    ...(regExp && { code: { regExp } }),
  }
  const ajv = dialect === '2020' ? await new2020(settings) : await newDraft07(settings)
  formats.default(ajv)
  return ajv
}

async function new2020(settings: object): Promise<Ajv> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  return new Ajv2020(settings)
}

async function newDraft07(settings: object): Promise<Ajv> {
  const { Ajv: Draft07 } = await import('ajv')
  return new Draft07(settings)
}

interface Careful {
  (pattern: string): { test(text: string): boolean }
  code: string
}

/** For schemas that others wrote: no pattern and no keyword in them can hold the process up. */
async function openCarefulAjv(dialect: Dialect): Promise<Ajv> {
  const { RE2JS } = await import('re2js')
  const linear: Careful = pattern => {
    const compiled = compiledOrNull(pattern)
    // Patterns that cannot be matched in linear time (a look-ahead) are left to the tool itself.
    const test = (text: string) => compiled === null || compiled.matcher(text).find()
    return { test, toString: () => `linear:${pattern}` }
  }
  const compiledOrNull = (pattern: string) => {
    try {
      return RE2JS.compile(pattern)
    } catch {
      return null
    }
  }
  linear.code = 'linear'
  const ajv = await openAjv(dialect, linear)
  ajv.removeKeyword(slowKeyword)
  return ajv
}
