import { useNavigate, useSearch } from '@tanstack/react-router'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { durationWord } from '../../../ui/words/duration.ts'
import type { PlaybookTask } from '../types.ts'
import { statusWord } from './run-words.ts'
import type { TreeTask } from './task-tree.ts'
import classes from './run.module.css'

const icons: Readonly<Record<string, IconName>> = {
  completed: 'check',
  faulted: 'alert',
  running: 'play',
  waiting: 'bell',
  suspended: 'stop',
  cancelled: 'close',
  skipped: 'right',
}

/** The task that the address names. */
export function useChosenTask(): [reference: string | undefined, choose: (reference: string) => void] {
  const { task } = useSearch({ strict: false }) as { task?: string }
  const navigate = useNavigate()
  const choose = (reference: string): void =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, task: reference }),
      replace: true,
    } as never)
  return [task, choose]
}

/** The tasks of a run in the order of its definition, each with where it is. Chosen, a task shows what it took and gave. */
export function TaskGraph({ tasks }: { tasks: readonly TreeTask[] }) {
  const [chosen, choose] = useChosenTask()
  return (
    <nav aria-label="Tasks" className={classes.graph}>
      <Level tasks={tasks} chosen={chosen} choose={choose} />
    </nav>
  )
}

function Level({
  tasks,
  chosen,
  choose,
}: {
  tasks: readonly TreeTask[]
  chosen: string | undefined
  choose: (reference: string) => void
}) {
  return (
    <ol className={classes.level}>
      {tasks.map(task => (
        <li key={task.reference}>
          <button
            type="button"
            className={classes.task}
            data-status={task.status ?? 'open'}
            aria-current={task.reference === chosen ? 'step' : undefined}
            onClick={() => choose(task.reference)}
          >
            <span className={classes.mark}>
              <Icon name={icons[task.status ?? ''] ?? 'more'} size={16} />
            </span>
            <span className={classes.name}>
              <bdi>{task.name}</bdi> <span className={classes.kind}>{task.kind}</span>
            </span>
            <span className={classes.state}>{stateOf(task)}</span>
          </button>
          {task.children.length > 0 && <Level tasks={task.children} chosen={chosen} choose={choose} />}
        </li>
      ))}
    </ol>
  )
}

function stateOf({ status, records }: TreeTask): string {
  if (status === null) return 'Not yet'
  const times = records.length > 1 ? `, ${records.length} times` : ''
  const last = records.at(-1)
  const time = last === undefined ? '' : tookWord(last)
  return `${statusWord(status)}${time}${times}`
}

function tookWord({ started_at: from, ended_at: to, skipped }: PlaybookTask): string {
  if (to === null || skipped) return ''
  return `, ${durationWord(Date.parse(to) - Date.parse(from))}`
}
