import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import type { Transport } from '../core/transport/transport.ts'

/** Developer keys. */
class Keys extends Resource {
  list(query?: ListQuery<'listKeys'>, options?: RequestOptions): Pages<Item<'listKeys'>> {
    return this.pages<'listKeys'>('/api/developer/keys', { query, options })
  }

  /** The answer has the `key`, this once. */
  create(body: Body<'createKey'>, options?: RequestOptions): Call<Answer<'createKey'>> {
    return this.ask<'createKey'>('POST', '/api/developer/keys', { body, options })
  }

  get(key_id: string, options?: RequestOptions): Call<Answer<'getKey'>> {
    return this.ask<'getKey'>('GET', '/api/developer/keys/{key_id}', { path: { key_id }, options })
  }

  revoke(key_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/developer/keys/{key_id}', { path: { key_id }, options })
  }

  /** A new key in the place of this one, which lives on for `grace_seconds`. */
  rotate(key_id: string, body: Body<'rotateKey'> = {}, options?: RequestOptions): Call<Answer<'rotateKey'>> {
    return this.ask<'rotateKey'>('POST', '/api/developer/keys/{key_id}/rotate', { path: { key_id }, body, options })
  }
}

/** Addresses to which events are sent. */
class WebhookEndpoints extends Resource {
  list(query?: ListQuery<'listWebhooks'>, options?: RequestOptions): Pages<Item<'listWebhooks'>> {
    return this.pages<'listWebhooks'>('/api/developer/webhooks', { query, options })
  }

  /** The answer has the `secret`, this once. */
  create(body: Body<'createWebhook'>, options?: RequestOptions): Call<Answer<'createWebhook'>> {
    return this.ask<'createWebhook'>('POST', '/api/developer/webhooks', { body, options })
  }

  get(webhook_id: string, options?: RequestOptions): Call<Answer<'getWebhook'>> {
    return this.ask<'getWebhook'>('GET', '/api/developer/webhooks/{webhook_id}', { path: { webhook_id }, options })
  }

  update(
    webhook_id: string,
    body: Body<'updateWebhook'> = {},
    options?: RequestOptions,
  ): Call<Answer<'updateWebhook'>> {
    return this.ask<'updateWebhook'>('PATCH', '/api/developer/webhooks/{webhook_id}', {
      path: { webhook_id },
      body,
      options,
    })
  }

  delete(webhook_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/developer/webhooks/{webhook_id}', { path: { webhook_id }, options })
  }

  test(webhook_id: string, options?: RequestOptions): Call<Answer<'testWebhook'>> {
    return this.ask<'testWebhook'>('POST', '/api/developer/webhooks/{webhook_id}/test', {
      path: { webhook_id },
      options,
    })
  }

  rotate(webhook_id: string, options?: RequestOptions): Call<Answer<'rotateWebhookSecret'>> {
    return this.ask<'rotateWebhookSecret'>('POST', '/api/developer/webhooks/{webhook_id}/rotate', {
      path: { webhook_id },
      options,
    })
  }

  deliveries(
    webhook_id: string,
    query?: ListQuery<'listWebhookDeliveries'>,
    options?: RequestOptions,
  ): Pages<Item<'listWebhookDeliveries'>> {
    return this.pages<'listWebhookDeliveries'>('/api/developer/webhooks/{webhook_id}/deliveries', {
      path: { webhook_id },
      query,
      options,
    })
  }

  delivery(delivery_id: string, options?: RequestOptions): Call<Answer<'getWebhookDelivery'>> {
    return this.ask<'getWebhookDelivery'>('GET', '/api/developer/webhooks/deliveries/{delivery_id}', {
      path: { delivery_id },
      options,
    })
  }

  redeliver(delivery_id: string, options?: RequestOptions): Call<Answer<'redeliverWebhookDelivery'>> {
    return this.ask<'redeliverWebhookDelivery'>('POST', '/api/developer/webhooks/deliveries/{delivery_id}/redeliver', {
      path: { delivery_id },
      options,
    })
  }
}

/** The developer portal: keys, usage, webhooks. */
export class Developer extends Resource {
  readonly keys: Keys
  readonly webhooks: WebhookEndpoints

  constructor(transport: Transport) {
    super(transport)
    this.keys = new Keys(transport)
    this.webhooks = new WebhookEndpoints(transport)
  }

  platform(options?: RequestOptions): Call<Answer<'getPlatform'>> {
    return this.ask<'getPlatform'>('GET', '/api/developer/platform', { options })
  }

  /** Who calls, with which scopes and preferences. */
  me(options?: RequestOptions): Call<Answer<'getMe'>> {
    return this.ask<'getMe'>('GET', '/api/auth/me', { options })
  }

  /** Sets the preferences that are named, removes those that are null, and leaves the rest. */
  updateMe(body: Body<'updateMe'>, options?: RequestOptions): Call<Answer<'updateMe'>> {
    return this.ask<'updateMe'>('PATCH', '/api/auth/me', { body, options })
  }

  usage(query?: Query<'getUsage'>, options?: RequestOptions): Call<Answer<'getUsage'>> {
    return this.ask<'getUsage'>('GET', '/api/developer/usage', { query, options })
  }
}
