import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { ValidationError } from '@svc/plugin'
import type { Job, JsonValue } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { VersionRecord } from '../catalog/records.ts'
import { findDatasetId } from './find-dataset.ts'
import { textOption, textsOption } from './options.ts'

const askAgainMs = 500
/** The option of the command, and the field of the form. */
const fields = [
  ['name', 'name'],
  ['format', 'format'],
  ['delimiter', 'delimiter'],
  ['encoding', 'encoding'],
  ['decimal', 'decimal_separator'],
  ['sheet', 'sheet'],
  ['key', 'key'],
] as const

/** `svc data import`: says how the file was read, and what could not be. */
export async function importTable(context: CliContext): Promise<number> {
  const { file = '' } = context.arguments
  const form = new FormData()
  for (const [option, field] of fields) {
    const value = textOption(context, option)
    if (value !== undefined) form.append(field, value)
  }
  const tags = textsOption(context, 'tag')
  if (tags.length > 0) form.append('tags', JSON.stringify(tags))
  if (context.options['header'] === false) form.append('header', 'false')
  const dataset = textOption(context, 'dataset')
  if (dataset !== undefined) form.append('dataset_id', await findDatasetId(context, dataset))
  const isJob = context.options['background'] === true
  if (isJob) form.append('mode', 'job')
  const path = resolve(context.cwd, file)
  const content = await contentOf(path)
  form.append('file', content, basename(path))
  const { body, headers } = new Response(form)
  if (body === null) throw new TypeError('a form without a body')
  const contentType = headers.get('content-type') ?? ''
  const answer = await context.upload('POST', '/api/data/import', { body: Readable.fromWeb(body), contentType })
  const { job_id } = answer as { job_id?: string }
  const made = (job_id === undefined ? answer : await outcomeOf(context, job_id)) as unknown as VersionRecord
  for (const warning of made.warnings) context.note(warning)
  const { rejected } = made
  for (const { line, column, reason } of rejected.sample)
    context.note(`line ${line}${column === null ? '' : `, ${column}`}: ${reason}`)
  const bad = rejected.count === 0 ? '' : `, ${rejected.count} rows could not be taken`
  const text = `${made.table}  version ${made.version}  ${made.rows} rows  ${made.columns.length} columns  ${made.dataset_id}${bad}`
  context.result(made as unknown as JsonValue, text)
  return 0
}

async function contentOf(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (cause) {
    throw new ValidationError(`${path} cannot be read. Is there such a file?`, [], { cause })
  }
}

async function outcomeOf(context: CliContext, jobId: string): Promise<JsonValue> {
  let told = 0
  for (;;) {
    const job = (await context.api('GET', `/api/jobs/${jobId}`)) as unknown as Job
    if (job.state === 'succeeded') return job.result
    if (job.state === 'dead' || job.state === 'cancelled')
      throw new Error(`The import ${jobId} is ${job.state}: ${job.error?.message ?? 'it was stopped'}`)
    const percent = Math.floor(job.progress * 100)
    if (percent > told) context.note(`${jobId}: ${percent} %`)
    told = Math.max(told, percent)
    await wait(askAgainMs, undefined, { signal: context.signal })
  }
}
