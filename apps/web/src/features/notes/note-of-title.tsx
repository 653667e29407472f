import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { createNote } from './use-note.ts'

/** Where `[[Title]]` leads: the note of that title, or the offer to begin it. */
export function NoteOfTitle({ title }: { title: string }) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<unknown>(null)
  const found = useQuery({
    queryKey: ['notes', 'titled', title],
    queryFn: async ({ signal }) => {
      const { items } = await svc.workspace.notes.list({ title }, { signal })
      return items[0]?.note_id ?? null
    },
  })
  const open = (noteId: string): Promise<void> =>
    navigate({ to: '/notes', search: { note: noteId } as never, replace: true })
  useEffect(() => {
    if (found.data) void navigate({ to: '/notes', search: { note: found.data } as never, replace: true })
  }, [found.data, navigate])
  const create = async (): Promise<void> => {
    try {
      await open((await createNote({ title, body: '', tags: [] })).note_id)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <Loaded query={found} sketch={<RowsSketch rows={8} />}>
      {noteId =>
        noteId === null && (
          <EmptyState icon="notebook" action={<Button onClick={() => void create()}>Begin this note</Button>}>
            No note is called “{title}”.
            {problem !== null && <ErrorPanel error={problem} />}
          </EmptyState>
        )
      }
    </Loaded>
  )
}
