import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '../core/job-queue.ts'
import type { JsonObject, JsonValue } from '../json-schema.ts'
import type { ServiceRef } from '../service.ts'
import type { OfflineHomes } from './offline-homes.ts'

/** An event of a stream of the API. */
export interface CliEvent {
  id: string
  type: string
  data: JsonObject
}

/** Bytes that are sent; `length` lets the server refuse what does not fit before they come. */
export interface CliUpload {
  body: Readable
  contentType: string
  length?: number
  headers?: Record<string, string>
}

/**
 * Calls the API of what the command acts on. `"acts_on": "home"`: the server that runs on this home (over its own socket), else this
 * process on the home itself. `"acts_on": "server"`: the server that `SVC_BASE_URL` names, with `SVC_API_KEY`; without them as for a
 * home. Every call ends on Ctrl-C.
 */
export interface CommandClient {
  /** Sends and receives JSON; the route's response schema says what `Answer` is. @throws SvcError made from the problem that came back */
  request<Answer = JsonValue>(method: string, path: string, body?: JsonValue, signal?: AbortSignal): Promise<Answer>
  /** Sends bytes as they are. @throws as `request`; UnavailableError when no server runs */
  upload<Answer = JsonValue>(method: 'POST' | 'PUT', path: string, content: CliUpload): Promise<Answer>
  /** The bytes that the API answers, as they come; with a body to a POST. @throws as `upload` */
  download(path: string, body?: JsonValue): Promise<Readable>
  /**
   * An event stream. Null when no server runs: what this process answers itself comes whole.
   * @throws as `request`, also in the midst of the stream
   */
  events(method: string, path: string, body?: JsonValue): Promise<AsyncIterable<CliEvent> | null>
  /**
   * Another server by its address, without the credentials of this one; `authorization` is the header that it is sent, else none.
   * @throws ValidationError when it is no address
   */
  at(baseUrl: string, authorization?: string): Promise<Pick<CommandClient, 'request' | 'download'>>
}

/** How a command shows results and asks the user. */
export interface CommandIo {
  cwd: string
  /** `--json` was given. */
  json: boolean
  /** True when a person is at the terminal; never prompt otherwise. */
  interactive: boolean
  /** How `svc` was called, for hints: `./svc`, `npx svc` or `svc`. In notes and errors, "svc" before a command is written like that by itself. */
  svc: string
  /** With `--json`: `value` as one JSON document on standard output. Otherwise `text`. */
  result(value: unknown, text: string): void
  /** Progress and remarks, on standard error; silent with `--json`. */
  note(text: string): void
  /** A part of the result as it comes, on standard output, as it is; silent with `--json`. */
  print(text: string): void
  /** A line that the person at the terminal writes; null at the end of their input. Only when {@link interactive}. */
  ask(question: string): Promise<string | null>
}

/** The home on this machine, for commands that act without a server. */
export interface CommandHome {
  path(): Promise<string>
  /**
   * A service of the command's own plugin, from a kernel that is set up on a scratch home and not started, so that it works beside a
   * running server. Costs a boot: ask for it only where the API is of no use.
   */
  service<T>(service: ServiceRef<T>): Promise<T>
  /** For what is done while no server runs; a command that asks for it says `"offline": true` in its manifest. */
  offline(): Promise<OfflineHomes>
}

/** The shape of a command's arguments and options; for a built-in plugin it is generated from its manifest. */
export interface CommandInput {
  arguments: object
  options: object
}

/** What a command is given. */
export interface CommandContext<Input extends CommandInput = CommandInput> {
  /** The arguments by their declared names. */
  arguments: Input['arguments']
  /** The options by their declared names in camel case, parsed by their types. */
  options: Input['options']
  /** What follows the declared arguments, as it came; only for commands with `"rest": true`. */
  rest: string[]
  client: CommandClient
  io: CommandIo
  home: CommandHome
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
}

/** What `run` in a manifest's command names. Exit codes: 0 done, 1 failed, 2 wrong use (also thrown `ValidationError`). */
export type Command<Input extends CommandInput = CommandInput> = (context: CommandContext<Input>) => Promise<number>

/** Rows in columns, the first row being the heads, numbers to the right; no spaces at the ends of lines. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  const numeric = widths.map((_, index) => rows.slice(1).every(row => /^\d+$/.test(row[index] ?? '')))
  return rows
    .map(row =>
      row
        .map((cell, index) => (numeric[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `1 job`, `2 jobs` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const askAgainMs = 500

/** Waits for the end of a job that a command began, and notes its progress. `what` names the work: "import". @throws Error when it failed */
export async function jobResult<Result>(context: CommandContext, jobId: string, what: string): Promise<Result> {
  let shownPercent = 0
  for (;;) {
    const job = await context.client.request<Job>('GET', `/api/jobs/${jobId}`)
    if (job.state === 'succeeded') return job.result as Result
    if (job.state === 'dead' || job.state === 'cancelled')
      throw new Error(`The ${what} ${jobId} is ${job.state}: ${job.error?.message ?? 'it was stopped'}`)
    const percent = Math.floor(job.progress * 100)
    if (percent > shownPercent) context.io.note(`${jobId}: ${percent} %`)
    shownPercent = Math.max(shownPercent, percent)
    await wait(askAgainMs, undefined, { signal: context.signal })
  }
}
