import { hash } from 'node:crypto'
import { UnavailableError } from '@svc/plugin'
import type { AppliedMigration, Migration, MigrationPlan, PlannedMigration } from '@svc/plugin'
import type { MigrationSet } from '../planes.ts'

/** A schema that this version cannot bring up to date: migrations that are malformed, were changed after they had run, or fail. */
export class MigrationError extends UnavailableError {}

/** The data was brought further by a newer version than this: that version is to be started, or a backup restored. */
export class NewerDataError extends MigrationError {}

const idPattern = /^\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*$/

/** @throws MigrationError when ids are malformed, repeated or out of order */
export function planMigrations(sets: readonly MigrationSet[]): MigrationPlan {
  const problems = sets.flatMap(set => problemsOf(set))
  if (problems.length > 0) throw new MigrationError(`Migrations are not in order:\n${problems.join('\n')}`)
  const steps = sets.flatMap(({ owner, migrations }, series) =>
    migrations.map(step => ({ owner, series, ...step, checksum: checksumOf(step) })),
  )
  const owners = new Set(sets.map(set => set.owner))
  const text = JSON.stringify([[...owners], steps.map(({ owner, id, checksum }) => [owner, id, checksum])])
  return { steps, owners, fingerprint: hash('sha256', text, 'hex') }
}

function problemsOf({ owner, migrations }: MigrationSet): string[] {
  return migrations.flatMap(({ id }, index) => {
    if (!idPattern.test(id)) return [`${owner}: "${id}" must look like 0001-what-it-does.`]
    const before = migrations[index - 1]?.id
    if (before === undefined || before < id) return []
    return [`${owner}: "${id}" must sort after "${before}", which stands before it.`]
  })
}

function checksumOf({ id, statements }: Migration): string {
  return hash('sha256', JSON.stringify([id, ...statements]), 'hex')
}

/**
 * The steps of the plan that have not run in `place`. Steps of owners that are not in the plan (a plugin that is off) are left alone.
 * @throws MigrationError when a step that has run was changed or would be overtaken; NewerDataError when one is unknown here
 */
export function pendingMigrations(
  plan: MigrationPlan,
  applied: readonly AppliedMigration[],
  place: string,
): PlannedMigration[] {
  const known = new Map(plan.steps.map(step => [keyOf(step), step]))
  const done = new Set(applied.map(keyOf))
  const newer = applied.filter(step => plan.owners.has(step.owner) && !known.has(keyOf(step)))
  const problems = applied.flatMap(step => {
    const planned = known.get(keyOf(step))
    if (planned === undefined || planned.checksum === step.checksum) return []
    return [
      `${step.owner} ${step.id} was changed after it had run. Put its file back as it was and write a new migration instead.`,
    ]
  })
  const pending = plan.steps.filter(step => !done.has(keyOf(step)))
  for (const step of pending) {
    const overtaken = applied.find(other => known.get(keyOf(other))?.series === step.series && other.id > step.id)
    if (overtaken === undefined) continue
    problems.push(`${step.owner} ${step.id} cannot run after ${overtaken.id}, which has run. Give it a higher number.`)
  }
  const unknown = newer.map(
    step =>
      `${step.owner} ${step.id} has run here, but this version does not know it: the data is of a newer version. Start that version, or restore a backup made before it.`,
  )
  if (problems.length === 0 && unknown.length === 0) return pending
  const message = `${place} cannot be brought up to date:\n${[...unknown, ...problems].join('\n')}`
  throw unknown.length > 0 ? new NewerDataError(message) : new MigrationError(message)
}

function keyOf(step: { owner: string; id: string }): string {
  return `${step.owner}/${step.id}`
}
