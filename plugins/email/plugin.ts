import {
  auditLog,
  callers,
  childProcesses,
  dataPlane,
  definePlugin,
  egress,
  eventLog,
  optional,
  sealer,
} from '@svc/plugin'
import { files } from '@svc/plugin/contracts/files'
import { toolCatalog } from '@svc/plugin/contracts/tools'
import { missingSettings } from './account/account.ts'
import { Accounts } from './account/accounts.ts'
import { checkAccount } from './account/check-account.ts'
import type { EmailConfig } from './generated/config.ts'
import { ImapConnections } from './imap/imap-connections.ts'
import { ImapDial } from './imap/imap-dial.ts'
import { Mailbox } from './mailbox/mailbox.ts'
import type { MailSearch } from './mailbox/mailbox.ts'
import { MailParser } from './parsing/mail-parser.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { mailRoutes } from './routes/mail-routes.ts'
import { Outbox } from './sending/outbox.ts'
import type { NewMessage } from './sending/outbox.ts'
import { SendGate } from './sending/send-gate.ts'
import { readTool, recentTool, searchTool, sendCheck, sendTool } from './tools/mail-tools.ts'

export const plugin = definePlugin<EmailConfig>()({
  id: 'email',
  uses: {
    data: dataPlane,
    sealer,
    events: eventLog,
    audit: auditLog,
    callers,
    children: childProcesses,
    egress,
    files: optional(files),
    tools: optional(toolCatalog),
  },
  setup({ data, sealer, events, audit, callers, children, egress, files, tools }, env) {
    const { config, clock, log, signal } = env
    const missing = missingSettings(config) ?? []
    if (missing.length > 0)
      log.warn(
        { missing },
        'the configured e-mail account is not used: settings are missing beside those that are there',
      )

    const maxMessageBytes = config.max_message_mb * 1024 * 1024
    const accounts = new Accounts({ config, data, sealer, events, audit, callers, egress, clock })
    // Shorter than the limit of the whole request, so that the error can say that the server never greeted.
    const dial = new ImapDial({ egress, timeoutMs: config.timeout_seconds * 500, maxMessageBytes })
    const connections = new ImapConnections({
      dial,
      timeoutSeconds: config.timeout_seconds,
      idleSeconds: config.idle_seconds,
      maxConnections: config.max_connections,
    })
    env.onStop(() => connections.close())
    const parser = new MailParser(children)
    env.onStop(() => parser.close())
    const mailbox = new Mailbox({ accounts, connections, parser, maxMessageBytes, clock })
    const outbox = new Outbox({ config, accounts, mailbox, egress, files, events, audit, log, signal })

    env.routes(app => {
      accountRoutes(app, {
        accounts,
        check: (account, until) =>
          checkAccount(account, until, { dial, egress, timeoutSeconds: config.timeout_seconds, clock }),
        changed: workspaceId => connections.forget(workspaceId),
      })
      mailRoutes(app, mailbox, new SendGate(outbox, tools))
    })
    env.tool<{ count?: number; folder?: string }>('email_recent', recentTool(mailbox))
    env.tool<MailSearch>('email_search', searchTool(mailbox))
    env.tool<{ id: string }>('email_read', readTool(mailbox))
    env.tool<NewMessage>('email_send', sendTool(outbox), { check: sendCheck(outbox) })
  },
})
