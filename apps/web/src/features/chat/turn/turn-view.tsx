import { Button, Group, Textarea, Tooltip } from '@mantine/core'
import { memo, useState } from 'react'
import type { Message } from '@svc/sdk'
import { draftOf, keepDraft } from '../../../live/drafts.ts'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { bytes } from '../../../ui/words/bytes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { AnswerParts } from './answer-parts.tsx'
import { Bubble } from './bubble.tsx'
import type { Turn } from './turns.ts'
import classes from './turn.module.css'

const ends: Readonly<Record<string, string>> = {
  cancelled: 'Stopped',
  interrupted: 'Interrupted: the server stopped in the middle of this answer.',
  failed: 'This answer failed.',
  step_limit: 'Ended: the limit of steps was reached.',
  token_limit: 'Ended: the limit of tokens was reached.',
  length: 'Ended: the model may not write more.',
  content_filter: 'Ended: the provider filtered the answer.',
}
/** What can be done with a turn stays below what was said. */
const quiet = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const
const brokenOff = new Set(['cancelled', 'interrupted', 'failed'])

export interface TurnActions {
  /** Resolves when the server has taken the question; rejects when it did not. */
  edit: (question: Message, text: string) => Promise<void>
  regenerate: (answer: Message) => void
  retry: () => void
  show: (messageId: string) => void
}

/** A question with its answer, as they are stored. Drawn again only when they change. */
export const TurnView = memo(function TurnView({
  turn,
  isLast,
  isBusy,
  actions,
}: {
  turn: Turn
  isLast: boolean
  isBusy: boolean
  actions: TurnActions
}) {
  const { question, answer, parts, sources } = turn
  const text = parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
  const end = answer?.finish_reason ?? (question !== null && answer === null && isLast ? 'interrupted' : null)
  return (
    <>
      {question !== null && <Question message={question} isBusy={isBusy} actions={actions} />}
      {(answer !== null || (end !== null && !isBusy)) && (
        <article aria-label="Assistant" className={classes.answer}>
          <AnswerParts parts={parts} sources={sources} />
          {end !== null && ends[end] !== undefined && (
            <div className={classes.end}>
              <span>
                {ends[end]} {answer?.error?.detail}
              </span>
              {isLast && brokenOff.has(end) && (
                <Button variant="default" size="compact-sm" onClick={actions.retry} disabled={isBusy}>
                  Try again
                </Button>
              )}
            </div>
          )}
          {answer !== null && (
            <Group gap={4} className={classes.actions}>
              {text !== '' && (
                <CopyButton text={text} isQuiet>
                  Copy
                </CopyButton>
              )}
              <Button {...quiet} disabled={isBusy} onClick={() => actions.regenerate(answer)}>
                Regenerate
              </Button>
              <Branches message={answer} isBusy={isBusy} show={actions.show} what="answer" />
              {answer.usage !== null && <Usage answer={answer} />}
            </Group>
          )}
        </article>
      )}
    </>
  )
})

function Question({ message, isBusy, actions }: { message: Message; isBusy: boolean; actions: TurnActions }) {
  const draft = `chat:edit:${message.id}`
  const [edited, setEdited] = useState(() => draftOf(draft))
  const write = (text: string | null): void => {
    keepDraft(draft, text)
    setEdited(text)
  }
  const ask = (text: string): void => {
    setEdited(null)
    // A draft that is left behind is what comes back where the server refused it.
    actions.edit(message, text).then(
      () => keepDraft(draft, null),
      () => setEdited(text),
    )
  }
  return (
    <article aria-label="You" className={classes.question}>
      {edited === null ? (
        <>
          <Bubble text={message.content} />
          {message.attachments !== undefined && message.attachments.length > 0 && (
            <ul className={classes.files} aria-label="Attachments">
              {message.attachments.map(({ name, size }) => (
                <li key={name}>
                  {name}
                  {size !== undefined && ` (${bytes(size)})`}
                </li>
              ))}
            </ul>
          )}
          <Group gap={4} justify="flex-end" className={classes.actions}>
            <Branches message={message} isBusy={isBusy} show={actions.show} what="question" />
            <Button {...quiet} disabled={isBusy} onClick={() => setEdited(message.content)}>
              Edit
            </Button>
          </Group>
        </>
      ) : (
        <form
          className={classes.edit}
          onSubmit={event => {
            event.preventDefault()
            if (edited.trim() !== '') ask(edited)
          }}
        >
          <Textarea
            label="Edit your question"
            value={edited}
            onChange={event => write(event.currentTarget.value)}
            autosize
            maxRows={12}
            autoFocus
          />
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={() => write(null)}>
              Keep it as it was
            </Button>
            <SubmitButton>Ask this instead</SubmitButton>
          </Group>
        </form>
      )}
    </article>
  )
}

function Branches(props: {
  message: Message
  isBusy: boolean
  show: (id: string) => void
  what: 'answer' | 'question'
}) {
  const { message, isBusy, show, what } = props
  const all = message.branches
  const at = all.indexOf(message.id)
  if (all.length < 2 || at < 0) return null
  const go = (step: number) => {
    const id = all[at + step]
    return { disabled: isBusy || id === undefined, onClick: () => id !== undefined && show(id) }
  }
  return (
    <Group gap={0} wrap="nowrap">
      <Button {...quiet} px={4} aria-label={`Previous ${what}`} {...go(-1)}>
        <Icon name="left" size={16} />
      </Button>
      <span className={classes.branch}>
        {at + 1} of {all.length}
      </span>
      <Button {...quiet} px={4} aria-label={`Next ${what}`} {...go(1)}>
        <Icon name="right" size={16} />
      </Button>
    </Group>
  )
}

function Usage({ answer }: { answer: Message }) {
  const { prompt_tokens: read, completion_tokens: written } = answer.usage ?? { prompt_tokens: 0, completion_tokens: 0 }
  if (read + written === 0) return null
  return (
    <Tooltip
      label={`${answer.model ?? 'The model'} read ${read.toLocaleString('en')} tokens and wrote ${written.toLocaleString('en')}.`}
    >
      <span className={classes.usage} tabIndex={0}>
        {(read + written).toLocaleString('en')} tokens
      </span>
    </Tooltip>
  )
}
