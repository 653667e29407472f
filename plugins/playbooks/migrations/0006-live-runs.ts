import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0006-live-runs',
  statements: [
    // Of `document.metadata.max_active_runs`; `is_behind`: others of its playbook have to end before it begins.
    'ALTER TABLE playbooks_runs ADD COLUMN max_active INTEGER',
    'ALTER TABLE playbooks_runs ADD COLUMN is_behind INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX playbooks_runs_live ON playbooks_runs (playbook_id, is_behind) WHERE ended_at IS NULL',
    'CREATE INDEX playbooks_runs_ended ON playbooks_runs (ended_at) WHERE ended_at IS NOT NULL',
  ],
})
