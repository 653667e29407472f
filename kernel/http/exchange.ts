import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnauthenticatedError } from '@svc/plugin'
import type {
  IdempotentRequest,
  Ids,
  JsonShape,
  LogFields,
  Logger,
  PluginEnv,
  Principal,
  UnknownPathForm,
  RequestRate,
  RouteDefinition,
  RouteRequest,
  SvcError,
  Upload,
} from '@svc/plugin'
import { withFields } from '../services/index.ts'
import type { Passage, Placement } from '../planes/index.ts'
import { handedOver, methodOf } from './connection/entrances.ts'
import type { HandedOver } from './connection/entrances.ts'
import type { IdempotentRun } from './idempotency/idempotency.ts'
import { packed } from './connection/json-body.ts'
import { gatedBody } from './replies/gated-body.ts'
import { AnswerHead } from './replies/route-reply.ts'
import type { CompiledRoute } from './routes/schema-compiler.ts'
import type { ListedRoute } from './routes/route-table.ts'
import type { Traffic } from './admission/traffic.ts'
import { isJsonBody, RequestUpload } from './uploads/request-upload.ts'
import type { CheckField } from './uploads/request-upload.ts'
import type { UploadLimits } from './uploads/upload-body.ts'

/** Where a request came in: over the network, over the home's own socket, or from inside the process. */
type Entrance = 'network' | HandedOver['entrance']

/** A registered route with what is made for it at its first request. */
export interface ServedRoute extends ListedRoute {
  compiled: CompiledRoute | null
  /** Bytes of a body that is held in memory whole. */
  bodyLimit: number
  /** Bytes of a body that is taken as it comes. */
  uploadLimit: number
  /** Of a JSON body. */
  shape: Required<JsonShape>
  /** The status of an answer whose handler sets none: the first success that is declared. */
  successStatus: number
  idempotent: boolean | 'handler'
  etag: boolean
  /** The last answer that was hashed: what is asked for again and again is mostly the same. */
  tagged: { body: string; etag: string } | null
}

export interface ExchangeContext {
  log: Logger
  ids: Ids
  publicUrl: string | null
  basePath: string
  traffic: Traffic
  phrase: PluginEnv['phrase']
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>
  /** The form of an error at a path without a route. */
  formAt(path: string): UnknownPathForm | undefined
  placement: Placement | null
}

/** Characters of which the encoding takes a good part of a millisecond. */
const longPiece = 64 * 1024
const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/

/** The id that the client gave its request, if it is a fair one, or a new one. */
export function requestIdOf({ headers }: IncomingMessage, ids: Ids): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : ids.create('req')
}

/** One request with its answer: what a handler sees of it, and what the room notes along the way. */
export class Exchange implements RouteRequest {
  readonly startedAt = performance.now()
  readonly id: string
  readonly route: ServedRoute | null
  handed: HandedOver | undefined
  /** Present when another server has sent the request on. */
  passage: Passage | null = null
  /** Another server has sent it on, and this one should not have it. */
  isMisplaced = false
  /** Another server has answered it, and counts it. */
  isSentOn = false
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  /** The head of the answer. */
  readonly reply: AnswerHead
  caller: Principal | null = null
  /** Whose records it is about; null for none, and where one server has all workspaces. */
  workspaceId: string | null = null
  /** Why the caller may not have an answer any more, once that is so. */
  refusal: SvcError | null = null
  /** Set before the handler runs, on routes that keep the record themselves. */
  idempotency: IdempotentRequest | null = null
  /** The record of the request that the room keeps itself, while it is under way. */
  idempotent: IdempotentRun | null = null
  /** What the handler goes on with, also when the transaction that it began in cannot be committed. */
  begun: Promise<unknown> | null = null
  rate: RequestRate | null = null
  /** Its turn at the event loop has come, or it waits for that. */
  hasTurn = false
  /** Bytes of a body that is held in memory whole. */
  bodyLength = 0
  /** Lets the person's next large body come. */
  endLarge: (() => void) | null = null
  readonly #request: FastifyRequest
  readonly #fastifyReply: FastifyReply
  readonly #context: ExchangeContext
  #abort: AbortController | null = null
  #upload: RequestUpload | null = null
  #log: Logger | null = null
  #onCutOff: ((refusal: SvcError) => void) | null = null
  #logFields: LogFields | null = null

  constructor(request: FastifyRequest, reply: FastifyReply, route: ServedRoute | null, context: ExchangeContext) {
    this.#request = request
    this.#fastifyReply = reply
    this.#context = context
    this.route = route
    this.raw = request.raw
    this.response = reply.raw
    this.handed = handedOver(request.raw)
    this.id = requestIdOf(request.raw, context.ids)
    this.reply = new AnswerHead({ ...context.headers, 'x-request-id': this.id })
    request.exchange = this
  }

  get entrance(): Entrance {
    return this.handed?.entrance ?? 'network'
  }

  get method(): string {
    return methodOf(this.raw)
  }

  get url(): string {
    return this.raw.url ?? ''
  }

  /** The path below the base path; of a URL that lies elsewhere, the whole. */
  get path(): string {
    const { basePath } = this.#context
    const path = this.url.split('?', 1)[0] ?? ''
    return path.startsWith(basePath) ? path.slice(basePath.length) : path
  }

  /** JSON of a problem, or of its part. */
  inWords(problem: unknown): string {
    return this.#context.phrase(JSON.stringify(problem))
  }

  /** Undefined: `application/problem+json`. */
  get problemForm(): UnknownPathForm | undefined {
    return this.route === null ? this.#context.formAt(this.path) : this.route.definition.problem
  }

  get params(): unknown {
    return this.#request.params
  }

  get query(): unknown {
    return this.#request.query
  }

  get body(): unknown {
    return this.#request.body
  }

  /** An absent body of a route that asks for nothing in it: the schema's defaults still apply. */
  assumeEmptyBody(): void {
    this.#request.body = {}
  }

  /** The body is taken as it comes. */
  get isUpload(): boolean {
    const definition = this.route?.definition
    return definition?.upload !== undefined && !isJsonBody(definition, this.headers)
  }

  get bytes(): Uint8Array | null {
    return this.#request.bodyBytes
  }

  get upload(): Upload | null {
    return this.#upload
  }

  /** Takes the body as it comes. @throws CallerError 415, PayloadTooLargeError */
  openUpload(accepted: NonNullable<RouteDefinition['upload']>, limits: UploadLimits, checkField: CheckField): void {
    const refused = packed(this.raw.headers)
    if (refused) throw refused
    this.#upload = new RequestUpload(this.raw, accepted, limits, checkField)
  }

  get headers(): Readonly<Record<string, string | undefined>> {
    return this.raw.headers as Record<string, string | undefined>
  }

  get principal(): Principal {
    if (this.caller === null) throw new UnauthenticatedError()
    return this.caller
  }

  get ip(): string {
    return this.passage?.ip ?? this.#request.ip ?? ''
  }

  get host(): string {
    return this.#request.host
  }

  get protocol(): string {
    return this.passage?.protocol ?? this.#request.protocol
  }

  get baseUrl(): string {
    return this.#context.publicUrl ?? `${this.protocol}://${this.#request.host}${this.#context.basePath}`
  }

  get signal(): AbortSignal {
    this.#abort ??= this.#watch()
    return this.#abort.signal
  }

  get logFields(): LogFields {
    this.#logFields ??= { request_id: this.id }
    return this.#logFields
  }

  get log(): Logger {
    // Named in lines outside of its work too.
    this.#log ??= withFields(this.#context.log, { request_id: this.id })
    return this.#log
  }

  /** True once the server stops: work that is cut off then has not failed. */
  get stopped(): boolean {
    return this.#context.traffic.stopping
  }

  /** Null where one server holds the home for itself. */
  get placement(): Placement | null {
    return this.#context.placement
  }

  /**
   * What is sent waits for it: resolves once all is kept that led to it, undefined when it is. What is asked from inside stays in the server.
   * @throws UnavailableError, also by the promise
   */
  kept(): Promise<void> | undefined {
    return this.entrance === 'inside' ? undefined : this.placement?.kept()
  }

  /** True once an answer, or the head of a stream, is on its way. */
  get answered(): boolean {
    return this.response.headersSent || this.response.writableEnded
  }

  /** Sends the whole answer. */
  send(status: number, body: string | Uint8Array | null, contentType: string | null): void {
    const { headers } = this.reply
    if (contentType !== null) headers['content-type'] = contentType
    if (body !== null) headers['content-length'] = String(Buffer.byteLength(body))
    else if (status !== 204 && status !== 304) headers['content-length'] = '0'
    this.response.writeHead(status, headers)
    if (body === null) this.response.end()
    else this.response.end(body)
  }

  /** Sends the whole answer, with a turn for others behind each long piece. */
  async sendPieces(status: number, pieces: readonly (string | Uint8Array)[], contentType: string): Promise<void> {
    if (pieces.every(piece => typeof piece === 'string' && piece.length < longPiece)) {
      this.send(status, pieces.join(''), contentType)
      return
    }
    const encoded: Uint8Array[] = []
    for (const piece of pieces) {
      encoded.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
      if (typeof piece === 'string' && piece.length >= longPiece) await nextTurn()
    }
    const { response } = this
    const length = encoded.reduce((sum, { byteLength }) => sum + byteLength, 0)
    response.writeHead(status, { ...this.reply.headers, 'content-type': contentType, 'content-length': length })
    for (const bytes of encoded) {
      if (response.destroyed) return
      response.write(bytes)
      if (bytes.byteLength >= longPiece) await nextTurn()
    }
    response.end()
  }

  /** Sends bytes as they come. Before the first of them, a fault of the source is answered as any other. */
  sendStream(status: number, body: Readable, contentType: string): void {
    if (this.method === 'HEAD') {
      body.destroy()
      this.response.writeHead(status, { ...this.reply.headers, 'content-type': contentType }).end()
      return
    }
    const isHeld = this.placement !== null && this.entrance !== 'inside'
    const sent = isHeld ? gatedBody(body, () => this.kept()) : body
    this.#fastifyReply.code(status).headers(this.reply.headers).header('content-type', contentType).send(sent)
  }

  /** Ends what the handler still does; a signal nobody read needs no abort. */
  abort(reason: Error): void {
    this.#abort?.abort(reason)
  }

  /** Called when the caller is cut off: a stream that reads no signal needs none made. */
  onCutOff(listener: (refusal: SvcError) => void): void {
    this.#onCutOff = listener
  }

  /** Ends the exchange of a caller whose credential ended meanwhile. */
  cutOff(refusal: SvcError): void {
    this.refusal ??= refusal
    this.#upload?.cut(refusal)
    this.#onCutOff?.(this.refusal)
    this.abort(refusal)
  }

  #watch(): AbortController {
    const controller = new AbortController()
    const { response } = this
    const { aborts } = this.#context.traffic
    if (response.destroyed && !response.writableFinished) controller.abort(clientLeft())
    if (this.refusal !== null) controller.abort(this.refusal)
    aborts.add(controller)
    response.once('close', () => {
      aborts.delete(controller)
      if (!response.writableFinished) controller.abort(clientLeft())
    })
    return controller
  }
}

function clientLeft(): DOMException {
  return new DOMException('The client left before the answer was finished.', 'AbortError')
}
