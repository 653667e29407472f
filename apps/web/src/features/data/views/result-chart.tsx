import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Chart } from '../../../ui/chart/chart.tsx'
import type { GridColumn } from '../../../ui/data-grid/data-grid.tsx'
import { chartOf, mostDrawn, suggestedChart } from './chart-of-result.ts'
import type { ChartChoice } from './chart-of-result.ts'
import classes from '../data.module.css'

const kinds = [
  { value: 'bar', label: 'Bars' },
  { value: 'line', label: 'Line' },
  { value: 'point', label: 'Points' },
]

/** A picture of a result; what is drawn can be chosen anew. */
export function ResultChart({
  columns,
  rows,
}: {
  columns: readonly GridColumn[]
  rows: readonly (readonly unknown[])[]
}) {
  const suggested = useMemo(() => suggestedChart(columns), [columns])
  const [chosen, setChosen] = useState<Partial<ChartChoice>>({})
  const choice = suggested === null ? null : { ...suggested, ...chosen }
  const spec = useMemo(
    () => (choice === null ? null : chartOf(choice, columns, rows)),
    // The choice is made anew at each rendering.
    [choice?.kind, choice?.x, choice?.y, choice?.colour, columns, rows],
  )
  if (choice === null || spec === null) return <p>A chart needs a column of numbers.</p>
  const names = columns.map(({ name }) => name)
  const pick = (part: keyof ChartChoice) => (value: string | null) => setChosen({ ...chosen, [part]: value })
  return (
    <>
      <div className={classes.choices}>
        <Select label="Kind" data={kinds} value={choice.kind} onChange={pick('kind')} allowDeselect={false} />
        <Select label="Across" data={names} value={choice.x} onChange={pick('x')} allowDeselect={false} searchable />
        <Select label="Up" data={names} value={choice.y} onChange={pick('y')} allowDeselect={false} searchable />
        <Select label="Colour" data={names} value={choice.colour} onChange={pick('colour')} clearable searchable />
      </div>
      {rows.length > mostDrawn && <p>The first {mostDrawn.toLocaleString('en')} rows are drawn.</p>}
      <Chart title={`${choice.y} by ${choice.x}`} spec={spec} />
    </>
  )
}
