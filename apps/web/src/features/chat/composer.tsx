import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './chat.module.css'

/** Where the question is written. What is typed stays until it is sent, also over a reload. */
export function Composer({
  draft,
  isBusy,
  onSend,
  onStop,
  onEditLast,
  children,
}: {
  /** The name of the draft. */
  draft: string
  isBusy: boolean
  /** Resolves when the question was taken; rejects when it was not, and the text comes back. */
  onSend: (text: string) => Promise<void>
  onStop: () => void
  onEditLast: () => void
  children?: ReactNode
}) {
  const [text, setText, forget] = useDraft(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [draft])

  const send = (): void => {
    const said = text
    if (said.trim() === '' || isBusy) return
    forget()
    onSend(said).catch(() => setText(said))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isBusy) onStop()
    else if (event.key === 'ArrowUp' && text === '') onEditLast()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send()
    else return
    event.preventDefault()
  }
  return (
    <form
      className={classes.composer}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      {children}
      <Textarea
        ref={field}
        aria-label="Message"
        placeholder="Ask anything"
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={10}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.field }}
      />
      <div className={classes.send}>
        {isBusy ? (
          <Tooltip key="stop" label="Stop (Escape)">
            <ActionIcon variant="default" size={32} aria-label="Stop" onClick={onStop}>
              <Icon name="stop" size={16} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Tooltip key="send" label="Send (Enter)">
            <ActionIcon type="submit" size={32} aria-label="Send" disabled={text.trim() === ''}>
              <Icon name="send" size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </form>
  )
}
