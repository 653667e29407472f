import { NotFoundError } from '@svc/plugin'
import { sampleTag, stateByVersion } from '@svc/plugin/contracts/samples'
import type { WorkspaceSample } from '@svc/plugin/contracts/samples'
import type { Notes } from '../notes/notes.ts'
import type { NewTask } from '../tasks/task.ts'
import type { Tasks } from '../tasks/tasks.ts'

const tags = [sampleTag]
const common = { permission: 'workspace:write' }
/** More than anybody tags so, and one page of a list. */
const most = 200

const notesOfSample = [
  {
    id: 'workspace.note-tour',
    title: 'Sample: what to try first',
    body: `This note is sample data. Three things to try:

1. In the chat, ask *How many days of leave does the handbook give?* The answer names its source.
2. Under Data, open **Sample house prices** and run \`SELECT district, round(avg(price)) AS price FROM house_prices GROUP BY district\`.
3. Under Statistics, compare the prices of houses with and without a garden.

More about the houses stands in [[Sample: the house prices]].
`,
  },
  {
    id: 'workspace.note-houses',
    title: 'Sample: the house prices',
    body: `The dataset **Sample house prices** has 500 made-up sales. Larger, newer and nearer houses cost more, a garden adds a little, and the rest is
chance: a regression of the price on area, year and distance finds most of it.

Back to [[Sample: what to try first]].
`,
  },
]

const tasksOfSample: (NewTask & { id: string; title: string; body: string })[] = [
  { id: 'workspace.task-ask', title: 'Sample: ask the handbook a question', body: 'In the chat.', priority: 'high' },
  { id: 'workspace.task-query', title: 'Sample: find the dearest district', body: 'With SQL, under Data.' },
  {
    id: 'workspace.task-remove',
    title: 'Sample: remove the sample data',
    body: 'When it is no longer of use.',
    priority: 'low',
  },
]

/** The notes and tasks of the sample data. */
export function ownSamples(notes: Notes, tasks: Tasks): WorkspaceSample[] {
  return [...notesOfSample.map(note => noteSample(notes, note)), ...tasksOfSample.map(task => taskSample(tasks, task))]
}

function noteSample(notes: Notes, { id, ...note }: (typeof notesOfSample)[number]): WorkspaceSample {
  return {
    ...common,
    id,
    kind: 'note',
    title: note.title,
    async add(actor) {
      return notes.create(actor, { ...note, tags }).note_id
    },
    async find({ workspace_id }) {
      const { items } = notes.list(workspace_id, { limit: most, tag: sampleTag })
      return items.find(({ title, version }) => title === note.title && version === 1)?.note_id ?? null
    },
    state: (workspaceId, noteId) => stateByVersion(() => notes.get(workspaceId, noteId)),
    remove: (actor, noteId) => notes.delete(actor, noteId),
  }
}

function taskSample(tasks: Tasks, { id, ...task }: (typeof tasksOfSample)[number]): WorkspaceSample {
  return {
    ...common,
    id,
    kind: 'task',
    title: task.title,
    async add(actor) {
      return tasks.create(actor, { ...task, tags }).task_id
    },
    async find({ workspace_id }) {
      const { items } = await tasks.list(workspace_id, { limit: most, tag: sampleTag })
      return items.find(({ title, version }) => title === task.title && version === 1)?.task_id ?? null
    },
    state(workspaceId, taskId) {
      try {
        const { version, title, body } = tasks.get(workspaceId, taskId)
        // A task that was only ticked off has nothing in it that anybody wrote.
        return version === 1 || (title === task.title && body === task.body) ? 'as_added' : 'changed'
      } catch (error) {
        if (error instanceof NotFoundError) return 'gone'
        throw error
      }
    },
    remove: (actor, taskId) => tasks.delete(actor, taskId),
  }
}
