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
