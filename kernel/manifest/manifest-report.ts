import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SchemaError } from '@svc/plugin/library/schemas/schema-faults'
import { problemIn } from '../boot-error.ts'
import type { BootProblem } from '../boot-error.ts'

interface ManifestText {
  text: string
  file: string
}

/** Loaded when there is something to report: a good start needs no parser that knows positions. */
const reporter = (): Promise<typeof import('@svc/plugin/library/manifests/manifest-problems')> =>
  import('@svc/plugin/library/manifests/manifest-problems')

/** Why the text is no JSON. */
export async function syntaxProblemsOf(manifest: ManifestText): Promise<BootProblem[]> {
  const { parseManifest } = await reporter()
  const parsed = parseManifest({ ...manifest, format: 'json' })
  return 'problems' in parsed ? parsed.problems.map(problemIn) : []
}

/** Why the manifest does not fit its schema. */
export async function manifestProblemsOf(
  manifest: ManifestText,
  errors: readonly SchemaError[],
): Promise<BootProblem[]> {
  const { manifestProblems } = await reporter()
  return manifestProblems({ ...manifest, format: 'json', errors }).map(problemIn)
}

/** A problem with one field of a manifest that was read before; its file is read again, to show the place. */
export async function fieldProblemAt(
  { folder, file }: { folder: string; file: string },
  path: readonly (string | number)[],
  message: string,
): Promise<BootProblem> {
  const text = await readFile(join(folder, 'plugin.json'), 'utf8')
  return fieldProblemIn({ text, file }, path, message)
}

/** A problem with one field that the schema does not find. */
export async function fieldProblemIn(
  manifest: ManifestText,
  path: readonly (string | number)[],
  message: string,
): Promise<BootProblem> {
  const { fieldProblem } = await reporter()
  return problemIn(fieldProblem({ ...manifest, format: 'json', path, message }))
}
