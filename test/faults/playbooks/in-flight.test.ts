import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import { RunnerLives } from './runner-lives.ts'
import type { RunnerEnd } from './runner-lives.ts'

let world: RunnerLives
beforeEach(async () => {
  world = await RunnerLives.begin()
})
afterEach(() => world.end())

const think = { think: { call: 'agent', with: { prompt: 'Ring.', tools: ['ring'] } } }
const end = { end: { set: { done: true } } }

/** Lives until one ends by itself; each is killed with this request of its own in flight, but for the last ones. */
async function liveOn(tasks: TaskList, dies: (life: number) => number | null): Promise<RunnerEnd> {
  for (let life = 1; life < 12; life += 1) {
    const deadly = dies(life)
    world.onRequest = count => count !== deadly
    const found = await world.live({ main: tasks })
    if (found) return found
  }
  throw new Error('It ends in no life.')
}

const pathsOf = () => world.lives.map(life => life.map(({ path }) => path).join(' '))

it.each([
  ['a request', { call: 'http', with: { method: 'post', endpoint: 'URL/pay' } }, '/pay'],
  ['the first call of the model of an agent', think.think, '/model'],
  ['a tool', { call: 'tool', with: { name: 'ring' } }, '/ring'],
])(
  'three processes that die with %s in flight are enough: the task faults with crash_loop',
  async (_what, task, path) => {
    const text = JSON.stringify([{ bad: task }, end]).replace('URL', world.url)
    const ended = await liveOn(JSON.parse(text) as TaskList, () => 1)
    expect(ended.status).toBe('faulted')
    expect(JSON.parse(ended.error ?? '')).toEqual({
      type: 'https://serverlessworkflow.io/spec/1.0.0/errors/runtime',
      title: 'Runtime error',
      status: 500,
      detail: expect.stringMatching(/^crash_loop: the process died 3 times while this task was in flight\. /),
      instance: '/do/0/bad',
    })
    expect(pathsOf()).toEqual([path, path, path, ''])
    expect(new Set(world.sent.map(({ key }) => key)).size).toBe(1)
  },
)

it('a crash loop is a fault like others: what catches it goes on', async () => {
  const careful = {
    careful: { try: [think], catch: { as: 'error', do: [{ keep: { set: { why: '${ $error.detail[:10] }' } } }] } },
  }
  const ended = await liveOn([careful] as TaskList, () => 1)
  expect(ended).toMatchObject({ status: 'completed', output: '{"why":"crash_loop"}' })
})

it('an agent that comes further in each life is in no crash loop, however often its process dies', async () => {
  // With the first call of the model, then with the tool, then with the second call in flight: two deaths each.
  const ended = await liveOn([think, end] as TaskList, life => [1, 1, 2, 1, 2, 1][life - 1] ?? null)
  expect(ended).toMatchObject({ status: 'completed', output: '{"done":true}', error: null })
  expect(pathsOf()).toEqual(['/model', '/model', '/model /ring', '/ring', '/ring /model', '/model', '/model'])
  expect(JSON.parse(ended.usage)).toMatchObject({ agent_calls: 2, tool_calls: 1, prompt_tokens: 20 })
  expect(new Set(world.sent.map(({ key }) => key)).size).toBe(3)
})

const tool = (name: string, on_crash?: string) => ({
  call: 'tool',
  with: { name },
  ...(on_crash !== undefined && { metadata: { on_crash } }),
})
const agentWith = (name: string) => ({ call: 'agent', with: { prompt: 'Do it.', tools: [name] } })

it.each([
  ['a tool that destroys', tool('destroy'), ['/destroy', '']],
  ['a tool whose task says so', tool('ring', 'fault'), ['/ring', '']],
  ['a tool that destroys, called by an agent', agentWith('destroy'), ['/model /destroy', '']],
])('%s is not called again when the process died with it in flight', async (_what, task, paths) => {
  const ended = await liveOn([{ bad: task }, end] as TaskList, life =>
    life === 1 ? (paths[0] ?? '').split(' ').length : null,
  )
  expect(ended.status).toBe('faulted')
  expect(JSON.parse(ended.error ?? '')).toMatchObject({
    type: 'https://serverlessworkflow.io/spec/1.0.0/errors/runtime',
    status: 500,
    detail: expect.stringMatching(
      /^outcome_unknown: the server ended while (destroy|ring) ran, which may not run twice\. /,
    ),
    instance: '/do/0/bad',
  })
  expect(pathsOf()).toEqual(paths)
})

it.each([
  ['heeds its key', tool('destroy_by_key')],
  ['has a task that says so', tool('destroy', 'retry')],
])('a tool that destroys and %s is called again with its key', async (_what, task) => {
  const ended = await liveOn([{ good: task }, end] as TaskList, life => (life === 1 ? 1 : null))
  expect(ended).toMatchObject({ status: 'completed', output: '{"done":true}' })
  expect(world.sent).toHaveLength(2)
  expect(new Set(world.sent.map(({ key }) => key)).size).toBe(1)
})
