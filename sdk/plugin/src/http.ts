import type { Readable } from 'node:stream'
import type { Static } from 'typebox'
import type { FieldError } from './errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json-schema.ts'
import type { Principal, RoutePermission } from './principal.ts'
import type { Logger } from './core/runtime.ts'

/** The types of a request's parts; nothing is known of one that is left out. */
export interface RouteTypes {
  params?: unknown
  query?: unknown
  body?: unknown
}

type SchemaOrNone = JsonSchema | undefined

/**
 * What fits a schema, or `None` for a part without one. A TypeBox schema says it, and so does one that is written out in the route. Of a mere
 * `JsonSchema` nothing is known; `Type.Unsafe<Order>(schema)` says it then.
 */
type Fitting<Schema extends SchemaOrNone, None> = [Schema] extends [undefined]
  ? None
  : string extends keyof NonNullable<Schema>
    ? unknown
    : Static<NonNullable<Schema>>

/** A value that JSON writes as a `T`: lists may be readonly. Of any JSON, and of an object with any fields, nothing more is known. */
type Written<T> = JsonValue extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? string extends keyof T
        ? object
        : { readonly [key in keyof T]: Written<T[key]> }
      : T

/** What a response carries: by its schema, or nothing. Unknown where there is an example alone, or another type than JSON. */
type AnswerOf<Response> = RouteResponse extends Response
  ? unknown
  : Response extends { readonly contentType: string }
    ? unknown
    : Response extends { readonly schema: infer Schema extends JsonSchema }
      ? Written<Fitting<Schema, unknown>>
      : Response extends { readonly example: unknown }
        ? unknown
        : void

/** What a handler may return: the answer of one of its responses, a stream, or undefined with a status that has no body, such as 304. */
type Answer<Responses> =
  | StreamedReply
  | undefined
  | ([keyof Responses] extends [never]
      ? unknown
      : { [Status in keyof Responses]: AnswerOf<Responses[Status]> }[keyof Responses])

type Part<T, K extends keyof RouteTypes> = T extends { [P in K]: infer V } ? V : unknown

/** A request whose parts have the types that are named: `RouteRequest<{ body: Order }>`. */
export type RouteRequest<T extends RouteTypes = RouteTypes> = TypedRequest<
  Part<T, 'params'>,
  Part<T, 'query'>,
  Part<T, 'body'>
>

export interface TypedRequest<Params, Query, Body> {
  /** The request id: taken from `X-Request-Id` or made; in every log line and response. */
  readonly id: string
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The caller. On a `public` route without credentials, reading it throws `unauthenticated`. */
  readonly principal: Principal
  /** The caller, or null on a `public` route without credentials. */
  readonly caller: Principal | null
  /** The client's address, after `SVC_TRUST_PROXY`. */
  readonly ip: string
  /** Scheme, host and base path under which the client reaches us, without a trailing slash. */
  readonly baseUrl: string
  /** Aborts when the client leaves before the answer is finished, or when the server stops. */
  readonly signal: AbortSignal
  readonly log: Logger
  /** Where the route keeps the record itself (`idempotent: 'handler'`): what names the request; null without `Idempotency-Key`. */
  readonly idempotency: IdempotentRequest | null
  /** The body's bytes as they came, on a route with `keepBytes`; elsewhere null. */
  readonly bytes: Uint8Array | null
  /** The body as it arrives, on a route with `upload`; null when the body was JSON and the route takes that too. */
  readonly upload: Upload | null
  /** The caller's requests of this minute, this one among them; null where they are not counted. */
  readonly rate: RequestRate | null
}

/** What is left of a caller's requests a minute. */
export interface RequestRate {
  limit: number
  remaining: number
  reset_seconds: number
}

/** A field of a form, or a file in it. Read a file's `body` to its end, or leave the loop: the next part comes after it. */
export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; filename: string; contentType: string | null; body: Readable }

/** A body that is taken as it comes, at most the route's `bodyLimit` in all. */
export interface Upload {
  readonly isMultipart: boolean
  /** As the client says; null when it says nothing. */
  readonly contentType: string | null
  /** Bytes, as the client says; null when it does not. */
  readonly length: number | null
  /**
   * The whole body, once; of a form {@link parts}. Fails with PayloadTooLargeError over the limit, with ValidationError when the client leaves
   * before its end, with TimeoutError when nothing comes for 30 s.
   */
  readonly body: Readable
  /** The parts of `multipart/form-data`, in order. @throws ValidationError for a form that is not well made, as `body` */
  parts(): AsyncIterable<UploadPart>
}

/** One `Idempotency-Key` of one caller on one route. */
export interface IdempotentRequest {
  key_hash: string
  body_hash: string
  /** Milliseconds since the epoch; from then on the key is free again. */
  expires_at: number
}

/** One server-sent event; `data` is a JSON object that repeats `type`. */
export interface ServerSentEvent {
  /** Empty: it has none, and a reader that comes back goes on behind the event before it. */
  id: string
  type: string
  data: Record<string, unknown>
}

/** Bytes to a client that keeps its connection open. What is written after it has left is dropped. */
export interface ByteSink {
  /** False: the client reads more slowly than this writes; wait for {@link drained} before the next. */
  write(bytes: Uint8Array | string): boolean
  /** Resolves when there is room again. @throws when the client has left, or read nothing for so long that it was dropped */
  drained(): Promise<void>
}

export interface RouteReply {
  status(code: number): this
  header(name: string, value: string): this
  /**
   * Returned by a handler to send JSON that is text already, or UTF-8, such as a stored document: it is not compared with the response's
   * schema. Other requests get their turn between long pieces.
   */
  jsonText(pieces: Iterable<string | Uint8Array>): StreamedReply
  /** Returned by a handler to send a stream as it is. */
  stream(body: Readable, contentType: string): StreamedReply
  /**
   * Returned by a handler to send server-sent events: headers at once, a comment every 15 s, at most 256 KiB queued
   * for a slow reader. The iterable is ended (`return()`) when the reader leaves or the server stops. `after` is the id of the event
   * behind which the stream begins: a reader that is cut off before the first event sends it when it comes back.
   */
  sse(events: AsyncIterable<ServerSentEvent>, options?: { after?: string }): StreamedReply
  /**
   * Returned by a handler to send a stream in a form of its own: status and headers at once, then what `write` writes; its end
   * ends the answer, and what it throws cuts the connection, so it reports errors to the client itself. Counts among the
   * caller's open streams. `heartbeat` is sent after 15 s of silence. `unsent` is called when `write` never is: the caller has left, or is
   * refused.
   */
  bytes(
    options: { contentType: string; heartbeat?: string; unsent?: () => void },
    write: (sink: ByteSink) => Promise<void>,
  ): StreamedReply
}

/** What {@link RouteReply} makes of a stream, for a handler to return. */
export interface StreamedReply {
  readonly streamed: true
}

export interface RouteResponse {
  description: string
  /** Absent for an empty body. The handler's answer is typed by it. */
  schema?: JsonSchema
  /** {@link anyType} where the answer has the type of what it carries, such as a file. */
  contentType?: string
  /** Types that the handler answers with in place of the first, when it is asked to: `['text/event-stream']`. */
  otherTypes?: readonly string[]
  /**
   * Of a `text/event-stream`, for the OpenAPI document: what the `data` of its events holds, a union (`anyOf`) of objects by their `type`, each
   * with a `title`. `workspace`: the events of the workspace's log.
   */
  events?: JsonSchema | 'workspace'
  example?: unknown
}

/** The content type, in a route's definition, of an answer whose own type is that of what it carries. */
export const anyType = '*/*'

/** An error as a client may see it. For a bug, `detail` has nothing but the request id. */
export interface PublicProblem {
  status: number
  code: string
  detail: string
  request_id: string
  errors?: FieldError[]
  retry_after_seconds?: number
}

/** An error in the form of an API that is not ours. */
export interface ForeignProblem {
  status: number
  headers?: Record<string, string>
  body: JsonObject
}

/** Writes an error in the form of an API that is not ours. */
export type ProblemForm = (problem: PublicProblem) => ForeignProblem

/** The same at paths that have no route; null for those whose error keeps our own form. */
export type UnknownPathForm = (problem: PublicProblem) => ForeignProblem | null

/** A request example for the OpenAPI document. */
export interface RouteExample {
  summary?: string
  body?: unknown
  query?: Record<string, unknown>
}

/**
 * A route, whole: what it is for, who may call it, what goes in and out. Schemas are plain JSON Schema (TypeBox values fit);
 * objects in `body` are closed (`additionalProperties: false`). The OpenAPI document is made from these, and so are the handler's types.
 * A schema with a `title` in PascalCase (`MemoryDocument`) stands under that name among the document's components, once for all routes.
 */
export interface RouteDefinition<
  Params extends SchemaOrNone = SchemaOrNone,
  Query extends SchemaOrNone = SchemaOrNone,
  Body extends SchemaOrNone = SchemaOrNone,
  Uploads extends readonly ('multipart' | 'raw')[] | undefined = readonly ('multipart' | 'raw')[] | undefined,
  Responses extends Record<number, RouteResponse> = Record<number, RouteResponse>,
> {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/api/stats/analyses/:analysis_id`, within the manifest's `routes`. */
  path: string
  operationId: string
  summary: string
  description?: string
  /** Its group in the document. Default: the title of the plugin. */
  tag?: string
  /** A page, a file of one, or what parts of svc say to each other: in the document as `x-internal`, and not in the explorer. */
  internal?: boolean
  permission: RoutePermission
  params?: Params
  query?: Query
  body?: Body
  responses: Responses
  /** Problem codes beyond those every route has, by status: `{ 409: ['setup_complete'] }`. */
  errors?: Record<number, string[]>
  example?: RouteExample
  /**
   * Honour `Idempotency-Key`. Default: true for POST routes that are not `public`; what the handler does in the workspace's file before its
   * first wait is then in one transaction with the record. `handler`: it writes the record itself, in the transaction of what it does, and answers a repeated request with `Idempotency-Replayed: true`. `by-nature`: it takes no key and needs none, since the
   * same request twice changes no more than once. Clients send a POST again after a lost answer with `true`, `handler` and `by-nature`, never with false.
   */
  idempotent?: boolean | 'handler' | 'by-nature'
  /** Send an `ETag` and answer 304 to a matching `If-None-Match`. Default: true for GET routes with a JSON answer. */
  etag?: boolean
  /** False: not counted against the caller's requests a minute. For machines that are let in, with their work in small pieces, and for public files of a page. */
  rateLimited?: boolean
  /** The form of every error of this route, from the credential's to the handler's. Default: `application/problem+json`. */
  problem?: ProblemForm
  /** Keep the body's bytes for `request.bytes`, as a route does that passes them on untouched. */
  keepBytes?: boolean
  /**
   * The body is no JSON but bytes that are taken as they arrive, however long that takes: `multipart` forms, or `raw`, of any type. With a
   * `body` schema JSON is taken too, as ever. Its `idempotent` is `handler` or false: the bytes are not known before they are read.
   */
  upload?: Uploads
  /** The limit of JSON on a route with `upload`, in bytes; it is held in memory whole. Default 1 MiB. */
  jsonLimit?: number
  /** For the OpenAPI document: the fields of the form. Files are `{ type: 'string', format: 'binary' }`. The handler checks them. */
  form?: JsonSchema
  /** It is about the server that answers and its machine: with several servers, the operator's socket of one asks that one, whichever has the workspace. */
  aboutServer?: boolean
  /** For a public route that reads a workspace: which one, from the parameters of the path; null when they name none. */
  workspaceOf?(params: unknown): string | null
  /** A header that may carry the API key in place of `Authorization`, such as `x-api-key`. */
  keyHeader?: string
  /** The API key may come as the password of HTTP Basic, beside any user name. */
  keyAsPassword?: boolean
  /** Bytes; default 1 MiB. */
  bodyLimit?: number
  /** Values that JSON may hold, for batches and the like; default 10,000. A twentieth of them may have names of their own. */
  jsonMembers?: number
  /**
   * True when the answer is a stream or may take longer than the general request time; HEAD is not answered then. `download`: its bytes may take
   * longer to come, and HEAD asks for their facts.
   */
  longRunning?: boolean | 'download'
  handler(
    request: TypedRequest<
      Fitting<Params, Record<string, string>>,
      Fitting<Query, Record<string, string>>,
      // On a route with uploads JSON is one of several forms, so it may be absent.
      Fitting<Body, undefined> | (Uploads extends undefined ? never : undefined)
    >,
    reply: RouteReply,
  ): Answer<Responses> | Promise<Answer<Responses>>
}

/** Whether a content type is JSON; none is, too. */
export function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/(?:[\w.+-]+\+)?json\b/.test(contentType)
}

/** A route as a value, its handler typed by its schemas. */
export function route<
  const Params extends SchemaOrNone = undefined,
  const Query extends SchemaOrNone = undefined,
  const Body extends SchemaOrNone = undefined,
  const Uploads extends RouteDefinition['upload'] = undefined,
  const Responses extends Record<number, RouteResponse> = Record<number, RouteResponse>,
>(definition: RouteDefinition<Params, Query, Body, Uploads, Responses>): RouteDefinition
export function route(definition: RouteDefinition): RouteDefinition {
  return definition
}

/** Where a plugin's routes are collected during setup. */
export interface RouteRegistrar {
  route<
    const Params extends SchemaOrNone = undefined,
    const Query extends SchemaOrNone = undefined,
    const Body extends SchemaOrNone = undefined,
    const Uploads extends RouteDefinition['upload'] = undefined,
    const Responses extends Record<number, RouteResponse> = Record<number, RouteResponse>,
  >(
    definition: RouteDefinition<Params, Query, Body, Uploads, Responses>,
  ): void
  /** The form of the 404 at paths below the plugin's prefixes that have no route. Default: `application/problem+json`. */
  unknownPaths(form: UnknownPathForm): void
}

const basic = /^Basic +([\w+/=-]+) *$/i

/** The `Authorization` header of a request. A key that came as the password of Basic, on a route that takes it so, has the usual form. */
export function bearerOf(
  header: string | undefined,
  route?: Pick<RouteDefinition, 'keyAsPassword'>,
): string | undefined {
  const encoded = route?.keyAsPassword ? basic.exec(header ?? '')?.[1] : undefined
  if (encoded === undefined) return header
  const pair = Buffer.from(encoded, 'base64').toString()
  return `Bearer ${pair.slice(pair.indexOf(':') + 1)}`
}
