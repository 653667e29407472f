import { defineAgentApp } from '@svc/sdk/agent-app'
import { describeColumn } from './column'
import type { Column } from './column'
import { readCsv } from './csv'
import { correlation } from './numbers'

interface Inputs {
  csv: string
  delimiter: string
  header: boolean
  missing_values: readonly string[]
}

const correlatedColumns = 30

export default defineAgentApp<Inputs>({
  async run(ctx) {
    const { csv, delimiter, header, missing_values } = ctx.inputs
    const table = readCsv(csv, { delimiter, header })
    if (table.names.length === 0) throw new Error('There is no column in this text.')
    ctx.log(`${table.rows.length} rows, ${table.names.length} columns`)

    const missing = new Set(missing_values)
    const columns: Column[] = []
    const numeric: { name: string; values: (number | null)[] }[] = []
    for (const [index, name] of table.names.entries()) {
      const { column, numbers } = describeColumn(
        name,
        table.rows.map(row => row[index]),
        missing,
      )
      columns.push(column)
      if (numbers) numeric.push({ name, values: numbers })
      ctx.progress((index + 1) / table.names.length, name)
      // Between two columns the run can be stopped, and its CPU time begins anew.
      await Promise.resolve()
    }
    if (numeric.length > correlatedColumns) {
      table.warnings.push(`Correlations are of the first ${correlatedColumns} of ${numeric.length} numeric columns.`)
    }
    const { rows, warnings } = table
    return { rows: rows.length, delimiter: table.delimiter, columns, correlations: correlationsOf(numeric), warnings }
  },
})

/** Of each pair, the strongest first. */
function correlationsOf(numeric: { name: string; values: (number | null)[] }[]) {
  const shown = numeric.slice(0, correlatedColumns)
  const pairs = shown.flatMap((x, index) =>
    shown.slice(index + 1).flatMap(y => {
      const found = correlation(x.values, y.values)
      return found ? [{ x: x.name, y: y.name, ...found }] : []
    }),
  )
  return pairs.sort((a, b) => Math.abs(b.r) - Math.abs(a.r))
}
