import type { Call } from '../core/call.ts'
import type { Answer, Body, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import { Resource } from '../core/resource.ts'
import type { Transport } from '../core/transport/transport.ts'

/** The account through which mail is read and sent. */
class Account extends Resource {
  get(options?: RequestOptions): Call<Answer<'getEmailAccount'>> {
    return this.ask<'getEmailAccount'>('GET', '/api/email/account', { options })
  }

  set(body: Body<'setEmailAccount'>, options?: RequestOptions): Call<Answer<'setEmailAccount'>> {
    return this.ask<'setEmailAccount'>('PUT', '/api/email/account', { body, options })
  }

  delete(options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/email/account', { options })
  }

  /** Signs in to both servers, and sends nothing. */
  test(options?: RequestOptions): Call<Answer<'testEmailAccount'>> {
    return this.ask<'testEmailAccount'>('POST', '/api/email/account/test', { options })
  }
}

/** Mail of the connected account. */
export class Email extends Resource {
  readonly account: Account

  constructor(transport: Transport) {
    super(transport)
    this.account = new Account(transport)
  }

  recent(query?: Query<'listRecentEmail'>, options?: RequestOptions): Call<Answer<'listRecentEmail'>> {
    return this.ask<'listRecentEmail'>('GET', '/api/email/recent', { query, options })
  }

  search(query?: Query<'searchEmail'>, options?: RequestOptions): Call<Answer<'searchEmail'>> {
    return this.ask<'searchEmail'>('GET', '/api/email/search', { query, options })
  }

  get(message_id: string, options?: RequestOptions): Call<Answer<'getEmail'>> {
    return this.ask<'getEmail'>('GET', '/api/email/messages/{message_id}', { path: { message_id }, options })
  }

  attachment(message_id: string, n: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', '/api/email/messages/{message_id}/attachments/{n}', { path: { message_id, n }, options })
  }

  folders(options?: RequestOptions): Call<Answer<'listEmailFolders'>> {
    return this.ask<'listEmailFolders'>('GET', '/api/email/folders', { options })
  }

  /** Sends, or asks a person first. */
  send(body: Body<'sendEmail'>, options?: RequestOptions): Call<Answer<'sendEmail'>> {
    return this.ask<'sendEmail'>('POST', '/api/email/send', { body, options })
  }
}
