import { hash, randomInt } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import { RunnerLives } from './runner-lives.ts'
import type { RunnerEnd, Sent } from './runner-lives.ts'

const items = 4
const seed = randomInt(1_000_000)
let world: RunnerLives
beforeEach(async () => {
  world = await RunnerLives.begin()
})
afterEach(() => world.end())

function tasks(): TaskList {
  const post = (name: string) => ({
    [name]: { call: 'http', with: { method: 'post', endpoint: `${world.url}/${name}` } },
  })
  const inner = [
    { call: { do: [post('charge'), post('ship')], input: { from: '.' }, output: { as: '$input' } } },
    { both: { fork: { branches: [post('left'), post('right')] }, output: { as: '$input' } } },
    { count: { set: { count: '${ .count + 1 }' } } },
  ] as TaskList
  return [{ loop: { for: { in: `[range(${items})]` }, do: inner } }] as TaskList
}

// Where the process dies, life by life: with which request of that life in flight, or right after its answer has gone out.
const plans: { name: string; at: (life: number) => { count: number; isAnswered: boolean } }[] = [
  { name: 'with a request in flight', at: () => ({ count: 4, isAnswered: false }) },
  { name: 'between an answer and the next step', at: () => ({ count: 3, isAnswered: true }) },
  { name: `at random (${seed})`, at: randomly },
]

/**
 * By the seed in the name of the test, so that a failure can be had again. Each life comes further, also one that begins with both branches:
 * three deaths in one task end a run.
 */
function randomly(life: number): { count: number; isAnswered: boolean } {
  const [byte = 0] = hash('sha256', `${seed} ${life}`, 'buffer')
  return { count: 3 + (byte % 3), isAnswered: byte >= 128 }
}

/** What a life may have left in flight: its last request, and that of the other branch if it came just before. */
function inFlight(life: readonly Sent[]): string[] {
  const isBranch = ({ path }: Sent) => ['/left', '/right'].includes(path)
  const [last, other] = life.toReversed()
  if (!last) return []
  return other && isBranch(last) && isBranch(other) ? [last.key, other.key] : [last.key]
}

it.each(plans)('does no finished step again, and none in flight but with its key: killed $name', async ({ at }) => {
  let end: RunnerEnd | undefined
  for (let life = 1; end === undefined && life < 40; life += 1) {
    const { count, isAnswered } = at(life)
    world.onRequest = number => number < count || isAnswered
    world.onAnswered = number => (number === count && isAnswered ? world.kill() : undefined)
    end = await world.live({ loops: tasks() })
  }
  expect(end).toMatchObject({ status: 'completed', output: `{"count":${items}}`, error: null })
  expect(world.lives.length).toBeGreaterThan(3)
  expect(new Set(world.sent.map(({ key }) => key)).size).toBe(items * 4)
  for (const [index, life] of world.lives.entries()) {
    const before = world.lives.slice(0, index)
    const known = new Set(before.flat().map(({ key }) => key))
    const again = life.filter(({ key }) => known.has(key))
    expect(again.filter(({ key }) => !inFlight(before.at(-1) ?? []).includes(key))).toEqual([])
  }
})
