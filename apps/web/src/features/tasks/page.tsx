import { useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { NewTask } from './new-task.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { TaskGroup, useTasks } from './task-group.tsx'
import classes from './tasks.module.css'

export function TasksPage() {
  const { task } = useSearch({ strict: false }) as { task?: string }
  const search = useSearchText()
  const todo = useTasks('todo', search)
  const doing = useTasks('in_progress', search)
  const done = useTasks('done', search)
  const cancelled = useTasks('cancelled', search)
  const isEmpty = search === undefined && [todo, doing, done, cancelled].every(({ data }) => data?.length === 0)
  return (
    <Page title="Tasks">
      <div className={classes.page}>
        <div className={classes.bar}>
          <NewTask />
          {!isEmpty && <SearchBox label="Search tasks" />}
        </div>
        {isEmpty ? (
          <EmptyState icon="list-checks" manual="workspace">
            What there is to do, for you and for the agent. Type a task above and press Enter.
          </EmptyState>
        ) : (
          <>
            <TaskGroup title="To do" nothing={search ? 'None of these fits.' : 'Nothing to do.'} listings={[todo]} />
            <TaskGroup
              title="In progress"
              nothing={search ? 'None of these fits.' : 'Nothing has been started.'}
              listings={[doing]}
            />
            <TaskGroup
              title="Done"
              nothing={search ? 'None of these fits.' : 'Nothing is done yet.'}
              listings={[done, cancelled]}
            />
          </>
        )}
      </div>
      {task !== undefined && <TaskDialog key={task} taskId={task} />}
    </Page>
  )
}
