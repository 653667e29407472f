import { constants } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@svc/plugin'
import type { DocumentFile } from '@svc/plugin/contracts/memory'
import type { ImportOrder } from './staging.ts'

/** Where an earlier version kept imports that wait for their job, each in a folder of its id. */
export const earlierFolder = 'imports'

interface EarlierOrder extends ImportOrder {
  files: Omit<DocumentFile, 'path'>[]
}

/** Copies such an import's files to a new folder. Null for one that had not come whole. */
export async function earlierImport(
  folder: string,
  copies: string,
): Promise<{ order: ImportOrder; files: DocumentFile[]; progress: string | null } | null> {
  const text = folder.endsWith('.tmp') ? null : await textIfThere(join(folder, 'order.json'))
  if (text === null) return null
  const { files: named, ...order } = JSON.parse(text) as EarlierOrder
  await mkdir(copies, { mode: 0o700 })
  const files = named.map((file, index) => ({ ...file, path: join(copies, String(index)) }))
  for (const [index, { path }] of files.entries())
    await copyFile(join(folder, String(index)), path, constants.COPYFILE_FICLONE)
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
