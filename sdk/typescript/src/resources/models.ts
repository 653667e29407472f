import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import type { Transport } from '../core/transport/transport.ts'

/** Where models come from. */
class Providers extends Resource {
  list(options?: RequestOptions): Call<Answer<'listModelProviders'>> {
    return this.ask<'listModelProviders'>('GET', '/api/models/providers', { options })
  }

  create(body: Body<'createModelProvider'>, options?: RequestOptions): Call<Answer<'createModelProvider'>> {
    return this.ask<'createModelProvider'>('POST', '/api/models/providers', { body, options })
  }

  get(provider_id: string, options?: RequestOptions): Call<Answer<'getModelProvider'>> {
    return this.ask<'getModelProvider'>('GET', '/api/models/providers/{provider_id}', {
      path: { provider_id },
      options,
    })
  }

  update(
    provider_id: string,
    body: Body<'updateModelProvider'> = {},
    options?: RequestOptions,
  ): Call<Answer<'updateModelProvider'>> {
    return this.ask<'updateModelProvider'>('PATCH', '/api/models/providers/{provider_id}', {
      path: { provider_id },
      body,
      options,
    })
  }

  delete(provider_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/models/providers/{provider_id}', { path: { provider_id }, options })
  }

  test(provider_id: string, options?: RequestOptions): Call<Answer<'testModelProvider'>> {
    return this.ask<'testModelProvider'>('POST', '/api/models/providers/{provider_id}/test', {
      path: { provider_id },
      options,
    })
  }

  /** The same with settings that are not saved. */
  testUnsaved(
    body: Body<'testUnsavedModelProvider'>,
    options?: RequestOptions,
  ): Call<Answer<'testUnsavedModelProvider'>> {
    return this.ask<'testUnsavedModelProvider'>('POST', '/api/models/providers/test', { body, options })
  }
}

/** The workspace's choice of models. */
class Settings extends Resource {
  get(options?: RequestOptions): Call<Answer<'getModelSettings'>> {
    return this.ask<'getModelSettings'>('GET', '/api/models/settings', { options })
  }

  set(body: Body<'setModelSettings'>, options?: RequestOptions): Call<Answer<'setModelSettings'>> {
    return this.ask<'setModelSettings'>('PUT', '/api/models/settings', { body, options })
  }
}

/** The models that answer, and what they cost. */
export class Models extends Resource {
  readonly providers: Providers
  readonly settings: Settings

  constructor(transport: Transport) {
    super(transport)
    this.providers = new Providers(transport)
    this.settings = new Settings(transport)
  }

  list(options?: RequestOptions): Call<Answer<'listModels'>> {
    return this.ask<'listModels'>('GET', '/api/models', { options })
  }

  calls(query?: ListQuery<'listModelCalls'>, options?: RequestOptions): Pages<Item<'listModelCalls'>> {
    return this.pages<'listModelCalls'>('/api/models/calls', { query, options })
  }

  budget(options?: RequestOptions): Call<Answer<'getTokenBudget'>> {
    return this.ask<'getTokenBudget'>('GET', '/api/models/budget', { options })
  }
}
