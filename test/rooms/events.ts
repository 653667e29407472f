import { Type } from 'typebox'
import type { DataPlane, EventGap, EventQuery, EventType, WorkspaceEvent } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../support/recording-log.ts'
import type { RecordingLog } from '../support/recording-log.ts'
import { openTestPlanes } from './planes.ts'
import type { TestPlanes } from './planes.ts'
import { createIds, systemClock } from '../../kernel/services/index.ts'
import { eventMigrations, WorkspaceEventLog } from '../../kernel/events/index.ts'

export const ids = createIds(systemClock)
export const workspaceId = ids.create('ws')
export const otherWorkspaceId = ids.create('ws')

export const testTypes: EventType[] = (['note.written', 'note.deleted', 'secret.seen'] as const).map(type => ({
  type,
  title: 'For tests.',
  data: Type.Object({ n: Type.Integer() }),
  audience: type === 'secret.seen' ? 'admin' : 'workspace',
  owner: 'test',
}))

export const testMigrations = [{ owner: 'kernel', migrations: eventMigrations }]

/** The event log on a real home, with a clock that stands still. */
export class TestEvents {
  readonly clock = new ManualClock()
  readonly log: RecordingLog = recordingLog()
  readonly planes: TestPlanes
  readonly events: WorkspaceEventLog

  constructor(planes: TestPlanes, keep = 100_000) {
    this.planes = planes
    this.events = this.another(keep)
  }

  static async start(keep?: number): Promise<TestEvents> {
    return new TestEvents(await openTestPlanes({ migrations: testMigrations }), keep)
  }

  /** A second log on the same files, as another process would have. */
  another(keep = 100_000, data: DataPlane = this.planes.data): WorkspaceEventLog {
    const { clock, log } = this
    return new WorkspaceEventLog({ data, clock, ids, log, types: testTypes, retention: { days: 7, count: keep } })
  }

  /** Appends `note.written` with each number, in one transaction. */
  write(numbers: readonly number[], change: { type?: string; to?: string } = {}): WorkspaceEvent[] {
    const { type = 'note.written', to = workspaceId } = change
    return this.planes.data.use(to, db =>
      db.transaction(() =>
        this.events.append(
          db,
          to,
          numbers.map(n => ({ type, data: { n } })),
        ),
      ),
    )
  }

  follow(query: Partial<EventQuery> = {}): Followed {
    return new Followed(this.events, query)
  }

  async stop(): Promise<void> {
    this.events.close()
    await this.planes.close()
  }
}

/** One reader, and what it receives. */
export class Followed {
  readonly #stop = new AbortController()
  readonly #events: AsyncIterator<WorkspaceEvent | EventGap>

  constructor(events: WorkspaceEventLog, query: Partial<EventQuery>, of = workspaceId) {
    const whole = { after: null, isAdmin: false, ...query }
    this.#events = events.follow(of, whole, this.#stop.signal)[Symbol.asyncIterator]()
  }

  async next(): Promise<WorkspaceEvent | EventGap | null> {
    const { value, done } = await this.#events.next()
    return done ? null : value
  }

  /** The numbers of the next `count` events; a gap reads `gap`. */
  async take(count: number): Promise<(number | 'gap')[]> {
    const taken: (number | 'gap')[] = []
    while (taken.length < count) {
      const event = await this.next()
      if (event === null) throw new Error(`the events ended after ${taken.length} of ${count}`)
      taken.push(event.type === 'gap' ? 'gap' : Number((event as WorkspaceEvent).data['n']))
    }
    return taken
  }

  stop(): void {
    this.#stop.abort()
  }
}

/** Whole numbers from `first` to `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
