import { ActionIcon, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { analysisQuery } from '../queries.ts'
import { ExportMenu } from './export-menu.tsx'
import { ResultView } from './result-view.tsx'
import classes from './results.module.css'

/** Several analyses on one page, in the order of the report that they become. */
export function Report({ ids, onChange }: { ids: readonly string[]; onChange: (ids: string[]) => void }) {
  const [problem, setProblem] = useState<unknown>(null)
  if (ids.length === 0) return null
  const swap = (at: number, to: number): void => onChange(ids.toSpliced(at, 1).toSpliced(to, 0, ids[at] ?? ''))
  return (
    <section aria-label="Report" className={classes.report}>
      <div className={classes.head}>
        <h2>Report</h2>
        <ExportMenu analysisIds={ids} name="report" label="Export report" onProblem={setProblem} />
      </div>
      {problem !== null && <ErrorPanel error={problem} />}
      {ids.map((id, at) => (
        <Entry
          key={id}
          analysisId={id}
          place={at + 1}
          onRemove={() => onChange(ids.filter(each => each !== id))}
          onUp={at === 0 ? null : () => swap(at, at - 1)}
          onDown={at === ids.length - 1 ? null : () => swap(at, at + 1)}
        />
      ))}
    </section>
  )
}

function Entry({
  analysisId,
  place,
  onRemove,
  onUp,
  onDown,
}: {
  analysisId: string
  place: number
  onRemove: () => void
  onUp: (() => void) | null
  onDown: (() => void) | null
}) {
  const query = useQuery(analysisQuery(analysisId))
  const title = `${place}. ${query.data?.title ?? 'Analysis'}`
  const buttons = [
    { label: `Move ${title} up`, icon: 'up', onClick: onUp },
    { label: `Move ${title} down`, icon: 'down', onClick: onDown },
    { label: `Remove ${title} from the report`, icon: 'close', onClick: onRemove },
  ] as const
  return (
    <article aria-label={title} className={classes.entry}>
      <div className={classes.head}>
        <h3>
          {title}
          {query.data?.dataset && <span className={classes.note}> {query.data.dataset}</span>}
        </h3>
        {buttons.map(({ label, icon, onClick }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={label}
              disabled={onClick === null}
              onClick={onClick ?? undefined}
            >
              <Icon name={icon} size={16} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
      <Loaded query={query} sketch={<RowsSketch />}>
        {analysis => <ResultView analysis={analysis} />}
      </Loaded>
    </article>
  )
}
