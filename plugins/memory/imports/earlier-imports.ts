import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, linkOrCopy } from '@svc/plugin'
import type { DocumentFile } from '@svc/plugin/contracts/memory'
import type { ImportOrder } from './staging.ts'

/** Where an earlier version kept imports that wait for their job, each in a folder of its id. */
export const earlierFolder = 'imports'

interface EarlierOrder extends ImportOrder {
  files: Omit<DocumentFile, 'path'>[]
}

/** Gives such an import's files names in a new folder. Null for one that is not whole: it had not come to its end, or its removal did not. */
export async function earlierImport(
  folder: string,
  names: string,
): Promise<{ order: ImportOrder; files: DocumentFile[]; progress: string | null } | null> {
  const text = folder.endsWith('.tmp') ? null : await textIfThere(join(folder, 'order.json'))
  if (text === null) return null
  const { files: named, ...order } = JSON.parse(text) as EarlierOrder
  await mkdir(names, { mode: 0o700 })
  const files = named.map((file, index) => ({ ...file, path: join(names, String(index)) }))
  try {
    for (const [index, { path }] of files.entries()) await linkOrCopy(join(folder, String(index)), path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  return { order, files, progress: await textIfThere(join(folder, 'progress.json')) }
}

/** Only a file that is not there is none: what cannot be read now is read at the next start. */
async function textIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}
