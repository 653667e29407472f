import { expect, it } from 'vitest'
import { ConflictError, UnavailableError } from './errors.ts'
import { hasLeft } from './wake-times.ts'

const marks = { list: () => Promise.resolve(['ws_here']) }
const elsewhere = new UnavailableError('Workspace ws_gone is at another server.')

it('a workspace has left when it is unavailable and not among those of this server', async () => {
  const unreadable = { list: () => Promise.reject(new Error('The registry cannot be read.')) }
  expect([
    await hasLeft(marks, 'ws_gone', elsewhere),
    await hasLeft(marks, 'ws_here', elsewhere),
    await hasLeft(marks, 'ws_gone', new ConflictError('conflict', 'Something else.')),
    await hasLeft(unreadable, 'ws_gone', elsewhere),
  ]).toEqual([true, false, false, false])
})
