import * as library from '@modelcontextprotocol/client'
import { afterAll, expect, it } from 'vitest'
import { openPrograms } from '../../../../test/rooms/open-rooms.ts'
import { ProgramTransport } from './program-transport.ts'

const stop = new AbortController()
afterAll(() => stop.abort())

it('a program that reads no answer is ended before its answers fill the memory', async () => {
  const target = {
    kind: 'stdio' as const,
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    env: {},
    cwd: '/',
  }
  const programs = openPrograms(stop.signal)
  const transport = new ProgramTransport({ library, programs, target, maxBytes: 256 * 1024 })
  const errors: string[] = []
  const closed = new Promise<void>(resolve => (transport.onclose = resolve))
  transport.onerror = error => void errors.push(error.message)
  await transport.start()
  const answer = { jsonrpc: '2.0' as const, id: 1, result: { text: 'x'.repeat(64 * 1024) } }
  while (errors.length === 0) await transport.send(answer)
  await closed
  expect([errors[0], transport.lastWords]).toEqual(['The program does not read its input.', 'it ended with SIGKILL'])
  await expect(transport.send(answer)).rejects.toThrow('The program has ended.')
})
