import type { Call } from '../core/call.ts'
import type { Accepted, Answer, Body, Item, ListQuery, Outcome } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import { followed } from '../core/streams/followed.ts'
import type { EventStream } from '../core/streams/stream.ts'
import { until } from '../core/until.ts'
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
    return followed<AgentAppEvent, AgentAppRun>(this.transport, {
      request: async () => this.request('GET', `${oneRun}/events`, { path: { run_id: await runId() } }),
      after,
      options,
      isLast: ({ type }) => type === 'done',
      final: async () => (await this.get(await runId())) as AgentAppRun,
      cancel: async () => this.cancel(await runId()),
    })
  }
}

/** Runs an app; its properties read and cancel runs. */
export interface RunApp extends Pick<Runs, 'get' | 'cancel' | 'events'> {
  (name: string, inputs: Inputs, run: { runner: 'job' }, options?: RequestOptions): Call<Accepted<'runAgentApp'>>
  /** @throws AgentAppFailedError when the app throws */
  (
    name: string,
    inputs?: Inputs,
    run?: { runner?: Exclude<RunOptions['runner'], 'job'> },
    options?: RequestOptions,
  ): Call<Outcome<'runAgentApp'>>
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
    const run = (name: string, inputs: Inputs = {}, how: RunOptions = {}, options?: RequestOptions) =>
      this.ask<'runAgentApp'>('POST', `${one}/run`, { path: { name }, body: { ...how, inputs }, options })
    // The answer is known by the runner, which no type of one function says.
    this.run = Object.assign(run as RunApp, {
      get: (...rest: Parameters<Runs['get']>) => runs.get(...rest),
      cancel: (...rest: Parameters<Runs['cancel']>) => runs.cancel(...rest),
      events: (...rest: Parameters<Runs['events']>) => runs.events(...rest),
    })
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
  wait(run_id: string, options?: RequestOptions): Promise<AgentAppRun> {
    const ask = async () => (await this.run.get(run_id, options)) as AgentAppRun
    return until(ask, ({ status }) => status !== 'queued' && status !== 'running', options?.signal)
  }
}
