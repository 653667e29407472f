import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { missingWords } from './missing-words.ts'
import { cellText, isNumeric, isTime } from '../../../ui/data-grid/cell-text.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import type { Dataset } from '../open-dataset.tsx'
import classes from '../data.module.css'

type ColumnProfile = Awaited<ReturnType<typeof svc.data.profile>>['columns'][number]

const shownAtOnce = 60

/** Each column in numbers. */
export function Profile({ dataset: { dataset_id: id, latest_version: version } }: { dataset: Dataset }) {
  const [shown, setShown] = useState(shownAtOnce)
  const profile = useQuery({
    queryKey: ['data', 'profile', id, version],
    staleTime: Infinity,
    queryFn: ({ signal }) => svc.data.profile(id, { version }, { signal }),
  })
  return (
    <Loaded query={profile} sketch={<RowsSketch />}>
      {({ rows, columns }) => (
        <>
          <ul className={classes.profile} aria-label="Columns">
            {columns.slice(0, shown).map(column => (
              <li key={column.name} className={classes.column}>
                <OneColumn column={column} rows={rows} />
              </li>
            ))}
          </ul>
          {columns.length > shown && (
            <Button variant="default" mt={12} onClick={() => setShown(shown + shownAtOnce)}>
              Show more
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

function OneColumn({ column, rows }: { column: ColumnProfile; rows: number }) {
  const { name, type, missing, distinct, distinct_is_exact: isExact, min, max, mean, histogram, top } = column
  const highest = Math.max(1, ...histogram.map(({ count }) => count))
  const isOrdered = isNumeric(type) || isTime(type)
  const range = min === null || !isOrdered ? null : `${inWords(min, type)} to ${inWords(max, type)}`
  return (
    <>
      <h3 title={name}>{name}</h3>
      <p>
        {type.toLowerCase()}, {!isExact && 'about '}
        {distinct.toLocaleString('en')} distinct, {missingWords(missing, rows)}
      </p>
      {range !== null && (
        <p>
          {range}
          {mean !== null && `, mean ${Number(mean.toPrecision(4)).toLocaleString('en')}`}
        </p>
      )}
      {histogram.length > 0 && (
        <div
          className={classes.bars}
          role="img"
          aria-label={`Histogram of ${name}: ${histogram.length} bars from ${cellText(histogram[0]?.from, 40)} to ${cellText(histogram.at(-1)?.to, 40)}`}
        >
          {histogram.map(({ count }, index) => (
            <span key={index} style={{ height: `${(count / highest) * 100}%` }} />
          ))}
        </div>
      )}
      {histogram.length === 0 && top.length > 0 && (
        <ul className={classes.top} aria-label={`Most frequent values of ${name}`}>
          {top.slice(0, 5).map(({ value, count }) => (
            <li key={cellText(value)}>
              <span>{cellText(value, 60)}</span>
              <span>{count.toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function inWords(value: unknown, type: string): string {
  return isNumeric(type) ? Number(value).toLocaleString('en', { maximumSignificantDigits: 6 }) : cellText(value, 40)
}
