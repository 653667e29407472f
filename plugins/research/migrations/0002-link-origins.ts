import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-link-origins',
  statements: [
    // What the linked record says it came from when it was linked: a JSON array of {relation, id, type}.
    `ALTER TABLE research_links ADD COLUMN origins_json TEXT NOT NULL DEFAULT '[]'`,
  ],
})
