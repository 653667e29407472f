import type { Readable, Writable } from 'node:stream'
import { defineService } from '../service.ts'
import type { ChildExit } from './child-processes.ts'

export interface OperatorProgram {
  /** A path, or a name that is looked up in `PATH`. No shell stands between. */
  command: string
  args: readonly string[]
  /** All of its environment, beside `PATH`. */
  env: Readonly<Record<string, string>>
  /** Its working folder. */
  cwd: string
}

/** A program under way that is spoken to over its standard input and output. */
export interface RunningProgram {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  /** SIGKILL, to it and to all it started. */
  kill(reason?: string): void
  readonly exited: Promise<ChildExit>
}

/**
 * Starts programs that the operator named, with this server's own rights and no walls around them: never one that a request names.
 * Each dies with the server's stop.
 */
export interface OperatorPrograms {
  /** @throws UnavailableError when it cannot be started */
  start(program: OperatorProgram): Promise<RunningProgram>
}

export const operatorPrograms = defineService<OperatorPrograms>('core.operator-programs')
