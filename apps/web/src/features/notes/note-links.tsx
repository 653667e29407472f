import { Link } from '@tanstack/react-router'
import type { ReadNote } from './use-note.ts'
import classes from './notes.module.css'

/** The notes that this one names, and those that name it. */
export function NoteLinks({ note }: { note: ReadNote }) {
  const named = note.links.filter(link => link.note_id !== null) as { text: string; note_id: string }[]
  return (
    <>
      <LinkList title="Links to" links={named.map(({ note_id, text }) => ({ note_id, title: text }))} />
      <LinkList title="Linked from" links={note.backlinks} />
    </>
  )
}

function LinkList({ title, links }: { title: string; links: readonly { note_id: string; title: string }[] }) {
  if (links.length === 0) return null
  return (
    <nav aria-label={title} className={classes.links}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ note_id, title: name }, index) => (
          <li key={`${note_id}:${index}`}>
            <Link to="/notes" search={{ note: note_id } as never}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
