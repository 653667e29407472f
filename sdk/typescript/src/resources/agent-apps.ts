import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import { wait } from '../core/transport/retry.ts'
import { EventStream } from '../core/streams/stream.ts'
import type { Transport } from '../core/transport/transport.ts'
import type { AgentAppEvent, AgentAppRun } from '../types.ts'

const all = '/api/agent-apps'
const one = `${all}/{name}`
const oneRun = `${all}/runs/{run_id}`

type Inputs = Readonly<Record<string, unknown>>
export interface RunOptions {
  /** `job`: the answer comes at once, with `run_id` and `job_id`. */
  runner?: NonNullable<Body<'runAgentApp'>['runner']>
}
/** The events of a run; `final()` is its record. */
export type AgentAppStream = EventStream<AgentAppEvent, AgentAppRun>

class Runs extends Resource {
  get(run_id: string, options?: RequestOptions): Call<Answer<'getAgentAppRun'>> {
    return this.ask<'getAgentAppRun'>('GET', oneRun, { path: { run_id }, options })
  }

  cancel(run_id: string, options?: RequestOptions): Call<Answer<'cancelAgentAppRun'>> {
    return this.ask<'cancelAgentAppRun'>('POST', `${oneRun}/cancel`, { path: { run_id }, options })
  }

  /** What happened in the run, from its beginning, until it ends. */
  events(run_id: string, { after }: { after?: string } = {}, options?: RequestOptions): AgentAppStream {
    return this.follow(() => Promise.resolve(run_id), after, options)
  }

  /** The events of a run that `begin` names, once the reader is there. */
  follow(begin: () => Promise<string>, after: string | undefined, options?: RequestOptions): AgentAppStream {
    let begun: Promise<string> | undefined
    const runId = () => (begun ??= begin())
    const open = async (last: string | undefined, signal: AbortSignal) =>
      this.transport.send({
        ...this.request('GET', `${oneRun}/events`, { path: { run_id: await runId() } }),
        options: { ...options, signal },
        accept: 'text/event-stream',
        ...(last !== undefined && { headers: { 'last-event-id': last } }),
      })
    return new EventStream<AgentAppEvent, AgentAppRun>({
      open: signal => open(after, signal),
      repeatable: true,
      resume: ({ id }, signal) => open(id, signal),
      isLast: ({ type }) => type === 'done',
      final: async () => (await this.get(await runId())) as AgentAppRun,
      cancel: async () => this.cancel(await runId()),
      signal: options?.signal,
    })
  }
}

/** Runs an app; its properties read and cancel runs. */
export interface RunApp extends Pick<Runs, 'get' | 'cancel' | 'events'> {
  /** @throws AgentAppFailedError when the app throws */
  (name: string, inputs?: Inputs, run?: RunOptions, options?: RequestOptions): Call<Answer<'runAgentApp'>>
}

/** Agent apps, and what they did. */
export class AgentApps extends Resource {
  readonly #runs: Runs
  readonly run: RunApp

  constructor(transport: Transport) {
    super(transport)
    const runs = new Runs(transport)
    this.#runs = runs
    this.run = Object.assign(
      (name: string, inputs: Inputs = {}, run: RunOptions = {}, options?: RequestOptions) =>
        this.ask<'runAgentApp'>('POST', `${one}/run`, { path: { name }, body: { ...run, inputs }, options }),
      {
        get: (...rest: Parameters<Runs['get']>) => runs.get(...rest),
        cancel: (...rest: Parameters<Runs['cancel']>) => runs.cancel(...rest),
        events: (...rest: Parameters<Runs['events']>) => runs.events(...rest),
      },
    )
  }

  list(query?: ListQuery<'listAgentApps'>, options?: RequestOptions): Pages<Item<'listAgentApps'>> {
    return this.pages<'listAgentApps'>(all, { query, options })
  }

  get(name: string, options?: RequestOptions): Call<Answer<'getAgentApp'>> {
    return this.ask<'getAgentApp'>('GET', one, { path: { name }, options })
  }

  /** Runs an app in the background and gives what happens in it. */
  stream(name: string, inputs: Inputs = {}, options?: RequestOptions): AgentAppStream {
    const begin = async () => (await this.run(name, inputs, { runner: 'job' }, options)).run_id
    return this.#runs.follow(begin, undefined, options)
  }

  runs(query?: ListQuery<'listAgentAppRuns'>, options?: RequestOptions): Pages<Item<'listAgentAppRuns'>> {
    return this.pages<'listAgentAppRuns'>(`${all}/runs`, { query, options })
  }

  /** The run once it has ended, however it ended. */
  async wait(run_id: string, options?: RequestOptions): Promise<AgentAppRun> {
    for (let ms = 100; ; ms = Math.min(ms * 2, 2000)) {
      const run = (await this.run.get(run_id, options)) as AgentAppRun
      if (run.status !== 'queued' && run.status !== 'running') return run
      await wait(ms, options?.signal)
    }
  }
}
