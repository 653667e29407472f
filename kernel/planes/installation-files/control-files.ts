import { relative, resolve } from 'node:path'
import { encodeCursor } from '@svc/plugin'
import type { ControlPlane, FactRecord, InstallationFiles, Logger, Page, PageQuery, Sealer } from '@svc/plugin'
import { FollowedFile } from './followed-file.ts'
import type { HomeFiles } from './home-files.ts'
import { idOfFile, pathOfFact, putFile, removedFile } from './file-facts.ts'

const readAtOnce = 100

export interface ControlFilesOptions {
  control: ControlPlane
  /** The folder of this server's home. */
  home: string
  files: HomeFiles
  sealer: Sealer
  log: Logger
}

/** {@link InstallationFiles} of servers that share their workspaces: facts of the control plane. */
export class ControlFiles implements InstallationFiles {
  readonly isShared = true
  readonly #options: ControlFilesOptions
  readonly #followed = new Map<string, FollowedFile>()

  constructor(options: ControlFilesOptions) {
    this.#options = options
    options.control.onForeignChange(change => {
      const path = change === null ? null : pathOfFact(change.id)
      for (const [followed, file] of this.#followed) if (change === null || followed === path) file.changedElsewhere()
    })
  }

  async read(path: string): Promise<string | null> {
    const { control, files } = this.#options
    const fact = await control.read(reader => reader.get('facts', idOfFile(path)))
    if (fact !== null) return this.#open(fact.value)
    const own = await files.read(path)
    return own === null ? null : this.create(path, own)
  }

  async list(folder: string): Promise<Map<string, string>> {
    const { files } = this.#options
    const kept = await this.#kept(folder)
    for (const [name, own] of await files.list(folder))
      if (!kept.has(name)) kept.set(name, await this.create(`${folder}/${name}`, own))
    return new Map([...kept].filter((entry): entry is [string, string] => entry[1] !== null))
  }

  async write(path: string, text: string): Promise<void> {
    await this.#options.control.transaction(tx => putFile(tx, path, this.#options.sealer.seal(text)))
  }

  async create(path: string, text: string): Promise<string> {
    const { control, files, sealer } = this.#options
    const there = await control.transaction(async tx => {
      const kept = this.#open((await tx.get('facts', idOfFile(path)))?.value ?? removedFile)
      if (kept === null) await putFile(tx, path, sealer.seal(text))
      return kept ?? text
    })
    if ((await files.read(path)) !== there) await files.write(path, there)
    return there
  }

  async remove(path: string): Promise<void> {
    const { control, files } = this.#options
    const fact = await control.read(reader => reader.get('facts', idOfFile(path)))
    if (fact !== null && fact.value !== removedFile) await control.transaction(tx => putFile(tx, path, removedFile))
    await files.remove(path)
  }

  async follow(file: string): Promise<void> {
    const { home } = this.#options
    const path = relative(home, resolve(home, file))
    if (path.startsWith('..')) return
    await this.#follow(path)
  }

  async #follow(path: string): Promise<void> {
    const file = this.#followed.get(path) ?? new FollowedFile(path, this.#options)
    this.#followed.set(path, file)
    await file.look()
  }

  /** By path. */
  async all(): Promise<Map<string, string>> {
    const files = new Map<string, string>()
    for (const { id, value } of await this.#options.control.read(reader => reader.find('facts', {}))) {
      const path = pathOfFact(id)
      const text = path === null ? null : this.#open(value)
      if (path !== null && text !== null) files.set(path, text)
    }
    return files
  }

  /** Null: it was removed. */
  async #kept(folder: string): Promise<Map<string, string | null>> {
    const { control } = this.#options
    const kept = new Map<string, string | null>()
    // The newest ids come first: those of the folder stand before this one.
    let cursor: string | null = encodeCursor([`${idOfFile(folder)}0`])
    while (cursor !== null) {
      const query: PageQuery = { limit: readAtOnce, cursor }
      const page: Page<FactRecord> = await control.read(reader => reader.page('facts', {}, query))
      for (const { id, value } of page.items) {
        const path = pathOfFact(id)
        if (!path?.startsWith(`${folder}/`)) return kept
        kept.set(path.slice(folder.length + 1), this.#open(value))
      }
      cursor = page.next_cursor
    }
    return kept
  }

  #open(value: string): string | null {
    return value === removedFile ? null : this.#options.sealer.open(value)
  }
}
