import { countBytes, defineMigration } from '@svc/plugin'

/** Each attachment as lists show it, and what it holds, both in their order. */
const heads = `(SELECT json_group_array(json_remove(value, '$.content')) FROM json_each(attachments))`
const contents = `(SELECT json_group_array(json_extract(value, '$.content')) FROM json_each(attachments))`

export default defineMigration({
  id: '0005-contents',
  statements: [
    // Apart from the messages: a list of these would read all of it.
    `CREATE TABLE conversations_contents (
       message_id  TEXT PRIMARY KEY REFERENCES conversations_messages (message_id) ON DELETE CASCADE,
       attachments TEXT,
       images      TEXT
     ) STRICT`,
    ...countBytes('conversations_contents', [], ['attachments', 'images']),
    `INSERT INTO conversations_contents SELECT message_id, iif(attachments IS NULL, NULL, ${contents}), images
       FROM conversations_messages WHERE attachments IS NOT NULL OR images IS NOT NULL`,
    `UPDATE conversations_messages SET attachments = iif(attachments IS NULL, NULL, ${heads}), images = NULL
       WHERE attachments IS NOT NULL OR images IS NOT NULL`,
  ],
})
