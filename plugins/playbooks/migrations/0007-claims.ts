import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0007-claims',
  statements: ['ALTER TABLE playbooks_runs ADD COLUMN claims INTEGER NOT NULL DEFAULT 0'],
})
