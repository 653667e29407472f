import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { StageNames } from './analytics-folders.ts'

const now = () => Date.now()
const longAgo = () => 0

it('distinguishes the folders of tasks that are at work from those that a process has left', () => {
  const names = new StageNames()
  const own = names.make()
  const [machine, pid, , rest] = own.split('-')
  const of = (process: number | string, host = machine) => `${host}-${process}-0123abcd-${rest}`
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  expect({
    own: names.isLeft(own, longAgo),
    parent: names.isLeft(of(process.ppid), now),
    ofThisNumberBefore: names.isLeft(of(pid!), now),
    ended: names.isLeft(of(ended), now),
    elsewhere: names.isLeft(of(ended, 'ffffffff'), now),
    elsewhereLongAgo: names.isLeft(of(ended, 'ffffffff'), longAgo),
    unknown: names.isLeft('left.tmp', now),
  }).toEqual({
    own: false,
    parent: false,
    ofThisNumberBefore: true,
    ended: true,
    elsewhere: false,
    elsewhereLongAgo: true,
    unknown: true,
  })
})
