import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0004-playbook-runs',
  statements: [
    // Null: the app is no playbook.
    'ALTER TABLE agent_apps_runs ADD COLUMN playbook_run_id TEXT',
    // Null: no task of a playbook has called it.
    'ALTER TABLE agent_apps_runs ADD COLUMN call_key TEXT',
    "CREATE INDEX agent_apps_runs_open_playbooks ON agent_apps_runs (run_id) WHERE playbook_run_id IS NOT NULL AND status = 'running'",
    'CREATE INDEX agent_apps_runs_by_call_key ON agent_apps_runs (call_key) WHERE call_key IS NOT NULL',
  ],
})
