import { SvcError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'

/** Shows the author's own lines, when it was the author's code that threw. */
export function noteStack(context: CommandContext, error: unknown): void {
  if (!(error instanceof SvcError)) return
  const thrown = error.extra['error']
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return
  if (typeof thrown.stack === 'string') context.io.note(thrown.stack)
}
