import { countBytes, defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-bytes',
  statements: [
    ...countBytes('workspace_notes', ['title', 'body', 'tags']),
    ...countBytes('workspace_tasks', ['title', 'body', 'tags']),
  ],
})
