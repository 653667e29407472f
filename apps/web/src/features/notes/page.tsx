import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { SplitView } from '../../ui/page/split-view.tsx'
import { NoteEditor } from './note-editor.tsx'
import { NoteList } from './note-list.tsx'
import type { ListedNote } from './note-list.tsx'
import { NoteOfTitle } from './note-of-title.tsx'
import { createNote, newTitle, useNote } from './use-note.ts'
import classes from './notes.module.css'

export function NotesPage() {
  const { note: openId, title } = useSearch({ strict: false }) as { note?: string; title?: string }
  const search = useSearchText()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<unknown>(null)
  const listing = useListing<ListedNote>(['notes', 'list', search ?? ''], options =>
    svc.workspace.notes.list(search === undefined ? { sort: 'updated' } : { search }, options),
  )
  const add = async (): Promise<void> => {
    setProblem(null)
    try {
      const note = await createNote({ title: newTitle, body: '', tags: [] })
      await navigate({ to: '.', search: { note: note.note_id } } as never)
    } catch (error) {
      setProblem(error)
    }
  }
  const newNote = (
    <Button data-key="n" onClick={() => void add()}>
      New note
    </Button>
  )
  return (
    <Page title="Notes">
      {problem !== null && <ErrorPanel error={problem} onRetry={() => void add()} />}
      <Loaded query={listing} sketch={<RowsSketch />}>
        {notes =>
          notes.length === 0 && search === undefined && openId === undefined && title === undefined ? (
            <EmptyState icon="notebook" action={newNote} manual="workspace">
              Texts that you and the agent write and link to each other.
            </EmptyState>
          ) : (
            <SplitView
              label="All notes"
              isOpen={openId !== undefined || title !== undefined}
              side={
                <>
                  <div className={classes.bar}>
                    <SearchBox label="Search notes" />
                    {newNote}
                  </div>
                  {notes.length === 0 && (
                    <p className={classes.nothing}>
                      {search === undefined ? 'No notes yet.' : 'No note has all of these words.'}
                    </p>
                  )}
                  <NoteList notes={notes} listing={listing} openId={openId} />
                </>
              }
            >
              {openId !== undefined && <OpenNote key={openId} noteId={openId} />}
              {openId === undefined && title !== undefined && <NoteOfTitle key={title} title={title} />}
              {openId === undefined && title === undefined && (
                <p className={classes.choose}>Choose a note to read and edit it.</p>
              )}
            </SplitView>
          )
        }
      </Loaded>
    </Page>
  )
}

function OpenNote({ noteId }: { noteId: string }) {
  const query = useNote(noteId)
  return (
    <Loaded query={query} sketch={<RowsSketch rows={8} />}>
      {note => <NoteEditor note={note} />}
    </Loaded>
  )
}
