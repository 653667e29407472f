import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { NotFoundError, ValidationError } from '@svc/plugin'
import type { Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { AnalysisSummary } from '../analyses/analysis.ts'
import { exportFormats } from '../routes/schemas.ts'
import { textOption, textsOption } from './options.ts'

/** `svc stats export`: into a file that is there once it is whole. */
export async function exportReport(context: CliContext): Promise<number> {
  const file = context.arguments['file'] ?? ''
  const format = extname(file).slice(1).toLowerCase()
  if (!exportFormats.some(known => known === format))
    throw new ValidationError(`The file's ending says the format: ${exportFormats.join(', ')}. ${file} has another.`)
  const named = textsOption(context, 'analysis')
  const analysis_ids = named.length > 0 ? named : [await newest(context)]
  const title = textOption(context, 'title')
  const author = textOption(context, 'author')
  const cover = { ...(title !== undefined && { title }), ...(author !== undefined && { author }) }
  const to = resolve(context.cwd, file)
  const unfinished = `${to}.part`
  try {
    const content = await context.download('/api/stats/export', { analysis_ids, format, cover })
    await pipeline(content, createWriteStream(unfinished), { signal: context.signal })
    await rename(unfinished, to)
  } finally {
    await rm(unfinished, { force: true })
  }
  context.result(
    { file: to, analysis_ids },
    `Wrote ${file} with ${analysis_ids.length === 1 ? '1 analysis' : `${analysis_ids.length} analyses`}.`,
  )
  return 0
}

async function newest(context: CliContext): Promise<string> {
  const { items } = (await context.api('GET', '/api/stats/analyses?limit=1')) as unknown as Page<AnalysisSummary>
  if (items[0]) return items[0].analysis_id
  throw new NotFoundError('There is no analysis yet. "svc stats run" makes one.')
}
