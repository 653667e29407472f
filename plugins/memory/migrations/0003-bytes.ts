import { countBytes, defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0003-bytes',
  statements: [
    ...countBytes('memory_documents', ['head', 'tags', 'metadata']),
    ...countBytes('memory_texts', ['content']),
    // A hundred versions of a document are kept, which may be a hundred times its text.
    ...countBytes('memory_versions', ['head', 'tags', 'metadata']),
  ],
})
