import { ManualClock } from '@svc/plugin/testing'
import { expect, it, vi } from 'vitest'
import { PlaybookTestRun } from '../../../../test/support/playbooks.ts'
import type { TaskList } from '../../definitions/workflow.ts'
import type { Effect } from '../ports.ts'

it('reads the journal once for all branches that waited, when they may go on', async () => {
  const gate = Promise.withResolvers<void>()
  let isDecided = false
  const perform = async ({ frame, call }: Effect) => {
    if (call === 'http') await gate.promise
    if (call === 'http' || isDecided) return { output: frame.name }
    return { waiting: { kind: 'approval' as const }, until: null }
  }
  const names = Array.from({ length: 20 }, (_, index) => `ask${index}`)
  const branches = [{ long: { call: 'http' } }, ...names.map(name => ({ [name]: { call: 'approval' } }))]
  const tasks = [{ all: { fork: { branches } } }] as TaskList
  const forked = new PlaybookTestRun(tasks, { clock: new ManualClock(), perform })
  const reads = vi.spyOn(forked.journal, 'reload')
  const ended = forked.advance()
  await expect.poll(() => forked.journal.frames.filter(({ status }) => status === 'waiting').length).toBe(20)
  expect(reads).not.toHaveBeenCalled()
  isDecided = true
  forked.nudge()
  await expect.poll(() => forked.done.length).toBe(20)
  gate.resolve()
  expect(await ended).toEqual({ status: 'completed', output: ['long', ...names] })
  expect(reads).toHaveBeenCalledOnce()
})

it('ends a branch that waits when its timeout is over, while another one works', async () => {
  const clock = new ManualClock()
  const work = Promise.withResolvers<void>()
  const perform = async ({ call, frame }: Effect) => {
    if (call === 'approval') return { waiting: { kind: 'approval' as const }, until: null }
    await work.promise
    return { output: frame.name }
  }
  const ask = { call: 'approval', timeout: { after: { minutes: 1 } } }
  const late = { set: 'nobody answered' }
  const long = { call: 'http' }
  const patient = { try: [{ person: ask }], catch: { errors: { with: { status: 408 } }, do: [{ late }] } }
  const tasks = [{ all: { fork: { branches: [{ long }, { patient }] } } }] as TaskList
  const forked = new PlaybookTestRun(tasks, { clock, perform })
  const ended = forked.advance()
  await expect.poll(() => forked.journal.frames.some(({ status }) => status === 'waiting')).toBe(true)
  await expect.poll(() => clock.sleepers).toBeGreaterThan(0)
  clock.advance(60_000)
  await expect.poll(() => forked.journal.frames.find(({ name }) => name === 'late')?.status).toBe('completed')
  work.resolve()
  expect(await ended).toEqual({ status: 'completed', output: ['long', 'nobody answered'] })
})
