import type { Failure, SharedFailures } from '@svc/plugin'
import type { PostgresDatabase } from '../database.ts'

const channel = 'svc_failures'
const expiredAtOnce = 100

const insertFailures = {
  name: 'svc-add-failures',
  text: `
    WITH expired AS (
      SELECT position FROM svc.failures WHERE expires_at <= now()
      ORDER BY expires_at LIMIT ${expiredAtOnce} FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM svc.failures WHERE position IN (SELECT position FROM expired)
    ), added AS (
      INSERT INTO svc.failures (subject, expires_at)
      SELECT subject, now() + make_interval(secs => $2 / 1000.0) FROM unnest($1::text[]) AS subject
    )
    SELECT pg_notify('${channel}', $3)`,
}
const selectFailures = `
  SELECT subject, extract(epoch FROM now() - failed_at)::double precision * 1000 AS "agoMs" FROM svc.failures
  WHERE expires_at > now() ORDER BY expires_at`

interface Message {
  by: string
  subjects: string[]
}

/** Wrong credentials in the table `svc.failures`; each server hears of those of the others. */
export class PostgresFailures implements SharedFailures {
  readonly #database: PostgresDatabase
  readonly #instance: string

  /** `instance` names this process, so that it ignores its own messages. */
  constructor(database: PostgresDatabase, instance: string) {
    this.#database = database
    this.#instance = instance
  }

  async add(subjects: readonly string[], keepMs: number): Promise<void> {
    const message = JSON.stringify({ by: this.#instance, subjects: [...subjects] } satisfies Message)
    await this.#database.query(insertFailures, [subjects, keepMs, message])
  }

  onAdded(listener: (failures: readonly Failure[], options: { isAll: boolean }) => void): void {
    this.#database.listen(channel, payload => {
      const message = payload === null ? null : parse(payload)
      if (message?.by === this.#instance) return
      if (message !== null) {
        listener(
          message.subjects.map(subject => ({ subject, agoMs: 0 })),
          { isAll: false },
        )
        return
      }
      void this.#database.query<Failure>(selectFailures).then(
        ({ rows }) => listener(rows, { isAll: true }),
        // Those of the others from before this moment are not counted here then; all of them are over in a minute.
        () => undefined,
      )
    })
  }
}

/** Null for what is not ours. */
function parse(payload: string): Message | null {
  try {
    const { by, subjects } = JSON.parse(payload) as Partial<Message>
    return typeof by === 'string' && Array.isArray(subjects) ? { by, subjects } : null
  } catch {
    return null
  }
}
