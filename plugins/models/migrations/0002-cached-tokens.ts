import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-cached-tokens',
  // Parts of prompt_tokens: read from the provider's cache, and written into it.
  statements: [
    'ALTER TABLE models_calls ADD COLUMN cached_tokens INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE models_calls ADD COLUMN cache_write_tokens INTEGER NOT NULL DEFAULT 0',
  ],
})
