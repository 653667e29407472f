import type { JsonObject } from '@svc/plugin'
import { parseManifest } from '@svc/plugin/library/manifests/manifest-problems'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import type { AppExample } from './app-definition.ts'
import { plainProblem, problemIn, textOf } from './manifest-text.ts'
import type { ManifestText } from './manifest-text.ts'
import type { SchemaValidator } from './schema-validator.ts'

/** The manifest's examples, then those of `examples/*.json`; each must fit the inputs. */
export function readExamples(
  text: ManifestText,
  source: SourceFolder,
  validateInputs: SchemaValidator | null,
): { examples: AppExample[]; problems: AppProblem[] } {
  const examples: AppExample[] = []
  const problems: AppProblem[] = []
  for (const [index, example] of (text.manifest.examples ?? []).entries()) {
    const inputs = example.inputs as JsonObject
    examples.push({ ...example, inputs })
    for (const { path, message } of validateInputs?.(structuredClone(inputs)) ?? []) {
      problems.push(
        problemIn(text, ['examples', index, 'inputs'], `inputs${path} ${message}. Make the example fit "inputs".`),
      )
    }
  }
  for (const file of [...source.files.keys()].filter(path => /^examples\/[^/]+\.json$/.test(path)).sort()) {
    const read = readExampleFile(source, file, validateInputs)
    if ('example' in read) examples.push(read.example)
    else problems.push(...read.problems)
  }
  return { examples, problems }
}

function readExampleFile(
  source: SourceFolder,
  file: string,
  validateInputs: SchemaValidator | null,
): { example: AppExample } | { problems: AppProblem[] } {
  const read = textOf(source, file)
  if ('problem' in read) return { problems: [read.problem] }
  const parsed = parseManifest({ text: read.text, file, format: 'json' })
  if ('problems' in parsed) return parsed
  if (!isExample(parsed.value)) {
    return {
      problems: [
        plainProblem(file, 'An example is {"title": "…", "inputs": {…}} and may have a "description". Write it so.'),
      ],
    }
  }
  const faults = validateInputs?.(structuredClone(parsed.value.inputs)) ?? []
  if (faults.length === 0) return { example: parsed.value }
  return {
    problems: faults.map(({ path, message }) =>
      plainProblem(file, `inputs${path} ${message}. Make the example fit "inputs".`),
    ),
  }
}

function isExample(value: unknown): value is AppExample {
  if (typeof value !== 'object' || value === null) return false
  const { title, inputs, description, ...rest } = value as Record<string, unknown>
  const isText = (text: unknown) => typeof text === 'string'
  const isPlainObject = typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)
  return (
    isText(title) &&
    isPlainObject &&
    (description === undefined || isText(description)) &&
    Object.keys(rest).length === 0
  )
}
