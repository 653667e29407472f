import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-email',
  statements: [
    `CREATE TABLE email_account (
       id            INTEGER PRIMARY KEY CHECK (id = 1),
       address       TEXT NOT NULL,
       name          TEXT,
       username      TEXT NOT NULL,
       password      TEXT NOT NULL,
       imap_host     TEXT NOT NULL,
       imap_port     INTEGER NOT NULL,
       imap_security TEXT NOT NULL CHECK (imap_security IN ('tls', 'starttls', 'none')),
       smtp_host     TEXT NOT NULL,
       smtp_port     INTEGER NOT NULL,
       smtp_security TEXT NOT NULL CHECK (smtp_security IN ('tls', 'starttls', 'none')),
       trusted       INTEGER NOT NULL,
       created_at    INTEGER NOT NULL,
       updated_at    INTEGER NOT NULL
     ) STRICT`,
  ],
})
