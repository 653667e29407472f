import { NotFoundError } from '@svc/plugin'
import type { Block, ExportSource, Table } from '@svc/plugin/contracts/export'
import type { ModelVersion, WholeRun } from '@svc/plugin/contracts/ml/learning'
import type { Registry } from '../registry/registry.ts'
import type { Runs } from '../tracking/runs.ts'

type Figures = Record<string, number>

/** The parts of a trainer's result that are printed. */
interface PrintedResult {
  rows: number
  validation: { scheme: string; folds: object[]; metrics: Record<string, { mean: number; sd: number }> }
  baseline: Figures
  importance: { feature: string; mean: number; sd: number }[]
  warnings: { message: string }[]
}

/** A run as a chapter: what went in, its figures beside the baseline, what counts, and what is suspicious. */
export function runExport(runs: Runs): ExportSource {
  return {
    type: 'run',
    title: 'Run of machine learning',
    permission: 'ml:read',
    async read({ id = '' }, { principal, rows }) {
      const run = runs.get(principal.workspace_id, id)
      return {
        title: run.name,
        version: null,
        chapters: [{ title: run.name, about: aboutRun(run), blocks: runBlocks(run, rows) }],
        provenance: `${run.name}: ${run.run_id}${ofDataset(run)}`,
        record: { ...run },
      }
    },
  }
}

/** A version of a registered model as a chapter, with the run that it came from while that is there. */
export function versionExport(registry: Registry, runs: Runs): ExportSource {
  return {
    type: 'model_version',
    title: 'Registered model',
    permission: 'ml:read',
    async read({ id = '', version }, { principal, rows }) {
      const { workspace_id } = principal
      const made = registry.resolve(workspace_id, id, version === undefined ? {} : { version: Number(version) })
      const title = `${made.name}, version ${made.version}`
      const run = made.run_id === null ? null : found(() => runs.get(workspace_id, made.run_id ?? ''))
      return {
        title,
        version: made.version,
        sha256: made.sha256,
        chapters: [
          {
            title,
            about: [made.model_id, made.created_at, ...made.aliases].join(', '),
            blocks: [...versionBlocks(made), ...(run === null ? [] : runBlocks(run, rows))],
          },
        ],
        provenance: `${title}: ${made.model_id}, ${made.source}, SHA-256 ${made.sha256}${ofDataset(made)}`,
        record: { ...made },
      }
    },
  }
}

function aboutRun(run: WholeRun): string {
  return `${run.run_id}, ${run.status}, ${run.created_at}${ofDataset(run)}`
}

function ofDataset({ dataset }: Pick<WholeRun, 'dataset'>): string {
  return dataset === null ? '' : `, ${dataset.name} version ${dataset.version}`
}

function runBlocks(run: WholeRun, mostRows: number): Block[] {
  const failure: Block[] =
    run.failure === null
      ? []
      : [{ type: 'paragraph', tone: 'warning', children: [{ type: 'text', text: run.failure }] }]
  const figures =
    run.result === null
      ? [
          table(
            'Metrics',
            ['Metric', 'Value'],
            Object.entries(run.metrics).map(([key, value]) => [key, String(value)]),
            mostRows,
          ),
        ]
      : resultBlocks(run.result as object as PrintedResult, mostRows)
  const params = Object.entries(run.params)
  return [
    ...failure,
    ...figures,
    ...(params.length === 0 ? [] : [table('Params', ['Param', 'Value'], params, mostRows)]),
  ]
}

function resultBlocks({ rows, validation, baseline, importance, warnings }: PrintedResult, mostRows: number): Block[] {
  const spread = Object.entries(validation.metrics).map(([name, { mean, sd }]) => [
    name,
    printed(mean),
    printed(sd),
    printed(baseline[name]),
  ])
  const about = `Of ${rows} rows, by ${validation.scheme.replaceAll('_', ' ')} with ${validation.folds.length} folds: each row is judged by a model that has not seen it.`
  const counts = importance
    .toSorted((a, b) => b.mean - a.mean)
    .map(({ feature, mean, sd }) => [feature, printed(mean), printed(sd)])
  return [
    { type: 'paragraph', children: [{ type: 'text', text: about }] },
    table('Figures', ['Figure', 'Mean', 'Spread', 'Baseline'], spread, mostRows),
    ...(counts.length === 0 ? [] : [table('Importance', ['Feature', 'Mean', 'Spread'], counts, mostRows)]),
    ...warnings.map(({ message }): Block => ({
      type: 'paragraph',
      tone: 'warning',
      children: [{ type: 'text', text: message }],
    })),
  ]
}

function versionBlocks({ inputs, description }: ModelVersion): Block[] {
  const fields = Array.isArray(inputs) ? (inputs as object[] as { name?: string; type?: string }[]) : []
  const rows = fields.map(({ name = '', type = '' }) => [name, type])
  return [
    ...(description === '' ? [] : [{ type: 'markdown', text: description } as const]),
    ...(rows.length === 0 ? [] : [table('What it takes', ['Feature', 'Kind'], rows, rows.length)]),
  ]
}

/** The first column is text, the others are numbers where there are more than two. */
function table(caption: string, names: readonly string[], rows: readonly (readonly string[])[], most: number): Table {
  return {
    type: 'table',
    caption,
    columns: names.map((name, index) => ({ name, kind: index === 0 || names.length === 2 ? 'text' : 'number' })),
    rows: rows.slice(0, most),
    left_out: Math.max(0, rows.length - most),
  }
}

function printed(value: number | undefined): string {
  if (value === undefined) return ''
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)))
}

function found<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
