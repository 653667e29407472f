import { text } from 'node:stream/consumers'
import { ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'

type PasswordContext = CommandContext<{ arguments: object; options: { passwordStdin?: true } }>

/** The password from standard input, or typed unseen and twice; never from an argument, which every process can read. */
export async function askPassword(
  context: PasswordContext,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string> {
  if (context.options.passwordStdin) {
    return (await text(input)).replace(/\r?\n$/, '')
  }
  if (context.io.interactive) return typed(context.signal)
  throw new ValidationError(
    'Give the password on standard input with --password-stdin; there is no terminal to ask at.',
  )
}

async function typed(signal: AbortSignal): Promise<string> {
  const { isCancel, password } = await import('@clack/prompts')
  const first = await password({ message: 'Password (8 to 256 characters)', signal })
  if (isCancel(first)) throw new ValidationError('Cancelled.')
  const second = await password({ message: 'Once more', signal })
  if (isCancel(second) || second !== first) throw new ValidationError('The two passwords differ; nothing was changed.')
  return first
}
