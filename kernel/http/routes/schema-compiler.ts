import type { Options, ValidateFunction } from 'ajv'
import type { JsonSchema, Logger, RequestPart, RouteDefinition } from '@svc/plugin'
import { faultSentences, isJson, messageOf, ValidationError } from '@svc/plugin'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import type { SchemaError } from '@svc/plugin/library/schemas/schema-faults'

/** Null when the value fits. Query and path values are coerced in place; bodies never are. `bytes`: how long it was as text. */
type PartValidator = (value: unknown, bytes?: number) => ValidationError | null
type Serializer = (value: unknown) => string

/** A route's validators and serializers, made at its first request. */
export interface CompiledRoute {
  path: PartValidator | null
  query: PartValidator
  body: PartValidator | null
  /** By status; an answer without a schema is plain JSON. */
  serializers: ReadonlyMap<number, ResponseSerializer>
}

interface ResponseSerializer {
  contentType: string
  serialize: Serializer
}

type Compile = (schema: object) => ValidateFunction
type Build = (schema: object) => Serializer

interface Libraries {
  body: Compile
  bodyAll: Compile
  text: Compile
  textAll: Compile
  build: Build
}

/** More than this much input is not worth listing every fault of: each costs an object. */
const allErrorsUpTo = 64 * 1024

const common: Options = {
  strict: false,
  allowUnionTypes: true,
  useDefaults: true,
  removeAdditional: false,
  addUsedSchema: false,
  validateSchema: false,
  // The words for a fault are made of the schema around it.
  verbose: true,
}

/** Compiles schemas lazily: neither ajv nor the serializers are loaded before the first request needs them. */
export class SchemaCompiler {
  readonly #log: Logger
  #libraries: Promise<Libraries> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  async compile(route: RouteDefinition): Promise<CompiledRoute> {
    this.#libraries ??= loadLibraries()
    const libraries = await this.#libraries
    return {
      path: route.params ? partValidator('path', route.params, libraries.text, libraries.textAll) : null,
      query: partValidator('query', closed(route.query), libraries.text, libraries.textAll),
      body: route.body ? partValidator('body', route.body, libraries.body, libraries.bodyAll) : null,
      serializers: this.#serializers(route, libraries.build),
    }
  }

  #serializers(route: RouteDefinition, build: Build): Map<number, ResponseSerializer> {
    const serializers = new Map<number, ResponseSerializer>()
    for (const [status, response] of Object.entries(route.responses)) {
      if (!response.schema || !isJson(response.contentType)) continue
      try {
        const contentType = response.contentType ?? 'application/json; charset=utf-8'
        serializers.set(Number(status), { contentType, serialize: build(response.schema) })
      } catch (error) {
        // Only the speed and the trimming are lost, so the route stays up.
        this.#log.warn(
          { operation_id: route.operationId, status, reason: messageOf(error) },
          'response schema cannot be compiled; plain JSON is sent',
        )
      }
    }
    return serializers
  }
}

async function loadLibraries(): Promise<Libraries> {
  const [{ Ajv2020 }, formats, serializer] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    import('fast-json-stringify'),
  ])
  const compiler = (options: Options): Compile => {
    const ajv = new Ajv2020({ ...common, ...options })
    formats.default.default(ajv)
    return schema => ajv.compile(schema)
  }
  return {
    body: compiler({ coerceTypes: false }),
    bodyAll: compiler({ coerceTypes: false, allErrors: true }),
    text: compiler({ coerceTypes: 'array' }),
    textAll: compiler({ coerceTypes: 'array', allErrors: true }),
    build: serializer.build,
  }
}

/** A query without a schema takes no fields; an open one is closed, so that a typo never passes in silence. */
function closed(schema: JsonSchema | undefined): JsonSchema {
  return { type: 'object', additionalProperties: false, ...schema }
}

function partValidator(part: RequestPart, schema: JsonSchema, compile: Compile, compileAll: Compile): PartValidator {
  const check = compile(schema)
  let checkAll: ValidateFunction | undefined
  return (value, bytes = 0) => {
    if (check(value)) return null
    const first = check.errors ?? []
    if (bytes > allErrorsUpTo) return refusal(part, first)
    checkAll ??= compileAll(schema)
    checkAll(value)
    return refusal(part, checkAll.errors ?? first)
  }
}

function refusal(part: RequestPart, errors: readonly SchemaError[]): ValidationError {
  const faults = schemaFaults(errors)
  return new ValidationError(faultSentences(faults, part), faults)
}
