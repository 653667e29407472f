import type { GraphEdge } from '../types.ts'
import type { TreeTask } from './task-tree.ts'

/** One way that a switch can take. */
export interface Alternative {
  /** Its cases; null: none of the conditions holds. */
  label: string | null
  when: string | null
  /** What it does before the ways meet; empty: nothing. */
  tasks: readonly TreeTask[]
  /** Where it leads if it does nothing: to where the ways meet, or out. */
  leads: 'join' | 'exit' | 'end'
}

/** Ways that can be drawn side by side, because nothing leads from one into another, or into one from elsewhere. */
export interface Alternatives {
  ways: readonly Alternative[]
  /** The place in the list at which they meet; its length: behind the last task. */
  join: number
}

/** A list of tasks with where it goes on. */
export interface FlowList {
  tasks: readonly TreeTask[]
  edges: readonly GraphEdge[]
  /** What comes behind it: a reference, or `exit`. */
  after: string
}

/** The place of a target in the list; its length: behind it; null: out of it. */
export function placeOf({ tasks, after }: FlowList, to: string): number | null {
  if (to === after) return tasks.length
  const index = tasks.findIndex(({ reference }) => reference === to)
  return index === -1 ? null : index
}

/** The ways of the switch at this place, each with its tasks; null: they cross. */
export function alternativesAt(list: FlowList, at: number): Alternatives | null {
  const { tasks, edges } = list
  const from = tasks[at]?.reference
  const own = edges.filter(edge => edge.from === from)
  const targets = own.map(({ to }) => placeOf(list, to)).filter(place => place !== null)
  const forward = [...new Set(targets)].toSorted((a, b) => a - b)
  if (new Set(own.map(({ to }) => to)).size < 2 || forward[0] !== at + 1) return null
  const last = forward.at(-1) ?? at
  for (let join = forward[1] ?? at + 2; join <= tasks.length; join += 1) {
    if (join < last) continue
    const heads = forward.filter(place => place < join)
    if (isClosed(list, { at, heads, join })) return { ways: waysOf(list, own, heads, join), join }
  }
  return null
}

function isClosed(
  list: FlowList,
  { at, heads, join }: { at: number; heads: readonly number[]; join: number },
): boolean {
  const wayOf = (place: number): number => heads.findLastIndex(head => head <= place)
  return list.edges.every(({ from, to }) => {
    const source = placeOf(list, from)
    const target = placeOf(list, to)
    if (source === null || target === null || source === at) return true
    const isInside = (place: number): boolean => place > at && place < join
    if (isInside(source)) return target === join || (isInside(target) && wayOf(source) === wayOf(target))
    return !isInside(target)
  })
}

function waysOf(list: FlowList, own: readonly GraphEdge[], heads: readonly number[], join: number): Alternative[] {
  return [...Map.groupBy(own, ({ to }) => to)].map(([to, cases]) => {
    const place = placeOf(list, to)
    const labels = cases.map(({ label }) => label ?? 'otherwise')
    const when = cases.flatMap(each => each.when ?? []).join(' or ')
    const way = { label: labels.join(', '), when: when === '' ? null : when }
    if (place === null) return { ...way, tasks: [], leads: to === 'end' ? ('end' as const) : ('exit' as const) }
    const next = heads.find(head => head > place) ?? join
    return { ...way, tasks: place < join ? list.tasks.slice(place, next) : [], leads: 'join' as const }
  })
}
