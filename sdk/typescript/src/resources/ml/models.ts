import type { Accepted, Answer, Body, Item, ListQuery, Outcome } from '../../core/operations.ts'
import type { Call } from '../../core/call.ts'
import type { Pages } from '../../core/page.ts'
import { Resource } from '../../core/resource.ts'
import { importParts } from '../../core/transport/multipart.ts'
import type { ImportedFile } from '../../core/transport/multipart.ts'
import type { RequestOptions } from '../../core/transport/options.ts'

const all = '/api/ml/models'
const one = `${all}/{name}`
const versions = `${one}/versions`

/** An ONNX file from elsewhere, as the version of a model. */
export type OnnxVersion = ImportedFile<Pick<Body<'registerModelVersion'>, 'description' | 'tags'>>

/** Registered models with their versions and aliases, and what they are asked. `name` is the name or the id. */
export class Models extends Resource {
  /** Of rows, or of a whole dataset; with `mode: "job"` the job's result is a new dataset. */
  predict(name: string, body: Body<'predict'> & { mode: 'job' }, options?: RequestOptions): Call<Accepted<'predict'>>
  predict(name: string, body: Body<'predict'> & { mode?: 'wait' }, options?: RequestOptions): Call<Outcome<'predict'>>
  predict(name: string, body: Body<'predict'>, options?: RequestOptions): Call<Answer<'predict'>>
  predict(name: string, body: Body<'predict'>, options?: RequestOptions): Call<Answer<'predict'>> {
    return this.ask<'predict'>('POST', `${one}/predict`, { path: { name }, body, options })
  }

  /** Whether the rows of a dataset are still those that the model was trained on. */
  drift(
    name: string,
    body: Body<'checkDrift'> & { mode: 'job' },
    options?: RequestOptions,
  ): Call<Accepted<'checkDrift'>>
  drift(
    name: string,
    body: Body<'checkDrift'> & { mode?: 'wait' },
    options?: RequestOptions,
  ): Call<Outcome<'checkDrift'>>
  drift(name: string, body: Body<'checkDrift'>, options?: RequestOptions): Call<Answer<'checkDrift'>>
  drift(name: string, body: Body<'checkDrift'>, options?: RequestOptions): Call<Answer<'checkDrift'>> {
    return this.ask<'checkDrift'>('POST', `${one}/drift`, { path: { name }, body, options })
  }

  /** The file; a version that cannot be exported is refused with the reason. */
  onnx(name: string, version: number, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', `${one}/versions/{version}/onnx`, { path: { name, version: String(version) }, options })
  }

  create(body: Body<'createRegisteredModel'>, options?: RequestOptions): Call<Answer<'createRegisteredModel'>> {
    return this.ask<'createRegisteredModel'>('POST', all, { body, options })
  }

  list(query?: ListQuery<'listRegisteredModels'>, options?: RequestOptions): Pages<Item<'listRegisteredModels'>> {
    return this.pages<'listRegisteredModels'>(all, { query, options })
  }

  get(name: string, options?: RequestOptions): Call<Answer<'getRegisteredModel'>> {
    return this.ask<'getRegisteredModel'>('GET', one, { path: { name }, options })
  }

  update(
    name: string,
    body: Body<'updateRegisteredModel'>,
    options?: RequestOptions,
  ): Call<Answer<'updateRegisteredModel'>> {
    return this.ask<'updateRegisteredModel'>('PATCH', one, { path: { name }, body, options })
  }

  /** For good. One that has an alias takes `confirm`, its name. */
  delete(name: string, query: { confirm?: string } = {}, options?: RequestOptions): Call<void> {
    return this.done('DELETE', one, { path: { name }, query, options })
  }

  /** Lets an alias point to a version; `champion` is what serves where nothing else is named. */
  alias(name: string, alias: string, version: number, options?: RequestOptions): Call<Answer<'setModelAlias'>> {
    return this.ask<'setModelAlias'>('PUT', `${one}/aliases/{alias}`, {
      path: { name, alias },
      body: { version },
      options,
    })
  }

  deleteAlias(name: string, alias: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${one}/aliases/{alias}`, { path: { name, alias }, options })
  }

  /** Who moved an alias, when and from which version, newest first. */
  aliasChanges(
    name: string,
    query?: ListQuery<'listModelAliasChanges'>,
    options?: RequestOptions,
  ): Pages<Item<'listModelAliasChanges'>> {
    return this.pages<'listModelAliasChanges'>(`${one}/alias-changes`, { path: { name }, query, options })
  }

  /** What a run kept, or an ONNX file, becomes the next version of the model. */
  register(
    name: string,
    body: Body<'registerModelVersion'> | OnnxVersion,
    options?: RequestOptions,
  ): Call<Answer<'registerModelVersion'>> {
    return this.ask<'registerModelVersion'>('POST', versions, { path: { name }, ...importParts(body), options })
  }

  versions(
    name: string,
    query?: ListQuery<'listModelVersions'>,
    options?: RequestOptions,
  ): Pages<Item<'listModelVersions'>> {
    return this.pages<'listModelVersions'>(versions, { path: { name }, query, options })
  }

  version(name: string, version: number, options?: RequestOptions): Call<Answer<'getModelVersion'>> {
    return this.ask<'getModelVersion'>('GET', `${versions}/{version}`, {
      path: { name, version: String(version) },
      options,
    })
  }

  updateVersion(
    name: string,
    version: number,
    body: Body<'updateModelVersion'>,
    options?: RequestOptions,
  ): Call<Answer<'updateModelVersion'>> {
    return this.ask<'updateModelVersion'>('PATCH', `${versions}/{version}`, {
      path: { name, version: String(version) },
      body,
      options,
    })
  }

  /** Its number is never used again. */
  deleteVersion(name: string, version: number, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${versions}/{version}`, { path: { name, version: String(version) }, options })
  }
}
