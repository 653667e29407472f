import { matchesEvent, ValidationError } from '@svc/plugin'
import type { Clock, DataPlane, JsonObject, JsonValue, ServerSentEvent, WorkspaceDatabase } from '@svc/plugin'
import { journalStore } from '../journal/journal-store.ts'
import { runEventStore } from '../journal/run-event-store.ts'
import type { StoredEvent } from '../journal/run-event-store.ts'
import { taskStore } from '../journal/task-store.ts'
import type { RunRow } from '../journal/run-row.ts'
import type { RunWatch } from './run-watch.ts'
import { isOver, listedRun, longestShown } from './shown-run.ts'

export interface RunEventStreamOptions {
  data: DataPlane
  watch: RunWatch
  clock: Clock
}

export interface RunEventQuery {
  /** The id of the last event that the reader has; 0: none. */
  after: number
  /** Types, and `task.*` and its like. */
  types?: readonly string[] | undefined
  format?: 'cloudevents' | undefined
}

interface StreamedEvent {
  /** Of an event that is not stored, that of the stored one before it. */
  id: string
  type: string
  at: number
  data: JsonObject
}

const atOnce = 100

/** What happened in a run, stored, and what an agent in it says at this moment. */
export class RunEventStream {
  readonly #options: RunEventStreamOptions

  constructor(options: RunEventStreamOptions) {
    this.#options = options
  }

  /** @throws ValidationError for an id that this run has not come to */
  read(workspaceId: string, run: RunRow, query: RunEventQuery, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    if (query.after > run.events + 1) {
      const message = `must be the id of an event of this run, which has ${run.events}`
      throw new ValidationError(`header Last-Event-ID ${message}`, [{ path: '/last-event-id', message }])
    }
    return this.#shown(workspaceId, run.id, query, signal)
  }

  async *#shown(
    workspaceId: string,
    runId: string,
    { after, types, format }: RunEventQuery,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    for await (const { id, type, at, data } of this.#events(workspaceId, runId, after, signal)) {
      // The reader learns by it that nothing follows.
      if (types !== undefined && type !== 'done' && !matchesEvent(types, type)) continue
      const event = { type, id, at: new Date(at).toISOString(), run_id: runId, data }
      // Readers skip an id that they have read. Without one they go on behind the event before, also when the run is resumed.
      const own = type === 'done' ? '' : id
      if (format === undefined) yield { id: own, type, data: event }
      else {
        const sent = cloudEvent(workspaceId, event)
        yield { id: own, type: String(sent['type']), data: sent }
      }
    }
  }

  async *#events(workspaceId: string, runId: string, from: number, signal: AbortSignal): AsyncGenerator<StreamedEvent> {
    const { data, watch, clock } = this.#options
    const spoken = new SpokenTexts(from > 0)
    let after = from
    for (;;) {
      const found = await watch.until(runId, signal, () =>
        data.use(workspaceId, db => {
          const run = journalStore.get(db, runId)
          const rows = runEventStore.list(db, { run_id: runId, after, commits: atOnce })
          const live = rows.length > 0 ? [] : spoken.news(watch.spoken(runId))
          const isNews = rows.length > 0 || live.length > 0 || run === undefined || isOver(run.status)
          return isNews ? { run, live, events: rows.map(row => ({ row, data: whole(db, row, run) })) } : undefined
        }),
      )
      const { run } = found ?? {}
      if (found === undefined || run === undefined) return
      const lastDone = found.events.findLast(({ row }) => row.type === 'task.completed')?.row.seq
      for (const { row, data: said } of found.events) {
        after = row.seq
        const event = { id: String(row.seq), type: row.type, at: row.at, data: said }
        if (row.type === 'content_reset') spoken.forget(String(said['task']))
        for (const shown of row.type === 'content' ? spoken.stored(event) : [event]) yield shown
        if (row.seq === lastDone) yield { ...event, type: 'progress', data: progressOf(run, clock.now()) }
      }
      for (const { type, data: said } of found.live) yield { id: String(after), type, at: clock.now(), data: said }
      if (found.events.length === 0 && isOver(run.status)) return void (yield done(run, clock.now()))
    }
  }
}

/** The texts that agents are writing, as far as this reader has them: when one is stored, only what it lacks is sent. */
class SpokenTexts {
  readonly #known = new Map<string, number>()
  /** The reader may have begun to read a text before it was cut off. */
  #isUnsure: boolean

  constructor(isUnsure: boolean) {
    this.#isUnsure = isUnsure
  }

  news(live: ReadonlyMap<string, string>): { type: string; data: JsonObject }[] {
    return [...live].flatMap(([task, text]) => {
      const known = this.#known.get(task) ?? 0
      if (text.length <= known) return []
      this.#known.set(task, text.length)
      return [...this.#reset(task, known), { type: 'content', data: { task, delta: text.slice(known) } }]
    })
  }

  forget(task: string): void {
    this.#known.delete(task)
  }

  stored(event: StreamedEvent): StreamedEvent[] {
    const { task, delta } = event.data as { task: string; delta: string }
    const known = this.#known.get(task) ?? 0
    this.#known.delete(task)
    const resets = this.#reset(task, known).map(reset => ({ ...event, ...reset }))
    return known >= delta.length ? [] : [...resets, { ...event, data: { task, delta: delta.slice(known) } }]
  }

  #reset(task: string, known: number): { type: string; data: JsonObject }[] {
    if (!this.#isUnsure || known > 0) return []
    this.#isUnsure = false
    return [{ type: 'content_reset', data: { task } }]
  }
}

/** With what the journal has of it already: it is not stored twice. */
function whole(db: WorkspaceDatabase, { type, data, run_id }: StoredEvent, run: RunRow | undefined): JsonObject {
  if (type === 'workflow.completed') return { ...data, output: JSON.parse(run?.output ?? 'null') as JsonValue }
  if (!type.startsWith('task.')) return data
  const named = { workflow: run?.name ?? null, ...data }
  if (type !== 'task.completed') return named
  const output = taskStore.get(db, run_id, String(data['task_id']))?.output ?? 'null'
  if (output.length <= longestShown) return { ...named, output: JSON.parse(output) as JsonValue }
  return { ...named, output: { truncated: true, bytes: Buffer.byteLength(output) } }
}

function progressOf(run: RunRow, now: number): JsonObject {
  return { ...listedRun(run, now).progress }
}

function done(row: RunRow, now: number): StreamedEvent {
  const { status, usage, error } = listedRun(row, now)
  const data: JsonObject = { status, usage: { ...usage } }
  if (status === 'completed') data['output'] = JSON.parse(row.output ?? 'null') as JsonValue
  if (error !== null) data['error'] = error
  return { id: String(row.events), type: 'done', at: row.ended_at ?? now, data }
}

interface ShownEvent {
  type: string
  id: string
  at: string
  run_id: string
  data: JsonObject
}

function cloudEvent(workspaceId: string, { type, id, at, run_id, data }: ShownEvent): JsonObject {
  const isStandard = type.startsWith('workflow.') || type.startsWith('task.')
  return {
    specversion: '1.0',
    id: `${run_id}/${id}`,
    source: `urn:svc:${workspaceId}`,
    type: isStandard ? `io.serverlessworkflow.${type}.v1` : `svc.playbook.${type}`,
    time: at,
    subject: run_id,
    datacontenttype: 'application/json',
    data,
  }
}
