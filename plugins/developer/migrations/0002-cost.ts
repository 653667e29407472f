import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-cost',
  statements: [`ALTER TABLE developer_usage ADD COLUMN cost_usd REAL NOT NULL DEFAULT 0`],
})
