import { lstat } from 'node:fs/promises'
import { UnprocessableError } from '@svc/plugin'
import type { Clock, JsonObject, Logger, NewEvent } from '@svc/plugin'
import type { AgentAppSummary } from '@svc/plugin/contracts/agent-apps'
import { AppProblemsError } from '@svc/plugin/contracts/sandbox'
import type { AppBuilder, AppBundle, AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import type { AppDefinition, FolderKind } from '../manifest/app-definition.ts'
import { ConcurrencyGate } from '../runs/concurrency-gate.ts'
import { FolderWatch } from './folder-watch.ts'
import { problemsText, problemText } from './problem-text.ts'

/** A version of an app that can run. The bundle is made at the first run, and null for a prompt. */
export interface LoadedApp {
  readonly definition: AppDefinition
  bundle: AppBundle | null
}

type ReadFolder =
  | ({ kind: FolderKind } & ({ definition: AppDefinition } | { problems: AppProblem[] }))
  /** It has a playbook alone, which is for another plugin to serve. */
  | { kind: 'playbook' }

interface EntryOptions {
  name: string
  folder: string
  builder: AppBuilder
  /** Null: the folder is listed and not looked into. */
  read: (source: SourceFolder) => Promise<ReadFolder>
  clock: Clock
  log: Logger
  /** That its folder loads is no news when it was there at the start. */
  atStart: boolean
  publish: (event: NewEvent) => void
  onChange: () => void
  onWatchFault: (reason: string) => void
}

/** One folder: its last good version, and what is wrong with it now. Looks into it one at a time. */
export class AppEntry {
  readonly name: string
  readonly gate: ConcurrencyGate
  readonly #options: EntryOptions
  readonly #watch: FolderWatch
  #kind: ReadFolder['kind'] = 'app'
  #app: LoadedApp | null = null
  #problems: readonly AppProblem[] = []
  #hash: string | null = null
  #publishedHash: string | null = null
  #looking: Promise<void> = Promise.resolve()
  #looked = false

  constructor(options: EntryOptions) {
    this.name = options.name
    this.#options = options
    this.gate = new ConcurrencyGate(options.clock)
    this.#watch = new FolderWatch(options.folder, options.onChange, options.onWatchFault)
  }

  /** An app until the folder was looked into. */
  get kind(): ReadFolder['kind'] {
    return this.#kind
  }

  /** The last good version, if any. */
  get app(): LoadedApp | null {
    return this.#app
  }

  /** What keeps the folder, as it is now, from being served. */
  get problems(): readonly AppProblem[] {
    return this.#problems
  }

  get looked(): boolean {
    return this.#looked
  }

  /** Looks into the folder again; `build` compiles what is new at once, so that its errors show. */
  look({ build }: { build: boolean }): Promise<void> {
    const next = this.#looking.then(() => this.#look(build))
    this.#looking = next.catch(() => undefined)
    return next
  }

  /** Looks into a folder with problems once more, unchanged as it is: what it refers to may be there now. */
  recheck(): Promise<void> {
    if (this.#problems.length > 0) this.#hash = null
    return this.look({ build: true })
  }

  /** The version to run, compiled. @throws UnprocessableError `agent_app_invalid` or `tool_invalid` when there is none */
  async ready(): Promise<LoadedApp> {
    if (this.#app && isBuilt(this.#app)) return this.#app
    await this.look({ build: true })
    if (this.#app && isBuilt(this.#app)) return this.#app
    const [first] = this.#problems
    const detail = first ? problemText({ ...first, frame: null }) : 'The folder cannot be read.'
    const code = this.#kind === 'app' ? 'agent_app_invalid' : 'tool_invalid'
    throw new UnprocessableError(code, `The ${this.#kind} ${this.name} cannot be served: ${detail}`, {
      extra: { error: errorOf(this.#problems) },
    })
  }

  close(): void {
    this.#watch.close()
  }

  /** The folder is gone. */
  publishRemoved(): void {
    if (this.#kind !== 'playbook') this.#publish('removed', {})
  }

  get #wording(): string {
    return this.#kind === 'app' ? 'agent app' : 'tool'
  }

  #publish(what: 'loaded' | 'failed' | 'removed', data: JsonObject): void {
    this.#options.publish({ type: `${this.#kind}.${what}`, data: { [this.#kind]: this.name, ...data } })
  }

  async #look(build: boolean): Promise<void> {
    // The watch is there before the folder is read: what changes meanwhile is looked at again.
    await this.#watch.refresh()
    try {
      const source = await this.#options.builder.read(this.#options.folder)
      if (source.hash !== this.#hash) await this.#take(source, build)
      else if (build && this.#app && !isBuilt(this.#app)) await this.#build(this.#app, source)
    } catch (error) {
      this.#hash = null
      if (!(error instanceof AppProblemsError)) throw error
      if (await isGone(this.#options.folder)) return
      this.#refuse(error.problems)
    } finally {
      this.#looked = true
    }
    if (await this.#watch.refresh()) this.#options.onChange()
  }

  async #take(source: SourceFolder, build: boolean): Promise<void> {
    const read = await this.#options.read(source)
    // The last good version of an app is not used for the tool that has taken its place.
    if (read.kind !== this.#kind) this.#app = null
    this.#kind = read.kind
    if (read.kind === 'playbook') {
      this.#hash = source.hash
      this.#problems = []
      return
    }
    if ('problems' in read) {
      this.#hash = source.hash
      this.#refuse(read.problems)
      return
    }
    const app: LoadedApp = { definition: read.definition, bundle: null }
    if (build) await this.#build(app, source)
    else this.#accept(app, source.hash)
  }

  async #build(app: LoadedApp, source: SourceFolder): Promise<void> {
    const { entry } = app.definition
    try {
      if (entry.type === 'module') app.bundle = await this.#options.builder.build(source, entry.file)
      this.#accept(app, source.hash)
    } catch (error) {
      if (!(error instanceof AppProblemsError)) throw error
      this.#hash = source.hash
      // A version that was listed and turns out not to compile was never good.
      if (this.#app === app) this.#app = null
      this.#refuse(error.problems)
    }
  }

  #accept(app: LoadedApp, hash: string): void {
    const isFixed = this.#problems.length > 0
    this.#publishLoaded(app, hash, isFixed)
    this.#app = app
    this.#hash = hash
    this.#problems = []
    this.gate.limit = app.definition.limits.concurrency
    if (isFixed)
      this.#options.log.info({ [this.#kind]: this.name }, `The ${this.#wording} ${this.name} is served again.`)
  }

  #publishLoaded({ definition }: LoadedApp, hash: string, isFixed: boolean): void {
    const isFirst = this.#publishedHash === null
    const isNews = isFixed || (hash !== this.#publishedHash && !(isFirst && this.#options.atStart))
    this.#publishedHash = hash
    if (isNews) this.#publish('loaded', { version: definition.version })
  }

  #refuse(problems: readonly AppProblem[]): void {
    const text = problemsText(problems)
    if (text === problemsText(this.#problems)) return
    this.#problems = problems
    const serving = this.#app?.definition.version ?? null
    this.#publish('failed', { problems: problems.length, serving })
    const version = this.#app ? `Version ${this.#app.definition.version} stays up.` : 'It is not served.'
    this.#options.log.warn(
      { [this.#kind]: this.name, problems: problems.length },
      `The ${this.#wording} ${this.name} has problems. ${version}\n${text}`,
    )
  }
}

/** The `error` of a list and of a 422: the first problem, and all of them. */
export function errorOf(problems: readonly AppProblem[]): (AppProblem & { problems: AppProblem[] }) | undefined {
  const [first] = problems
  return first && { ...first, problems: [...problems] }
}

function isBuilt({ definition, bundle }: LoadedApp): boolean {
  return definition.entry.type !== 'module' || bundle !== null
}

async function isGone(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => null)) === null
}

/** An app as the list shows it; a broken folder with its error, and with its last good version if there is one. */
export function summaryOf(entry: AppEntry, enabled: boolean): AgentAppSummary {
  const definition = entry.app?.definition
  const error = errorOf(entry.problems)
  return {
    name: entry.name,
    version: definition?.version ?? null,
    display_name: definition?.display_name ?? null,
    description: definition?.description ?? null,
    icon: definition?.icon ?? null,
    inputs: definition?.inputs ?? null,
    outputs: definition?.outputs ?? null,
    permissions: { ...definition?.permissions } as JsonObject,
    limits: { ...definition?.limits } as JsonObject,
    runners: [...(definition?.runners ?? [])],
    schedule: definition?.schedule ?? null,
    enabled,
    examples: (definition?.examples ?? []).map(example => ({ ...example })),
    ...(error && { error }),
  }
}
