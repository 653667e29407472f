import { codeFrameColumns } from '@babel/code-frame'
import type { AppProblem } from '@svc/plugin/contracts/sandbox'

/** An error as the build host words it; `column` counts bytes of UTF-8 from 0. */
export interface BuildError {
  text: string
  file: string
  line: number
  column: number
}

/** The author's view of a compiler's error: column in characters from 1, and the lines around it, of the author's own file. */
export function toProblem(error: BuildError, sources: Readonly<Record<string, string>>, entry: string): AppProblem {
  const source = Object.hasOwn(sources, error.file) ? sources[error.file] : undefined
  const lineText = source?.split('\n')[error.line - 1]
  if (source === undefined || lineText === undefined) {
    return { message: error.text, file: entry, line: null, column: null, frame: null }
  }
  const column = Buffer.from(lineText).subarray(0, error.column).toString().length + 1
  // A line of a minified file would be all of it.
  const frame = lineText.length > 300 ? null : codeFrameColumns(source, { start: { line: error.line, column } })
  return { message: error.text, file: error.file, line: error.line, column, frame }
}
