import type { AnalysisTable } from '../types.ts'
import { printedTable } from './apa.ts'
import classes from './results.module.css'

const mostRows = 200

/** A table as journals print it: a rule above and below, none between the rows. */
export function ApaTable({ table }: { table: AnalysisTable }) {
  const { title, columns, rows } = printedTable({ ...table, rows: table.rows.slice(0, mostRows) })
  const leftOut = table.rows.length - rows.length
  return (
    <figure className={classes.figure}>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={`${title}, scrolls sideways`}>
        <table className={classes.table}>
          <caption>{title}</caption>
          <thead>
            <tr>
              {columns.map(({ name, isNumber }, at) => (
                <th key={at} scope="col" data-number={isNumber || undefined}>
                  {isStatistic(name) ? <i>{name}</i> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at} data-number={columns[at]?.isNumber || undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {leftOut > 0 && (
        <figcaption className={classes.note}>
          {leftOut.toLocaleString('en')} more rows are in the exports as CSV and JSON.
        </figcaption>
      )}
    </figure>
  )
}

/** Letters of statistics stand in italics. */
function isStatistic(name: string): boolean {
  return /^([tFzprnNUWVHQkdB]|df|SD|SE|M)$/.test(name)
}
