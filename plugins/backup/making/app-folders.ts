import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '@svc/plugin'
import { isAppFolderName } from '@svc/plugin/contracts/app-folders'
import { ArchivePaths } from '../archive/archive-path.ts'
import { appsFolder } from '../archive/backup-manifest.ts'
import type { ArchivedFile, LeftOut } from '../archive/backup-manifest.ts'
import { copyHashed, pieceBytes } from '../archive/hashed-file.ts'

/** Ten times what an app may have to be served, so that one that is too large to run is kept all the same. */
const mostFiles = 2000
const mostBytes = 64 * 1024 * 1024
// Neither a link that came a moment ago is followed, nor a pipe waited for. Windows has neither.
const safely = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The agent apps that were copied, with what of them was not. */
export interface CopiedApps {
  names: string[]
  /** In the order of their paths, which begin with `manifests/`. */
  files: ArchivedFile[]
  leftOut: LeftOut[]
}

interface Found {
  /** Below the app's folder. */
  path: string
  executable: boolean
}

/**
 * Copies each app's folder in `from` below the folder `manifests` of `to`. Links are not followed and packages are not taken, as no app
 * may have them; what cannot be read is left out, so that no app keeps the home from being backed up.
 */
export async function copyAppFolders(from: string, to: string): Promise<CopiedApps> {
  const copied: CopiedApps = { names: [], files: [], leftOut: [] }
  const paths = new ArchivePaths()
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    copied.leftOut.push({ path: from, reason: unreadable(error) ?? 'is gone' })
    return []
  })
  const named = entries.filter(entry => isAppFolderName(entry.name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of named) {
    if (entry.isSymbolicLink()) copied.leftOut.push({ path: entry.name, reason: linkReason })
    if (!entry.isDirectory()) continue
    const { found, leftOut } = await new AppWalk(join(from, entry.name)).run()
    copied.leftOut.push(...leftOut.map(each => ({ ...each, path: join(entry.name, each.path) })))
    if (found === null) continue
    copied.names.push(entry.name)
    for (const { path, executable } of found) {
      const name = `${entry.name}/${path}`
      const target = `${appsFolder}/${name}`
      const fault = paths.take(target)
      const hashed = fault ?? (await copyFile(join(from, name), join(to, target)))
      if (hashed === null) continue
      if (typeof hashed === 'string') copied.leftOut.push({ path: name, reason: hashed })
      else copied.files.push({ path: target, ...hashed, ...(executable && { executable }) })
    }
  }
  return copied
}

const linkReason = 'is a link, which no app may have'

/** The files of one app. */
class AppWalk {
  readonly #root: string
  readonly #found: Found[] = []
  readonly #leftOut: LeftOut[] = []
  #seen = 0
  #bytes = 0

  constructor(root: string) {
    this.#root = root
  }

  /** `found` is null when the folder is too large to be taken at all. */
  async run(): Promise<{ found: Found[] | null; leftOut: LeftOut[] }> {
    await this.#folder('')
    if (!this.#isTooLarge) return { found: this.#found, leftOut: this.#leftOut }
    const reason = `is larger than ${mostFiles} files or ${mostBytes / 1024 ** 2} MiB, so nothing of it is in the archive`
    return { found: null, leftOut: [{ path: '', reason }] }
  }

  get #isTooLarge(): boolean {
    return this.#seen > mostFiles || this.#bytes > mostBytes
  }

  async #folder(below: string): Promise<void> {
    const names = await readdir(join(this.#root, below)).catch((error: unknown) => this.#unread(below, error))
    for (const name of names.toSorted()) {
      this.#seen += 1
      if (this.#isTooLarge) return
      await this.#entry(below === '' ? name : `${below}/${name}`, name)
    }
  }

  async #entry(path: string, name: string): Promise<void> {
    const facts = await lstat(join(this.#root, path)).catch((error: unknown) => void this.#unread(path, error))
    if (!facts) return
    if (facts.isFile()) {
      this.#bytes += facts.size
      this.#found.push({ path, executable: (facts.mode & 0o100) !== 0 })
    } else if (facts.isSymbolicLink()) this.#leftOut.push({ path, reason: linkReason })
    else if (!facts.isDirectory()) this.#leftOut.push({ path, reason: 'is no regular file' })
    else if (name === 'node_modules') this.#leftOut.push({ path, reason: 'holds packages, which no app may have' })
    else await this.#folder(path)
  }

  #unread(path: string, error: unknown): [] {
    const reason = unreadable(error)
    if (reason !== null) this.#leftOut.push({ path, reason })
    return []
  }
}

/** Its size and checksum; why it cannot be read; null when it is gone. */
async function copyFile(from: string, to: string): Promise<Awaited<ReturnType<typeof copyHashed>> | string | null> {
  const file = await open(from, safely).catch((error: unknown) => unreadable(error))
  if (file === null || typeof file === 'string') return file
  try {
    if (!(await file.stat()).isFile()) return 'is no regular file'
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    return await copyHashed(file.createReadStream({ highWaterMark: pieceBytes, autoClose: false }), to)
  } finally {
    await file.close()
  }
}

/** Null: what was deleted while we looked is not there. */
function unreadable(error: unknown): string | null {
  const code = codeOf(error)
  if (code === 'ENOENT') return null
  return `cannot be read (${code ?? String(error)})`
}
