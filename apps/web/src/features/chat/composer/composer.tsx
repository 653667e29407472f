import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { keepDraft, useDraft } from '../../../live/drafts.ts'
import { useOnline } from '../../../live/online.ts'
import { hasPage, usePages } from '../../../live/pages.ts'
import { DropArea } from '../../../ui/forms/drop-area.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { useAttachments } from './attachments.ts'
import type { Attachment } from './attachments.ts'
import { forgetSent, isOnTheWay, keepSent, takeBack } from './sent-question.ts'
import classes from './composer.module.css'

/** What is sent. */
export interface Question {
  text: string
  files: readonly Attachment[]
}

/** Where the question is written. What is typed and attached stays until it is sent, also over a reload. */
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
  onSend: (question: Question) => Promise<void>
  onStop: () => void
  onEditLast: () => void
  /** Further choices, in the line of the buttons. */
  children?: ReactNode
}) {
  // The page was closed before the server had taken a question.
  useState(() => isOnTheWay(draft) || keepDraft(draft, takeBack(draft) || null))
  const [text, setText] = useDraft(draft)
  const attachments = useAttachments(draft)
  const canAttach = hasPage(usePages(), '/files')
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [draft])

  const { files, isSending } = attachments
  const isOnline = useOnline()
  const isReady = text.trim() !== '' && !isSending && isOnline
  const send = (): void => {
    if (!isReady || isBusy || isOnTheWay(draft)) return
    const ready = files.filter(({ fileId }) => fileId !== null)
    keepSent(draft, text)
    setText('')
    onSend({ text, files: ready }).then(
      () => {
        forgetSent(draft)
        attachments.forget(ready)
      },
      () => setText(takeBack(draft)),
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Safari sends the Enter that ends a composition after it: only the code of the key says what it was.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape' && isBusy) onStop()
    else if (event.key === 'ArrowUp' && text === '') onEditLast()
    else if (event.key === 'Enter' && !event.shiftKey) send()
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
      {canAttach && (
        <DropArea label="Drop files to attach them" onDrop={({ files: dropped }) => attachments.add([...dropped])} />
      )}
      <AttachmentList attachments={attachments} />
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
        onPaste={event => {
          const pasted = [...event.clipboardData.files]
          if (!canAttach || pasted.length === 0) return
          event.preventDefault()
          attachments.add(pasted)
        }}
        classNames={{ input: classes.field }}
      />
      <div className={classes.tools}>
        {canAttach && (
          <>
            <Tooltip label="Attach files">
              <ActionIcon variant="subtle" size={32} aria-label="Attach files" onClick={() => picker.current?.click()}>
                <Icon name="paperclip" />
              </ActionIcon>
            </Tooltip>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={event => {
                attachments.add([...(event.currentTarget.files ?? [])])
                event.currentTarget.value = ''
              }}
            />
          </>
        )}
        {children}
        <div className={classes.send}>
          {isBusy ? (
            <Tooltip key="stop" label="Stop (Escape)">
              <ActionIcon variant="default" size={32} aria-label="Stop" onClick={onStop}>
                <Icon name="stop" size={16} />
              </ActionIcon>
            </Tooltip>
          ) : (
            <Tooltip key="send" label={whatSends(isOnline, isSending)}>
              <ActionIcon type="submit" color="accent" size={32} aria-label="Send" disabled={!isReady}>
                <Icon name="send" size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
    </form>
  )
}

function whatSends(isOnline: boolean, isSending: boolean): string {
  if (!isOnline) return 'You are offline. What you type is kept.'
  return isSending ? 'Wait until the files are sent' : 'Send (Enter)'
}
