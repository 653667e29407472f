import { expect, it } from 'vitest'
import type { DatasetVersion } from '@svc/plugin/contracts/datasets'
import type { AnalysisVariable } from '../methods/stat-method.ts'
import { withDataNotes } from './script-notes.ts'

const version = { dataset_id: 'ds_1', version: 2, name: 'a\nb' } as DatasetVersion
const about = { label: null, levels: null }
const columns = new Map<string, AnalysisVariable>([
  ['x"', { ...about, name: 'x"', measure: 'continuous', meaning: 'number', missing_values: [-99, '-1'] }],
  ['w', { ...about, name: 'w', measure: 'nominal', meaning: 'text', missing_values: ['n/a'] }],
  ['y', { ...about, name: 'y', measure: 'continuous', meaning: 'number', missing_values: [] }],
])

it('a script says which rows it is of, and drops the values that mean that there is none', () => {
  const scripts = { r: 'data <- read.csv("data.csv")\nprint(1)', python: 'data = pd.read_csv("data.csv")\nprint(1)' }
  const head = '# data.csv is ds_1@2 (a b) as POST /api/data/export gives it\n# only the rows where: y > 1\n'
  expect(withDataNotes(scripts, { version, filter: 'y > 1', columns })).toEqual({
    r: `${head}data <- read.csv("data.csv")
data[["x\\""]][suppressWarnings(as.numeric(data[["x\\""]])) %in% c(-99, -1)] <- NA
data[["w"]][data[["w"]] %in% c("n/a")] <- NA
print(1)`,
    python: `${head}data = pd.read_csv("data.csv")
data["x\\""] = data["x\\""].mask(pd.to_numeric(data["x\\""], errors="coerce").isin([-99, -1]))
data["w"] = data["w"].mask(data["w"].isin(["n/a"]))
print(1)`,
  })
})

it('a script takes off the apostrophes by which an export keeps names from being formulas', () => {
  const named = new Map([['=1+1', { ...about, name: '=1+1', measure: 'continuous' as const }]])
  const scripts = { r: 'data <- read.csv("data.csv")', python: 'data = pd.read_csv("data.csv")' }
  const { r, python } = withDataNotes(scripts, { version, filter: null, columns: named })
  expect(r.split('\n').at(-1)).toBe(String.raw`names(data) <- sub("^'(?=[=+@\t\r-])", "", names(data), perl = TRUE)`)
  expect(python.split('\n').at(-1)).toBe(
    String.raw`data.columns = data.columns.str.replace("^'(?=[=+@\t\r-])", "", regex=True)`,
  )
})
