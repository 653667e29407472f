import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import { isAppFolderName, playbookFiles } from '@svc/plugin/contracts/app-folders'
import type { ReadPrograms } from './checks/check-expressions.ts'
import type { FolderChange } from './folder-events.ts'
import type { DefinitionError } from './definition-text.ts'
import { readDefinition } from './read-definition.ts'
import type { WorkflowDefinition } from './workflow.ts'

/** A folder that has a playbook: its last good version, and what is wrong with it now. */
export interface PlaybookFolder {
  name: string
  file: string
  /** Null: it never was good. */
  good: { definition: WorkflowDefinition; source: string } | null
  errors: readonly DefinitionError[]
}

export interface PlaybookFoldersOptions {
  /** Undefined: there is none. */
  folder: string | undefined
  readable: ReadPrograms
  changed(change: FolderChange): void
  log: Logger
}

const mostBytes = 256 * 1024

/** Playbooks of the folder of the agent apps. They are looked at when somebody asks, and read when they have changed. */
export class PlaybookFolders {
  readonly #options: PlaybookFoldersOptions
  readonly #known = new Map<string, PlaybookFolder & { stamp: string }>()
  #looking: Promise<void> = Promise.resolve()
  #hasLooked = false

  constructor(options: PlaybookFoldersOptions) {
    this.#options = options
  }

  has(name: string): boolean {
    return this.#known.has(name)
  }

  all(): readonly PlaybookFolder[] {
    return [...this.#known.values()]
  }

  /** Brings what is known up to date. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look())
    return this.#looking
  }

  async #look(): Promise<void> {
    const { folder, log } = this.#options
    if (folder === undefined) return
    const names = await this.#names(folder)
    for (const name of this.#known.keys()) if (!names.includes(name)) this.#forget(name)
    for (const name of names) {
      try {
        await this.#lookAt(join(folder, name), name)
      } catch (error) {
        log.warn({ playbook: name, reason: messageOf(error) }, `The folder ${name} cannot be read.`)
      }
    }
    this.#hasLooked = true
  }

  #forget(name: string): void {
    if (this.#known.delete(name)) this.#options.changed({ type: 'playbook.removed', name, version: null, problems: 0 })
  }

  async #names(folder: string): Promise<string[]> {
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      return entries.filter(entry => entry.isDirectory() && isAppFolderName(entry.name)).map(({ name }) => name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#options.log.warn({ folder, reason: messageOf(error) }, 'The folder of the playbooks cannot be read.')
      return []
    }
  }

  async #lookAt(path: string, name: string): Promise<void> {
    const file = await firstFile(path)
    if (file === undefined) return this.#forget(name)
    const { mtimeMs, size, ino } = await stat(join(path, file))
    const stamp = `${file} ${mtimeMs} ${size} ${ino}`
    const before = this.#known.get(name)
    if (before?.stamp === stamp) return
    const source = await textOf(join(path, file))
    const { definition, errors } = await this.#checked(source, name)
    const good = definition === null ? (before?.good ?? null) : { definition, source }
    this.#known.set(name, { name, file, good, errors, stamp })
    const [first] = errors
    const { version = null } = good?.definition.document ?? {}
    // What was there when the server started is no news, unless it is broken.
    if (first || this.#hasLooked)
      this.#options.changed({
        type: first ? 'playbook.failed' : 'playbook.loaded',
        name,
        version,
        problems: errors.length,
      })
    if (!first) return
    const serving = good === null ? 'It is not served.' : `Version ${good.definition.document.version} stays up.`
    const place = first.line === null ? '' : `:${first.line}:${first.column}`
    const message = `The playbook ${name} has problems. ${serving}\n${file}${place} ${first.message}\n${first.frame ?? ''}`
    this.#options.log.warn({ playbook: name, problems: errors.length }, message)
  }

  async #checked(
    source: string,
    name: string,
  ): Promise<{ definition: WorkflowDefinition | null; errors: DefinitionError[] }> {
    const { definition, errors, placed } = await readDefinition({ source }, this.#options.readable)
    if (definition === null || definition.document.name === name) return { definition, errors }
    const message = `The name of the playbook is that of its folder: "${name}".`
    return { definition: null, errors: [placed({ code: 'invalid', path: '/document/name', message })] }
  }
}

async function firstFile(path: string): Promise<string | undefined> {
  const names = await readdir(path)
  return playbookFiles.find(file => names.includes(file))
}

/** As far as a definition may be long, and a little more, which is then refused. */
async function textOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
