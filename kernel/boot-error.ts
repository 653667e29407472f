import { relative } from 'node:path'
import type { TextProblem } from '@svc/plugin/library/manifests/manifest-problems'

/** One thing that keeps the server from starting: where, what is wrong, and what to do. */
export interface BootProblem {
  /** `plugins/stats/plugin.json:3:12`, `SVC_PORT`, `--port`. */
  where: string
  message: string
  /** The lines around it, when it stands in a file. */
  frame: string | null
}

/** Exit codes of `sysexits.h` that a start can end with; `mismatch`: a worker that does not fit its server. `lostLease`: the end of a server without its lease. */
export const exitCodes = {
  failed: 1,
  lostLease: 69,
  newerData: 70,
  homeInUse: 75,
  mismatch: 76,
  configuration: 78,
} as const

/** A start that cannot be: all problems that were found, and the exit code. */
export class BootError extends Error {
  readonly exitCode: number
  readonly problems: readonly BootProblem[]

  constructor(exitCode: number, problems: readonly BootProblem[], options?: { cause: unknown }) {
    super(reportOf(problems), options)
    this.name = 'BootError'
    this.exitCode = exitCode
    this.problems = problems
  }
}

function reportOf(problems: readonly BootProblem[]): string {
  const count = problems.length === 1 ? 'there is one problem' : `there are ${problems.length} problems`
  const paragraphs = problems.map(({ where, message, frame }) => {
    const indented = frame === null ? [] : frame.split('\n').map(line => `    ${line}`)
    return [where, `  ${message}`, ...indented].join('\n')
  })
  return [`svc cannot start: ${count}.`, ...paragraphs].join('\n\n')
}

/** @throws BootError with all problems, when there are any */
export function refuse(problems: readonly BootProblem[]): void {
  if (problems.length > 0) throw new BootError(exitCodes.configuration, problems)
}

/** A problem at its place in a file. */
export function problemIn({ file, line, column, message, frame }: TextProblem): BootProblem {
  return { where: `${file}:${line}:${column}`, message, frame }
}

/** A path as problems show it: relative to `cwd` when it lies below it. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path)
  return shown.startsWith('..') ? path : shown
}
