import { PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type { Upload } from '@svc/plugin'
import { FormReader } from '@svc/plugin/library/form-reader'

/** The parts that a form may have: the most bytes of each file, the most characters of each field. */
export interface FormShape {
  files: Readonly<Record<string, number>>
  fields: Readonly<Record<string, number>>
}

export interface ReadForm {
  files: ReadonlyMap<string, Buffer>
  fields: ReadonlyMap<string, string>
}

/** Reads a form into memory. @throws ValidationError, PayloadTooLargeError */
export async function readForm(upload: Upload, { files, fields }: FormShape): Promise<ReadForm> {
  const read = new Map<string, Buffer>()
  const names = [...Object.keys(files), ...Object.keys(fields)].map(name => `"${name}"`).join(', ')
  const form = new FormReader(upload, ({ kind, name, ...part }, soFar) => {
    const known = kind === 'file' ? files : fields
    if (!Object.hasOwn(known, name))
      return fault(name, `is not one of the form's parts as a ${kind}; it takes ${names}`)
    if (read.has(name) || soFar.fields.has(name)) return fault(name, 'stands twice')
    const isTooLong = 'value' in part && part.value.length > fields[name]!
    return isTooLong ? fault(name, `has more than ${fields[name]} characters`) : null
  })
  for await (const { body, name } of form.files()) read.set(name, await bytesOf(body, name, files[name]!))
  return { files: read, fields: form.single() }
}

async function bytesOf(body: AsyncIterable<Buffer>, name: string, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > most) throw new PayloadTooLargeError(`"${name}" has more than ${most} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes)
}

/** A fault of one part. */
export function fault(name: string, message: string): ValidationError {
  const shown = name.slice(0, 60)
  return new ValidationError(`"${shown}" ${message}.`, [{ path: `/${shown}`, message }])
}
