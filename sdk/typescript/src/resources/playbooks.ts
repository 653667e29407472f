import type { Json, JsonObject } from '../agent-app/json.ts'
import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery } from '../core/operations.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import { followed } from '../core/streams/followed.ts'
import type { EventStream } from '../core/streams/stream.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import { until } from '../core/until.ts'
import type { PlaybookEvent } from '../events.ts'

const all = '/api/playbooks'
const one = `${all}/{playbook_id}`
const oneRun = `${all}/runs/{run_id}`
const ended = new Set<string>(['completed', 'faulted', 'cancelled'])

type Inputs = Readonly<Record<string, unknown>>
type Run = Answer<'getPlaybookRun'>

/** A definition: its text, YAML or JSON, or the same as an object. */
export type PlaybookSource = { readonly source: string } | { readonly definition: JsonObject }

/** A CloudEvent; its `source` and `id` make it count once. */
export interface PublishedEvent {
  type: string
  source: string
  id?: string
  subject?: string
  data?: Json
  [attribute: string]: Json | undefined
}

/** The events of a run; `final()` is its record. */
export type PlaybookStream = EventStream<PlaybookEvent, Run>

/** Playbooks, and their runs. A playbook is named by its id, its name, or `name@version`. */
export class Playbooks extends Resource {
  list(query?: ListQuery<'listPlaybooks'>, options?: RequestOptions): Pages<Item<'listPlaybooks'>> {
    return this.pages<'listPlaybooks'>(all, { query, options })
  }

  get(playbook_id: string, query?: { version?: string }, options?: RequestOptions): Call<Answer<'getPlaybook'>> {
    return this.ask<'getPlaybook'>('GET', one, { path: { playbook_id }, query, options })
  }

  create(body: PlaybookSource, options?: RequestOptions): Call<Answer<'createPlaybook'>> {
    return this.ask<'createPlaybook'>('POST', all, { body, options })
  }

  /** Says what is wrong with a definition, and stores nothing. */
  validate(body: PlaybookSource, options?: RequestOptions): Call<Answer<'validatePlaybook'>> {
    return this.ask<'validatePlaybook'>('POST', `${all}/validate`, { body, options })
  }

  /** Runs the expressions with the outputs of `mocks` in the place of calls. */
  dryRun(playbook_id: string, body: Body<'dryRunPlaybook'>, options?: RequestOptions): Call<Answer<'dryRunPlaybook'>> {
    return this.ask<'dryRunPlaybook'>('POST', `${one}/dry-run`, { path: { playbook_id }, body, options })
  }

  /**
   * Starts a run; `wait_seconds`, up to 30, waits for its end. The same `idempotencyKey` always names the same run, so a start may be sent again after any
   * failure.
   */
  start(
    playbook_id: string,
    inputs: Inputs = {},
    start: Omit<Body<'startPlaybook'>, 'playbook_id' | 'inputs'> = {},
    options?: RequestOptions,
  ): Call<Answer<'startPlaybook'>> {
    return this.ask<'startPlaybook'>('POST', `${all}/runs`, { body: { ...start, playbook_id, inputs }, options })
  }

  runs(query?: ListQuery<'listPlaybookRuns'>, options?: RequestOptions): Pages<Item<'listPlaybookRuns'>> {
    return this.pages<'listPlaybookRuns'>(`${all}/runs`, { query, options })
  }

  getRun(run_id: string, options?: RequestOptions): Call<Run> {
    return this.ask<'getPlaybookRun'>('GET', oneRun, { path: { run_id }, options })
  }

  /** What the run's tasks did, in the order in which they started. */
  tasks(
    run_id: string,
    query?: ListQuery<'listPlaybookTasks'>,
    options?: RequestOptions,
  ): Pages<Item<'listPlaybookTasks'>> {
    return this.pages<'listPlaybookTasks'>(`${oneRun}/tasks`, { path: { run_id }, query, options })
  }

  /** What happened in the run, from its beginning or after an event, until it ends. */
  streamEvents(
    run_id: string,
    { after, types }: { after?: string; types?: readonly string[] } = {},
    options?: RequestOptions,
  ): PlaybookStream {
    return followed<PlaybookEvent, Run>(this.transport, {
      request: () => this.request('GET', `${oneRun}/events`, { path: { run_id }, query: { types } }),
      after,
      options,
      isLast: ({ type }) => type === 'done',
      final: async () => this.getRun(run_id),
      cancel: async () => this.cancel(run_id),
    })
  }

  /** The run once it has ended, however it ended. */
  wait(run_id: string, options?: RequestOptions): Promise<Run> {
    return until(
      () => this.getRun(run_id, options),
      ({ status }) => ended.has(status),
      options?.signal,
    )
  }

  /** Lets a run go on. `approval_id` may be left out while one approval waits. */
  approve(
    run_id: string,
    body: Body<'approvePlaybookRun'> = {},
    options?: RequestOptions,
  ): Call<Answer<'approvePlaybookRun'>> {
    return this.#act<'approvePlaybookRun'>('approve', run_id, body, options)
  }

  deny(run_id: string, body: Body<'denyPlaybookRun'> = {}, options?: RequestOptions): Call<Answer<'denyPlaybookRun'>> {
    return this.#act<'denyPlaybookRun'>('deny', run_id, body, options)
  }

  cancel(run_id: string, body: Body<'cancelPlaybookRun'> = {}, options?: RequestOptions): Call<Run> {
    return this.#act<'cancelPlaybookRun'>('cancel', run_id, body, options)
  }

  /** Begins no further task until the run is resumed. */
  suspend(run_id: string, body: Body<'suspendPlaybookRun'> = {}, options?: RequestOptions): Call<Run> {
    return this.#act<'suspendPlaybookRun'>('suspend', run_id, body, options)
  }

  /** Goes on with a suspended run, or runs the task again that failed; `from_task` and all tasks behind it run again. */
  resume(run_id: string, body: Body<'resumePlaybookRun'> = {}, options?: RequestOptions): Call<Run> {
    return this.#act<'resumePlaybookRun'>('resume', run_id, body, options)
  }

  /** Gives an event to the playbooks that listen for it. */
  publish(event: PublishedEvent, options?: RequestOptions): Call<void> {
    return this.done('POST', `${all}/events`, { body: event, options })
  }

  #act<Op extends Action>(action: string, run_id: string, body: object, options?: RequestOptions): Call<Answer<Op>> {
    return this.ask<Op>('POST', `${oneRun}/${action}`, { path: { run_id }, body, options })
  }
}

type Action = `${'approve' | 'deny' | 'cancel' | 'suspend' | 'resume'}PlaybookRun`
