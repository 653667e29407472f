import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, ConflictError, syncPath, UnavailableError } from '@svc/plugin'
import { lockHome } from '../../../kernel/index.ts'

const unfinishedName = 'restore.tmp'
const notOurs = new Set(['lost+found'])

/** An empty or absent folder that becomes a home in one step, or stays as it was. */
export interface NewHome {
  /** Where the home is put together; on the same disk. */
  folder: string
  /** Moves what was put together to its place. */
  commit(): Promise<void>
  /** Deletes what is not in its place. */
  abandon(): Promise<void>
}

/** @throws ConflictError when the home is in use, not empty, or just being restored */
export async function openNewHome(path: string): Promise<NewHome> {
  const home = resolve(path)
  const names = await namesIn(home)
  if (names !== null) assertEmpty(home, names)
  const inside = names !== null && (await mustStayInside(home))
  const unfinished = inside ? join(home, unfinishedName) : `${home}.${unfinishedName}`
  await mkdir(dirname(home), { recursive: true })
  await mkdir(unfinished, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw notWritable(unfinished, error)
  })
  const lock = lockUnfinished(unfinished, home)
  const folder = join(unfinished, 'home')
  // Removes what a killed restore left behind; the lock shows that it no longer runs.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  const abandon = async (): Promise<void> => {
    lock.release()
    await rm(unfinished, { recursive: true, force: true })
  }
  return {
    folder,
    abandon,
    async commit() {
      if (inside) await moveInto(home, folder)
      else await replaceEmpty(home, folder)
      await abandon()
      await syncPath(inside ? home : dirname(home))
    },
  }
}

async function namesIn(home: string): Promise<string[] | null> {
  try {
    const names = await readdir(home)
    return names.filter(name => !notOurs.has(name))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    const reason = codeOf(error) === 'ENOTDIR' ? 'it is not a folder' : 'it cannot be read'
    throw new ConflictError('home_not_empty', `${home} cannot take a backup: ${reason}.`, { cause: error })
  }
}

function assertEmpty(home: string, names: readonly string[]): void {
  if (names.length === 0 || (names.length === 1 && names[0] === unfinishedName)) return
  if (names.includes('lock.sqlite')) lockHome(home).release()
  const remedy = names.includes(unfinishedName)
    ? 'An earlier restore was interrupted while it moved files to their place: delete everything in the folder, then run it again.'
    : 'A backup is never mixed with what is there: choose another folder with --home, or move this one away first.'
  throw new ConflictError('home_not_empty', `${home} is not empty (${names.slice(0, 3).join(', ')}). ${remedy}`)
}

/** A mount point, such as a volume of a container, cannot be replaced by another folder; nor where nothing may be made beside it. */
async function mustStayInside(home: string): Promise<boolean> {
  const parent = dirname(home)
  const [own, above] = await Promise.all([stat(home), stat(parent)])
  if (own.dev !== above.dev) return true
  return access(parent, constants.W_OK | constants.X_OK).then(
    () => false,
    () => true,
  )
}

function lockUnfinished(folder: string, home: string): { release(): void } {
  try {
    return lockHome(folder)
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    throw new ConflictError('restore_running', `Another restore into ${home} is running.`, { cause: error })
  }
}

async function replaceEmpty(home: string, folder: string): Promise<void> {
  try {
    await rename(folder, home)
  } catch (error) {
    const isTaken = codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST'
    if (!isTaken) throw notWritable(home, error)
    throw new ConflictError(
      'home_not_empty',
      `${home} was filled while the backup was unpacked. Nothing was restored.`,
      {
        cause: error,
      },
    )
  }
}

/** The users first and the marker last: until all is there, no server starts on it. */
async function moveInto(home: string, folder: string): Promise<void> {
  const order = (name: string): number => ['control_plane', 'home.json'].indexOf(name)
  const names = (await readdir(folder)).toSorted((a, b) => Number(order(b) === 0) - Number(order(a) === 0))
  const last = names.filter(name => order(name) === 1)
  for (const name of [...names.filter(each => order(each) !== 1), ...last]) {
    await rename(join(folder, name), join(home, name))
  }
}

function notWritable(path: string, cause: unknown): UnavailableError {
  return new UnavailableError(`${path} cannot be made. Check the permissions of its folder.`, { cause })
}
