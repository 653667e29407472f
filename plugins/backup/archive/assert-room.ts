import { statfs } from 'node:fs/promises'
import { StorageFullError } from '@svc/plugin'

const reserve = 8 * 1024 * 1024

/** @throws StorageFullError when the disk of the folder has no room for so many bytes */
export async function assertRoom(folder: string, bytes: number, purpose: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes + reserve) return
  throw new StorageFullError(
    `${folder} has ${megabytes(free)} MB free, and ${megabytes(bytes + reserve)} MB are needed ${purpose}.`,
  )
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0)
}
