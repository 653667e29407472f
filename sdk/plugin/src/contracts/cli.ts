import type { Readable } from 'node:stream'
import { defineExtensionPoint } from '../extension-point.ts'
import type { JsonObject, JsonValue } from '../json-schema.ts'

export interface CliOption {
  /** Commander's notation: `--csv <text>`, `--watch`. */
  flags: string
  description: string
  repeatable?: boolean
}

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

export interface CliContext {
  arguments: Record<string, string>
  options: Record<string, string | boolean | string[]>
  /** Arguments after those that are declared, as they came; only for commands with `passThrough`. */
  rest: string[]
  cwd: string
  json: boolean
  /** True when a person is at the terminal; never prompt otherwise. */
  interactive: boolean
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  /** With `--json`: one JSON document on standard output. Otherwise `text`. */
  result(value: JsonValue, text: string): void
  /** Progress and remarks, on standard error; silent with `--json`. */
  note(text: string): void
  /** A part of the result as it comes, on standard output, as it is; silent with `--json`. */
  print(text: string): void
  /** A line that the person at the terminal writes; null at the end of their input. Only when {@link interactive}. */
  ask(question: string): Promise<string | null>
  /**
   * Calls the API: `SVC_BASE_URL` with `SVC_API_KEY` when set, else the server that runs on this home (over its own socket),
   * else this process on the home itself. Ends with `signal`, by default that of Ctrl-C.
   * @throws SvcError made from the problem that came back
   */
  api(method: string, path: string, body?: JsonValue, signal?: AbortSignal): Promise<JsonValue>
  /**
   * Sends bytes as they are, as `api` sends JSON.
   * @throws as `api`; UnavailableError when no server runs
   */
  upload(method: 'POST' | 'PUT', path: string, content: CliUpload): Promise<JsonValue>
  /** The bytes that the API answers, as they come; with a body to a POST. @throws as `upload` */
  download(path: string, body?: JsonValue): Promise<Readable>
  /**
   * An event stream of the API. Null when no server runs: what this process answers itself comes whole.
   * @throws as `api`, also in the midst of the stream
   */
  events(method: string, path: string, body?: JsonValue): Promise<AsyncIterable<CliEvent> | null>
}

/** A command that a plugin adds to `svc`. Exit codes: 0 done, 1 failed, 2 wrong use (also thrown `ValidationError`). */
export interface CliCommand {
  /** `app validate` */
  name: string
  summary: string
  arguments?: { name: string; description: string; required: boolean }[]
  options?: CliOption[]
  passThrough?: boolean
  run(context: CliContext): Promise<number>
}

/**
 * Commands of `svc`, hosted by the kernel. They are collected from a kernel that is set up on a scratch home and not started,
 * so that they work beside a running server.
 */
export const cliCommands = defineExtensionPoint<CliCommand>('cli.commands')
