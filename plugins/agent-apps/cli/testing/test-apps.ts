import { basename } from 'node:path'
import type { LoadedApp } from '../../catalog/app-entry.ts'
import { problemsText } from '../../catalog/problem-text.ts'
import type { FolderKind } from '../../manifest/app-definition.ts'
import { compileSchema } from '../../manifest/schema-validator.ts'
import { appWorkbench } from '../app-workbench.ts'
import type { AppWorkbench } from '../app-workbench.ts'
import { anyTools, appFolders, checkFolder } from '../app-folders.ts'
import type { FolderContext } from '../app-folders.ts'
import { runLocally } from '../local-run.ts'
import type { LocalRun } from '../local-run.ts'
import { mockedServices } from './mocked-services.ts'
import { differences } from './partial-match.ts'
import { readTests } from './test-file.ts'
import type { AppTest } from './test-file.ts'

interface TestResult {
  app: string
  file: string
  title: string
  passed: boolean
  faults: string[]
}

/** `svc app test`: 0 when every test passes. */
export const testApps = (context: FolderContext): Promise<number> => testFolders(context, null)

/** `svc tool test` */
export const testTools = (context: FolderContext): Promise<number> => testFolders(context, 'tool')

async function testFolders(context: FolderContext, only: FolderKind | null): Promise<number> {
  const services = await context.home.service(appWorkbench)
  const results: TestResult[] = []
  for (const folder of await appFolders(context, services, only))
    results.push(...(await testApp(folder, context, services)))
  const failed = results.filter(result => !result.passed)
  const summary =
    results.length === 0
      ? 'There are no tests. Write tests/<name>.test.json.'
      : `${results.length - failed.length} passed, ${failed.length} failed`
  context.io.result(
    {
      passed: results.length - failed.length,
      failed: failed.length,
      items: results.map(result => ({ ...result })),
    },
    [...results.map(lineOf), summary].join('\n'),
  )
  return failed.length === 0 && results.length > 0 ? 0 : 1
}

async function testApp(folder: string, context: FolderContext, services: AppWorkbench): Promise<TestResult[]> {
  const name = basename(folder)
  const { app, problems } = await checkFolder(folder, services, anyTools)
  if (!app)
    return [
      {
        app: name,
        file: problems[0]?.file ?? 'manifest.json',
        title: 'is valid',
        passed: false,
        faults: [problemsText(problems)],
      },
    ]
  const { tests, problems: unreadable } = readTests(await services.builder.read(folder))
  const results: TestResult[] = unreadable.map(problem => ({
    app: name,
    file: problem.file,
    title: 'is a test',
    passed: false,
    faults: [problemsText([problem])],
  }))
  for (const { file, test } of tests) {
    const faults = await faultsOf(app, test, services, context.signal)
    context.signal.throwIfAborted()
    results.push({ app: name, file, title: test.title, passed: faults.length === 0, faults })
  }
  return results
}

async function faultsOf(app: LoadedApp, test: AppTest, services: AppWorkbench, signal: AbortSignal): Promise<string[]> {
  const inputs = structuredClone(test.inputs)
  const misfits = app.definition.validateInputs(inputs)
  if (misfits.length > 0) return misfits.map(({ path, message }) => `inputs${path} ${message}`)
  const config = structuredClone(test.config ?? app.definition.config)
  const schema = app.definition.configSchema
  if (schema) for (const { path, message } of compileSchema(schema)(config)) return [`config${path} ${message}`]
  const local = await runLocally(
    { ...app, definition: { ...app.definition, config } },
    inputs,
    services,
    mockedServices(test, services),
    signal,
  )
  return compare(test.expect, local)
}

function compare(expected: AppTest['expect'], { outcome, run }: LocalRun): string[] {
  const wanted = expected.status ?? (expected.error ? 'failed' : 'succeeded')
  if (outcome.status !== wanted) {
    const why = outcome.status === 'failed' ? `: ${outcome.error.stack}` : ''
    return [`the run should have ${wanted}, but ${outcome.status}${why}`]
  }
  const faults: string[] = []
  if (outcome.status === 'succeeded' && expected.output !== undefined)
    faults.push(...differences(expected.output, outcome.output))
  if (outcome.status === 'failed' && expected.error) faults.push(...errorFaults(expected.error, outcome.error))
  const logs = run.events.logs.map(log => log.message)
  for (const text of expected.logs ?? []) {
    if (!logs.some(message => message.includes(text)))
      faults.push(`the log should have ${JSON.stringify(text)}, but has ${JSON.stringify(logs)}`)
  }
  return faults
}

function errorFaults(
  expected: NonNullable<AppTest['expect']['error']>,
  error: { name: string; message: string; code?: string },
): string[] {
  const { message, ...exact } = expected
  const faults = differences(exact, { name: error.name, ...(error.code && { code: error.code }) }, 'error')
  if (message !== undefined && !error.message.includes(message)) {
    faults.push(`error.message should have ${JSON.stringify(message)} in it, but is ${JSON.stringify(error.message)}`)
  }
  return faults
}

function lineOf({ app, title, passed, faults }: TestResult): string {
  const line = `${passed ? 'ok  ' : 'FAIL'} ${app}: ${title}`
  return [line, ...faults.flatMap(fault => fault.split('\n').map(text => `       ${text}`))].join('\n')
}
