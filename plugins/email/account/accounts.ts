import { assertNoBodyFaults, bodyFault, ConflictError, hasScope, InternalError, NotFoundError } from '@svc/plugin'
import type { Actor, AuditLog, Callers, Clock, DataPlane, Egress, EventLog, Sealer } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { configuredAccount, imapServer, isLoopback, missingSettings, serverKey, smtpServer } from './account.ts'
import type { Account, AccountRecord, MailServer, NewAccount } from './account.ts'
import { accountStore } from './account-store.ts'
import type { AccountRow } from './account-store.ts'
import type { EmailConfig } from '../generated/config.ts'

export interface AccountsOptions {
  config: EmailConfig
  data: DataPlane
  sealer: Sealer
  events: EventLog
  audit: AuditLog
  callers: Callers
  egress: Egress
  clock: Clock
}

/** The mail account of each workspace: the configuration's in the operator's own, else what an admin set up. */
export class Accounts {
  readonly #options: AccountsOptions
  readonly #configured: Account | null

  constructor(options: AccountsOptions) {
    this.#options = options
    this.#configured = configuredAccount(options.config)
  }

  /** @throws ConflictError that says what is missing and how to set it */
  async require(workspaceId: string): Promise<Account> {
    const account = (await this.#isConfigured(workspaceId)) ? this.#configured : this.#ofWorkspace(workspaceId)
    if (!account) throw this.#noAccount()
    // Checked again, because the operator may have changed the rule since the account was set.
    const open = [account.imap, account.smtp].find(server => this.#isTooOpen(server))
    if (!open) return account
    throw new ConflictError(
      'conflict',
      `${serverKey(open)} would be reached without TLS, and the password could be read on its way. Set the account's security to tls or starttls, or allow it with SVC_EMAIL_ALLOW_PLAIN_TEXT=true.`,
    )
  }

  /** @throws NotFoundError */
  async show(actor: Actor): Promise<AccountRecord> {
    if (await this.#isConfigured(actor.workspace_id)) return configuredRecord(this.#configured as Account)
    const row = this.#row(actor.workspace_id)
    if (row) return this.#shown(row)
    throw new NotFoundError('No e-mail account is set up in this workspace. PUT /api/email/account sets one up.')
  }

  /** @throws ConflictError for the configuration's, ValidationError, UnprocessableError `url_blocked` */
  async put(actor: Actor, given: NewAccount): Promise<AccountRecord> {
    await this.#refuseConfigured(actor.workspace_id)
    const { audit, data, events, clock } = this.#options
    const old = this.#row(actor.workspace_id)
    const imap = imapServer(given.imap)
    const smtp = smtpServer(given.smtp)
    this.#requirePrivate({ imap, smtp })
    const now = clock.now()
    const username = given.username ?? given.address
    const row: AccountRow = {
      address: given.address,
      name: given.name ?? null,
      username,
      password: this.#sealed(given.password, old, { imap, smtp, username }),
      imap_host: imap.host,
      imap_port: imap.port,
      imap_security: imap.security,
      smtp_host: smtp.host,
      smtp_port: smtp.port,
      smtp_security: smtp.security,
      trusted: Number(this.#mayTrust(actor, [imap, smtp])),
      created_at: old?.created_at ?? now,
      updated_at: now,
    }
    data.use(actor.workspace_id, db =>
      db.transaction(() => {
        accountStore.put(db, row)
        events.append(db, actor.workspace_id, [{ type: 'email.account.updated', data: { address: row.address } }])
      }),
    )
    const { ip = null, request_id = null } = actor
    await audit.append({ principal: actor, ip, request_id, ...entryOf('email.account.updated', row) })
    return this.#shown(row)
  }

  /** @throws ConflictError for the configuration's, NotFoundError */
  async delete(actor: Actor): Promise<void> {
    await this.#refuseConfigured(actor.workspace_id)
    await deleteAudited(this.#options, actor, {
      find: db => {
        const found = accountStore.get(db)
        if (found) return found
        throw new NotFoundError('No e-mail account is set up in this workspace.')
      },
      entry: row => entryOf('email.account.deleted', row),
      delete: (db, { address }) => {
        accountStore.delete(db)
        const type = 'email.account.deleted'
        this.#options.events.append(db, actor.workspace_id, [{ type, data: { address } }])
      },
    })
  }

  /** Asked each time: before the setup there is no operator yet. */
  async #isConfigured(workspaceId: string): Promise<boolean> {
    if (!this.#configured) return false
    return (await this.#options.callers.operator())?.workspace_id === workspaceId
  }

  async #refuseConfigured(workspaceId: string): Promise<void> {
    if (!(await this.#isConfigured(workspaceId))) return
    throw new ConflictError(
      'conflict',
      'The e-mail account of this workspace stands in the configuration of the server (SVC_EMAIL_…); change it there.',
    )
  }

  #ofWorkspace(workspaceId: string): Account | null {
    const row = this.#row(workspaceId)
    if (!row) return null
    const password = this.#password(row)
    if (password === null) throw new ConflictError('conflict', passwordLost)
    return toAccount(row, password)
  }

  #isTooOpen(server: MailServer): boolean {
    return server.security === 'none' && !this.#options.config.allow_plain_text && !isLoopback(server)
  }

  #row(workspaceId: string): AccountRow | undefined {
    return this.#options.data.use(workspaceId, db => accountStore.get(db))
  }

  #shown(row: AccountRow): AccountRecord {
    const { password: _password, ...account } = toAccount(row, '')
    return {
      ...account,
      has_password: true,
      error: this.#password(row) === null ? passwordLost : null,
      created_at: new Date(row.created_at).toISOString(),
      updated_at: new Date(row.updated_at).toISOString(),
    }
  }

  /** Null when it was sealed in another home. */
  #password(row: AccountRow): string | null {
    try {
      return this.#options.sealer.open(row.password)
    } catch (error) {
      if (error instanceof InternalError) return null
      throw error
    }
  }

  /** A password is kept only for the servers it was given for: nobody gets at it by naming a server of their own. */
  #sealed(
    password: string | undefined,
    old: AccountRow | undefined,
    { imap, smtp, username }: { imap: MailServer; smtp: MailServer; username: string },
  ): string {
    if (password !== undefined) return this.#options.sealer.seal(password)
    const known = old && toAccount(old, '')
    const isSame = (a: MailServer | undefined, b: MailServer) =>
      a?.host === b.host && a.port === b.port && (a.security === b.security || a.security === 'none')
    if (old && isSame(known?.imap, imap) && isSame(known?.smtp, smtp) && old.username === username) return old.password
    const why = old ? 'the servers or the user name are others than it was given for' : 'there is none yet'
    throw bodyFault('/password', `must be given: ${why}`)
  }

  #requirePrivate(servers: { imap: MailServer; smtp: MailServer }): void {
    const errors = Object.entries(servers)
      .filter(([, server]) => this.#isTooOpen(server))
      .map(([half]) => ({
        path: `/${half}/security`,
        message:
          'must be tls or starttls: without them the password could be read on its way. Only this machine’s own servers may have none; the operator can allow it elsewhere with SVC_EMAIL_ALLOW_PLAIN_TEXT=true',
      }))
    assertNoBodyFaults(errors)
  }

  /** Owners of the installation may reach into its network; servers that another admin names obey the rules of egress. */
  #mayTrust(actor: Actor, servers: readonly MailServer[]): boolean {
    if (actor.role === 'owner' && hasScope(actor.scopes, '*')) return true
    for (const server of servers) this.#options.egress.check(`https://${serverKey(server)}`)
    return false
  }

  #noAccount(): ConflictError {
    const missing = missingSettings(this.#options.config)
    const settings = missing?.length ? ` (missing: ${missing.join(', ')})` : ''
    return new ConflictError(
      'conflict',
      'No e-mail account is set up in this workspace. An admin sets one up with PUT /api/email/account; for the operator’s own workspace the ' +
        `server’s settings SVC_EMAIL_ADDRESS, SVC_EMAIL_PASSWORD, SVC_EMAIL_IMAP_HOST and SVC_EMAIL_SMTP_HOST do the same${settings}.`,
    )
  }
}

function entryOf(action: string, { address, imap_host, smtp_host, trusted }: AccountRow) {
  return { action, target: address, details: { imap: imap_host, smtp: smtp_host, trusted: trusted === 1 } }
}

const passwordLost =
  'The account’s password cannot be read: it was given in another home. An admin gives it again with PUT /api/email/account.'

function toAccount(row: AccountRow, password: string): Account {
  return {
    origin: 'workspace',
    address: row.address,
    name: row.name,
    username: row.username,
    password,
    imap: { host: row.imap_host, port: row.imap_port, security: row.imap_security },
    smtp: { host: row.smtp_host, port: row.smtp_port, security: row.smtp_security },
    trusted: row.trusted === 1,
  }
}

function configuredRecord({ password: _password, ...account }: Account): AccountRecord {
  return { ...account, has_password: true, error: null, created_at: null, updated_at: null }
}
