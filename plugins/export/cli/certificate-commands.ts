import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { codeOf, ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { ShownCertificate } from '../certificates/certificates.ts'
import type { Commands } from '../generated/commands.ts'

type Context = CommandContext<Commands['export certificate import']>

/** `svc export certificate import`: the file signs from now on. */
export async function importCertificate(
  context: Context,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<number> {
  const { arguments: given, client, io, options } = context
  if (!options.passwordStdin)
    throw new ValidationError('Give the password of the file on standard input, with --password-stdin.')
  const file = await contentOf(resolve(io.cwd, given.file))
  const password = (await text(input)).replace(/\r?\n$/, '')
  const fields = { password, ...(options.name !== undefined && { name: options.name }) }
  const { body, contentType } = formOf(fields, { name: basename(given.file), content: file })
  const added = await client.upload<ShownCertificate>('POST', '/api/export/certificates', { body, contentType })
  io.result(
    added,
    `${added.certificate_id} signs from now on: ${added.subject}, ${added.key}, valid until ${added.not_after.slice(0, 10)}.\nSHA-256: ${added.fingerprint_sha256}`,
  )
  return 0
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new ValidationError(`There is no file ${path}.`, [], { cause: error })
    throw error
  }
}

function formOf(
  fields: Record<string, string>,
  file: { name: string; content: Buffer },
): { body: Readable; contentType: string } {
  const boundary = randomBytes(16).toString('hex')
  const head = (name: string, more = ''): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const pieces = [
    ...Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`),
    head('file', `; filename="${file.name.replace(/[\r\n"]/g, '_')}"`),
    file.content,
    `\r\n--${boundary}--\r\n`,
  ]
  const body = Buffer.concat(pieces.map(piece => Buffer.from(piece)))
  return { body: Readable.from([body]), contentType: `multipart/form-data; boundary=${boundary}` }
}
