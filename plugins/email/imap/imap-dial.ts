import type { LookupFunction } from 'node:net'
import type { Egress, HostAddress } from '@svc/plugin'
import type { ImapFlow } from 'imapflow'
import { serverKey } from '../account/account.ts'
import type { Account } from '../account/account.ts'

export interface ImapDialOptions {
  egress: Egress
  /** For connecting, and for the greeting. */
  timeoutMs: number
  maxMessageBytes: number
}

const roomForFraming = 8 * 1024 * 1024
const maxLineBytes = 4 * 1024 * 1024

/** Signs in at the account's IMAP server. */
export class ImapDial {
  readonly #options: ImapDialOptions
  readonly #ends = new WeakMap<ImapFlow, unknown>()

  constructor(options: ImapDialOptions) {
    this.#options = options
  }

  /** @throws what egress and imapflow throw; the signal's reason, with nothing left open */
  async open(account: Account, signal: AbortSignal): Promise<ImapFlow> {
    const { egress, timeoutMs, maxMessageBytes } = this.#options
    const { imap, trusted } = account
    // imapflow takes no socket: it opens its own. It is given the addresses that egress has checked in place of a resolver, and an address
    // that stands in the account itself was checked there too, so it connects to nothing else.
    const addresses = await egress.addresses({
      host: imap.host,
      port: imap.port,
      signal,
      timeoutMs,
      ...(trusted && { trustedOrigins: [serverKey(imap)] }),
    })
    // Loaded at the first connection: boot does not have the time.
    const { ImapFlow: Client } = await import('imapflow')
    const dialOptions = { minVersion: 'TLSv1.2', lookup: onlyThese(addresses), autoSelectFamily: true } as const
    const client = new Client({
      host: imap.host,
      port: imap.port,
      secure: imap.security === 'tls',
      doSTARTTLS: imap.security === 'starttls',
      auth: { user: account.username, pass: account.password },
      tls: dialOptions,
      clientInfo: { name: 'svc' },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs * 4,
      maxLineLength: maxLineBytes,
      maxLiteralSize: maxMessageBytes + roomForFraming,
      maxResponseSize: maxMessageBytes + 2 * roomForFraming,
    })
    client.on('error', (error: unknown) => {
      this.#ends.set(client, error)
      client.close()
    })
    const close = () => client.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      signal.throwIfAborted()
      await client.connect()
      signal.throwIfAborted()
      return client
    } catch (error) {
      client.close()
      signal.throwIfAborted()
      throw this.reasonOf(client, error)
    } finally {
      signal.removeEventListener('abort', close)
    }
  }

  /** Why a call of the client failed. The library itself only says that the connection ended. */
  reasonOf(client: ImapFlow, error: unknown): unknown {
    return client.usable ? error : (this.#ends.get(client) ?? error)
  }
}

function onlyThese(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) return callback(null, [...addresses])
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  }
}
