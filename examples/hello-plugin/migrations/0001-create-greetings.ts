import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-create-greetings',
  statements: [
    `CREATE TABLE hello_greetings (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
  ],
})
