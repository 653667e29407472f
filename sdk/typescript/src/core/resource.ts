import { Call, readBytes, readJson } from './call.ts'
import type { Answer, Item, Operation } from './operations.ts'
import type { QueryValue, RequestOptions } from './transport/options.ts'
import { Pages } from './page.ts'
import type { Page } from './page.ts'
import { fillPath } from './transport/path.ts'
import type { Content, Method, Request, Transport } from './transport/transport.ts'

/** What one call sends. */
export interface Parts {
  path?: Readonly<Record<string, string>>
  query?: object | undefined
  /** An object to be sent as JSON. */
  body?: unknown
  content?: Content
  headers?: Readonly<Record<string, string>>
  options?: RequestOptions | undefined
}

/** A module of the client: its methods say what they send, and the document says the types. */
export class Resource {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    // Not enumerable: a client that is printed shows its modules, not what they share.
    Object.defineProperty(this, 'transport', { value: transport, enumerable: false })
    this.transport = transport
  }

  /** One answer as JSON. The type's name is the operation's id. */
  protected ask<Op extends Operation, Value = Answer<Op>>(
    method: Method,
    path: string,
    parts: Parts = {},
  ): Call<Value> {
    return new Call(async () => this.transport.send(this.request(method, path, parts)), readJson<Value>)
  }

  /** An operation that answers nothing. */
  protected done(method: Method, path: string, parts: Parts = {}): Call<void> {
    return new Call(async () => this.transport.send(this.request(method, path, parts)), readJson<void>)
  }

  /** The bytes of a file. */
  protected bytes(method: Method, path: string, parts: Parts = {}): Call<Uint8Array> {
    return new Call(async () => this.transport.send({ ...this.request(method, path, parts), accept: '*/*' }), readBytes)
  }

  /** A list, page by page. */
  protected pages<Op extends Operation, Value = Item<Op>>(path: string, parts: Parts = {}): Pages<Value> {
    return new Pages(cursor =>
      this.ask<Op, Page<Value>>('GET', path, {
        ...parts,
        query: cursor === undefined ? parts.query : { ...parts.query, cursor },
      }),
    )
  }

  /** @throws SvcError for a path or a body that cannot be sent */
  protected request(method: Method, path: string, { path: values, query, ...rest }: Parts): Request {
    return { method, path: fillPath(path, values), query: query as Readonly<Record<string, QueryValue>>, ...rest }
  }
}
