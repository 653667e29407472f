import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import { isAppFolderName, playbookFiles } from '@svc/plugin/contracts/app-folders'
import type { ReadPrograms } from './checks/check-expressions.ts'
import { contentHash } from './contents.ts'
import type { FolderChange } from './folder-events.ts'
import type { DefinitionError } from './definition-text.ts'
import { nowhere, readDefinition } from './read-definition.ts'
import type { CheckedDefinition } from './read-definition.ts'
import { FileFault, stampOf, textIn } from './resources/folder-file.ts'
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

/** Playbooks of the folder of the agent apps. They are looked at when somebody asks, and read when they have changed. */
export class PlaybookFolders {
  readonly #options: PlaybookFoldersOptions
  readonly #known = new Map<string, PlaybookFolder & { stamps: ReadonlyMap<string, string> }>()
  #looking: Promise<void> = Promise.resolve()
  #hasLooked = false

  constructor(options: PlaybookFoldersOptions) {
    this.#options = options
  }

  has(name: string): boolean {
    return this.#known.has(name)
  }

  get(name: string): PlaybookFolder | undefined {
    return this.#known.get(name)
  }

  /** Where the files lie that a playbook names. */
  pathOf(name: string): string | undefined {
    const { folder } = this.#options
    return folder !== undefined && this.has(name) ? join(folder, name) : undefined
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
    const before = this.#known.get(name)
    if (before && before.file === file && !(await hasChanged(path, before.stamps))) return
    const stamp = await stampOf(path, file)
    const { source, definition, errors, files } = await this.#read(path, file, name)
    const good = definition === null ? (before?.good ?? null) : { definition, source }
    this.#known.set(name, { name, file, good, errors, stamps: new Map([...files, [file, stamp]]) })
    const [first] = errors
    if (definition !== null && isRevised(before?.good?.definition, definition))
      this.#options.log.warn(
        { playbook: name, version: definition.document.version },
        `The playbook ${name} was changed and has the same version as before. Give it a higher document.version; until then it is a new revision.`,
      )
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

  async #read(path: string, file: string, name: string): Promise<ReadFolder> {
    let source = ''
    try {
      source = await textIn(path, file)
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      return {
        source,
        definition: null,
        files: new Map(),
        errors: [{ code: 'unreadable', path: '', message: error.message, ...nowhere }],
      }
    }
    const { placed, ...read } = await readDefinition({ source }, this.#options.readable, { folder: path })
    if (read.definition === null || read.definition.document.name === name) return { source, ...read }
    const message = `The name of the playbook is that of its folder: "${name}".`
    const errors = [placed({ code: 'invalid', path: '/document/name', message })]
    return { source, ...read, definition: null, errors }
  }
}

type ReadFolder = Pick<CheckedDefinition, 'definition' | 'errors' | 'files'> & { source: string }

function isRevised(before: WorkflowDefinition | undefined, now: WorkflowDefinition): boolean {
  return before?.document.version === now.document.version && contentHash(before) !== contentHash(now)
}

async function hasChanged(path: string, stamps: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [file, stamp] of stamps) if ((await stampOf(path, file)) !== stamp) return true
  return false
}

async function firstFile(path: string): Promise<string | undefined> {
  const names = await readdir(path)
  return playbookFiles.find(file => names.includes(file))
}
