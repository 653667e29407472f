import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { noteSorts } from '../notes/note.ts'
import { mostText } from '../notes/notes.ts'
import { taskPriorities, taskSorts, taskStatuses } from '../tasks/task.ts'

export const closed = { additionalProperties: false }
const moment = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const id = Type.String({ minLength: 1, maxLength: 100 })
export const taskParams = Type.Object({ task_id: id })
export const noteParams = Type.Object({ note_id: id })

export const pageOfItems = <T extends TObject>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })

const written = {
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 }),
  search: Type.String({
    maxLength: 100_000,
    description:
      'Words that all occur in title or text; the last may be the beginning of a word. The first 16 count; there are no operators.',
  }),
}
const title = Type.String({ minLength: 1, maxLength: 300, description: 'One line.' })
const recordFields = {
  tags: Type.Array(Type.String()),
  version: Type.Integer({ description: 'Counts changes, from 1.' }),
  created_by: Type.String({ description: 'A user.' }),
  created_at: Type.String(),
  updated_at: Type.String(),
}
const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 2048, description: 'The `next_cursor` of the page before.' })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Those that have the tag.' })),
  search: Type.Optional(written.search),
}

const status = Type.Enum(taskStatuses, { title: 'TaskStatus' })
const priority = Type.Enum(taskPriorities, { title: 'TaskPriority' })
export const task = Type.Object(
  {
    task_id: Type.String(),
    title: Type.String(),
    body: Type.String(),
    status,
    priority,
    due: moment('A day (`2026-03-01`), or a time in UTC.'),
    ...recordFields,
    completed_at: moment('When it was done; null while it is not.'),
  },
  { title: 'Task' },
)
const taskFields = {
  status: Type.Optional(status),
  priority: Type.Optional(priority),
  due: Type.Optional(
    Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
      description:
        'A day (`2026-03-01`), which is over when it ends in UTC, or a time with its offset (`2026-03-01T17:00:00+01:00`).',
    }),
  ),
  tags: Type.Optional(written.tags),
  body: Type.Optional(Type.String({ maxLength: 20_000, description: 'Markdown.' })),
}
export const newTask = Type.Object({ title, ...taskFields }, closed)
export const taskChange = Type.Object({ title: Type.Optional(title), ...taskFields }, { ...closed, minProperties: 1 })
export const taskQuery = Type.Object(
  {
    ...pageFields,
    status: Type.Optional(Type.Enum([...taskStatuses, 'open'], { description: '`open`: to do or in progress.' })),
    due_before: Type.Optional(
      Type.String({ maxLength: 64, description: 'Those due before a day or a time; those without a date are not.' }),
    ),
    sort: Type.Optional(
      Type.Enum(taskSorts, {
        description:
          '`created`, `updated`: the newest first. `due`: the soonest first, those without a date last. `priority`: the most urgent first, of these the soonest due.',
        default: 'created',
      }),
    ),
  },
  closed,
)

const noteFields = {
  note_id: Type.String(),
  title: Type.String(),
  body: Type.String({ description: 'Markdown.' }),
  ...recordFields,
}
export const note = Type.Object(
  {
    ...noteFields,
    links: Type.Array(
      Type.Object({
        text: Type.String(),
        note_id: Type.Union([Type.String(), Type.Null()], { description: 'Null while there is no such note.' }),
      }),
      { description: 'What the text names: `[[Title]]`, or the id of a note. The first 500.' },
    ),
    backlinks: Type.Array(Type.Object({ note_id: Type.String(), title: Type.String() }), {
      description: 'The notes that link here, those changed last first, at most 200.',
    }),
  },
  { title: 'Note' },
)
export const listedNote = Type.Object(
  {
    ...noteFields,
    match: Type.Optional(
      Type.String({
        description: 'With `search`: the place that fits, in plain text; the words that fit stand in `**`.',
      }),
    ),
  },
  { title: 'ListedNote' },
)
export const writtenNote = Type.Object(
  {
    title,
    body: Type.String({ maxLength: mostText, description: 'Markdown. `[[Title]]` links to another note.' }),
    tags: Type.Optional(written.tags),
  },
  closed,
)
export const noteQuery = Type.Object(
  {
    ...pageFields,
    sort: Type.Optional(
      Type.Enum(noteSorts, {
        description: 'The newest first, or those changed last. With `search` the best come first.',
        default: 'created',
      }),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description:
          'Only the note that `[[…]]` with these words leads to: the oldest of this title, else the one that had it last, else the same without what follows a `#`. Not with `search`.',
      }),
    ),
  },
  closed,
)
