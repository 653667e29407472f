import type { AppRunWarning } from '@svc/plugin/contracts/agent-apps'
import type { AppEntry, LoadedApp } from '../catalog/app-entry.ts'

/** Of an answer to a run of the last good version, while the folder as it is now cannot be served. */
export const warningHeader = 'svc-warning'

const longestHeader = 1000

/** What is wrong with the folder whose last good version runs; nothing while the folder is good. */
export function runWarnings({ problems }: AppEntry, { definition }: LoadedApp): AppRunWarning[] {
  return problems.map(({ message, file, line }) => ({
    message: `Version ${definition.version} ran as it was before the last edit, which is broken: ${message}`,
    file,
    line,
  }))
}

/** In ASCII, what is not escaped as in a URL: `version=1.0.0; file=main.ts; line=7; problems=1`. */
export function warningHeaderOf({ app, warnings }: { app: LoadedApp; warnings: readonly AppRunWarning[] }): string {
  const [first] = warnings
  const parts = {
    version: app.definition.version,
    ...(first && { file: first.file }),
    ...(first && first.line !== null && { line: first.line }),
    problems: warnings.length,
  }
  const text = Object.entries(parts).map(([key, value]) => `${key}=${encodeURI(String(value))}`)
  return text.join('; ').slice(0, longestHeader)
}
