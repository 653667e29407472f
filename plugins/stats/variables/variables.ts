import type { Clock, DataPlane, NumericColumn } from '@svc/plugin'
import type { Datasets, DatasetVersion } from '@svc/plugin/contracts/datasets'
import { shownName } from '../unknown-column.ts'
import { checkNames, checkVariable } from './check-variables.ts'
import type { CheckedVariable } from './check-variables.ts'
import { valuesOf } from './column-values.ts'
import { inferredVariable, isNumeric, isWhole } from './variable.ts'
import type { GivenVariable, Variable } from './variable.ts'
import { variableStore } from './variable-store.ts'
import type { VariableRow } from './variable-store.ts'

/** Numbers held at once while columns are looked at. */
const mostCells = 5_000_000
/** Whole numbers of so few kinds may be categories. */
const fewValues = 10
const mostNoted = 50

export interface VariablesOptions {
  data: DataPlane
  datasets: Datasets
  clock: Clock
  timeoutMs: number
}

/** What the columns of datasets mean to statistics. */
export class Variables {
  readonly #options: VariablesOptions

  constructor(options: VariablesOptions) {
    this.#options = options
  }

  /** The variables of every column, in the order of the file. The description of an older version holds while the column stays. */
  of(workspaceId: string, version: DatasetVersion): Variable[] {
    const { dataset_id, version: number, columns } = version
    const rows = this.#options.data.use(workspaceId, db => variableStore.of(db, dataset_id, number))
    const given = new Map(rows.map(row => [row.name, row]))
    return columns.map(column => {
      const row = given.get(column.name)
      const inferred = inferredVariable(column)
      return row && fits(row, column.type) ? { ...inferred, ...givenOf(row) } : inferred
    })
  }

  /** Keeps what is said of a version's columns; gives what people should know. @throws ValidationError, as `Datasets.columns` */
  async set(
    workspaceId: string,
    version: DatasetVersion,
    given: readonly GivenVariable[],
    signal: AbortSignal,
  ): Promise<string[]> {
    checkNames(
      given,
      version.columns.map(({ name }) => name),
    )
    const checked: CheckedVariable[] = []
    let index = 0
    for await (const column of this.#columns(
      workspaceId,
      version,
      given.map(({ name }) => name),
      signal,
    )) {
      const variable = given[index]
      if (variable) checked.push(checkVariable(variable, column, `/variables/${index}`))
      index += 1
    }
    const { dataset_id, version: number } = version
    const updated_at = this.#options.clock.now()
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => {
        for (const { variable } of checked)
          variableStore.put(db, { dataset_id, version: number, updated_at, ...rowOf(variable) })
      }),
    )
    return checked.flatMap(({ warnings }) => warnings)
  }

  /** Columns that are taken as continuous and might be categories: few whole numbers. */
  async doubts(workspaceId: string, version: DatasetVersion, signal: AbortSignal): Promise<string[]> {
    const doubtful = this.of(workspaceId, version)
      .filter(({ source, type }) => source === 'inferred' && isWhole(type))
      .slice(0, mostNoted)
    const notes: string[] = []
    for await (const column of this.#columns(
      workspaceId,
      version,
      doubtful.map(({ name }) => name),
      signal,
    )) {
      const { size } = valuesOf(column, [])
      if (size === 0 || size > fewValues || size * 2 > version.rows) continue
      const many = size === 1 ? '1 whole number' : `${size} different whole numbers`
      notes.push(
        `${shownName(column.name)} has ${many} and is taken as continuous. If they stand for categories, say so: measure nominal or ordinal.`,
      )
    }
    return notes
  }

  async *#columns(
    workspaceId: string,
    { dataset_id, version, rows }: DatasetVersion,
    names: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<NumericColumn> {
    const { datasets, timeoutMs } = this.#options
    const atOnce = Math.max(1, Math.floor(mostCells / Math.max(1, rows)))
    for (let from = 0; from < names.length; from += atOnce) {
      const columns = names.slice(from, from + atOnce)
      yield* (await datasets.columns(workspaceId, { dataset: dataset_id, version, columns }, { signal, timeoutMs }))
        .columns
    }
  }
}

/** The type may have changed since. */
function fits({ measure }: VariableRow, type: string): boolean {
  return measure !== 'continuous' || isNumeric(type) || /^BOOL/i.test(type)
}

function givenOf({ measure, levels, missing_values, label }: VariableRow): Omit<Variable, 'name' | 'type'> {
  return {
    measure,
    levels: levels === null ? null : (JSON.parse(levels) as string[]),
    missing_values: JSON.parse(missing_values) as (string | number)[],
    label,
    source: 'given',
  }
}

function rowOf({ name, measure, levels, missing_values = [], label }: GivenVariable) {
  return {
    name,
    measure,
    levels: levels === undefined ? null : JSON.stringify(levels.map(String)),
    missing_values: JSON.stringify(missing_values),
    label: label ?? null,
  }
}
