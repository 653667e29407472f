import { existsSync } from 'node:fs'
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok, warning } from '../doctor-check.ts'
import { walkHome } from '../walk-home.ts'
import type { HomeFile } from '../walk-home.ts'

const othersMask = 0o077
const ownerMask = 0o600
const shown = 3
/** Versions of datasets are never written again; processes of other users read them, which are let into their own workspace's folder alone. */
const version = /^(?:data_plane[\\/][^\\/]+[\\/]datasets|content-cache\.tmp)[\\/]/
/** Belongs to the process that is at work there. */
const atWork = /^data_plane[\\/][^\\/]+[\\/]staging[\\/]/

/** The folder, and who may read and write every file in it. */
export const homeCheck: DoctorCheck<Machine> = {
  name: 'home',
  async run({ home, homeExists }) {
    if (!homeExists) return [ok('home', `${home} is not there yet; the first start makes it`)]
    try {
      await access(home, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      const [reason, remedy] =
        codeOf(error) === 'EROFS'
          ? ['its file system is read-only', 'Mount it for writing, or choose another home with --home or SVC_HOME.']
          : [messageOf(error), 'Run svc as its owner, or choose another home with --home or SVC_HOME.']
      return [failed('home', `${home} cannot be read and written: ${reason}`, remedy)]
    }
    if (process.platform === 'win32') return [ok('home', home)]
    const { mode, uid } = await stat(home)
    const all = await walkHome(home)
    const files = all.filter(({ path }) => !atWork.test(path))
    const foreign = files.filter(file => file.uid !== uid)
    const closed = files.filter(file => !file.isLink && (file.mode & ownerMask) !== ownerMask && !isVersion(file))
    const open = files.filter(
      file => !file.isLink && !file.isFolder && (file.mode & othersMask) !== 0 && !isVersion(file),
    )
    const isOpen = (mode & othersMask) !== 0
    return [
      isOpen
        ? warning('home', `${home} is open to other users`, `Close it: chmod 700 ${home}`)
        : ok('home', `${home}, ${all.length} files and folders`),
      ...(foreign.length > 0
        ? [failed('home owner', `${some(foreign)} not of the home's own user`, `As root: chown -R ${uid} ${home}`)]
        : []),
      ...(closed.length > 0
        ? [
            failed(
              'home rights',
              `${some(closed)} not readable and writable by the owner`,
              `Run: chmod -R u+rwX ${home}`,
            ),
          ]
        : []),
      // Behind a closed folder nobody reaches them; the next copy may lie in an open one.
      ...(open.length > 0
        ? [warning('home rights', `${some(open)} readable by others where the folder is`, `Run: chmod -R go= ${home}`)]
        : []),
    ]
  },
}

function isVersion({ path, mode }: HomeFile): boolean {
  return version.test(path) && (mode & 0o400) !== 0
}

function some(files: readonly HomeFile[]): string {
  const names = files.slice(0, shown).map(({ path }) => path)
  const more = files.length > shown ? ` and ${files.length - shown} more` : ''
  return `${names.join(', ')}${more} ${files.length === 1 ? 'is' : 'are'}`
}

const tightBytes = 1024 ** 3
const tooTightBytes = 100 * 1024 ** 2

export const diskCheck: DoctorCheck<Machine> = {
  name: 'disk',
  async run({ home, homeExists }) {
    if (!homeExists) return []
    const { bavail, bsize, ffree, files } = await statfs(home)
    const free = bavail * bsize
    const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`
    if (free < tooTightBytes) return [failed('disk', detail, 'Make room: writes will fail.')]
    // Some file systems have no fixed number of inodes and say 0.
    if (files > 0 && ffree < 1000)
      return [failed('disk', `${detail}, and ${ffree} inodes`, 'Delete files: no new ones can be made soon.')]
    if (free < tightBytes) return [warning('disk', detail, 'Make room soon.')]
    return [ok('disk', detail)]
  },
}

const names = ['session_key', 'cursor_key', 'config_key']
const shape = /^[A-Za-z0-9_-]{43}$/
const remedy =
  'Restore secrets.json from a backup of the home: other keys sign everybody out and make stored app secrets unreadable.'

/** The home's own keys are there and whole. Their values go nowhere. */
export const secretsCheck: DoctorCheck<Machine> = {
  name: 'keys of the home',
  async run({ home, homeExists }) {
    const isNew = !homeExists || !existsSync(join(home, 'home.json'))
    if (isNew) return []
    const kept = await readSecrets(join(home, 'secrets.json'))
    if (kept === null) return [failed('keys of the home', 'secrets.json is missing or no JSON', remedy)]
    const wrong = names.filter(name => typeof kept[name] !== 'string' || !shape.test(kept[name]))
    if (wrong.length > 0)
      return [failed('keys of the home', `secrets.json: ${wrong.join(', ')} must be 32 bytes in base64url`, remedy)]
    return [ok('keys of the home', `${counted(names.length, 'key')}, whole`)]
  },
}

async function readSecrets(path: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    // Why does not matter here: the remedy is the same, and a parser's message may quote the file.
    return null
  }
}

const unfinished = /\.(tmp|partial)$/
const oldMs = 60 * 60 * 1000

/** Files that a killed process left half-written. */
export const leftoversCheck: DoctorCheck<Machine> = {
  name: 'leftovers',
  async run({ home, homeExists }) {
    if (!homeExists) return []
    const files = await walkHome(home)
    const left = files.filter(({ path, changedAt }) => unfinished.test(path) && Date.now() - changedAt > oldMs)
    if (left.length === 0) return [ok('leftovers', 'none')]
    const bytes = left.reduce((sum, file) => sum + file.bytes, 0)
    return [
      warning(
        'leftovers',
        `${left
          .map(({ path }) => path)
          .slice(0, 5)
          .join(', ')} (${left.length} in all, ${bytes} bytes) were never finished`,
        'While no server runs they may be deleted.',
      ),
    ]
  },
}
