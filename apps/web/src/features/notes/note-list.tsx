import type { Listing } from '../../live/listing.ts'
import { Link } from '@tanstack/react-router'
import { MarkedText } from '../../ui/words/marked-text.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { Time } from '../../ui/words/time.tsx'
import type { svc } from '../../live/server.ts'
import classes from './notes.module.css'

export type ListedNote = Awaited<ReturnType<typeof svc.workspace.notes.list>>['items'][number]

const mostShown = 120

/** The notes at the side; the one that is open is marked. */
export function NoteList({
  notes,
  listing,
  openId,
}: {
  notes: readonly ListedNote[]
  listing: Listing<ListedNote>
  openId: string | undefined
}) {
  return (
    <>
      <ul className={classes.notes}>
        {notes.map(note => (
          <li key={note.note_id}>
            <Link
              to="/notes"
              search={(before: Record<string, unknown>) => ({ ...before, note: note.note_id }) as never}
              aria-current={note.note_id === openId ? 'true' : undefined}
              className={classes.entry}
            >
              <span className={classes.entryTitle}>{note.title}</span>
              <span className={classes.entryText}>
                {note.match === undefined ? beginningOf(note.body) : <MarkedText>{note.match}</MarkedText>}
              </span>
              <span className={classes.entryTime}>
                <Time at={note.updated_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore listing={listing} />
    </>
  )
}

function beginningOf(body: string): string {
  return body
    .slice(0, mostShown * 2)
    .replace(/[#*_`>[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostShown)
}
