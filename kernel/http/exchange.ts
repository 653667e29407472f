import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnauthenticatedError } from '@svc/plugin'
import type {
  IdempotentRequest,
  LogFields,
  Logger,
  Principal,
  RequestRate,
  RouteDefinition,
  RouteRequest,
  SvcError,
  Upload,
} from '@svc/plugin'
import type { CompiledRoute } from './schema-compiler.ts'
import type { ListedRoute } from './route-table.ts'
import { RequestLog } from './request-log.ts'
import type { Traffic } from './traffic.ts'
import { packed } from './packed.ts'
import { RequestUpload } from './uploads/request-upload.ts'
import type { UploadLimits } from './uploads/upload-body.ts'

/** Where a request came in: over the network, over the home's own socket, or from inside the process. */
export type Entrance = 'network' | 'operator' | 'inside'

/** A registered route with what is made for it at its first request. */
export interface ServedRoute extends ListedRoute {
  compiled: CompiledRoute | null
  bodyLimit: number
  /** The status of an answer whose handler sets none: the first success that is declared. */
  successStatus: number
  idempotent: boolean | 'handler'
  etag: boolean
}

export interface ExchangeContext {
  log: Logger
  publicUrl: string | null
  basePath: string
  traffic: Traffic
}

/** One request with its answer: what a handler sees of it, and what the room notes along the way. */
export class Exchange implements RouteRequest {
  readonly startedAt = performance.now()
  readonly route: ServedRoute | null
  readonly entrance: Entrance
  caller: Principal | null = null
  /** Why the caller may not have an answer any more, once that is so. */
  refusal: SvcError | null = null
  /** Set before the handler runs, on routes that keep the record themselves. */
  idempotency: IdempotentRequest | null = null
  rate: RequestRate | null = null
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #context: ExchangeContext
  #abort: AbortController | null = null
  #upload: RequestUpload | null = null
  #log: Logger | null = null
  #onCutOff: ((refusal: SvcError) => void) | null = null
  #logFields: LogFields | null = null

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    route: ServedRoute | null,
    entrance: Entrance,
    context: ExchangeContext,
  ) {
    this.#request = request
    this.#reply = reply
    this.route = route
    this.entrance = entrance
    this.#context = context
  }

  get id(): string {
    return this.#request.id
  }

  get method(): string {
    return this.#request.method
  }

  get url(): string {
    return this.#request.url
  }

  get params(): Record<string, string> {
    return this.#request.params as Record<string, string>
  }

  get query(): Record<string, string> {
    return this.#request.query as Record<string, string>
  }

  get body(): undefined {
    return this.#request.body as undefined
  }

  /** An absent body of a route that asks for nothing in it: the schema's defaults still apply. */
  assumeEmptyBody(): void {
    this.#request.body = {}
  }

  get bytes(): Uint8Array | null {
    return this.#request.bodyBytes
  }

  get upload(): Upload | null {
    return this.#upload
  }

  /** Takes the body as it comes. @throws CallerError 415, PayloadTooLargeError */
  openUpload(accepted: NonNullable<RouteDefinition['upload']>, limits: UploadLimits): void {
    const refused = packed(this.#request.headers)
    if (refused) throw refused
    this.#upload = new RequestUpload(this.#request.raw, accepted, limits)
  }

  get headers(): Readonly<Record<string, string | undefined>> {
    return this.#request.headers as Record<string, string | undefined>
  }

  get principal(): Principal {
    if (this.caller === null) throw new UnauthenticatedError()
    return this.caller
  }

  get ip(): string {
    return this.#request.ip ?? ''
  }

  get host(): string {
    return this.#request.host
  }

  get baseUrl(): string {
    return this.#context.publicUrl ?? `${this.#request.protocol}://${this.#request.host}${this.#context.basePath}`
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
    this.#log ??= new RequestLog(this.#context.log, this)
    return this.#log
  }

  /** True once the server stops: work that is cut off then has not failed. */
  get stopped(): boolean {
    return this.#context.traffic.stopping
  }

  /** Ends what the handler still does; a signal nobody read needs no abort. */
  abort(reason: Error): void {
    this.#abort?.abort(reason)
  }

  /** Told when the caller is cut off: a stream that reads no signal needs none made. */
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
    const raw = this.#reply.raw
    const { aborts } = this.#context.traffic
    if (raw.destroyed && !raw.writableFinished) controller.abort(clientLeft())
    if (this.refusal !== null) controller.abort(this.refusal)
    aborts.add(controller)
    raw.once('close', () => {
      aborts.delete(controller)
      if (!raw.writableFinished) controller.abort(clientLeft())
    })
    return controller
  }
}

function clientLeft(): DOMException {
  return new DOMException('The client left before the answer was finished.', 'AbortError')
}
