import { Button, Group, SegmentedControl, TagsInput, Textarea, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { svc } from '../../live/server.ts'
import { queries } from '../../live/query-client.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { MarkdownText } from '../../ui/markdown/markdown-text.tsx'
import { notice, noticeWithUndo } from '../../ui/overlays/notices.ts'
import { NoteConflict } from './note-conflict.tsx'
import type { NoteState } from './note-editing.ts'
import { createNote, forgetNote, newTitle, restoreNote, useNoteEditing } from './use-note.ts'
import type { ReadNote } from './use-note.ts'
import { NoteLinks } from './note-links.tsx'
import classes from './notes.module.css'

const phaseWords: Readonly<Record<NoteState['phase'], string>> = {
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Not saved',
  gone: 'Not saved',
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'read', label: 'Read' },
]

/** One note: what is typed saves itself, and stands beside as it reads where there is room. */
export function NoteEditor({ note }: { note: ReadNote }) {
  const [editing, state] = useNoteEditing(note)
  const navigate = useNavigate()
  const [problem, setProblem] = useState<unknown>(null)
  const { text, phase } = state
  const { view = 'write' } = useSearch({ strict: false }) as { view?: string }
  const read = useDeferredValue(text.body)
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A note that was just made waits for its name.
    if (note.version === 1 && note.title === newTitle && note.body === '') title.current?.select()
  }, [note])
  const go = (change: Record<string, string | undefined>): Promise<void> =>
    navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...change }) } as never)
  const open = (noteId: string | undefined): Promise<void> => go({ note: noteId })

  const remove = async (): Promise<void> => {
    await svc.workspace.notes.delete(note.note_id)
    forgetNote(note.note_id)
    await open(undefined)
    void queries.invalidateQueries({ queryKey: ['notes', 'list'] })
    noticeWithUndo(`Deleted: ${text.title}`, async () => {
      await restoreNote(note.note_id)
      await open(note.note_id)
    })
  }
  const saveAsNew = async (): Promise<void> => {
    const made = await createNote(text)
    forgetNote(note.note_id)
    await open(made.note_id)
  }
  const keepBoth = async (): Promise<void> => {
    const copy = await createNote({ ...text, title: `${text.title.trim().slice(0, 280)} (my copy)` })
    editing.useTheirs()
    await open(copy.note_id)
    notice(`Your text is in the note ${copy.title}.`)
  }

  if (phase === 'gone') {
    return (
      <EmptyState
        icon="notebook"
        action={
          <Group gap={8}>
            <Button onClick={() => void saveAsNew().catch(setProblem)}>Save as a new note</Button>
            <Button
              variant="default"
              onClick={() => {
                forgetNote(note.note_id)
                void open(undefined)
              }}
            >
              Discard my text
            </Button>
          </Group>
        }
      >
        This note was deleted elsewhere. What you typed is kept.
        {problem !== null && <ErrorPanel error={problem} />}
      </EmptyState>
    )
  }
  const isBlank = text.title.trim() === ''
  return (
    <article className={classes.editor} aria-label={text.title}>
      <div className={classes.head}>
        <Link to="/notes" search={(before: Record<string, unknown>) => ({ ...before, note: undefined }) as never}>
          All notes
        </Link>
        <span role="status" className={classes.status}>
          {isBlank && phase !== 'saved' ? 'Not saved' : phaseWords[phase]}
        </span>
        <SegmentedControl
          aria-label="View"
          size="xs"
          data={views}
          value={view === 'read' ? 'read' : 'write'}
          onChange={next => void go({ view: next === 'read' ? next : undefined })}
        />
        <Button variant="subtle" color="bad" size="compact-sm" onClick={() => void remove().catch(setProblem)}>
          Delete note
        </Button>
      </div>
      {problem !== null && <ErrorPanel error={problem} />}
      {state.phase === 'failed' && <ErrorPanel error={state.error} onRetry={() => void editing.save()} />}
      <TextInput
        ref={title}
        aria-label="Title"
        variant="unstyled"
        classNames={{ input: classes.title }}
        value={text.title}
        maxLength={300}
        error={isBlank ? 'A note needs a title. It is saved when it has one.' : undefined}
        onChange={event => editing.type({ title: event.currentTarget.value })}
      />
      <div className={classes.body} data-view={view}>
        <Textarea
          aria-label="Text"
          variant="unstyled"
          className={classes.write}
          classNames={{ input: classes.text }}
          placeholder="Write in Markdown. [[Title]] links to another note."
          autosize
          minRows={12}
          maxLength={500_000}
          value={text.body}
          onChange={event => editing.type({ body: event.currentTarget.value })}
        />
        <section aria-label="Preview" className={classes.preview}>
          <MarkdownText text={read} />
        </section>
      </div>
      <TagsInput
        label="Tags"
        value={[...text.tags]}
        maxTags={50}
        onChange={tags => editing.type({ tags })}
        placeholder={text.tags.length === 0 ? 'Type a tag and press Enter' : undefined}
      />
      <NoteLinks note={note} />
      {state.phase === 'conflict' && (
        <NoteConflict
          mine={text}
          theirs={state.theirs}
          onKeepMine={() => editing.keepMine()}
          onUseTheirs={() => editing.useTheirs()}
          onKeepBoth={keepBoth}
        />
      )}
    </article>
  )
}
