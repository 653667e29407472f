/** One line of the table: a figure beside its peer or limit, of one run. */
export interface Row {
  path: string
  measure: string
  ours: number
  beside: { name: string; value: number }
  unit: string
  /** `ours / beside` unless the row says otherwise. */
  ratio: number
  goal: string
  met: boolean
}

export function atMost(row: Omit<Row, 'ratio' | 'goal' | 'met'>, limit: number): Row {
  const ratio = row.ours / row.beside.value
  return { ...row, ratio, goal: `≤ ${limit}x`, met: ratio <= limit }
}

/** `ours` may exceed `beside` by `limit`, in the row's unit; the ratio is shown beside. */
export function addedAtMost(row: Omit<Row, 'ratio' | 'goal' | 'met'>, limit: number): Row {
  const added = row.ours - row.beside.value
  return { ...row, ratio: row.ours / row.beside.value, goal: `+ ≤ ${limit} ${row.unit}`, met: added <= limit }
}

/** `ours` must exceed `beside` by `least`, in the row's unit, and may stay below it where that is negative; the ratio is shown beside. */
export function addedAtLeast(row: Omit<Row, 'ratio' | 'goal' | 'met'>, least: number): Row {
  const added = row.ours - row.beside.value
  return {
    ...row,
    ratio: row.ours / row.beside.value,
    goal: `${least < 0 ? '−' : '+'} ≥ ${Math.abs(least)}`.replace('− ≥', '− ≤'),
    met: added >= least,
  }
}

export function timesFaster(row: Omit<Row, 'ratio' | 'goal' | 'met'>, times: number): Row {
  const ratio = row.beside.value / row.ours
  return { ...row, ratio, goal: `≥ ${times}x faster`, met: ratio >= times }
}

/** A figure for comparison alone. */
export function noGoal(row: Omit<Row, 'ratio' | 'goal' | 'met'>): Row {
  return { ...row, ratio: row.ours / row.beside.value, goal: 'none', met: true }
}

function number(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 1 ? value.toFixed(2) : value.toFixed(3)
}

function outcomeOf(row: Row): string {
  if (row.goal === 'none') return ''
  return row.met ? 'met' : '**missed**'
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map(row => {
    const outcome = outcomeOf(row)
    return `| ${row.path} | ${row.measure} | ${number(row.ours)} ${row.unit} | ${row.beside.name}: ${number(row.beside.value)} ${row.unit} | ${number(row.ratio)}x | ${row.goal} | ${outcome} |`
  })
  return ['| path | measure | ours | beside | ratio | goal | |', '|---|---|---|---|---|---|---|', ...lines].join('\n')
}
