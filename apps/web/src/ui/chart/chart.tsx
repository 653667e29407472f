import { Button, useComputedColorScheme } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { fetchPart } from '../../live/fetch-part.ts'
import { ErrorPanel } from '../states/error-panel.tsx'
import { chartData, chartSentence } from './chart-words.ts'
import classes from './chart.module.css'

/** A Vega-Lite chart with its data within: a title, a sentence, the picture, and its data as a table. Vega is loaded when the first one is shown. */
export function Chart({ title, spec }: { title: string; spec: Readonly<Record<string, unknown>> }) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const id = useId()
  const [isTable, setTable] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const data = chartData(spec)
  const sentence = chartSentence(spec)
  useEffect(() => {
    const element = place.current
    if (isTable || element === null) return
    let isGone = false
    let clear: (() => void) | null = null
    const draw = async (): Promise<void> => {
      try {
        const { drawChart } = await fetchPart(() => import('./draw-chart.ts'))
        if (isGone) return
        const drawn = await drawChart(element, spec, data.count)
        setProblem(null)
        if (isGone) drawn()
        else clear = drawn
      } catch (error) {
        if (!isGone) setProblem(error)
      }
    }
    void draw()
    return () => {
      isGone = true
      clear?.()
    }
  }, [spec, scheme, isTable, data.count])
  return (
    <figure className={classes.chart} aria-labelledby={`${id}-title`}>
      <figcaption className={classes.head}>
        <span>
          <span id={`${id}-title`} className={classes.title}>
            {title}
          </span>
          <span className={classes.sentence}>{sentence}</span>
        </span>
        {data.count > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </figcaption>
      {problem !== null && <ErrorPanel error={problem} />}
      {isTable ? (
        <DataTable title={title} data={data} />
      ) : (
        <div ref={place} role="img" aria-label={`${title}: ${sentence}`} className={classes.picture} />
      )}
    </figure>
  )
}

function DataTable({ title, data: { columns, rows, count } }: { title: string; data: ReturnType<typeof chartData> }) {
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={`Data of ${title}`}>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              {columns.map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > rows.length && (
        <p className={classes.sentence}>
          The first {rows.length} of {count.toLocaleString('en')} rows.
        </p>
      )}
    </>
  )
}
