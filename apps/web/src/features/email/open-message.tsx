import { Button, Group } from '@mantine/core'
import type { Email } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { bytes } from '../../ui/words/bytes.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { saveBytes } from '../../ui/copy/save-file.ts'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import { nameOf } from './message-list.tsx'
import classes from './email.module.css'

/** One message, as text: nothing of it is loaded from elsewhere. */
export function OpenMessage({ id, onReply }: { id: string; onReply: (message: Email) => void }) {
  const query = useQuery({
    queryKey: ['email', 'one', id],
    queryFn: async ({ signal }) => svc.email.get(id, { signal }),
  })
  return (
    <Loaded query={query} sketch={<RowsSketch rows={8} />}>
      {message => <Message message={message} onReply={() => onReply(message)} />}
    </Loaded>
  )
}

function Message({ message, onReply }: { message: Email; onReply: () => void }) {
  const [problem, setProblem] = useState<unknown>(null)
  const { id, subject, from, to, date, text, truncated, attachments } = message
  const save = async ({ n, name, content_type }: Email['attachments'][number]): Promise<void> => {
    setProblem(null)
    try {
      saveBytes(await svc.email.attachment(id, String(n)), name, content_type)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <article aria-label={subject} className={classes.message}>
      <Link
        to="/email"
        search={(before: Record<string, unknown>) => ({ ...before, message: undefined }) as never}
        className={classes.back}
      >
        All messages
      </Link>
      <h2 className={classes.subject}>{subject === '' ? 'No subject' : subject}</h2>
      <p className={classes.quiet}>
        From {nameOf(from)}
        {from !== null && from.name !== null && ` (${from.address})`} to {to.map(nameOf).join(', ')}
        {date !== null && (
          <>
            , <Time at={date} />
          </>
        )}
      </p>
      <div className={classes.text}>{text === '' ? 'The message has no text.' : text}</div>
      {truncated && <p className={classes.quiet}>The message is longer. Its first 200,000 characters are shown.</p>}
      {problem !== null && <ErrorPanel error={problem} />}
      {attachments.length > 0 && (
        <ul aria-label="Attachments" className={classes.attachments}>
          {attachments.map(each => (
            <li key={each.n}>
              <Button variant="default" onClick={() => void save(each)}>
                Download {each.name} ({bytes(each.size)})
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" onClick={onReply}>
          Reply to sender
        </Button>
      </Group>
    </article>
  )
}
