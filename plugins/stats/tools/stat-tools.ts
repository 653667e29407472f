import { NotFoundError } from '@svc/plugin'
import type { JsonObject, JsonSchema, JsonValue, ToolContext, ToolGroup, ToolManifest } from '@svc/plugin'
import type { ToolSource } from '@svc/plugin/contracts/tools'
import type { Analyses } from '../analyses/analyses.ts'
import type { AnalysisOrder } from '../analyses/analysis.ts'
import { needsData } from '../analyses/method-catalog.ts'
import type { MethodCatalog } from '../analyses/method-catalog.ts'
import type { StatMethod } from '../methods/stat-method.ts'
import { shownToModel } from './shown-to-model.ts'

const prefix = 'stats_'
const startMs = 30_000
const group: ToolGroup = {
  name: 'stats',
  description: 'Statistical tests, regressions, clusters, forecasts and power over the datasets of the workspace.',
}

/** Each method as a tool: `stats_t_test_independent`. */
export class StatTools implements ToolSource {
  readonly #analyses: Analyses
  readonly #catalog: MethodCatalog
  readonly #timeoutMs: number
  #tools: readonly ToolManifest[] = []

  constructor({ analyses, methods, timeoutMs }: { analyses: Analyses; methods: MethodCatalog; timeoutMs: number }) {
    this.#analyses = analyses
    this.#catalog = methods
    this.#timeoutMs = timeoutMs
  }

  list(): readonly ToolManifest[] {
    return this.#tools
  }

  async settled(): Promise<void> {
    if (this.#tools.length > 0) return
    const methods = await this.#catalog.methods()
    this.#tools = methods.map(method => toolOf(method, this.#timeoutMs))
  }

  async call(name: string, input: JsonObject, { principal, signal }: ToolContext): Promise<JsonValue> {
    const method = name.slice(prefix.length)
    if (!name.startsWith(prefix)) throw new NotFoundError(`There is no tool ${name}.`)
    const order = { ...input, method } as AnalysisOrder
    return shownToModel(await this.#analyses.run(order, { principal, signal }))
  }
}

function toolOf(method: StatMethod, timeoutMs: number): ToolManifest {
  const { method: name, title, description } = method
  return {
    name: prefix + name,
    title,
    description: `${description} Computed by R; answers estimates, intervals, checked assumptions and what they mean.`,
    input_schema: inputOf(method),
    // What is kept of it is a record; nothing that was there changes.
    effect: 'read',
    annotations: { read_only: true, destructive: false, open_world: false },
    icon: 'chart-histogram',
    // R ends what takes too long, and says so; the start of its process comes on top.
    timeout_ms: timeoutMs + startMs,
    plugin: 'stats',
    permission: 'stats:write',
    group,
  }
}

function inputOf(method: StatMethod): JsonSchema {
  const options = { options: plain(method.options) }
  if (!needsData(method)) {
    const required = isRequired(method.options) ? ['options'] : []
    return { type: 'object', properties: options, required, additionalProperties: false }
  }
  return {
    type: 'object',
    properties: {
      dataset_id: { type: 'string', description: 'The dataset’s id (also `ds_…@2`), or its table’s name.' },
      variables: plain(method.variables),
      ...options,
      filter: { type: 'string', description: 'A condition in SQL; rows for which it is true are analysed.' },
    },
    required: isRequired(method.options) ? ['dataset_id', 'variables', 'options'] : ['dataset_id', 'variables'],
    additionalProperties: false,
  }
}

function isRequired(schema: JsonSchema): boolean {
  return Array.isArray(schema['required']) && schema['required'].length > 0
}

/** Models know only JSON Schema, so the description says in words which measures a column may have. */
function plain(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => withMeasures(value)) as JsonSchema
}

function withMeasures(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('x-measures' in value)) return value
  const { 'x-measures': measures, description, ...rest } = value as Record<string, unknown>
  const hint = Array.isArray(measures) ? `Measure: ${measures.join(' or ')}.` : ''
  return { ...rest, description: [description, hint].filter(text => typeof text === 'string' && text !== '').join(' ') }
}
