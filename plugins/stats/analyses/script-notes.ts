import type { DatasetVersion } from '@svc/plugin/contracts/datasets'
import { comment, literal } from '../methods/presenting/scripts.ts'
import type { AnalysisVariable } from '../methods/stat-method.ts'

export interface ScriptData {
  version: DatasetVersion | null
  filter: string | null
  columns: ReadonlyMap<string, AnalysisVariable>
}

interface Scripts {
  r: string
  python: string
}

/** The scripts with what they need for the same numbers: which rows `data.csv` has to hold, and which values mean that there is none. */
export function withDataNotes(scripts: Scripts, { version, filter, columns }: ScriptData): Scripts {
  if (version === null) return scripts
  const { dataset_id, version: number, name } = version
  const notes = [`data.csv is ${dataset_id}@${number} (${name}) as POST /api/data/export gives it`]
  if (filter !== null) notes.push(`only the rows where: ${filter}`)
  const head = notes.map(note => `${comment(note)}\n`).join('')
  const withMissing = [...columns.values()].filter(({ missing_values = [] }) => missing_values.length > 0)
  const marked = [...columns.values()].some(({ name, levels }) => [name, ...(levels ?? [])].some(isMarked))
  return {
    r: head + afterLine(scripts.r, 'data <- read.csv(', [...(marked ? rUnmarked : []), ...withMissing.map(rMissing)]),
    python:
      head +
      afterLine(scripts.python, 'data = pd.read_csv(', [
        ...(marked ? pythonUnmarked : []),
        ...withMissing.map(pythonMissing),
      ]),
  }
}

/** Before what a spreadsheet would run as a formula the export writes an apostrophe. */
const isMarked = (text: string): boolean => /^[=+@\t\r-]/.test(text)

const apostrophe = String.raw`"^'(?=[=+@\t\r-])"`

const rUnmarked = [
  '# The export puts an apostrophe before what a spreadsheet would take for a formula.',
  `data[] <- lapply(data, function(x) sub(${apostrophe}, "", x, perl = TRUE))`,
  `names(data) <- sub(${apostrophe}, "", names(data), perl = TRUE)`,
]

const pythonUnmarked = [
  '# The export puts an apostrophe before what a spreadsheet would take for a formula.',
  `data = data.replace(${apostrophe}, "", regex=True)`,
  `data.columns = data.columns.str.replace(${apostrophe}, "", regex=True)`,
]

/** Each script reads its data in one line, all columns as text. */
function afterLine(script: string, beginning: string, added: readonly string[]): string {
  if (added.length === 0) return script
  return script
    .split('\n')
    .flatMap(line => (line.startsWith(beginning) ? [line, ...added] : [line]))
    .join('\n')
}

function rMissing({ name, meaning, missing_values = [] }: AnalysisVariable): string {
  const column = `data[[${literal(name)}]]`
  if (meaning === 'text') return `${column}[${column} %in% c(${texts(missing_values)})] <- NA`
  return `${column}[suppressWarnings(as.numeric(${column})) %in% c(${numbers(missing_values)})] <- NA`
}

function pythonMissing({ name, meaning, missing_values = [] }: AnalysisVariable): string {
  const column = `data[${literal(name)}]`
  if (meaning === 'text') return `${column} = ${column}.mask(${column}.isin([${texts(missing_values)}]))`
  const asNumbers = `pd.to_numeric(${column}, errors="coerce")`
  return `${column} = ${column}.mask(${asNumbers}.isin([${numbers(missing_values)}]))`
}

// An export may write -99 as -99.0.
function numbers(values: readonly (string | number)[]): string {
  return values.map(Number).filter(Number.isFinite).join(', ')
}

function texts(values: readonly (string | number)[]): string {
  return values.map(value => literal(String(value))).join(', ')
}
