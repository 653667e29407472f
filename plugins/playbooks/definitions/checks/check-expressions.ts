import type { JsonObject, JsonValue } from '@svc/plugin'
import { below } from '../../interpreter/frame.ts'
import { functionName, takesSecrets } from '../../interpreter/rules/functions.ts'
import { expressionIn, expressionOf } from '../../interpreter/rules/template.ts'
import { errorVariable, loopVariables } from './check-tasks.ts'
import type { FoundTask } from './check-tasks.ts'
import { filtersIn } from './check-events.ts'
import { isObject } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'

/** Says of each program why it cannot be read where these variables are known; null of one that can. */
export type ReadPrograms = (
  programs: readonly string[],
  variables: readonly string[],
) => Promise<readonly (string | null)[]>

interface Site {
  path: string
  program: string
  variables: readonly string[]
}

const ofWorkflow = ['context', 'input', 'workflow', 'runtime', 'authorization']
const ofTask = [...ofWorkflow, 'task']

/** Reads every expression of a definition with the variables that are known in its place. */
export async function expressionMistakes(
  definition: JsonObject,
  tasks: readonly FoundTask[],
  readable: ReadPrograms,
): Promise<Mistake[]> {
  const sites = [...workflowSites(definition), ...tasks.flatMap(taskSites)]
  const groups = Map.groupBy(sites, ({ variables }) => variables.toSorted().join())
  const found: Mistake[] = []
  for (const group of groups.values()) {
    const programs = [...new Set(group.map(({ program }) => program))]
    const [{ variables }] = group as [Site]
    const reasons = await readable(programs, [...new Set(variables)])
    for (const { path, program } of group) {
      const reason = reasons[programs.indexOf(program)] ?? null
      if (reason !== null) found.push({ code: 'expression', path, message: reason })
    }
  }
  return found
}

function workflowSites(definition: JsonObject): Site[] {
  const sites: Site[] = []
  dataSites(definition['input'], '/input', 'from', ofWorkflow, sites)
  dataSites(definition['output'], '/output', 'as', [...ofWorkflow, 'output'], sites)
  if (isObject(definition['schedule']) && isObject(definition['schedule']['on']))
    consumptionSites(definition['schedule']['on'], '/schedule/on', [], sites)
  const use = isObject(definition['use']) ? definition['use'] : {}
  const section = (name: string) => (isObject(use[name]) ? Object.entries(use[name]) : [])
  for (const [name, policy] of section('retries'))
    if (isObject(policy)) conditionSites(policy, below('/use/retries', name), [...ofTask, 'error'], sites)
  for (const [name, error] of section('errors')) templateSites(error, below('/use/errors', name), ofTask, sites)
  for (const [name, given] of section('authentications'))
    templateSites(given, below('/use/authentications', name), [...ofTask, 'secrets'], sites)
  for (const [name, given] of section('functions'))
    if (isObject(given)) callSites(given, below('/use/functions', name), ofTask, sites)
  return sites
}

function taskSites({ kind, task, path, variables }: FoundTask): Site[] {
  const known = [...ofTask, ...variables]
  const sites: Site[] = []
  const condition = (value: JsonValue | undefined, at: string, names = known): void => {
    if (typeof value === 'string') sites.push({ path: at, program: expressionOf(value), variables: names })
  }
  condition(task['if'], below(path, 'if'))
  dataSites(task['input'], below(path, 'input'), 'from', known, sites)
  dataSites(task['output'], below(path, 'output'), 'as', [...known, 'output'], sites)
  dataSites(task['export'], below(path, 'export'), 'as', [...known, 'output'], sites)
  if (kind === 'set') templateSites(task['set'], below(path, 'set'), known, sites)
  if (kind === 'call') callSites(task, path, known, sites)
  if (kind === 'emit') templateSites(task['emit'], below(path, 'emit'), known, sites)
  if (kind === 'run') templateSites(task['run'], below(path, 'run'), known, sites)
  if (kind === 'listen' && isObject(task['listen']) && isObject(task['listen']['to']))
    consumptionSites(task['listen']['to'], below(path, 'listen', 'to'), known, sites)
  if (kind === 'raise') templateSites(task['raise'], below(path, 'raise'), known, sites)
  if (kind === 'for' && isObject(task['for'])) {
    condition(task['for']['in'], below(path, 'for', 'in'))
    condition(task['while'], below(path, 'while'), [...known, ...loopVariables(task)])
  }
  if (kind === 'switch' && Array.isArray(task['switch']))
    for (const [index, entry] of task['switch'].entries())
      for (const [name, branch] of Object.entries(isObject(entry) ? entry : {}))
        if (isObject(branch)) condition(branch['when'], below(path, 'switch', index, name, 'when'))
  const handler = task['catch']
  if (kind === 'try' && isObject(handler)) {
    const inside = [...known, errorVariable(handler)]
    conditionSites(handler, below(path, 'catch'), inside, sites)
    if (isObject(handler['retry'])) conditionSites(handler['retry'], below(path, 'catch', 'retry'), inside, sites)
  }
  return sites
}

/** Of what is waited for: its filters, and when it is enough. */
function consumptionSites(to: JsonObject, path: string, variables: readonly string[], sites: Site[]): void {
  if (typeof to['until'] === 'string')
    sites.push({ path: below(path, 'until'), program: expressionOf(to['until']), variables })
  for (const { path: at, filter } of filtersIn(to, path)) {
    templateSites(filter['with'], below(at, 'with'), variables, sites)
    for (const [name, rule] of Object.entries(isObject(filter['correlate']) ? filter['correlate'] : {})) {
      if (!isObject(rule)) continue
      const { from, expect } = rule
      const place = below(at, 'correlate', name)
      if (typeof from === 'string') sites.push({ path: below(place, 'from'), program: expressionOf(from), variables })
      templateSites(expect, below(place, 'expect'), variables, sites)
    }
  }
}

function callSites(call: JsonObject, path: string, known: readonly string[], sites: Site[]): void {
  const name = typeof call['call'] === 'string' ? functionName(call['call']) : ''
  templateSites(call['with'], below(path, 'with'), takesSecrets.includes(name) ? [...known, 'secrets'] : known, sites)
}

function conditionSites(rule: JsonObject, path: string, variables: readonly string[], sites: Site[]): void {
  for (const key of ['when', 'exceptWhen']) {
    const value = rule[key]
    if (typeof value === 'string') sites.push({ path: below(path, key), program: expressionOf(value), variables })
  }
}

function dataSites(
  data: JsonValue | undefined,
  path: string,
  key: string,
  variables: readonly string[],
  sites: Site[],
): void {
  if (!isObject(data)) return
  const value = data[key]
  const at = below(path, key)
  if (typeof value === 'string') sites.push({ path: at, program: expressionOf(value), variables })
  else templateSites(value, at, variables, sites)
}

function templateSites(value: JsonValue | undefined, path: string, variables: readonly string[], sites: Site[]): void {
  if (typeof value === 'string') {
    const program = expressionIn(value)
    if (program !== null) sites.push({ path, program, variables })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) templateSites(inner, below(path, name), variables, sites)
}
