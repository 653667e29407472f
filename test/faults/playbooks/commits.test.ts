import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import type { FaultPoint } from '../../support/programs/fault-points.ts'
import { RunnerLives } from './runner-lives.ts'
import type { RunnerEnd } from './runner-lives.ts'

let world: RunnerLives
beforeEach(async () => {
  world = await RunnerLives.begin()
})
afterEach(() => world.end())

const post = (path: string) => ({ call: 'http', with: { method: 'post', endpoint: `${world.url}${path}` } })
const said = { with: { source: 'https://test', type: 'test.said', data: 'once' } }

/** A task of every kind, and in the end what does not show from outside: that events and approvals are there once. */
const everyKind = (): TaskList =>
  [
    { first: post('/first') },
    { both: { fork: { branches: [{ left: post('/left') }, { right: post('/right') }] } } },
    { tool: { call: 'tool', with: { name: 'ring' } } },
    { say: { emit: { event: said } } },
    { other: { run: { workflow: { namespace: 'default', name: 'child', version: 'latest' } } } },
    { loop: { for: { in: '[range(2)]' }, do: [{ item: post('/item') }] } },
    {
      careful: {
        try: [{ bad: { raise: { error: { type: 'https://test/e', status: 500 } } } }],
        catch: { do: [{ fix: post('/fix') }] },
      },
    },
    { which: { switch: [{ on: { then: 'pause' } }] } },
    { pause: { wait: { milliseconds: 20 } } },
    { ask: { call: 'approval', with: { title: 'Go on?' } } },
    { hear: { listen: { to: { one: { with: { type: 'test.go' } } } } } },
    { last: post('/last') },
    { end: { set: { done: true } } },
  ] as TaskList

/** An agent that is taken up again first drops what it was saying, in a commit of its own: such lives are longer by one. */
const agent = (): TaskList =>
  [
    { first: post('/first') },
    { think: { call: 'agent', with: { prompt: 'Ring.', tools: ['ring'] } } },
    { last: post('/last') },
    { end: { set: { done: true } } },
  ] as TaskList

/** The transaction in which a run takes a step; the first of a life takes a run over that has begun. */
const touching = 'UPDATE playbooks_runs SET usage'
const at = (where: FaultPoint['at'], nth: number): FaultPoint => ({ touching, at: where, nth })
const kindPaths = ['/child', '/first', '/fix', '/item', '/item', '/last', '/left', '/right', '/ring']
const agentPaths = ['/first', '/last', '/model', '/model', '/ring']

interface Case {
  name: string
  point: FaultPoint
  playbook: () => TaskList
  paths: string[]
  names: string[]
}
const kinds = { playbook: everyKind, paths: kindPaths, names: ['child', 'main'] }
const withAgent = { playbook: agent, paths: agentPaths, names: ['main'] }
const cases: Case[] = [
  { name: 'right after each commit', point: at('after-commit', 2), ...kinds },
  { name: 'right before each commit', point: at('before-commit', 3), ...kinds },
  { name: 'right after commits of an agent', point: at('after-commit', 3), ...withAgent },
  { name: 'right before commits of an agent', point: at('before-commit', 4), ...withAgent },
]

it.each(cases)(
  'a run whose process is killed $name ends, and does nothing twice but what was in flight',
  async each => {
    const playbooks = { main: each.playbook(), child: [{ work: post('/child') }] as TaskList }
    let end: RunnerEnd | undefined
    while (end === undefined) {
      expect(world.lives.length).toBeLessThan(80)
      // The first lives end earlier, because a run is claimed together with its first step.
      end = await world.live(playbooks, { ...each.point, nth: Math.min(each.point.nth, world.lives.length + 1) })
    }
    expect(end).toMatchObject({ status: 'completed', output: '{"done":true}', error: null, names: each.names })
    const calls = each.paths.filter(path => path === '/model').length
    if (calls > 0) expect(JSON.parse(end.usage)).toMatchObject({ agent_calls: calls, prompt_tokens: 10 * calls })
    // Who died after a commit had not begun what stands in it; who died before one did that step once more in the next life.
    const byKey = Map.groupBy(
      world.lives.flatMap((sent, life) => sent.map(({ path, key }) => ({ path, key, life }))),
      ({ key }) => key,
    )
    expect([...byKey.values()].map(([sent]) => sent?.path).toSorted()).toEqual(each.paths)
    for (const sent of byKey.values()) {
      const isBranch = ['/left', '/right'].includes(sent[0]?.path ?? '')
      const most = each.point.at === 'after-commit' ? 1 : 2
      // The other branch is in flight when one is written.
      expect(sent.length, JSON.stringify(sent)).toBeLessThanOrEqual(isBranch ? most + 1 : most)
      for (const [index, { life }] of sent.entries()) if (index > 0) expect(life - (sent[index - 1]?.life ?? 0)).toBe(1)
    }
  },
)
