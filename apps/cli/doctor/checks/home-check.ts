import { access, constants, stat } from 'node:fs/promises'
import { messageOf } from '@svc/plugin'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok, warning } from '../finding.ts'
import { walkHome } from '../walk-home.ts'
import type { HomeFile } from '../walk-home.ts'

const othersMask = 0o077
const ownerMask = 0o600
const shown = 3
/** Versions of datasets are never written again; processes of other users read them, which are let into their own workspace's folder alone. */
const version = /^data_plane[\\/][^\\/]+[\\/]datasets[\\/]/
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
      return [failed('home', `${home} cannot be read and written (${messageOf(error)})`, 'Run svc as its owner.')]
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
