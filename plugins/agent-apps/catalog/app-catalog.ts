import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, NotFoundError } from '@svc/plugin'
import type { Clock, Logger, NewEvent, ToolEffect } from '@svc/plugin'
import { isAppFolderName } from '@svc/plugin/contracts/app-folders'
import { didYouMean } from '@svc/plugin/library/closest-word'
import type { AppBuilder } from '@svc/plugin/contracts/sandbox'
import type { AgentAppsConfig } from '../generated/config.ts'
import type { FolderKind } from '../manifest/app-definition.ts'
import { appToolName } from '../tools/app-tool-name.ts'
import { AppEntry } from './app-entry.ts'
import { ChangeQueue } from './change-queue.ts'

export interface CatalogOptions {
  config: AgentAppsConfig
  builder: AppBuilder
  /** Names of the server's tools that are no folders; null when there is nothing that knows them. */
  tools: () => ReadonlySet<string> | null
  /** What calling a tool does; null when that is not known. */
  effectOf: (tool: string) => ToolEffect | null
  clock: Clock
  log: Logger
  /** Hears what becomes of the apps: what fails, and what changes after the start. */
  publish: (event: NewEvent) => void
  signal: AbortSignal
}

interface CatalogPage {
  after: string
  count: number
  signal: AbortSignal
}

/** A list of thousands of folders does not wait for all of them. */
const longestSurveyMs = 5000
const namePattern = /^[a-z][a-z0-9-]{0,62}$/
const longestName = 63
/** So that reading the folders does not slow the start; a request does not wait for it. */
const surveyDelayMs = 300
const pollMs = 2000
/** Folders that are compiled ahead of their first run. */
const compiledAhead = 100

/** The apps of the manifests folder: found, read, watched. At the start the folder is only listed. */
export class AppCatalog {
  readonly #options: CatalogOptions
  readonly #entries = new Map<string, AppEntry>()
  readonly #changes: ChangeQueue
  readonly #hurry = Promise.withResolvers<void>()
  #surveyed: Promise<void> = Promise.resolve()
  #root: FSWatcher | undefined
  #polling = false
  /** Folders that came since the others were looked at for their sake. */
  readonly #added = new Set<string>()
  #onChange: () => void = () => undefined

  constructor(options: CatalogOptions) {
    this.#options = options
    this.#changes = new ChangeQueue(options.clock, options.signal, async names => {
      for (const name of names) await this.#changed(name)
      await this.#recheck()
    })
  }

  /** Lists the folder, and begins to watch and to look into it. */
  async open(): Promise<void> {
    this.#watchRoot()
    await this.#scan({ atStart: true })
    this.#surveyed = this.#survey().catch((error: unknown) => this.#logFault(error, 'Reading the agent apps failed.'))
  }

  close(): void {
    this.#root?.close()
    for (const entry of this.#entries.values()) entry.close()
    this.#entries.clear()
  }

  get folder(): string {
    return this.#options.config.folder
  }

  /** All folders of a kind by name, looked into or not. */
  entries(kind: FolderKind): AppEntry[] {
    return this.#all().filter(entry => entry.kind === kind)
  }

  peek(name: string, kind: FolderKind): AppEntry | null {
    const entry = this.#entries.get(name)
    return entry?.kind === kind ? entry : null
  }

  #all(): AppEntry[] {
    return [...this.#entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Called after an app came, changed or went. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  /** Resolves once every folder was looked into; at the latest when `signal` aborts. */
  async settled(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    this.#hurry.resolve()
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const listener = (): void => leave()
    signal.addEventListener('abort', listener)
    try {
      await Promise.race([Promise.all([this.#surveyed, this.#changes.flush()]), left])
    } finally {
      signal.removeEventListener('abort', listener)
    }
  }

  /** The first `count` folders of a kind after a name; each was looked into, whether or not all the others were. */
  async page(kind: FolderKind, { after, count, signal }: CatalogPage): Promise<AppEntry[]> {
    await this.settled(AbortSignal.any([signal, AbortSignal.timeout(longestSurveyMs)]))
    const page: AppEntry[] = []
    for (const entry of this.#all()) {
      if (entry.name <= after) continue
      if (!entry.looked) await this.#look(entry, false)
      if (entry.kind === kind) page.push(entry)
      if (page.length === count) break
    }
    return page
  }

  /** The app or tool as its folder is now, or null. A folder that was dropped in a moment ago is found. */
  async find(name: string, kind: FolderKind): Promise<AppEntry | null> {
    if (!namePattern.test(name)) return null
    if (this.#changes.has(name) || !this.#entries.has(name)) {
      if (!this.#entries.has(name) && !(await this.#isFolder(name))) return null
      await this.#changed(name)
      await this.#recheck()
    }
    const entry = this.#entries.get(name) ?? null
    if (entry && !entry.looked) await entry.look({ build: true })
    return entry?.kind === kind ? entry : null
  }

  /** @throws NotFoundError with the name that was probably meant */
  async require(name: string, kind: FolderKind): Promise<AppEntry> {
    const entry = await this.find(name, kind)
    if (entry) return entry
    const names = this.entries(kind).map(each => each.name)
    const what = kind === 'app' ? 'agent app' : 'sandboxed tool'
    const hint = didYouMean(name, names, `GET /api/${kind === 'app' ? 'agent-apps' : 'tools'} lists them.`)
    throw new NotFoundError(`There is no ${what} "${name.slice(0, longestName)}". ${hint}`)
  }

  async #survey(): Promise<void> {
    await Promise.race([this.#options.clock.sleep(surveyDelayMs, this.#options.signal), this.#hurry.promise])
    let seen = 0
    for (const entry of this.#all()) {
      this.#options.signal.throwIfAborted()
      if (!entry.looked) await this.#look(entry, seen < compiledAhead)
      seen += 1
      await nextTurn()
    }
    this.#onChange()
  }

  async #look(entry: AppEntry, build: boolean): Promise<void> {
    await entry
      .look({ build })
      .catch((error: unknown) => this.#logFault(error, `The agent app ${entry.name} could not be looked into.`))
  }

  /** Brings one folder up to date. */
  async #changed(name: string): Promise<void> {
    this.#changes.drop(name)
    if (!(await this.#isFolder(name))) {
      const entry = this.#entries.get(name)
      entry?.close()
      if (this.#entries.delete(name)) entry?.publishRemoved()
      this.#onChange()
      return
    }
    const isNew = !this.#entries.has(name)
    const entry = this.#entries.get(name) ?? this.#add(name)
    const kind = entry.kind
    await this.#look(entry, true)
    if (isNew || entry.kind !== kind) this.#added.add(name)
    this.#onChange()
  }

  /** A folder that names a tool which was not there is good once the tool's folder has come. Once for all that came together. */
  async #recheck(): Promise<void> {
    const added = [...this.#added]
    this.#added.clear()
    if (added.length === 0) return
    for (const entry of this.#all()) {
      const cameAlone = added.length === 1 && entry.name === added[0]
      if (cameAlone || entry.problems.length === 0) continue
      await entry.recheck().catch((error: unknown) => this.#logFault(error, `${entry.name} could not be looked into.`))
    }
    this.#onChange()
  }

  #add(name: string, { atStart } = { atStart: false }): AppEntry {
    const { config, builder, clock, log, publish, effectOf } = this.#options
    const folder = join(config.folder, name)
    const entry = new AppEntry({
      name,
      folder,
      builder,
      clock,
      log,
      atStart,
      publish,
      read: async source => {
        // ajv, croner, yaml and re2js are loaded with the first folder, not with the server.
        const [{ readDefinition }, { isPlaybookFolder, isToolFolder }] = await Promise.all([
          import('../manifest/read-definition.ts'),
          import('../manifest/manifest-text.ts'),
        ])
        if (isPlaybookFolder(source)) return { kind: 'playbook' as const }
        const taken = this.#options.tools()
        const context = {
          name,
          names: new Set(this.#entries.keys()),
          settings: config,
          tools: taken && new Set([...taken, ...this.#all().flatMap(toolNamesOf)]),
          taken: taken ?? new Set<string>(),
          effectOf,
        }
        return { kind: isToolFolder(source) ? ('tool' as const) : ('app' as const), ...readDefinition(source, context) }
      },
      onChange: () => this.#changes.add(name),
      onWatchFault: reason => this.#poll(reason),
    })
    this.#entries.set(name, entry)
    return entry
  }

  /** Compares the folder's names with ours. */
  async #scan(at = { atStart: false }): Promise<void> {
    const names = new Set(await this.#folderNames())
    for (const name of names) if (!this.#entries.has(name)) this.#add(name, at)
    for (const name of this.#entries.keys()) if (!names.has(name)) this.#changes.add(name)
  }

  async #folderNames(): Promise<string[]> {
    try {
      const entries = await readdir(this.#options.config.folder, { withFileTypes: true })
      // A link is listed too, so that it is refused with a reason.
      return entries
        .filter(entry => (entry.isDirectory() || entry.isSymbolicLink()) && isAppFolderName(entry.name))
        .map(entry => entry.name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#logFault(error, 'The folder of the agent apps cannot be read.')
      return []
    }
  }

  async #isFolder(name: string): Promise<boolean> {
    const stats = await lstat(join(this.#options.config.folder, name)).catch(() => null)
    return stats !== null && (stats.isDirectory() || stats.isSymbolicLink())
  }

  /** False where the folder cannot be watched. */
  #watchRoot(): boolean {
    this.#root?.close()
    try {
      this.#root = watch(this.#options.config.folder, { persistent: false }, (_, name) => this.#rootChanged(name))
      this.#root.on('error', error => this.#poll(messageOf(error)))
      return true
    } catch (error) {
      this.#poll(messageOf(error))
      return false
    }
  }

  #rootChanged(name: string | null): void {
    const { folder } = this.#options.config
    // The folder itself was moved or deleted: the watch has gone with it.
    if (name === null || name === basename(folder)) {
      this.#watchRoot()
      this.#changes.add(...this.#entries.keys())
    }
    if (name !== null && isAppFolderName(name)) this.#changes.add(name)
  }

  /** Where folders cannot be watched (there is none yet, too many, a network file system), they are looked at every two seconds. */
  #poll(reason: string): void {
    if (this.#polling || this.#options.signal.aborted) return
    this.#polling = true
    this.#root?.close()
    this.#options.log.info(
      { folder: this.#options.config.folder, reason },
      'The agent apps are looked at every two seconds.',
    )
    void this.#pollUntilWatched().catch((error: unknown) => this.#logFault(error, 'Looking at the agent apps stopped.'))
  }

  async #pollUntilWatched(): Promise<void> {
    const { clock, signal } = this.#options
    do {
      await clock.sleep(pollMs, signal)
      await this.#scan()
      this.#changes.add(...this.#entries.keys())
    } while (!this.#watchRoot())
    this.#polling = false
    await this.#scan()
    this.#changes.add(...this.#entries.keys())
  }

  #logFault(error: unknown, message: string): void {
    if (!this.#options.signal.aborted) this.#options.log.error({ err: error, reason: messageOf(error) }, message)
  }
}

/** The names of tools that the folder takes. A folder that was not read yet may be an app or a tool. */
function toolNamesOf({ name, kind, looked }: AppEntry): string[] {
  if (!looked) return [name, appToolName(name)]
  if (kind === 'playbook') return []
  return [kind === 'tool' ? name : appToolName(name)]
}
