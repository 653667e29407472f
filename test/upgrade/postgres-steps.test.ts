import { expect, it } from 'vitest'
import { postgresMigrations } from '../../kernel/drivers/postgres/control/postgres-migrations.ts'
import { postgresJobMigrations } from '../../kernel/drivers/postgres/jobs/postgres-job-migrations.ts'
import { pendingMigrations, planMigrations } from '../../kernel/planes/storage/index.ts'

/** In the order in which they landed: a new one comes at the end, and must sort there, or no database of before can be opened. */
const landed = [
  '0001-control-plane',
  '0002-jobs',
  '0003-cheaper-steps',
  '0004-key-limits',
  '0005-failures',
  '0006-other-events',
]

it('a database that any earlier version left in PostgreSQL can be brought up to date', () => {
  const all = [...postgresMigrations, ...postgresJobMigrations].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const plan = planMigrations([{ owner: 'kernel', migrations: all }])
  expect(all.map(({ id }) => id).toSorted((a, b) => landed.indexOf(a) - landed.indexOf(b))).toEqual(landed)
  for (let ran = 0; ran <= landed.length; ran += 1) {
    const applied = plan.steps.filter(({ id }) => landed.indexOf(id) < ran)
    const pending = pendingMigrations(plan, applied, `The database with ${ran} steps`)
    expect(pending.map(({ id }) => id)).toEqual(landed.slice(ran))
  }
})
