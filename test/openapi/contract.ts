import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { isJson } from '@svc/plugin'
import { withResolvedReferences } from '../support/resolved-references.ts'
import type { Schema } from './schema-values.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

interface Content {
  schema: Schema
  examples?: Record<string, { value: unknown }>
}

interface DocumentedResponse {
  content?: Record<string, Content>
  headers?: Record<string, unknown>
}

interface DocumentedOperation {
  operationId: string
  parameters?: Parameter[]
  security?: Record<string, []>[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, DocumentedResponse>
}

export interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
}

export interface Operation extends DocumentedOperation {
  method: string
  path: string
  /** `GET /api/jobs/{job_id}` */
  name: string
}

export interface Answer {
  status: number
  /** Null: there is none. */
  contentType: string | null
  headers: Record<string, string | string[] | undefined>
  /** Null for a stream, which is left once it has begun. */
  text: string | null
}

/** Of an answer that is given again alone. */
const replayed = 'Idempotency-Replayed'

/** Compares what a server answers with what its document says. */
export class Contract {
  readonly operations: readonly Operation[]
  readonly #ajv = new Ajv2020({ strict: false, allowUnionTypes: true, addUsedSchema: false, validateSchema: false })
  readonly #known = new Map<string, ValidateFunction>()
  readonly #bySchema = new WeakMap<Schema, ValidateFunction>()
  /** Statuses that were answered, by operation. */
  readonly seen = new Map<string, Set<number>>()

  constructor(document: OpenApi) {
    formats.default(this.#ajv)
    const { paths } = withResolvedReferences(document)
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([verb, operation]) => {
        const method = verb.toUpperCase()
        return { ...operation, method, path, name: `${method} ${path}` }
      }),
    )
  }

  fits = (schema: Schema, value: unknown): boolean => this.#check(schema)(value)

  /** What the document does not say of an answer. */
  faultsOf(operation: Operation, answer: Answer): string[] {
    const { contentType, status, text } = answer
    const seen = this.seen.get(operation.name) ?? new Set()
    this.seen.set(operation.name, seen.add(status))
    const documented = operation.responses[String(status)]
    if (!documented) return [`${status} is not documented: ${text?.slice(0, 300)}`]
    const headers = Object.keys(documented.headers ?? {})
      .filter(name => name !== replayed && answer.headers[name.toLowerCase()] === undefined)
      .map(name => `${status} has no header ${name}`)
    return [...headers, ...this.#bodyFaults(documented.content, status, contentType, text)]
  }

  #bodyFaults(
    content: DocumentedResponse['content'],
    status: number,
    contentType: string | null,
    text: string | null,
  ): string[] {
    if (!content)
      return text === '' ? [] : [`${status} is documented without a body: ${contentType} ${text?.slice(0, 200)}`]
    const type = contentType?.split(';', 1)[0] ?? ''
    const known = content[type] ?? content['*/*']
    if (!known) return [`${status} is ${type || 'without a body'}, documented as ${Object.keys(content).join()}`]
    if (text === null || !isJson(type)) return []
    const check = this.#check(known.schema)
    if (check(JSON.parse(text))) return []
    return [`${status} does not fit: ${this.#ajv.errorsText(check.errors).slice(0, 300)} in ${text.slice(0, 300)}`]
  }

  /** The operation that reads what is at an address; undefined: none does. */
  readerOf(url: string): Operation | undefined {
    const steps = new URL(url).pathname.split('/')
    const fits = ({ path }: Operation): boolean => {
      const own = path.split('/')
      return own.length === steps.length && own.every((step, at) => step === steps[at] || step.startsWith('{'))
    }
    return this.operations.filter(fits).find(({ method }) => method === 'GET')
  }

  /** Examples that do not fit the schema they stand beside. */
  exampleFaults(): string[] {
    const contents = this.operations.flatMap(({ name, requestBody, responses }) => [
      ...Object.entries(requestBody?.content ?? {}).map(entry => [`${name} request`, ...entry] as const),
      ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(entry => [`${name} ${status}`, ...entry] as const),
      ),
    ])
    return contents.flatMap(([where, type, { examples = {}, schema }]) =>
      isJson(type)
        ? Object.values(examples).flatMap(({ value }) => {
            const check = this.#check(schema)
            return check(value) ? [] : [`${where}: ${this.#ajv.errorsText(check.errors)}`]
          })
        : [],
    )
  }

  #check(schema: Schema): ValidateFunction {
    let check = this.#bySchema.get(schema)
    if (check) return check
    // Most responses are problems, and many schemas are the same: to compile each anew takes longer than to ask the server.
    const text = JSON.stringify(schema)
    check = this.#known.get(text) ?? this.#ajv.compile(schema)
    this.#known.set(text, check)
    this.#bySchema.set(schema, check)
    return check
  }
}
