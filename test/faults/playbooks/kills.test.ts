import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import { temporaryFolder } from '../../rooms/planes.ts'
import { listenLocally } from '../../support/servers/local-server.ts'
import { repositoryRoot } from '../../support/repository.ts'
import { startWatchedProcess } from '../../support/programs/watched-process.ts'

const workspaceId = `ws_${'5'.repeat(26)}`
const items = 4

/** Counts, outside the process that is killed, what reaches the world. */
class Counter {
  /** What came, life by life. */
  readonly lives: { name: string; key: string }[][] = []
  /** Called with the place of a request in its life, from 1: whether it is answered. */
  onRequest: (count: number) => boolean = () => true
  /** Called when an answer has gone out. */
  onAnswered: (count: number) => void = () => undefined

  take(name: string, key: string, response: ServerResponse): void {
    const life = this.lives.at(-1) ?? []
    life.push({ name, key })
    const count = life.length
    if (!this.onRequest(count)) return
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"ok":true}', () => this.onAnswered(count))
  }

  get keys(): string[] {
    return this.lives.flat().map(({ key }) => key)
  }
}

function tasksFor(url: string): TaskList {
  const post = (name: string) => ({ [name]: { call: 'http', with: { method: 'post', endpoint: `${url}/${name}` } } })
  const inner = [
    { call: { do: [post('charge'), post('ship')], input: { from: '.' }, output: { as: '$input' } } },
    { both: { fork: { branches: [post('left'), post('right')] }, output: { as: '$input' } } },
    { count: { set: { count: '${ .count + 1 }' } } },
  ] as unknown as TaskList
  return [{ loop: { for: { in: `[range(${items})]` }, do: inner } }] as TaskList
}

// Where the process dies, life by life: with which request of that life in flight, or right after its answer has gone out.
const plans: { name: string; at: (life: number) => { count: number; isAnswered: boolean } }[] = [
  { name: 'with a request in flight', at: () => ({ count: 4, isAnswered: false }) },
  { name: 'between an answer and the next step', at: () => ({ count: 3, isAnswered: true }) },
  { name: 'now here, now there', at: life => ({ count: 2 + ((life * 7) % 5), isAnswered: life % 2 === 0 }) },
]

/** What a life may have left in flight: its last request, and that of the other branch if it came just before. */
function inFlight(life: readonly { name: string; key: string }[]): string[] {
  const isBranch = ({ name }: { name: string }) => ['/left', '/right'].includes(name)
  const [last, other] = life.toReversed()
  if (!last) return []
  return other && isBranch(last) && isBranch(other) ? [last.key, other.key] : [last.key]
}

it.each(plans)('does no finished step again, and none in flight but with its key: killed $name', async ({ at }) => {
  const folder = await temporaryFolder()
  const counter = new Counter()
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => counter.take(request.url ?? '', String(request.headers['idempotency-key']), response))
  })
  const host = await listenLocally(server)
  try {
    let said = ''
    for (let life = 1; said === '' && life < 40; life += 1) {
      counter.lives.push([])
      const program = `${repositoryRoot}/test/faults/playbooks/kill-runner.ts`
      const tasks = JSON.stringify(tasksFor(host.url))
      const process_ = startWatchedProcess({
        name: 'runner',
        command: [
          process.execPath,
          '--conditions=svc-source',
          program,
          folder.path,
          workspaceId,
          String(life),
          tasks,
          `127.0.0.1:${host.port}`,
        ],
        cwd: repositoryRoot,
        env: {},
        readyBy: text => (text.includes('\n') ? text : undefined),
      })
      const { count, isAnswered } = at(life)
      counter.onRequest = number => {
        if (number < count || isAnswered) return true
        process_.signal('SIGKILL')
        return false
      }
      counter.onAnswered = number => void (number === count && isAnswered && process_.signal('SIGKILL'))
      const { code, signal } = await process_.exited
      expect({ code, signal, stderr: process_.stderr() }).toEqual(
        code === 0 ? { code: 0, signal: null, stderr: '' } : { code: null, signal: 'SIGKILL', stderr: '' },
      )
      said = process_.stdout()
    }
    expect(JSON.parse(said)).toEqual({ status: 'completed', output: `{"count":${items}}`, error: null })
    expect(counter.lives.length).toBeGreaterThan(3)
    expect(new Set(counter.keys).size).toBe(items * 4)
    for (const [index, life] of counter.lives.entries()) {
      const before = counter.lives.slice(0, index)
      const known = new Set(before.flat().map(({ key }) => key))
      const again = life.filter(({ key }) => known.has(key))
      expect(again.filter(({ key }) => !inFlight(before.at(-1) ?? []).includes(key))).toEqual([])
    }
  } finally {
    await host.close()
    await folder.remove()
  }
})
