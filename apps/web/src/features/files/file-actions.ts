import type { FileRecord } from '@svc/sdk'
import { queries } from '../../live/query-client.ts'
import { root, svc } from '../../live/server.ts'
import { noticeWithUndo } from '../../ui/overlays/notices.ts'
import { saveBytes, saveFrom } from '../../ui/copy/save-file.ts'

/** Files and folders are read again. */
export function refreshFiles(): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['files'] })
}

/**
 * Saves a file to this computer. The browser does it by a link that opens for a minute, so that nothing is held in memory and the workspace of this tab
 * counts.
 */
export async function downloadFile(fileId: string): Promise<void> {
  const { url } = await svc.files.link(fileId, { expires_seconds: 60 })
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  saveFrom(new URL(`api/files/links/${token}?download=true`, root).href)
}

/** Saves an earlier version, which no link opens. */
export async function downloadVersion({ file_id, name }: FileRecord, version: number, type: string): Promise<void> {
  saveBytes(await svc.files.content(file_id, { version }), name, type)
}

/** An earlier content becomes the newest version. */
export async function restoreVersion({ file_id, path }: FileRecord, version: number, type: string): Promise<void> {
  const content = await svc.files.content(file_id, { version })
  await svc.files.put(path, new Blob([content as BlobPart], { type }))
  await refreshFiles()
}

/** Puts a file into the trash; `leave` closes what shows it, before it is read again. */
export async function deleteFile({ file_id, name }: FileRecord, leave?: () => Promise<void>): Promise<void> {
  await svc.files.delete(file_id)
  await leave?.()
  await refreshFiles()
  noticeWithUndo(`In the trash: ${name}`, async () => {
    await svc.files.restore(file_id)
    await refreshFiles()
  })
}

export async function moveFile({ file_id, path: before }: FileRecord, path: string): Promise<void> {
  await svc.files.move(file_id, path)
  await refreshFiles()
  noticeWithUndo(`Now at ${path}`, async () => {
    await svc.files.move(file_id, before)
    await refreshFiles()
  })
}

export async function moveFolder(from: string, to: string): Promise<void> {
  await svc.files.moveFolder(from, to)
  await refreshFiles()
}
