import { describe, expect, it } from 'vitest'
import type { AppliedMigration, Migration } from '@svc/plugin'
import { pendingMigrations, planMigrations } from './migration-plan.ts'

function step(id: string, ...statements: string[]): Migration {
  return { id, statements }
}

function planOf(...migrations: Migration[]) {
  return planMigrations([{ owner: 'stats', migrations }])
}

function appliedOf(...migrations: Migration[]): AppliedMigration[] {
  return planOf(...migrations).steps.map(({ owner, id, checksum }) => ({ owner, id, checksum }))
}

const one = step('0001-one', 'CREATE TABLE stats_a (x)')
const two = step('0002-two', 'CREATE TABLE stats_b (x)')

describe('planMigrations', () => {
  it('collects every fault of names and order', () => {
    expect(() => planOf(step('1-one'), step('0002-b'), step('0002-b'), step('0001-a'))).toThrow(
      /"1-one" must look like 0001-what-it-does\.[\s\S]*"0002-b" must sort after "0002-b"[\s\S]*"0001-a" must sort after/,
    )
  })

  it('gives another fingerprint when one statement differs, or moves to another step', () => {
    const plans = [
      planOf(step('0001-one', 'a', 'b')),
      planOf(step('0001-one', 'a', 'c')),
      planOf(step('0001-one', 'ab')),
      planOf(step('0001-one', 'a'), step('0002-two', 'b')),
    ]
    expect(new Set(plans.map(plan => plan.fingerprint)).size).toBe(plans.length)
  })
})

describe('pendingMigrations', () => {
  it('answers the steps that have not run', () => {
    const pending = pendingMigrations(planOf(one, two), appliedOf(one), 'Here')
    expect(pending.map(each => each.id)).toEqual(['0002-two'])
  })

  it('refuses data of a newer version', () => {
    expect(() => pendingMigrations(planOf(one), appliedOf(one, two), 'Workspace ws_1')).toThrow(
      /Workspace ws_1 cannot be brought up to date:\nstats 0002-two .*newer version/,
    )
  })

  it('refuses a step that was changed after it had run', () => {
    const changed = step('0001-one', 'CREATE TABLE stats_a (x, y)')
    expect(() => pendingMigrations(planOf(changed), appliedOf(one), 'Here')).toThrow(/stats 0001-one was changed/)
  })

  it('refuses a step that comes too late', () => {
    expect(() => pendingMigrations(planOf(one, two), appliedOf(two), 'Here')).toThrow(
      /0001-one cannot run after 0002-two/,
    )
  })

  it('runs the steps of one series whatever has run of another of the same owner', () => {
    const sets = [one, step('0002-index', 'a')].map(each => ({ owner: 'kernel', migrations: [each] }))
    const plan = planMigrations(sets)
    expect(pendingMigrations(plan, plan.steps.slice(1), 'Here').map(({ id }) => id)).toEqual(['0001-one'])
  })

  it('leaves the tables of a plugin that is off alone', () => {
    const plan = planMigrations([{ owner: 'files', migrations: [] }])
    expect(pendingMigrations(plan, appliedOf(one), 'Here')).toEqual([])
  })
})
