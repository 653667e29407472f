import { Checkbox, NativeSelect } from '@mantine/core'
import { columnTypes } from './column-types.ts'
import type { ColumnType } from './column-types.ts'
import classes from './preview-table.module.css'
import type { TablePreview } from './table-preview.ts'

const mostRows = 20
const mostColumns = 50
const longestCell = 120

export type GivenTypes = Readonly<Record<number, ColumnType>>

/** The first rows of what is imported, each column with its type, which may be another. */
export function PreviewTable({
  preview: { columns, rows, isHeader },
  types,
  onTypes,
  onHeader,
}: {
  preview: TablePreview
  types: GivenTypes
  onTypes: (types: GivenTypes) => void
  onHeader: (isHeader: boolean) => void
}) {
  const shown = columns.slice(0, mostColumns)
  const give = (index: number, type: string): void => {
    const { [index]: _, ...others } = types
    onTypes(type === '' ? others : { ...others, [index]: type as ColumnType })
  }
  return (
    <section aria-label="Preview" className={classes.preview}>
      <div className={classes.head}>
        <h3>Preview</h3>
        <p>{sentence(rows.length, columns.length)}</p>
      </div>
      {isHeader !== null && (
        <Checkbox
          label="The first line has the names of the columns"
          checked={isHeader}
          onChange={event => onHeader(event.currentTarget.checked)}
        />
      )}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="First rows and types">
        <table aria-label="First rows" aria-colcount={columns.length} className={classes.table}>
          <thead>
            <tr>
              {shown.map(({ name, guess }, index) => (
                <th key={index} scope="col">
                  <bdi className={classes.name} title={name}>
                    {name}
                  </bdi>
                  <NativeSelect
                    size="xs"
                    aria-label={`Type of ${name}`}
                    value={types[index] ?? ''}
                    onChange={event => give(index, event.currentTarget.value)}
                    data={[
                      { value: '', label: `Found: ${columnTypes[guess].toLowerCase()}` },
                      ...Object.entries(columnTypes).map(([value, label]) => ({ value, label })),
                    ]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, mostRows).map((row, index) => (
              <tr key={index}>
                {shown.map((_, column) => (
                  <td key={column}>{cut(row[column] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function sentence(rows: number, columns: number): string {
  const ofRows = rows > mostRows ? `The first ${mostRows} rows` : `${rows} ${rows === 1 ? 'row' : 'rows'}`
  if (columns > mostColumns) return `${ofRows}, the first ${mostColumns} of ${columns.toLocaleString('en')} columns`
  return `${ofRows}, ${columns} ${columns === 1 ? 'column' : 'columns'}`
}

function cut(text: string): string {
  return text.length > longestCell ? `${text.slice(0, longestCell)} …` : text
}
