import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { ValidationError } from '@svc/plugin'
import { counted, jobResult } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { VersionRecord } from '../catalog/records.ts'
import { findDatasetId } from './find-dataset.ts'

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
export async function importTable(context: CommandContext<Commands['data import']>): Promise<number> {
  const { file } = context.arguments
  const { options } = context
  const form = new FormData()
  for (const [option, field] of fields) {
    const value = options[option]
    if (value !== undefined) form.append(field, value)
  }
  if (options.tag.length > 0) form.append('tags', JSON.stringify(options.tag))
  if (options.noHeader) form.append('header', 'false')
  if (options.dataset !== undefined) form.append('dataset_id', await findDatasetId(context, options.dataset))
  if (options.background) form.append('mode', 'job')
  const path = resolve(context.io.cwd, file)
  form.append('file', await contentOf(path), basename(path))
  const { body, headers } = new Response(form)
  if (body === null) throw new TypeError('a form without a body')
  const contentType = headers.get('content-type') ?? ''
  const content = { body: Readable.fromWeb(body), contentType }
  const answer = await context.client.upload<VersionRecord | { job_id: string }>('POST', '/api/data/import', content)
  const made = 'job_id' in answer ? await jobResult<VersionRecord>(context, answer.job_id, 'import') : answer
  for (const warning of made.warnings) context.io.note(warning)
  const { rejected } = made
  for (const { line, column, reason } of rejected.sample)
    context.io.note(`line ${line}${column === null ? '' : `, ${column}`}: ${reason}`)
  const bad = rejected.count === 0 ? '' : `, ${counted(rejected.count, 'row')} could not be taken`
  const text = `${made.table}  version ${made.version}  ${counted(made.rows, 'row')}  ${counted(made.columns.length, 'column')}  ${made.dataset_id}${bad}`
  context.io.result(made, text)
  return 0
}

async function contentOf(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (cause) {
    throw new ValidationError(`${path} cannot be read. Is there such a file?`, [], { cause })
  }
}
