import { relative } from 'node:path'

/** Where a plugin is. */
export interface ManifestPlace {
  folder: string
  builtin: boolean
  /** Paths in messages are relative to it. */
  cwd: string
}

/** Relative to `cwd` when it lies below it. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path)
  return shown.startsWith('..') ? path : shown
}
