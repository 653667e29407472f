import type { WorkspaceDatabase } from '@svc/plugin'
import type { Measure } from '../methods/stat-method.ts'

/** `levels` and `missing_values` are JSON. */
export interface VariableRow {
  dataset_id: string
  version: number
  name: string
  measure: Measure
  levels: string | null
  missing_values: string
  label: string | null
  updated_at: number
}

const putVariable = `INSERT INTO stats_variables (dataset_id, version, name, measure, levels, missing_values, label, updated_at)
  VALUES (@dataset_id, @version, @name, @measure, @levels, @missing_values, @label, @updated_at)
  ON CONFLICT (dataset_id, version, name) DO UPDATE SET measure = excluded.measure, levels = excluded.levels,
    missing_values = excluded.missing_values, label = excluded.label, updated_at = excluded.updated_at`
// The description of an older version holds until there is a newer one.
const selectVariables = `SELECT dataset_id, max(version) AS version, name, measure, levels, missing_values, label, updated_at
  FROM stats_variables WHERE dataset_id = ? AND version <= ? GROUP BY name`

/** What people said of the columns of datasets. */
export const variableStore = {
  put(db: WorkspaceDatabase, row: VariableRow): void {
    db.run(putVariable, { ...row })
  },
  of(db: WorkspaceDatabase, datasetId: string, version: number): VariableRow[] {
    return db.all<VariableRow>(selectVariables, datasetId, version)
  },
}
