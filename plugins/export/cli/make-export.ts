import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { messageOf, parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { saveDownload, signatoryOf } from '@svc/plugin/library/terminal/save-download'
import type { Commands } from '../generated/commands.ts'

const formats = ['pdf', 'docx', 'html', 'md', 'json', 'zip']

/** `svc export make`: into a file that is there once it is whole. */
export async function makeExport(context: CommandContext<Commands['export make']>): Promise<number> {
  const { items: named } = context.arguments
  const { format: given, output, title, cover, signatory, sign, manifest, certificate } = context.options
  const format = given ?? (output === undefined ? 'pdf' : extname(output).slice(1).toLowerCase())
  if (!formats.includes(format)) throw new ValidationError(`--format is one of ${formats.join(', ')}, not ${format}.`)
  const items = named.split(',').map(itemOf)
  const signing = {
    ...(sign && format === 'pdf' && { pdf: true }),
    ...((manifest || (sign && format !== 'pdf')) && { manifest: true }),
    ...(certificate !== undefined && { certificate_id: certificate }),
  }
  const order: JsonObject = {
    items,
    format,
    ...(title !== undefined && { title }),
    ...(cover !== undefined && { cover: await readCover(context, cover) }),
    ...(signatory.length > 0 && { signatories: signatory.map(each => ({ ...signatoryOf(each) })) }),
    ...(Object.keys(signing).length > 0 && { sign: signing }),
  }
  const to = resolve(context.io.cwd, output ?? `export.${format}`)
  await saveDownload(context.client.download('/api/export', order), to, context.signal)
  context.io.result({ file: to, items }, `Wrote ${to} with ${items.length === 1 ? '1 item' : `${items.length} items`}.`)
  return 0
}

/** `note:note_…`, `dataset:ds_…@2`. */
function itemOf(text: string): { type: string; id: string; version?: number } {
  const [, type = '', id = '', version] = /^([a-z_]+):([^@\s]+)(?:@(\d+))?$/.exec(text.trim()) ?? []
  if (type === '')
    throw new ValidationError(`"${text}" is no item: write its type and its id, such as note:note_… or dataset:ds_…@2.`)
  return version === undefined ? { type, id } : { type, id, version: Number(version) }
}

async function readCover(context: CommandContext<Commands['export make']>, file: string): Promise<JsonObject | true> {
  if (file === 'auto') return true
  const path = resolve(context.io.cwd, file)
  try {
    return parseJson(await readFile(path, 'utf8')) as JsonObject
  } catch (error) {
    throw new ValidationError(`The cover ${file} cannot be read as JSON: ${messageOf(error)}`, [], { cause: error })
  }
}
