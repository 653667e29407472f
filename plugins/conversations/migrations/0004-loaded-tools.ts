import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0004-loaded-tools',
  // What the model found and is offered from then on, as JSON, in the order in which it came. Null: nothing.
  statements: ['ALTER TABLE conversations_sessions ADD COLUMN loaded_tools TEXT'],
})
