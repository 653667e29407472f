import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { testCommandContext } from '../../../test/support/command-context.ts'
import { askPassword } from './ask-password.ts'

const context = (options: { passwordStdin?: true }) => testCommandContext({ arguments: {}, options })

test('the password comes from standard input without the line end that a pipe adds, and with its own spaces', async () => {
  const input = Readable.from([Buffer.from('  correct horse '), Buffer.from('battery \r\n')])
  expect(await askPassword(context({ passwordStdin: true }), input)).toBe('  correct horse battery ')
})

test('without a terminal nobody is asked, and the remedy is shown', async () => {
  await expect(askPassword(context({}))).rejects.toThrow(/--password-stdin/)
})
