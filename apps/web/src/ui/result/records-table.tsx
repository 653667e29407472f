import { Button } from '@mantine/core'
import { useState } from 'react'
import { columnsOf, wordOf } from './result-kind.ts'
import type { Json } from './result-kind.ts'
import classes from './result.module.css'

const pageOfRows = 100
/** Characters of a cell that are seen without its tooltip. */
const readable = 30

/** Objects as rows; all that is shown is text. */
export function RecordsTable({ title, rows }: { title: string; rows: readonly Json[] }) {
  const [most, setMost] = useState(pageOfRows)
  const { names, left } = columnsOf(rows)
  const shown = rows.slice(0, most)
  const numbers = new Set(
    names.filter(name => shown.every(row => (row[name] ?? null) === null || typeof row[name] === 'number')),
  )
  const side = (name: string): string | undefined => (numbers.has(name) ? classes.number : undefined)
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={`Rows of ${title}`}>
        <table className={classes.table} aria-label={title} aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {names.map(name => (
                <th key={name} scope="col" className={side(name)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index} aria-rowindex={index + 2}>
                {names.map(name => {
                  const word = wordOf(row[name])
                  return (
                    <td key={name} className={side(name)} title={word.length > readable ? word : undefined}>
                      {word}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && <p className={classes.nothing}>{`${left} more columns are in the JSON.`}</p>}
      {rows.length > most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + pageOfRows)}>
          {`Show more of ${rows.length.toLocaleString('en')} rows`}
        </Button>
      )}
    </>
  )
}
