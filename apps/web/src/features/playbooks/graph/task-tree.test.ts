import { expect, it } from 'vitest'
import type { GraphNode, PlaybookTask } from '../types.ts'
import { treeOf } from './task-tree.ts'

const node = (reference: string, parent: string | null): GraphNode => ({
  reference,
  name: reference.split('/').at(-1) ?? '',
  kind: 'set',
  parent,
  summary: null,
})
const record = (reference: string, more: Partial<PlaybookTask>): PlaybookTask =>
  ({ id: 'ptask_1', reference, status: 'completed', skipped: false, superseded: false, ...more }) as PlaybookTask

it('puts each task below the one it stands in, with the last of its executions that count', () => {
  const nodes = [
    node('/do/0/a', null),
    node('/do/1/b', null),
    node('/do/1/b/for/0/c', '/do/1/b'),
    node('/do/2/d', null),
  ]
  const tree = treeOf(nodes, [
    record('/do/0/a', { skipped: true }),
    record('/do/1/b', { status: 'running' }),
    record('/do/1/b/for/0/c', { status: 'faulted', superseded: true }),
    record('/do/1/b/for/0/c', {}),
    record('/do/1/b/for/0/c', { status: 'waiting' }),
  ])
  expect(tree.map(({ name, status }) => [name, status])).toEqual([
    ['a', 'skipped'],
    ['b', 'running'],
    ['d', null],
  ])
  expect(tree[1]?.children.map(({ name, status, records }) => [name, status, records.length])).toEqual([
    ['c', 'waiting', 2],
  ])
})
