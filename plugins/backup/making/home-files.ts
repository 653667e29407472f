import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@svc/plugin'
import { namesOfMachine } from '../archive/archive-path.ts'

/** A file that belongs into a backup. */
export interface FoundFile {
  /** Below the home, with `/`. */
  path: string
  isSqlite: boolean
  executable: boolean
}

/** What is of this process or machine or a backup itself; and what is written as the control plane has it, whole. */
const leftOut = new Set([
  ...namesOfMachine,
  'lost+found',
  'control_plane/registry.json',
  'control_plane/registry.previous.json',
  'control_plane/audit.jsonl',
])
const sqliteName = /\.(?:sqlite3?|db)$/
const sqliteLog = /\.(?:sqlite3?|db)-(?:wal|shm|journal)$/

/** Everything in a folder of the home that a backup keeps, in order of its names; links are followed, for a home may lie on several disks. */
export async function filesOfHome(home: string, below = ''): Promise<FoundFile[]> {
  const place = await realpath(join(home, below)).catch(goneIs(null))
  return place === null ? [] : walk(home, below, [place])
}

async function walk(home: string, below: string, above: readonly string[]): Promise<FoundFile[]> {
  const names = await readdir(join(home, below)).catch(goneIs<string[]>([]))
  const found: FoundFile[] = []
  for (const name of names.toSorted()) {
    const path = below === '' ? name : `${below}/${name}`
    if (isLeftOut(path)) continue
    const facts = await stat(join(home, path)).catch(goneIs(null))
    if (facts?.isFile()) {
      found.push({ path, isSqlite: sqliteName.test(name), executable: (facts.mode & 0o100) !== 0 })
    }
    if (!facts?.isDirectory()) continue
    const real = await realpath(join(home, path))
    // A link to a folder that it lies in has no end.
    if (!above.includes(real)) found.push(...(await walk(home, path, [...above, real])))
  }
  return found
}

function isLeftOut(path: string): boolean {
  return leftOut.has(path) || path.endsWith('.tmp') || sqliteLog.test(path)
}

/** What is deleted while we look is not there. */
function goneIs<T>(instead: T): (error: unknown) => T {
  return error => {
    if (codeOf(error) === 'ENOENT') return instead
    throw error
  }
}
