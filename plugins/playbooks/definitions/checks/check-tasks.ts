import type { JsonObject, JsonValue } from '@svc/plugin'
import { closestWord, didYouMean } from '@svc/plugin/library/closest-word'
import { below } from '../../interpreter/frame.ts'
import type { TaskKind } from '../../interpreter/frame.ts'
import { taskKinds } from '../../interpreter/kinds.ts'
import { callMistakes } from './check-calls.ts'
import { listenMistakes } from './check-events.ts'
import { unreachableTasks } from './check-reach.ts'
import { isObject, mistakesOf } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'
import { faultsOf } from '../schemas/schema-checks.ts'
import { taskSchemas } from '../schemas/tasks.ts'

const directives = ['continue', 'exit', 'end']
const mostNesting = 16

/** A task as the checks have found it, in the order in which it stands. */
export interface FoundTask {
  kind: TaskKind
  name: string
  path: string
  task: JsonObject
  /** Names that `for` and `catch` around it give. */
  variables: readonly string[]
  depth: number
}

export interface TaskChecks {
  definition: JsonObject
  mistakes: Mistake[]
  tasks: FoundTask[]
  warnings: Mistake[]
}

/** Looks at each task by its kind, so that one mistake is one error. */
export function checkTaskList(
  list: JsonValue,
  path: string,
  checks: TaskChecks,
  variables: readonly string[],
  depth = 1,
): void {
  const { mistakes } = checks
  if (!Array.isArray(list)) return
  if (depth > mostNesting) {
    mistakes.push({ code: 'too_deep', path, message: `Tasks stand at most ${mostNesting} levels in each other.` })
    return
  }
  const names: string[] = []
  for (const [index, entry] of list.entries()) {
    const at = below(path, index)
    const keys = isObject(entry) ? Object.keys(entry) : []
    const [name] = keys
    if (!isObject(entry) || name === undefined || keys.length > 1) {
      const message = 'An entry of a list of tasks is one name with its task, such as "- greet: {set: {…}}".'
      mistakes.push({ code: 'invalid', path: at, message })
      continue
    }
    if (names.includes(name))
      mistakes.push({
        code: 'duplicate',
        path: below(at, name),
        message: `The name "${name}" stands in this list twice.`,
        isKey: true,
      })
    names.push(name)
    checkTask(entry[name] ?? null, name, below(at, name), checks, variables, depth)
  }
  checkTargets(list, path, names, checks)
  // Branches stand beside each other.
  if (!path.endsWith('/fork/branches')) checks.warnings.push(...unreachableTasks(list, path))
}

function checkTask(
  task: JsonValue,
  name: string,
  path: string,
  checks: TaskChecks,
  variables: readonly string[],
  depth: number,
): void {
  const { mistakes } = checks
  if (!isObject(task)) {
    mistakes.push({ code: 'invalid', path, message: `The task "${name}" is no object with a key such as set or call.` })
    return
  }
  const kind = taskKinds.find(each => each in task)
  if (kind === undefined) {
    const [key = ''] = Object.keys(task)
    const near = Object.keys(task)
      .map(each => [each, closestWord(each, taskKinds)] as const)
      .find(([, word]) => word !== null)
    const known = `Its kind is one of ${taskKinds.join(', ')}.`
    const message = `The task "${name}" is of no kind. ${near ? `Did you mean "${near[1]}" by "${near[0]}"?` : known}`
    const suggestion = near?.[1] ?? undefined
    mistakes.push({
      code: 'unknown_kind',
      path: below(path, near?.[0] ?? key),
      message,
      isKey: true,
      ...(suggestion !== undefined && { suggestion }),
    })
    return
  }
  if (unsupportedRun(kind, task, path, mistakes)) return
  mistakes.push(...mistakesOf(faultsOf(taskSchemas[kind], task, path)))
  checks.tasks.push({ kind, name, path, task, variables, depth })
  if (kind === 'call') mistakes.push(...callMistakes(task, path, checks.definition))
  if (kind === 'listen') mistakes.push(...listenMistakes(task, path))
  checkNamed(task, path, checks)
  checkInner(kind, task, path, checks, variables, depth)
}

function unsupportedRun(kind: TaskKind, task: JsonObject, path: string, mistakes: Mistake[]): boolean {
  if (kind !== 'run' || !isObject(task['run'])) return false
  const found = ['container', 'script', 'shell'].find(each => each in (task['run'] as JsonObject))
  if (found === undefined) return false
  const message = `svc does not run run.${found}. Make an agent app of it, which runs in the sandbox.`
  mistakes.push({ code: 'unsupported', path: below(path, 'run', found), message, isKey: true })
  return true
}

function checkInner(
  kind: TaskKind,
  task: JsonObject,
  path: string,
  checks: TaskChecks,
  variables: readonly string[],
  depth: number,
): void {
  const inside = (list: JsonValue | undefined, at: string, more: readonly string[] = []): void =>
    checkTaskList(list ?? null, at, checks, [...variables, ...more], depth + 1)
  if (kind === 'do') inside(task['do'], below(path, 'do'))
  else if (kind === 'for') inside(task['do'], below(path, 'do'), loopVariables(task))
  else if (kind === 'fork' && isObject(task['fork'])) inside(task['fork']['branches'], below(path, 'fork', 'branches'))
  else if (kind === 'try') {
    inside(task['try'], below(path, 'try'))
    const handler = task['catch']
    if (isObject(handler) && handler['do'] !== undefined)
      inside(handler['do'], below(path, 'catch', 'do'), [errorVariable(handler)])
  }
}

/** Names of what `use` has, where a task speaks of one. */
function checkNamed(task: JsonObject, path: string, { definition, mistakes }: TaskChecks): void {
  const used = (definition['use'] ?? {}) as JsonObject
  const named = (value: JsonValue | undefined, section: string, at: string): void => {
    if (typeof value !== 'string') return
    const known = Object.keys((used[section] ?? {}) as JsonObject)
    if (known.includes(value)) return
    const message = `There is no "${value}" in use.${section}. ${didYouMean(value, known, 'Add it there.')}`
    mistakes.push({ code: 'unknown_name', path: at, message })
  }
  named(task['timeout'], 'timeouts', below(path, 'timeout'))
  const { raise, catch: handler } = task
  if (isObject(raise)) named(raise['error'], 'errors', below(path, 'raise', 'error'))
  if (isObject(handler)) named(handler['retry'], 'retries', below(path, 'catch', 'retry'))
}

function checkTargets(
  list: readonly JsonValue[],
  path: string,
  names: readonly string[],
  { mistakes }: TaskChecks,
): void {
  const check = (then: JsonValue | undefined, at: string): void => {
    if (typeof then !== 'string' || directives.includes(then) || names.includes(then)) return
    const suggestion = closestWord(then, [...names, ...directives])
    const known = `It is ${directives.join(', ')}, or the name of a task in the same list.`
    const message = `then: there is no task "${then}" in this list. ${suggestion === null ? known : `Did you mean "${suggestion}"?`}`
    mistakes.push({ code: 'unknown_task', path: at, message, ...(suggestion !== null && { suggestion }) })
  }
  for (const [index, entry] of list.entries()) {
    if (!isObject(entry)) continue
    for (const [name, task] of Object.entries(entry)) {
      if (!isObject(task)) continue
      const at = below(path, index, name)
      check(task['then'], below(at, 'then'))
      if (!Array.isArray(task['switch'])) continue
      for (const [place, cases] of task['switch'].entries())
        for (const [label, branch] of Object.entries(isObject(cases) ? cases : {}))
          if (isObject(branch)) check(branch['then'], below(at, 'switch', place, label, 'then'))
    }
  }
}

/** Names that a loop gives its tasks. */
export function loopVariables(task: JsonObject): string[] {
  const loop = isObject(task['for']) ? task['for'] : {}
  return [String(loop['each'] ?? 'item'), String(loop['at'] ?? 'index')]
}

/** The name that a `catch` gives its tasks and conditions. */
export function errorVariable(handler: JsonObject): string {
  return String(handler['as'] ?? 'error')
}
