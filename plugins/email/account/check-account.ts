import { SvcError } from '@svc/plugin'
import type { Clock, Egress } from '@svc/plugin'
import type { ImapDial } from '../imap/imap-dial.ts'
import { mailFailure, mailTimeout, stepOf } from '../mail-failure.ts'
import type { MailStep } from '../mail-failure.ts'
import { withSmtp } from '../sending/smtp-session.ts'
import type { Account, MailServer } from './account.ts'

/** What came of signing in at one server. */
export interface HalfCheck {
  ok: boolean
  /** Where it ended. */
  step: MailStep | null
  error: { code: string; message: string } | null
  duration_ms: number
}

export interface AccountCheck {
  ok: boolean
  imap: HalfCheck
  smtp: HalfCheck
}

export interface CheckOptions {
  dial: Pick<ImapDial, 'open'>
  egress: Egress
  timeoutSeconds: number
  clock: Clock
}

/** Signs in at both servers and opens the inbox; what goes wrong is the answer. @throws the signal's reason */
export async function checkAccount(
  account: Account,
  signal: AbortSignal,
  options: CheckOptions,
): Promise<AccountCheck> {
  const { dial, egress, timeoutSeconds } = options
  const timeoutMs = timeoutSeconds * 1000
  const [imap, smtp] = await Promise.all([
    checkHalf(account, account.imap, signal, options, async until => {
      const client = await dial.open(account, until)
      const close = () => client.close()
      until.addEventListener('abort', close, { once: true })
      try {
        await client.mailboxOpen('INBOX', { readOnly: true }).catch((cause: unknown) => {
          throw new InboxError(cause)
        })
      } finally {
        client.close()
      }
    }),
    checkHalf(account, account.smtp, signal, options, until =>
      withSmtp({ egress, account, timeoutMs, signal: until }, async () => {}),
    ),
  ])
  signal.throwIfAborted()
  return { ok: imap.ok && smtp.ok, imap, smtp }
}

class InboxError extends Error {
  constructor(cause: unknown) {
    super('The inbox cannot be opened.', { cause })
  }
}

async function checkHalf(
  account: Account,
  server: MailServer,
  signal: AbortSignal,
  { clock, timeoutSeconds }: CheckOptions,
  work: (until: AbortSignal) => Promise<void>,
): Promise<HalfCheck> {
  const limit = AbortSignal.timeout(timeoutSeconds * 1000)
  const startedAt = clock.now()
  const ended = (step: MailStep | null, error: SvcError | null): HalfCheck => ({
    ok: error === null,
    step,
    error: error && { code: error.code, message: error.message },
    duration_ms: Math.round(clock.now() - startedAt),
  })
  try {
    await work(AbortSignal.any([signal, limit]))
    return ended(null, null)
  } catch (thrown) {
    if (limit.aborted) return ended('connect', mailTimeout(server, timeoutSeconds))
    const inFolder = thrown instanceof InboxError
    const error = mailFailure(inFolder ? thrown.cause : thrown, server, account)
    if (!(error instanceof SvcError)) throw error
    return ended(inFolder ? 'folder' : stepOf(thrown), error)
  }
}
