import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, UnavailableError } from '@svc/plugin'
import type { Logger } from '@svc/plugin'

const othersMask = 0o077
const homeNames = new Set(['home.json', 'secrets.json', 'lock.sqlite', 'control_plane'])
/** What may lie in a folder that is not a home yet: what the operator prepares, and what a file system brings along. */
const preparedNames = new Set(['svc.config.yaml', '.env', 'manifests', 'plugins', 'lost+found'])

const notOurs = 'this user may not open it, or make it. Run svc as its owner, or choose'
const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is not a folder. Choose',
  ENOTDIR: 'a part of its path is no folder. Choose',
  // Of a file system that is read-only, mkdir says this of a new folder.
  ENOENT: 'no folder can be made there, as where the file system is read-only. Choose',
  EROFS: 'its file system is read-only. Mount it for writing, or choose',
  EACCES: notOurs,
  EPERM: notOurs,
}

/** Makes the home's folder, or closes an existing one to other users of the machine (mode 0700). */
export async function prepareFolder(folder: string, log: Logger): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await closeToOthers(folder, log)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    const reason = reasons[codeOf(error) ?? ''] ?? 'it cannot be made or opened. Choose'
    throw new UnavailableError(`The home ${folder} cannot be used: ${reason} another one with SVC_HOME.`, {
      cause: error,
    })
  }
}

async function closeToOthers(folder: string, log: Logger): Promise<void> {
  if (process.platform === 'win32') return
  const { mode, uid } = await stat(folder)
  if ((mode & othersMask) === 0) return
  await refuseForeignFolder(folder)
  if (uid !== process.getuid?.()) throw openToOthers(folder, 0o700)
  await chmod(folder, 0o700)
  log.warn({ folder, was: octal(mode) }, 'closed the home to other users of this machine (mode 0700)')
}

/** A home in `/tmp` or `/srv` by mistake must not end with that folder closed to everyone else. */
async function refuseForeignFolder(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.some(name => homeNames.has(name))) return
  const foreign = names.filter(name => !preparedNames.has(name))
  if (foreign.length === 0) return
  throw new UnavailableError(
    `The home ${folder} is open to other users and holds files that are not svc's (${foreign.slice(0, 3).join(', ')}). Choose an empty folder with SVC_HOME, or close this one with: chmod 700 ${folder}`,
  )
}

/** Closes a file in the home to other users (mode 0600), or refuses it when it is not ours to close. */
export async function closeFile(folder: string, name: string, log: Logger): Promise<void> {
  if (process.platform === 'win32') return
  const path = join(folder, name)
  const { mode, uid } = await stat(path)
  if ((mode & othersMask) === 0) return
  if (uid !== process.getuid?.()) throw openToOthers(path, 0o600)
  await chmod(path, 0o600)
  log.warn({ path, was: octal(mode) }, 'closed a file with secrets to other users of this machine (mode 0600)')
}

function openToOthers(path: string, mode: number): UnavailableError {
  return new UnavailableError(
    `${path} is open to other users of this machine and belongs to another user. As its owner or as root: chmod ${octal(mode)} ${path}`,
  )
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8)
}
