import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { assertFree, saveDownload } from '@svc/plugin/library/terminal/save-download'
import type { Commands } from '../generated/commands.ts'
import { findDatasetId } from './find-dataset.ts'

const formats = ['csv', 'parquet', 'json', 'ndjson', 'xlsx', 'arrow'] as const

/** `svc data export`: into a file that is there once it is whole. */
export async function exportTable(context: CommandContext<Commands['data export']>): Promise<number> {
  const { dataset, file } = context.arguments
  const format = context.options.format ?? formatOf(file)
  const target = resolve(context.io.cwd, file)
  assertFree(target, context.options.force)
  const source = await sourceOf(context, dataset)
  const content = context.client.download('/api/data/export', { ...source, format })
  await saveDownload(content, target, context.signal)
  const { size } = await stat(target)
  context.io.result({ path: target, format, bytes: size }, `${target}  ${counted(size, 'byte')}`)
  return 0
}

async function sourceOf(context: CommandContext, dataset: string): Promise<JsonObject> {
  if (/\s/.test(dataset)) return { sql: dataset }
  const [, name = dataset, version] = /^(.+?)(?:@([1-9]\d{0,8}))?$/.exec(dataset) ?? []
  const dataset_id = await findDatasetId(context, name)
  return { dataset_id, ...(version !== undefined && { version: Number(version) }) }
}

function formatOf(file: string): (typeof formats)[number] {
  const ending = extname(file).slice(1).toLowerCase()
  const format = formats.find(each => each === ending)
  if (format !== undefined) return format
  throw new ValidationError(`The format of ${JSON.stringify(file)} is not known by its ending: say --format.`)
}
