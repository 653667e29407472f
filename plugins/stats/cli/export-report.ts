import { extname, resolve } from 'node:path'
import { NotFoundError, ValidationError } from '@svc/plugin'
import type { Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { saveDownload } from '@svc/plugin/library/terminal/save-download'
import type { Commands } from '../generated/commands.ts'
import type { AnalysisSummary } from '../analyses/analysis.ts'
import { exportFormats } from '../routes/schemas.ts'

/** `svc stats export`: into a file that is there once it is whole. */
export async function exportReport(context: CommandContext<Commands['stats export']>): Promise<number> {
  const { file } = context.arguments
  const { analysis, title, author } = context.options
  const format = extname(file).slice(1).toLowerCase()
  if (!exportFormats.some(known => known === format))
    throw new ValidationError(`The file's ending says the format: ${exportFormats.join(', ')}. ${file} has another.`)
  const analysis_ids = analysis.length > 0 ? analysis : [await newest(context)]
  const cover = { ...(title !== undefined && { title }), ...(author !== undefined && { author }) }
  const to = resolve(context.io.cwd, file)
  const content = context.client.download('/api/stats/export', { analysis_ids, format, cover })
  await saveDownload(content, to, context.signal)
  context.io.result(
    { file: to, analysis_ids },
    `Wrote ${file} with ${analysis_ids.length === 1 ? '1 analysis' : `${analysis_ids.length} analyses`}.`,
  )
  return 0
}

async function newest(context: CommandContext): Promise<string> {
  const { items } = await context.client.request<Page<AnalysisSummary>>('GET', '/api/stats/analyses?limit=1')
  if (items[0]) return items[0].analysis_id
  throw new NotFoundError('There is no analysis yet. "svc stats run" makes one.')
}
