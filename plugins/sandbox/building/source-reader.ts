import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { lstat, open, opendir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messageOf } from '@svc/plugin'
import { AppProblemsError } from '@svc/plugin/contracts/sandbox'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'

const maxFiles = 200
const maxBytes = 1024 * 1024
const maxDepth = 16
const maxProblems = 20
// Absent on Windows, where there are neither links to follow by accident nor pipes to hang on.
const safely = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a folder once, under the rules for user code: regular files only, no links of any kind, at most 200 files and 1 MiB.
 * What is checked is what the open descriptor says, so that nothing can be exchanged between the check and the reading.
 * @throws AppProblemsError with every offence
 */
export async function readSourceFolder(folder: string): Promise<SourceFolder> {
  const reading = new Reading(folder)
  await reading.run()
  if (reading.problems.length > 0) throw new AppProblemsError(reading.problems)
  return { files: reading.files, hash: hashOf(reading.files) }
}

class Reading {
  readonly files = new Map<string, Uint8Array>()
  readonly problems: AppProblem[] = []
  readonly #folder: string
  #seen = 0
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async run(): Promise<void> {
    const stats = await lstat(this.#folder).catch(() => null)
    if (!stats) return this.#problem(basename(this.#folder), 'The folder does not exist.')
    if (!stats.isDirectory())
      return this.#problem(
        basename(this.#folder),
        'An app is a folder; this is a link or a file. Copy the folder itself here.',
      )
    await this.#folderAt('', 0)
  }

  get #full(): boolean {
    return this.#seen > maxFiles || this.#bytes > maxBytes || this.problems.length >= maxProblems
  }

  async #folderAt(path: string, depth: number): Promise<void> {
    if (depth > maxDepth) return this.#problem(path, `Folders may lie ${maxDepth} deep at most.`)
    const names: string[] = []
    // Read one by one, so that a folder of a million files costs no more than one of two hundred.
    for await (const entry of await opendir(join(this.#folder, path))) {
      names.push(entry.name)
      if (names.length > maxFiles + 1) break
    }
    for (const name of names.sort()) {
      if (this.#full) return
      await this.#entryAt(path === '' ? name : `${path}/${name}`, name, depth)
    }
  }

  async #entryAt(path: string, name: string, depth: number): Promise<void> {
    if (/[[\p{Cc}&&\p{ASCII}]\\\ufffd]/v.test(name))
      return this.#problem(path, 'File names may not hold control characters or backslashes. Rename it.')
    const stats = await lstat(join(this.#folder, path))
    if (stats.isSymbolicLink())
      return this.#problem(path, 'Links are not allowed in an app. Put a copy of the file here.')
    if (!stats.isDirectory()) return this.#fileAt(path)
    if (name === 'node_modules') {
      return this.#problem(
        path,
        'An app has no node_modules: only relative files and @svc/sdk/agent-app can be imported. Remove the folder.',
      )
    }
    await this.#folderAt(path, depth + 1)
  }

  async #fileAt(path: string): Promise<void> {
    this.#seen += 1
    if (this.#seen > maxFiles)
      return this.#problem(
        path,
        `An app may have ${maxFiles} files; this folder has more. Remove what the app does not need.`,
      )
    try {
      const bytes = await this.#read(path)
      if (bytes) this.files.set(path, bytes)
    } catch (error) {
      this.#problem(path, `It cannot be read: ${(error as NodeJS.ErrnoException).code ?? messageOf(error)}.`)
    }
  }

  async #read(path: string): Promise<Uint8Array | null> {
    await using file = await open(join(this.#folder, path), safely)
    const stats = await file.stat({ bigint: true })
    const offence = offenceOf(stats)
    if (offence) {
      this.#problem(path, offence)
      return null
    }
    const room = maxBytes - this.#bytes
    // One byte more than allowed shows a file that is too large, or that grows while it is read.
    const buffer = Buffer.alloc(Math.min(Number(stats.size), room) + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = (await file.read(buffer, length, buffer.length - length, length)).bytesRead
    }
    this.#bytes += Math.max(length, Number(stats.size))
    if (this.#bytes <= maxBytes && length <= Number(stats.size)) return buffer.subarray(0, length)
    this.#problem(
      path,
      `An app may have 1 MiB of files; with this one (${stats.size} bytes) it has more. Data belongs in inputs or in a dataset.`,
    )
    return null
  }

  #problem(file: string, message: string): void {
    this.problems.push({ message, file, line: null, column: null, frame: null })
  }
}

function offenceOf(stats: BigIntStats): string | null {
  if (!stats.isFile())
    return 'Only regular files are allowed in an app; this is a pipe, a socket or a device. Remove it.'
  if (stats.nlink !== 1n)
    return 'Hard links are not allowed in an app: the same file has another name elsewhere. Put a copy here (cp --no-preserve=links).'
  return null
}

/** sha256 over sorted paths and contents, each with its length before it. */
function hashOf(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256')
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${Buffer.byteLength(path)} ${path} ${bytes.length} `).update(bytes)
  }
  return hash.digest('hex')
}
