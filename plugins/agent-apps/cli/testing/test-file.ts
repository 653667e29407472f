import type { JsonObject, JsonValue } from '@svc/plugin'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import { manifestProblems, parseManifest } from '@svc/plugin/library/manifests/manifest-problems'
import { Ajv } from 'ajv'
import { textOf } from '../../manifest/manifest-text.ts'
import testSchema from '../../schemas/app-test.schema.json' with { type: 'json' }

/** What a mocked call answers: the first whose `when` fits what was asked. */
export interface Mock {
  when?: JsonObject
  result?: JsonValue
  error?: { code: string; message: string }
}

export interface AppTest {
  title: string
  inputs: JsonObject
  config?: JsonObject
  expect: {
    status?: 'succeeded' | 'failed'
    /** What the output must have at least. */
    output?: JsonValue
    /** What the error must have at least; `message` need only be contained. */
    error?: { name?: string; message?: string; code?: string }
    logs?: string[]
  }
  mocks?: { tools?: Record<string, Mock[]>; agent?: Mock[]; client?: Mock[] }
}

const validate = new Ajv({ allErrors: true, verbose: true }).compile<AppTest>(testSchema)

/** The tests of a folder: `tests/*.test.json`, one each. */
export function readTests(source: SourceFolder): { tests: { file: string; test: AppTest }[]; problems: AppProblem[] } {
  const tests: { file: string; test: AppTest }[] = []
  const problems: AppProblem[] = []
  for (const file of [...source.files.keys()].filter(path => /^tests\/.+\.test\.json$/.test(path)).sort()) {
    const read = textOf(source, file)
    if ('problem' in read) {
      problems.push(read.problem)
      continue
    }
    const parsed = parseManifest({ text: read.text, file, format: 'json' })
    if ('problems' in parsed) problems.push(...parsed.problems)
    else if (validate(parsed.value)) tests.push({ file, test: parsed.value })
    else problems.push(...manifestProblems({ text: read.text, file, format: 'json', errors: validate.errors ?? [] }))
  }
  return { tests, problems }
}
