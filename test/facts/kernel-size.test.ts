import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

/**
 * Lines of the kernel without its drivers, tests and generated files. The aim is 12,000; lower the number when the kernel has become
 * smaller (records 8 and 63 took the last). To raise it, write a record in docs/decisions that says why this cannot be a plugin.
 */
const mostLines = 19_990

/** Lines of the storage drivers; docs/decisions/0008, 0035, 0043, 0049, 0054 to 0060, 0062 and 0063 say what is above the goal of 9,000. */
const mostDriverLines = 18_600

const notCounted = /\.test\.ts$|\/(generated|fixtures)\//

function roomOf(file: string): string {
  const [, room = '', driver = '', ...rest] = file.split('/')
  if (driver === '') return '(root)'
  return room === 'drivers' && rest.length > 0 ? `drivers/${driver}` : room
}

function linesByRoom(): Map<string, number> {
  const files = globSync('kernel/**/*.ts', { cwd: repositoryRoot }).filter(file => !notCounted.test(file))
  const rooms = new Map<string, number>()
  for (const file of files) {
    const name = roomOf(file)
    const lines = readFileSync(join(repositoryRoot, file), 'utf8').split('\n').length - 1
    rooms.set(name, (rooms.get(name) ?? 0) + lines)
  }
  return rooms
}

it(`the kernel has at most ${mostLines} lines beside its drivers, and ${mostDriverLines} in them`, () => {
  const rooms = [...linesByRoom()].toSorted(([, a], [, b]) => b - a)
  const sum = (isCounted: (room: string) => boolean): number =>
    rooms.reduce((total, [room, lines]) => total + (isCounted(room) ? lines : 0), 0)
  const isDriver = (room: string): boolean => room.startsWith('drivers')
  const kernel = sum(room => !isDriver(room))
  const table = [...rooms, ['drivers, together', sum(isDriver)], ['kernel without drivers', kernel]] as const
  console.log(table.map(([room, lines]) => `${String(lines).padStart(7)}  ${room}`).join('\n'))
  expect(kernel).toBeLessThanOrEqual(mostLines)
  expect(sum(isDriver)).toBeLessThanOrEqual(mostDriverLines)
})
