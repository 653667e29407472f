import type { Task } from '@svc/sdk'
import { useId, useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { TaskRow } from './task-row.tsx'
import type { TaskStatus } from './task-words.ts'
import classes from './tasks.module.css'

const sorts = { todo: 'priority', in_progress: 'priority', done: 'updated', cancelled: 'updated' } as const

/** The tasks of one state that fit the search. */
export function useTasks(status: TaskStatus, search: string | undefined) {
  return useListing(['tasks', 'list', status, search ?? ''], options =>
    svc.workspace.tasks.list({ status, sort: sorts[status], search }, options),
  )
}

type Tasks = ReturnType<typeof useTasks>

/** A heading and the tasks below it, of one listing or of two. */
export function TaskGroup({ title, nothing, listings }: { title: string; nothing: string; listings: Tasks[] }) {
  const [problem, setProblem] = useState<unknown>(null)
  const id = useId()
  const act = (work: () => Promise<void>): void => {
    setProblem(null)
    work().catch(setProblem)
  }
  const isWhole = listings.every(({ data, hasNextPage }) => data !== undefined && !hasNextPage)
  const count = listings.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h2 id={id}>
        {title}
        <span className={classes.count}>
          <span className="visually-hidden">: </span>
          {count}
          {isWhole ? '' : '+'}
        </span>
      </h2>
      {problem !== null && <ErrorPanel error={problem} />}
      {isWhole && count === 0 && <p className={classes.nothing}>{nothing}</p>}
      {listings.map((listing, index) => (
        <Loaded key={index} query={listing} sketch={<RowsSketch rows={index === 0 ? 3 : 0} />}>
          {(tasks: readonly Task[]) => (
            <>
              {tasks.length > 0 && (
                <ul className={classes.rows}>
                  {tasks.map(task => (
                    <TaskRow key={task.task_id} task={task} act={act} />
                  ))}
                </ul>
              )}
              <ShowMore listing={listing} />
            </>
          )}
        </Loaded>
      ))}
    </section>
  )
}
