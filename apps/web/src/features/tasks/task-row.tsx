import { serverNow } from '../../live/server-clock.ts'
import { ActionIcon, Badge, Checkbox, Menu, Tooltip } from '@mantine/core'
import type { Task } from '@svc/sdk'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { deleteTask, moveTask } from './task-actions.ts'
import { dueWords, priorityWords, statusWords } from './task-words.ts'
import type { TaskStatus } from './task-words.ts'
import classes from './tasks.module.css'

/** One task; `act` runs what may fail and shows how. */
export function TaskRow({ task, act }: { task: Task; act: (work: () => Promise<void>) => void }) {
  const isOver = task.status === 'done' || task.status === 'cancelled'
  const due = task.due === null || isOver ? null : dueWords(task.due, new Date(serverNow()))
  return (
    <li className={classes.row} data-over={isOver || undefined}>
      <Checkbox
        aria-label={task.title}
        classNames={{ input: classes.tick }}
        checked={task.status === 'done'}
        onChange={event => {
          const status = event.currentTarget.checked ? 'done' : 'todo'
          act(() => moveTask(task, status))
        }}
      />
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, task: task.task_id }) as never}
        className={classes.title}
      >
        {task.title}
      </Link>
      <span className={classes.facts}>
        {task.tags.slice(0, 3).map(tag => (
          <span key={tag} className={classes.tag}>
            {tag}
          </span>
        ))}
        {task.status === 'cancelled' && <Badge color="gray">Cancelled</Badge>}
        {!isOver && (task.priority === 'urgent' || task.priority === 'high') && (
          <Badge color={task.priority === 'urgent' ? 'bad' : 'warn'}>{priorityWords[task.priority]}</Badge>
        )}
        {due !== null && (
          <span className={classes.due} data-over={due.isOver || undefined} title={task.due ?? ''}>
            {due.text}
          </span>
        )}
      </span>
      <RowMenu task={task} act={act} />
    </li>
  )
}

function RowMenu({ task, act }: { task: Task; act: (work: () => Promise<void>) => void }) {
  const others = (Object.keys(statusWords) as TaskStatus[]).filter(status => status !== task.status)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Actions">
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${task.title}`}>
            <Icon name="more" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(status => (
          <Menu.Item key={status} onClick={() => act(() => moveTask(task, status))}>
            Move to {statusWords[status]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="bad" onClick={() => act(() => deleteTask(task))}>
          Delete task
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
