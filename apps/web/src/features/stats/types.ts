import type { svc } from '../../live/server.ts'

export type Method = Awaited<ReturnType<typeof svc.stats.methods>>['items'][number]
export type Measure = 'continuous' | 'ordinal' | 'nominal'
type KnownVariable = Awaited<ReturnType<typeof svc.stats.variables>>['variables'][number]
/** A column of a dataset, as statistics see it. */
export type Variable = Omit<KnownVariable, 'measure'> & { measure: Measure }
export type Analysis = Awaited<ReturnType<typeof svc.stats.get>>
export type AnalysisTable = Analysis['tables'][number]

/** What stands in the roles of a method, by the role's name. */
export type Chosen = Readonly<Record<string, readonly string[]>>
export type Options = Readonly<Record<string, unknown>>

/** What is to be analysed, as the address keeps it. */
export interface Setup {
  dataset: string | null
  method: string | null
  variables: Chosen
  /** Only what differs from the method's own values. */
  options: Options
  /** A condition in SQL; empty: all rows. */
  filter: string
}
