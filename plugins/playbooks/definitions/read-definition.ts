import type { JsonLike, JsonObject, JsonValue } from '@svc/plugin'
import { below } from '../interpreter/frame.ts'
import { durationMistakes } from './checks/check-durations.ts'
import { checkTaskList } from './checks/check-tasks.ts'
import type { FoundTask, TaskChecks } from './checks/check-tasks.ts'
import { callMistakes } from './checks/check-calls.ts'
import { scheduleMistakes } from './checks/check-schedule.ts'
import { expressionMistakes } from './checks/check-expressions.ts'
import type { ReadPrograms } from './checks/check-expressions.ts'
import { graphOf } from './graph.ts'
import type { PlaybookGraph } from './graph.ts'
import { DefinitionText } from './definition-text.ts'
import type { DefinitionError } from './definition-text.ts'
import { isObject, mistakesOf } from './mistakes.ts'
import { needsOf } from './playbook-needs.ts'
import type { PlaybookNeeds } from './playbook-needs.ts'
import type { Mistake } from './mistakes.ts'
import { inlineResources } from './resources/inline-resources.ts'
import { workflowSchema } from './schemas/document.ts'
import { faultsOf, schemaProblem } from './schemas/schema-checks.ts'
import type { WorkflowDefinition } from './workflow.ts'

/** What was found in a definition; without errors it can be run. */
export interface CheckedDefinition {
  /** Null where there are errors. */
  definition: WorkflowDefinition | null
  errors: DefinitionError[]
  warnings: DefinitionError[]
  inputs_schema: JsonObject | null
  needs: PlaybookNeeds
  graph: PlaybookGraph
  tasks: readonly FoundTask[]
  /** The files beside it that it names, each with its stamp from before it was read. */
  files: ReadonlyMap<string, string>
  /** Another mistake, with its place. */
  placed(mistake: Mistake): DefinitionError
}

const maxBytes = 256 * 1024
const mostTasks = 500
/** `playbook_<name>` has at most 64. */
const longestNameOfTool = 55
const takenNames = ['runs', 'secrets', 'events', 'validate']
/** Members of the standard that svc does not have, with what to do. */
const unsupported: readonly { path: readonly string[]; message: string }[] = [
  { path: ['use', 'catalogs'], message: 'svc reads no functions from catalogs. Write them into use.functions.' },
  { path: ['use', 'extensions'], message: 'svc has no extensions. Write the tasks where they belong.' },
]

/** Reads and checks a definition, as text or as JSON. `folder`: where the files lie that it names by `resource`. */
export async function readDefinition(
  given: { source: string } | { definition: JsonValue },
  readable: ReadPrograms,
  { folder }: { folder?: string | undefined } = {},
): Promise<CheckedDefinition> {
  const source = 'source' in given ? given.source : JSON.stringify(given.definition, null, 2)
  const isText = 'source' in given
  const bytes = Buffer.byteLength(source)
  if (bytes > maxBytes) {
    const message = `The definition has ${bytes} bytes; at most ${maxBytes} are read.`
    return refused([{ code: 'too_large', path: '', message, ...nowhere }])
  }
  const text = new DefinitionText(source)
  const read = text.read()
  if ('errors' in read) return refused(read.errors)
  const { value } = read
  if (!isObject(value)) {
    const message = 'A definition is an object with document and do.'
    return refused([text.placed({ code: 'invalid', path: '', message })])
  }
  const inlined = await inlineResources(value, folder)
  const { definition, files } = inlined
  const checks = checked(definition)
  checks.mistakes.unshift(...inlined.mistakes)
  if (checks.mistakes.length === 0)
    checks.mistakes.push(...(await expressionMistakes(definition, checks.tasks, readable)))
  const whole: JsonLike = definition
  const placed = (mistake: Mistake): DefinitionError => {
    const error = text.placed(mistake)
    return isText ? error : { ...error, ...nowhere }
  }
  const isValid = checks.mistakes.length === 0
  // What a wrong target leads to shows once that is right.
  const isLost = checks.mistakes.some(({ code }) => code === 'unknown_task')
  const warnings = checks.warnings.filter(({ code }) => !isLost || code !== 'unreachable')
  return {
    definition: isValid ? (whole as WorkflowDefinition) : null,
    errors: checks.mistakes.map(placed).toSorted(inText),
    warnings: warnings.map(placed).toSorted(inText),
    inputs_schema: inputsSchemaOf(definition),
    needs: needsOf(definition),
    graph: graphOf(checks.tasks),
    tasks: checks.tasks,
    files,
    placed,
  }
}

/** From the top to the bottom; what has no place in a text stays as it was found. */
function inText(a: DefinitionError, b: DefinitionError): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

/** The place of a mistake in what is no text. */
export const nowhere = { line: null, column: null, end_line: null, end_column: null, frame: null }

function checked(definition: JsonObject): TaskChecks {
  const mistakes: Mistake[] = []
  const unsupportedThere = unsupported.filter(({ path }) => at(definition, path) !== undefined)
  for (const { path, message } of unsupportedThere)
    mistakes.push({ code: 'unsupported', path: below('', ...path), message, isKey: true })
  const hidden = unsupportedThere.map(({ path }) => below('', ...path))
  const faults = faultsOf(workflowSchema, definition, '').filter(({ path }) => !hidden.includes(path))
  mistakes.push(...mistakesOf(faults))
  if (faults.every(({ path }) => !/^\/(?:schedule|document)/.test(path))) mistakes.push(...scheduleMistakes(definition))
  const checks: TaskChecks = { definition, mistakes, tasks: [], warnings: [] }
  checkTaskList(definition['do'] ?? null, '/do', checks, [])
  if (checks.tasks.length > mostTasks)
    mistakes.push({
      code: 'too_many',
      path: '/do',
      message: `It has ${checks.tasks.length} tasks; at most ${mostTasks} are run.`,
    })
  mistakes.push(...durationMistakes(definition, checks.tasks))
  checkDocument(definition, mistakes)
  checkToolName(definition, checks.warnings)
  checkFunctions(definition, mistakes)
  checkSchemas(definition, checks.tasks, mistakes)
  return checks
}

function checkDocument(definition: JsonObject, mistakes: Mistake[]): void {
  const name = at(definition, ['document', 'name'])
  if (typeof name === 'string' && takenNames.includes(name)) {
    const message = `No playbook is named ${takenNames.join(', ')}: these stand in addresses of the API.`
    mistakes.push({ code: 'invalid', path: '/document/name', message })
  }
  const language = at(definition, ['evaluate', 'language'])
  if (typeof language === 'string' && language !== 'jq')
    mistakes.push({
      code: 'unsupported',
      path: '/evaluate/language',
      message: 'svc evaluates jq alone. Write the expressions in jq.',
    })
  const { timeout } = definition
  const timeouts = Object.keys((at(definition, ['use', 'timeouts']) ?? {}) as JsonObject)
  if (typeof timeout === 'string' && !timeouts.includes(timeout))
    mistakes.push({ code: 'unknown_name', path: '/timeout', message: `There is no "${timeout}" in use.timeouts.` })
}

function checkToolName(definition: JsonObject, warnings: Mistake[]): void {
  const name = at(definition, ['document', 'name'])
  if (at(definition, ['document', 'metadata', 'tool']) !== true || typeof name !== 'string') return
  if (name.length <= longestNameOfTool) return
  const message = `It is offered as no tool: its name has more than ${longestNameOfTool} characters.`
  warnings.push({ code: 'tool_name', path: '/document/name', message })
}

function checkFunctions(definition: JsonObject, mistakes: Mistake[]): void {
  const functions = at(definition, ['use', 'functions'])
  for (const [name, given] of Object.entries(isObject(functions) ? functions : {})) {
    const path = below('/use/functions', name)
    if (isObject(given) && typeof given['call'] === 'string') mistakes.push(...callMistakes(given, path, definition))
    else
      mistakes.push({
        code: 'unsupported',
        path,
        message: `The function "${name}" is no call. Only calls have names in svc.`,
      })
  }
}

function checkSchemas(definition: JsonObject, tasks: readonly FoundTask[], mistakes: Mistake[]): void {
  const look = (data: JsonValue | undefined, path: string): void => {
    const schema = isObject(data) && isObject(data['schema']) ? data['schema']['document'] : undefined
    if (!isObject(schema)) return
    const problem = schemaProblem(schema)
    if (problem !== null) mistakes.push({ code: 'schema', path: below(path, 'schema', 'document'), message: problem })
  }
  look(definition['input'], '/input')
  look(definition['output'], '/output')
  for (const { task, path } of tasks)
    for (const member of ['input', 'output', 'export']) look(task[member], below(path, member))
}

function at(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
}

function inputsSchemaOf(definition: JsonObject): JsonObject | null {
  const schema = at(definition, ['input', 'schema', 'document'])
  return isObject(schema) ? schema : null
}

/** Of a definition that was checked when it was stored. */
export function graphOfDefinition(definition: JsonObject): PlaybookGraph {
  return graphOf(checked(definition).tasks)
}

function refused(errors: DefinitionError[]): CheckedDefinition {
  return {
    definition: null,
    errors,
    warnings: [],
    inputs_schema: null,
    needs: needsOf({}),
    graph: { nodes: [], edges: [] },
    tasks: [],
    files: new Map(),
    placed: mistake => ({ ...mistake, ...nowhere }),
  }
}
