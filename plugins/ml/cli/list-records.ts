import type { Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { textTable } from '@svc/plugin/library/terminal/text-table'
import type { RegisteredModel, Run } from '@svc/plugin/contracts/ml/learning'
import type { Commands } from '../generated/commands.ts'
import { rounded } from './rounded.ts'
import type { Experiment } from '../tracking/records.ts'

const shownMetrics = 4
const more = 'There are more: raise --limit.'

/** `svc ml experiments list`. */
export async function listExperiments(context: CommandContext<Commands['ml experiments list']>): Promise<number> {
  const { client, io, options } = context
  const query = new URLSearchParams({ limit: String(options.limit ?? 50) })
  const page = await client.request<Page<Experiment>>('GET', `/api/ml/experiments?${query}`)
  const rows = page.items.map(each => [each.name, each.runs, each.updated_at.slice(0, 16), each.experiment_id])
  io.result(page, textTable(['name', 'runs', 'changed', 'id'], rows))
  if (page.next_cursor !== null) io.note(more)
  return 0
}

/** `svc ml runs list`. */
export async function listRuns(context: CommandContext<Commands['ml runs list']>): Promise<number> {
  const { client, io, options } = context
  const query = new URLSearchParams({ limit: String(options.limit ?? 50) })
  if (options.experiment !== undefined) query.set('experiment_id', options.experiment)
  if (options.filter !== undefined) query.set('filter', options.filter)
  for (const order of options.order ?? []) query.append('order_by', order)
  const page = await client.request<Page<Run>>('GET', `/api/ml/runs?${query}`)
  const keys = shownKeys(page.items, options.order ?? [])
  const rows = page.items.map(({ name, status, metrics, started_at, run_id }) => [
    name,
    status,
    ...keys.map(key => rounded(metrics[key])),
    started_at?.slice(0, 16) ?? '',
    run_id,
  ])
  const shown = rows.length === 0 ? 'No run fits.' : textTable(['name', 'status', ...keys, 'started', 'id'], rows)
  io.result(page, shown)
  if (page.next_cursor !== null) io.note(more)
  return 0
}

/** What the order names, then the figures of held-out rows, then all others. */
function shownKeys(runs: readonly Run[], order: readonly string[]): string[] {
  const all = [...new Set(runs.flatMap(({ metrics }) => Object.keys(metrics)))]
  const ordered = order.map(each => /^metrics?\.[`"]?(.+?)[`"]?(?: +(?:ASC|DESC))?$/i.exec(each)?.[1])
  const rank = (key: string): number => {
    if (ordered.includes(key)) return 0
    if (/^cv_.*_mean$/.test(key)) return 1
    return /^(?:cv|baseline)_/.test(key) ? 3 : 2
  }
  return all.toSorted((a, b) => rank(a) - rank(b)).slice(0, shownMetrics)
}

/** `svc ml models list`. */
export async function listModels(context: CommandContext<Commands['ml models list']>): Promise<number> {
  const { client, io, options } = context
  const query = new URLSearchParams({ limit: String(options.limit ?? 50) })
  const page = await client.request<Page<RegisteredModel>>('GET', `/api/ml/models?${query}`)
  const rows = page.items.map(({ name, latest_version, aliases, updated_at, model_id }) => [
    name,
    latest_version,
    Object.entries(aliases)
      .map(([alias, version]) => `${alias}=${version}`)
      .join(' '),
    updated_at.slice(0, 16),
    model_id,
  ])
  const names = ['name', 'version', 'aliases', 'changed', 'id']
  io.result(page, rows.length === 0 ? 'No model is registered yet.' : textTable(names, rows))
  if (page.next_cursor !== null) io.note(more)
  return 0
}
