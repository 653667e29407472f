import { ValidationError } from '@svc/plugin'
import { cleanPath } from '@svc/plugin/library/contents/file-path'

export interface UploadMetadata {
  path: string
  content_type: string | null
}

const longest = 8192
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Reads `Upload-Metadata` (tus 1.0): pairs of a key and a value in base64. `path` says where the file goes, else `filename` at the top;
 * `filetype`, or `contentType`, what it is.
 * @throws ValidationError
 */
export function readUploadMetadata(header: string | undefined): UploadMetadata {
  if ((header?.length ?? 0) > longest) throw bad(`is over ${longest} characters`)
  const values = new Map<string, string>()
  for (const pair of (header ?? '').split(',')) {
    if (pair.trim() === '') continue
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    if (more.length > 0 || !base64.test(value))
      throw bad('must be pairs of a key and a value in base64, with a comma between')
    values.set(key, Buffer.from(value, 'base64').toString('utf8'))
  }
  const path = values.get('path') ?? values.get('filename') ?? values.get('name')
  if (path === undefined) throw bad('must have a "filename", or a "path", in base64')
  return { path: cleanPath(path, 'path'), content_type: values.get('filetype') ?? values.get('contentType') ?? null }
}

function bad(message: string): ValidationError {
  return new ValidationError(`Upload-Metadata ${message}.`, [{ path: '/headers/upload-metadata', message }])
}
