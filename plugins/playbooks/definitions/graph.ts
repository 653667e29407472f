import type { JsonObject, JsonValue } from '@svc/plugin'
import type { FoundTask } from './checks/check-tasks.ts'
import { isObject } from './mistakes.ts'

/** A task as a page draws it. */
export interface GraphNode {
  reference: string
  name: string
  kind: string
  /** The task it stands in; null: it stands at the top. */
  parent: string | null
  /** What it does, in a few words; null: its kind says enough. */
  summary: string | null
}

/** Where a run goes from a task. */
export interface GraphEdge {
  from: string
  /** A task of the same list; `exit`: that list ends; `end`: the run ends. */
  to: string
  /** The case of a switch; null: this is the usual way. */
  label: string | null
  /** The condition of that case; null: it has none. */
  when: string | null
}

/** The tasks, each below its parent, and where a run goes from each. */
export interface PlaybookGraph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

const longestSummary = 120

/** @param tasks in the order of the definition */
export function graphOf(tasks: readonly FoundTask[]): PlaybookGraph {
  const byPath = new Map(tasks.map(found => [found.path, found]))
  const lists = Map.groupBy(tasks, ({ path }) => listOf(path))
  const nodes = tasks.map(({ path, name, kind, task }) => {
    return { reference: path, name, kind, parent: parentOf(path, byPath), summary: summaryOf(kind, task) }
  })
  const edges = [...lists].flatMap(([list, found]) => (list.endsWith('/branches') ? [] : edgesOf(found)))
  return { nodes, edges }
}

/** `/do/0/loop/do/1/write` stands in the list `/do/0/loop/do`. */
function listOf(path: string): string {
  return path.split('/').slice(0, -2).join('/')
}

function parentOf(path: string, known: ReadonlyMap<string, unknown>): string | null {
  const parts = path.split('/')
  for (let length = parts.length - 1; length > 1; length -= 1) {
    const around = parts.slice(0, length).join('/')
    if (known.has(around)) return around
  }
  return null
}

function edgesOf(list: readonly FoundTask[]): GraphEdge[] {
  return list.flatMap(({ path, kind, task }, index) => {
    const next = list[index + 1]?.path ?? 'exit'
    const target = (then: JsonValue | undefined): string => {
      if (then === undefined || then === 'continue') return next
      if (then === 'exit' || then === 'end') return then
      return list.find(({ name }) => name === then)?.path ?? next
    }
    const usual = { from: path, to: target(task['then']), label: null, when: null }
    // A task that is skipped has no `then`.
    const skipped = task['if'] === undefined || usual.to === next ? [] : [{ ...usual, to: next, label: 'skipped' }]
    if (kind === 'raise') return task['if'] === undefined ? [] : [{ ...usual, to: next, label: 'skipped' }]
    if (kind !== 'switch') return [usual, ...skipped]
    const cases = casesOf(task).map(({ label, when, then }) => ({ from: path, to: target(then), label, when }))
    return cases.some(({ when }) => when === null) ? [...cases, ...skipped] : [...cases, usual, ...skipped]
  })
}

function casesOf(task: JsonObject): { label: string; when: string | null; then: JsonValue | undefined }[] {
  const cases = Array.isArray(task['switch']) ? task['switch'] : []
  return cases.filter(isObject).flatMap(entry =>
    Object.entries(entry).map(([label, branch]) => {
      const { when, then } = isObject(branch) ? branch : {}
      return { label, when: typeof when === 'string' ? when : null, then }
    }),
  )
}

function summaryOf(kind: string, task: JsonObject): string | null {
  const text = wordsOf(kind, task)
  if (text === null) return null
  return text.length > longestSummary ? `${text.slice(0, longestSummary - 1)}…` : text
}

function wordsOf(kind: string, task: JsonObject): string | null {
  const inner = (name: string): JsonObject => {
    const value = task[name]
    return isObject(value) ? value : {}
  }
  if (kind === 'call') return callWords(String(task['call']), inner('with'))
  if (kind === 'for') {
    const { each = 'item', in: list } = inner('for')
    const condition = task['while'] === undefined ? '' : `, while ${String(task['while'])}`
    return `each ${String(each)} in ${String(list)}${condition}`
  }
  if (kind === 'fork') return inner('fork')['compete'] === true ? 'the first that completes' : 'all at one time'
  if (kind === 'wait') return typeof task['wait'] === 'string' ? task['wait'] : partsOf(inner('wait'))
  if (kind === 'run') {
    const { workflow } = inner('run')
    return isObject(workflow) ? String(workflow['name']) : null
  }
  if (kind === 'raise') {
    const { error } = inner('raise')
    return isObject(error) ? String(error['title'] ?? error['type']) : String(error)
  }
  return null
}

function callWords(call: string, given: JsonObject): string {
  const { method, endpoint, name, title } = given
  const place = isObject(endpoint) ? endpoint['uri'] : endpoint
  const detail = call.startsWith('http') ? [method, place] : [name ?? title]
  return [call, ...detail.filter(part => typeof part === 'string')].join(' ')
}

/** `{ minutes: 5 }` is `5 minutes`. */
function partsOf(duration: JsonObject): string {
  return Object.entries(duration)
    .map(([unit, count]) => `${String(count)} ${unit}`)
    .join(' ')
}
