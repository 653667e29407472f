import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, isDiskFull, storageFull } from '@svc/plugin'
import type { InstallationFiles } from '@svc/plugin'
import { writeDurably } from '../storage/index.ts'

/** {@link InstallationFiles} of a home that one server has for itself. */
export class HomeFiles implements InstallationFiles {
  readonly isShared = false
  readonly #home: string

  constructor(home: string) {
    this.#home = home
  }

  async read(path: string): Promise<string | null> {
    return readFile(join(this.#home, path), 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
  }

  async list(folder: string): Promise<Map<string, string>> {
    const entries = await readdir(join(this.#home, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    const names = entries.filter(entry => entry.isFile() && !entry.name.endsWith('.tmp')).map(({ name }) => name)
    const texts = await Promise.all(names.map(async name => [name, await this.read(`${folder}/${name}`)] as const))
    return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== null))
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.#home, path)
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeDurably(file, text)
    } catch (error) {
      throw isDiskFull(error) ? storageFull(path, error) : error
    }
  }

  async create(path: string, text: string): Promise<string> {
    const there = await this.read(path)
    if (there !== null) return there
    await this.write(path, text)
    return text
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.#home, path), { force: true })
  }

  async follow(): Promise<void> {
    // The file of the home is the only one.
  }
}
