import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0006-ml-baseline-filters',
  statements: [
    // Which rows of its dataset a version was trained on, as its run says it; '' is all. NULL: the run was gone before this was kept.
    `ALTER TABLE ml_versions ADD COLUMN dataset_filter TEXT`,
    `UPDATE ml_versions SET dataset_filter =
       coalesce((SELECT value FROM ml_params p WHERE p.run_id = ml_versions.run_id AND p.key = 'filter'), '')
       WHERE run_id IN (SELECT run_id FROM ml_runs)`,
  ],
})
