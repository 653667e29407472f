import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { NotFoundError, ValidationError } from '@svc/plugin'
import type { Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
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
  const unfinished = `${to}.part`
  try {
    const content = await context.client.download('/api/stats/export', { analysis_ids, format, cover })
    await pipeline(content, createWriteStream(unfinished), { signal: context.signal })
    await rename(unfinished, to)
  } finally {
    await rm(unfinished, { force: true })
  }
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
