import type { JsonObject, JsonValue } from '../json-schema.ts'
import type { TextProblem } from '../library/manifests/manifest-problems.ts'
import { defineService } from '../service.ts'

/** What one run may use. A manifest asks, the operator's configuration caps. */
export interface SandboxLimits {
  /** Wall clock. */
  timeout_ms: number
  /** CPU between awaits. */
  cpu_ms: number
  memory_mb: number
  output_bytes: number
  call_argument_bytes: number
  calls: number
  calls_in_flight: number
  log_bytes: number
}

export interface SandboxLog {
  at: string
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
}

/** A host function the isolate may call by name. JSON in, JSON out; what it throws arrives in the app with its `code` and message. */
export type SandboxCapability = (argument: JsonValue, signal: AbortSignal) => Promise<JsonValue>

export interface SandboxRun {
  /** Compiled by {@link AppBuilder}. */
  bundle: AppBundle
  /** A child process serves one workspace at a time. */
  workspace_id: string
  /** Whom it runs for: the users of a workspace take turns. */
  user_id?: string
  run_id: string
  /** The app's name, for `ctx.app`. */
  app?: string
  /** Another run waits for it: it must not wait for a process that may be the other's. */
  nested?: boolean
  inputs: JsonObject
  config: JsonObject
  limits: SandboxLimits
  capabilities: Record<string, SandboxCapability>
  /** Aborting ends the run (`cancelled`). */
  signal: AbortSignal
  onLog(log: SandboxLog): void
  onProgress(fraction: number, note: string | null): void
}

/** The error an app threw, in the author's own terms: frames read `main.ts:LINE:COLUMN`, no host path. */
export interface SandboxError {
  name: string
  message: string
  stack: string
  /** Set when a capability's error was not caught: `forbidden`, `rate_limited`, … */
  code?: string
}

export type SandboxOutcome = { cpu_ms: number; calls: number } & (
  | {
      status: 'succeeded'
      output: JsonValue
      /** The output as the app wrote it, UTF-8, where it is long: to keep or to send it, it need not be written anew. */
      output_json?: Uint8Array
    }
  | { status: 'failed'; reason: 'threw'; error: SandboxError }
  | { status: 'failed'; reason: 'timeout' | 'cpu' | 'memory' | 'output_invalid' | 'crashed'; error: SandboxError }
  | { status: 'cancelled' }
)

/** The one path that runs user code: a single-use isolate in a separate, killable process. */
export interface Sandbox {
  /** Never rejects for what the app does; rejects with UnavailableError when no host can be had. */
  run(run: SandboxRun): Promise<SandboxOutcome>
}

export const sandbox = defineService<Sandbox>('sandbox.runner')

/** An app's folder as it was read once: relative POSIX paths to bytes. These bytes are checked, hashed and built. */
export interface SourceFolder {
  files: ReadonlyMap<string, Uint8Array>
  /** sha256 over sorted paths and contents; keys the compile cache. */
  hash: string
}

export interface AppBundle {
  /** The source folder's hash. */
  hash: string
  /** One script for the isolate. */
  code: string
  /** Source map v3 JSON, sources named relative to the app's folder. */
  source_map: string
}

/** What is wrong in a folder, shown in the author's own source. */
export type AppProblem = TextProblem

export interface AppBuilder {
  /**
   * Reads a folder under the rules for user code: regular files only (no links, `nlink == 1`), at most 200 files and 1 MiB.
   * @throws AppProblemsError
   */
  read(folder: string): Promise<SourceFolder>
  /**
   * Compiles `entry` in a killable child, from memory alone; cached by content hash on disk and in memory.
   * @throws AppProblemsError with one problem an esbuild error
   */
  build(source: SourceFolder, entry: string): Promise<AppBundle>
  /**
   * Checks the types of `entry` and of what it imports, as strictly as TypeScript's `strict`, in a killable child and from memory alone.
   * Empty when all fit; at most 20. A check that had to be ended is a problem, too.
   * @throws AppProblemsError for a source that is not text
   */
  checkTypes(source: SourceFolder, entry: string): Promise<readonly AppProblem[]>
}

export const appBuilder = defineService<AppBuilder>('sandbox.builder')

/** All that is wrong with a folder, collected. */
export class AppProblemsError extends Error {
  readonly problems: readonly AppProblem[]

  constructor(problems: readonly AppProblem[]) {
    super(problems.map(problem => problem.message).join('\n'))
    this.name = 'AppProblemsError'
    this.problems = problems
  }
}
