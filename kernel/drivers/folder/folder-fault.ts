import { codeOf, isDiskFull, StorageFullError, SvcError, UnavailableError } from '@svc/plugin'

const remedies: Record<string, string> = {
  ENOENT: 'is not there. Mount it, or make it with "mkdir -m 700" as the user of svc',
  ENOTDIR: 'is no folder. Name one',
  EACCES: 'may not be read and written by the user of svc. Give that user the folder',
  EPERM: 'may not be read and written by the user of svc. Give that user the folder',
  EROFS: 'is mounted for reading alone. Mount it for writing',
}

/** Whether the folder is not as a server needs it, rather than away for a while. */
export function isUnfit(error: unknown): boolean {
  return Object.hasOwn(remedies, codeOf(error) ?? '')
}

/** The house's error for what a folder of objects says; what is an error of the house, or none of the disk, stays as it is. */
export function folderFault(error: unknown, folder: string): unknown {
  const code = codeOf(error)
  if (error instanceof SvcError || code === null || code === 'ABORT_ERR') return error
  if (isDiskFull(error)) {
    return new StorageFullError(
      `The folder ${folder} of SVC_CONTENT_URL is full: nothing of the object was kept. Free some room there and try again.`,
      { cause: error },
    )
  }
  const remedy = remedies[code] ?? `answers with an error (${code}). See to its disk or its server`
  return new UnavailableError(`The folder ${folder} of SVC_CONTENT_URL ${remedy}, or correct SVC_CONTENT_URL.`, {
    cause: error,
  })
}
