import { countBytes, defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-bytes',
  statements: countBytes('openai_responses', ['echo', 'input'], ['final']),
})
