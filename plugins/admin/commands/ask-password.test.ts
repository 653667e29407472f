import { Readable } from 'node:stream'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { expect, test } from 'vitest'
import { askPassword } from './ask-password.ts'

function context(options: CliContext['options']): CliContext {
  return {
    arguments: {},
    options,
    rest: [],
    cwd: '/',
    json: false,
    interactive: false,
    signal: new AbortController().signal,
    result: () => undefined,
    note: () => undefined,
    print: () => undefined,
    ask: async () => null,
    upload: async () => null,
    download: () => Promise.reject(new Error('no bytes here')),
    events: async () => null,
    api: () => Promise.reject(new Error('nothing is called for a password')),
  }
}

test('the password comes from standard input without the line end that a pipe adds, and with its own spaces', async () => {
  const input = Readable.from([Buffer.from('  correct horse '), Buffer.from('battery \r\n')])
  expect(await askPassword(context({ passwordStdin: true }), input)).toBe('  correct horse battery ')
})

test('without a terminal nobody is asked, and the remedy is told', async () => {
  await expect(askPassword(context({}))).rejects.toThrow(/--password-stdin/)
})
