import { countBytes, defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0003-bytes',
  statements: [
    ...countBytes('conversations_sessions', ['settings'], ['system', 'tools']),
    ...countBytes('conversations_messages', ['content'], ['attachments', 'images', 'tool_calls']),
    // The definitions of a client's own tools are options of each turn.
    ...countBytes('conversations_turns', ['options']),
    ...countBytes('conversations_events', ['data']),
  ],
})
