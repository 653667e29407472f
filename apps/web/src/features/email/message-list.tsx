import { Link } from '@tanstack/react-router'
import type { svc } from '../../live/server.ts'
import { Time } from '../../ui/words/time.tsx'
import classes from './email.module.css'

export type Summary = Awaited<ReturnType<typeof svc.email.recent>>['items'][number]

export function nameOf(sender: Summary['from']): string {
  return sender === null ? 'No sender' : (sender.name ?? sender.address)
}

/** The newest messages; those that nobody has read yet stand out. */
export function MessageList({ messages, openId }: { messages: readonly Summary[]; openId: string | undefined }) {
  return (
    <ul className={classes.messages}>
      {messages.map(({ id, from, subject, preview, date, unread }) => (
        <li key={id}>
          <Link
            to="/email"
            search={(before: Record<string, unknown>) => ({ ...before, message: id }) as never}
            aria-current={id === openId ? 'true' : undefined}
            className={classes.entry}
            data-unread={unread || undefined}
          >
            <span className={classes.sender}>
              {nameOf(from)}
              {unread && <span className="visually-hidden"> (unread)</span>}
            </span>
            <span>{subject === '' ? 'No subject' : subject}</span>
            <span className={classes.quiet}>{preview}</span>
            {date !== null && (
              <span className={classes.quiet}>
                <Time at={date} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
