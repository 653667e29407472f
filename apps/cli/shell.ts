import type { Readable, Writable } from 'node:stream'

/** What a process has around it, as one value: commands reach for nothing global. */
export interface Shell {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** True when a person sits at the terminal. */
  interactive: boolean
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
}
