import type { WorkspaceDatabase } from '@svc/plugin'
import type { Security } from './account.ts'

/** Times are milliseconds since the epoch, the password is sealed. */
export interface AccountRow {
  address: string
  name: string | null
  username: string
  password: string
  imap_host: string
  imap_port: number
  imap_security: Security
  smtp_host: string
  smtp_port: number
  smtp_security: Security
  /** 1: an owner of this installation chose the servers. */
  trusted: number
  created_at: number
  updated_at: number
}

const columns = `address, name, username, password, imap_host, imap_port, imap_security, smtp_host, smtp_port, smtp_security,
  trusted, created_at, updated_at`

const selectAccount = `SELECT ${columns} FROM email_account WHERE id = 1`
const replaceAccount = `INSERT OR REPLACE INTO email_account (id, ${columns}) VALUES (1, @address, @name, @username, @password,
  @imap_host, @imap_port, @imap_security, @smtp_host, @smtp_port, @smtp_security, @trusted, @created_at, @updated_at)`
const deleteAccount = `DELETE FROM email_account WHERE id = 1`

/** The mail account of one workspace. */
export const accountStore = {
  get(db: WorkspaceDatabase): AccountRow | undefined {
    return db.get<AccountRow>(selectAccount)
  },
  put(db: WorkspaceDatabase, row: AccountRow): void {
    db.run(replaceAccount, { ...row })
  },
  delete(db: WorkspaceDatabase): void {
    db.run(deleteAccount)
  },
}
