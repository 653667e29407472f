import { PreconditionFailedError } from '@svc/sdk'
import type { FileRecord, SvcClient } from '@svc/sdk'

const onlyIfFree = { headers: { 'if-none-match': '*' } }

/** Stores a file in a folder of the workspace beside what lies there, which others may have named alike: each pasted picture is an `image.png`. */
export async function putNewFile(
  files: Pick<SvcClient['files'], 'put'>,
  folder: string,
  file: File,
): Promise<FileRecord> {
  try {
    return await files.put(`${folder}/${file.name}`, file, onlyIfFree)
  } catch (error) {
    if (!(error instanceof PreconditionFailedError)) throw error
    return files.put(`${folder}/${otherName(file.name)}`, file, onlyIfFree)
  }
}

/** `image 3f9k2m1x.png` for `image.png`. */
function otherName(name: string): string {
  const [, stem, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [name, name]
  return `${stem} ${Math.random().toString(36).slice(2, 10)}${ending}`
}
