import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '@svc/plugin'
import type { SchemaError } from '@svc/plugin/library/schemas/schema-faults'
import { problemIn, shownPath } from '../boot-error.ts'
import type { BootProblem } from '../boot-error.ts'

const fileName = 'svc.config.yaml'

/** `svc.config.yaml`, parsed, with the place of each value in it. */
export interface ConfigFile {
  value: Record<string, unknown>
  /** `svc.config.yaml:3`. */
  originOf(path: readonly string[]): string
  /** Of errors whose paths begin at the file's root. */
  problemsOf(errors: readonly SchemaError[]): BootProblem[]
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

/** The configuration file of a folder: null when there is none, or what keeps it from being read. */
export async function readConfigFile(
  folder: string,
  cwd: string,
): Promise<ConfigFile | { problems: BootProblem[] } | null> {
  const path = join(folder, fileName)
  const text = await readIfThere(path).catch((error: unknown) => ({ error }))
  if (text === null) return null
  if (typeof text === 'object') {
    const message = `It cannot be read (${messageOf(text.error)}). Run svc as its owner, or choose another home with SVC_HOME.`
    return { problems: [{ where: path, message, frame: null }] }
  }
  // Loaded here alone: without a file the start does not pay for a YAML parser.
  const { manifestPlace, manifestProblems, parseManifest } =
    await import('@svc/plugin/library/manifests/manifest-problems')
  const file = shownPath(path, cwd)
  const source = { text, file, format: 'yaml' as const }
  const parsed = parseManifest(source)
  if ('problems' in parsed) return { problems: parsed.problems.map(problemIn) }
  const value = parsed.value ?? {}
  if (typeof value !== 'object' || Array.isArray(value))
    return {
      problems: [{ where: file, message: 'The file must hold keys and values, such as "port: 8420".', frame: null }],
    }
  return {
    value: value as Record<string, unknown>,
    originOf: keys => `${file}:${manifestPlace(source, keys).line}`,
    problemsOf: errors => manifestProblems({ ...source, errors }).map(problemIn),
  }
}
