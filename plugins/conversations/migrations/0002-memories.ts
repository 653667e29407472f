import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-memories',
  statements: [
    // Null: as the installation has it.
    'ALTER TABLE conversations_sessions ADD COLUMN memory INTEGER',
    // What a turn got of the workspace's memory.
    'ALTER TABLE conversations_turns ADD COLUMN memories TEXT',
  ],
})
