import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UnavailableError } from '@svc/plugin'
import type { Child, ChildExit, JsonValue } from '@svc/plugin'
import { observedChildren } from '../../../test/support/programs/observed-children.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import type { REngine } from '../methods/stat-method.ts'
import { createREngine } from './r-engine.ts'
import { rVersion } from './r-host.ts'

const answer = JSON.stringify({ n: 1, excluded: 0, result: {}, assumptions: [], extra: {}, warnings: [] })

/** Stands for a process with R in it: it answers at once, or not before it is let, and dies when it is killed. */
class StandIn implements Child {
  readonly pid: number
  readonly exited: Promise<ChildExit>
  killed: string | null = null
  onRun: () => Promise<JsonValue> = () => Promise.resolve({ piece: answer, characters: answer.length })
  #exit!: (exit: ChildExit) => void
  #die!: (error: Error) => void
  readonly #dead = new Promise<never>((_, reject) => (this.#die = reject))

  constructor(pid: number) {
    this.pid = pid
    this.exited = new Promise(resolve => (this.#exit = resolve))
    this.#dead.catch(() => null)
  }

  request<Answer>(method: string): Promise<Answer> {
    const answers: Record<string, () => Promise<JsonValue>> = {
      hello: () => Promise.resolve({ version: rVersion }),
      run: () => this.onRun(),
    }
    return Promise.race([this.#dead, answers[method]?.() ?? Promise.resolve(null)]) as Promise<Answer>
  }

  async requestBytes(method: string) {
    return { value: await this.request<JsonValue>(method), bytes: null }
  }

  kill(reason = 'killed'): void {
    this.end(reason)
  }

  end(killed: string | null): void {
    this.killed ??= killed
    this.#die(new UnavailableError('The child process r-host ended before it answered.'))
    this.#exit({ code: null, signal: killed === null ? 'SIGSEGV' : 'SIGKILL', killed, lastWords: '' })
  }

  notify(): void {}
  limitRss(): void {}
  own = () => Promise.resolve()
  cpuMs = () => 0
  rssBytes = () => 0
}

let started: StandIn[]
let engine: REngine
let wait: boolean

const children = observedChildren(() => {
  const child = new StandIn(started.length + 1)
  if (wait) child.onRun = () => new Promise(() => null)
  started.push(child)
  return Promise.resolve(child)
})
const run = (workspaceId: string, { signal = new AbortController().signal, timeoutMs = 60_000 } = {}) =>
  engine.run(
    { workspaceId, method: 'descriptives', sources: ['columns.R'], columns: [], variables: {}, options: {} },
    { signal, timeoutMs },
  )

beforeEach(() => {
  started = []
  wait = false
  engine = createREngine({ children, log: recordingLog() })
  return () => engine.close()
})

describe('processes of R', () => {
  it('are not started before the first analysis; from then on a spare one stands ready', async () => {
    expect(started).toHaveLength(0)
    await run('ws_1')
    await vi.waitFor(() => expect(started).toHaveLength(2))
    await run('ws_1')
    expect(started).toHaveLength(2)
  })

  it('belong to one workspace: another one gets the spare, a third one ends the process that rests', async () => {
    await run('ws_1')
    await vi.waitFor(() => expect(started).toHaveLength(2))
    await run('ws_2')
    await vi.waitFor(() => expect(started).toHaveLength(3))
    await run('ws_3')
    expect(started.slice(0, 3).map(({ killed }) => killed)).toEqual(['workspace change', null, null])
  })

  it('are killed when the time is over, and never used again', async () => {
    await run('ws_1')
    started[0]!.onRun = () => new Promise(() => null)
    await expect(run('ws_1', { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('was not done after 0.005 seconds') as string,
    })
    await run('ws_1')
    expect(started[0]!.killed).toBe('time')
  })

  it('are killed when nobody waits any more', async () => {
    wait = true
    const caller = new AbortController()
    const waiting = run('ws_1', { signal: caller.signal })
    await vi.waitFor(() => expect(started).toHaveLength(1))
    caller.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await vi.waitFor(() => expect(started[0]!.killed).toBe('left'))
  })

  it('that end by themselves are told as such', async () => {
    wait = true
    const waiting = run('ws_1')
    await vi.waitFor(() => expect(started).toHaveLength(1))
    started[0]!.end(null)
    await expect(waiting).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('R ended in the middle of this analysis') as string,
    })
  })

  it('end with the plugin', async () => {
    await run('ws_1')
    await vi.waitFor(() => expect(started).toHaveLength(2))
    await engine.close()
    expect(started.map(({ killed }) => killed)).toEqual(['stop', 'stop'])
  })
})
