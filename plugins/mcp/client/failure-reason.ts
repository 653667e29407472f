import { messageOf, SvcError } from '@svc/plugin'

const maxLength = 500

/** The sentence that says most: ours, when the library wrapped it, else the library's with what it hides behind "fetch failed". */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof SvcError) return cause.message.slice(0, maxLength)
  const said = messageOf(error)
  const hidden = cause === undefined ? '' : messageOf(cause)
  return (said.includes(hidden) ? said : `${said} (${hidden})`).slice(0, maxLength)
}
