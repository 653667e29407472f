import type { Json, JsonObject } from '../agent-app/json.ts'
import type { Call } from '../core/call.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import { followed } from '../core/streams/followed.ts'
import type { EventStream } from '../core/streams/stream.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import { until } from '../core/until.ts'
import type {
  Playbook,
  PlaybookApproval,
  PlaybookDryRun,
  PlaybookEvent,
  PlaybookRun,
  PlaybookRunStatus,
  PlaybookTask,
  PlaybookValidation,
} from '../types.ts'

const all = '/api/playbooks'
const one = `${all}/{playbook_id}`
const oneRun = `${all}/runs/{run_id}`
const ended = new Set<string>(['completed', 'faulted', 'cancelled'])

type Inputs = Readonly<Record<string, unknown>>

/** A definition: its text, YAML or JSON, or the same as an object. */
export type PlaybookSource = { readonly source: string } | { readonly definition: JsonObject }

export interface StartOptions {
  version?: string
  priority?: number
  labels?: Readonly<Record<string, string>>
  /** Waits up to 30 seconds for the run's end before the answer. */
  wait_seconds?: number
}

export interface RunsQuery {
  playbook_id?: string
  status?: PlaybookRunStatus
  label?: string
  parent_run_id?: string
  trigger?: PlaybookRun['trigger']
  limit?: number
}

export interface ResumeOptions {
  /** This task and all behind it run again: its place, such as `/do/2/ask`, or its name. */
  from_task?: string
  /** In the place of the input that the task had. */
  input?: Json
  version?: string
  reason?: string
}

/** Which approval is decided; `approval_id` may be left out when one waits. */
export interface Decision {
  approval_id?: string
  form?: JsonObject
  reason?: string
}

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
export type PlaybookStream = EventStream<PlaybookEvent, PlaybookRun>

/** Playbooks, and their runs. A playbook is named by its id, its name, or `name@version`. */
export class Playbooks extends Resource {
  list(query?: { search?: string; tag?: string; limit?: number }, options?: RequestOptions): Pages<Playbook> {
    return this.pages<never, Playbook>(all, { query, options })
  }

  get(playbook_id: string, query?: { version?: string }, options?: RequestOptions): Call<Playbook> {
    return this.ask<never, Playbook>('GET', one, { path: { playbook_id }, query, options })
  }

  create(body: PlaybookSource, options?: RequestOptions): Call<Playbook> {
    return this.ask<never, Playbook>('POST', all, { body, options })
  }

  /** Says what is wrong with a definition, and stores nothing. */
  validate(body: PlaybookSource, options?: RequestOptions): Call<PlaybookValidation> {
    return this.ask<never, PlaybookValidation>('POST', `${all}/validate`, { body, options })
  }

  /** Runs the expressions with the outputs of `mocks` in the place of calls. */
  dryRun(
    playbook_id: string,
    body: { inputs: Inputs; mocks?: JsonObject },
    options?: RequestOptions,
  ): Call<PlaybookDryRun> {
    return this.ask<never, PlaybookDryRun>('POST', `${one}/dry-run`, { path: { playbook_id }, body, options })
  }

  /** Starts a run. The same `idempotencyKey` always names the same run, so a start may be sent again after any failure. */
  start(
    playbook_id: string,
    inputs: Inputs = {},
    start: StartOptions = {},
    options?: RequestOptions,
  ): Call<PlaybookRun> {
    return this.ask<never, PlaybookRun>('POST', `${all}/runs`, { body: { ...start, playbook_id, inputs }, options })
  }

  runs(query?: RunsQuery, options?: RequestOptions): Pages<PlaybookRun> {
    return this.pages<never, PlaybookRun>(`${all}/runs`, { query, options })
  }

  getRun(run_id: string, options?: RequestOptions): Call<PlaybookRun> {
    return this.ask<never, PlaybookRun>('GET', oneRun, { path: { run_id }, options })
  }

  /** What the run's tasks did, in the order in which they started. */
  tasks(
    run_id: string,
    query?: { name?: string; status?: PlaybookRunStatus; limit?: number },
    options?: RequestOptions,
  ): Pages<PlaybookTask> {
    return this.pages<never, PlaybookTask>(`${oneRun}/tasks`, { path: { run_id }, query, options })
  }

  /** What happened in the run, from its beginning or after an event, until it ends. */
  streamEvents(
    run_id: string,
    { after, types }: { after?: string; types?: readonly string[] } = {},
    options?: RequestOptions,
  ): PlaybookStream {
    return followed<PlaybookEvent, PlaybookRun>(this.transport, {
      request: () => this.request('GET', `${oneRun}/events`, { path: { run_id }, query: { types } }),
      after,
      options,
      isLast: ({ type }) => type === 'done',
      final: async () => this.getRun(run_id),
      cancel: async () => this.cancel(run_id),
    })
  }

  /** The run once it has ended, however it ended. */
  wait(run_id: string, options?: RequestOptions): Promise<PlaybookRun> {
    return until(
      () => this.getRun(run_id, options),
      ({ status }) => ended.has(status),
      options?.signal,
    )
  }

  approve(run_id: string, body: Decision = {}, options?: RequestOptions): Call<PlaybookApproval> {
    return this.#act<PlaybookApproval>('approve', run_id, body, options)
  }

  deny(run_id: string, body: Omit<Decision, 'form'> = {}, options?: RequestOptions): Call<PlaybookApproval> {
    return this.#act<PlaybookApproval>('deny', run_id, body, options)
  }

  cancel(run_id: string, body: { reason?: string } = {}, options?: RequestOptions): Call<PlaybookRun> {
    return this.#act('cancel', run_id, body, options)
  }

  /** Begins no further task until the run is resumed. */
  suspend(run_id: string, body: { reason?: string } = {}, options?: RequestOptions): Call<PlaybookRun> {
    return this.#act('suspend', run_id, body, options)
  }

  /** Goes on with a suspended run, or runs the task again that failed. */
  resume(run_id: string, body: ResumeOptions = {}, options?: RequestOptions): Call<PlaybookRun> {
    return this.#act('resume', run_id, body, options)
  }

  /** Gives an event to the playbooks that listen for it. */
  publish(event: PublishedEvent, options?: RequestOptions): Call<void> {
    return this.done('POST', `${all}/events`, { body: event, options })
  }

  #act<Value = PlaybookRun>(action: string, run_id: string, body: object, options?: RequestOptions): Call<Value> {
    return this.ask<never, Value>('POST', `${oneRun}/${action}`, { path: { run_id }, body, options })
  }
}
