import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-run-trigger',
  // Null: the runner started it.
  statements: ['ALTER TABLE agent_apps_runs ADD COLUMN started_by TEXT'],
})
