import type { FastifyReply } from 'fastify'
import { SvcError, TimeoutError, UnavailableError, ValidationError } from '@svc/plugin'
import type { JsonSchema, RouteDefinition } from '@svc/plugin'
import { answerOf, sendAnswer } from './answer.ts'
import type { Exchange, ServedRoute } from './exchange.ts'
import { ByteStreamWriter } from './byte-stream-writer.ts'
import { EventStreamWriter } from './event-stream-writer.ts'
import type { Idempotency, IdempotentRun } from './idempotency.ts'
import type { HttpLimits } from './limits.ts'
import { PerCaller } from './per-caller.ts'
import type { OpenStreams } from './open-streams.ts'
import { sendProblem } from './problem-sender.ts'
import { ByteStream, EventStream, FastifyRouteReply, OwnStream } from './route-reply.ts'
import { isJsonBody } from './uploads/request-upload.ts'
import type { CompiledRoute, SchemaCompiler } from './schema-compiler.ts'

export interface RunnerOptions {
  compiler: SchemaCompiler
  idempotency: Idempotency
  streams: OpenStreams
  limits: HttpLimits
}

/** One request under way. */
interface Run {
  route: ServedRoute
  exchange: Exchange
  reply: FastifyReply
  routeReply: FastifyRouteReply
  idempotent: IdempotentRun | null
  until: number
}

const sweepMs = 1000
const eventStreamType = 'text/event-stream; charset=utf-8'

/** From an admitted request to its answer: check the input, run the handler, send what it returned. */
export class RouteRunner {
  readonly #options: RunnerOptions
  readonly #uploads: PerCaller
  readonly #downloads: PerCaller
  /** Oldest first; all have the same time limit, so the first that is not due ends the sweep. */
  readonly #pending = new Set<Run>()
  #sweep: NodeJS.Timeout | undefined

  constructor(options: RunnerOptions) {
    this.#options = options
    const { downloadsPerPrincipal, uploadsPerPrincipal } = options.limits
    this.#uploads = new PerCaller(uploadsPerPrincipal, 'uploads')
    this.#downloads = new PerCaller(downloadsPerPrincipal, 'downloads')
  }

  run(route: ServedRoute, exchange: Exchange, reply: FastifyReply): void {
    const until = exchange.startedAt + this.#options.limits.handlerTimeoutMs
    const run: Run = { route, exchange, reply, routeReply: new FastifyRouteReply(reply), idempotent: null, until }
    if (route.compiled === null) void this.#compileFirst(run)
    else this.#handle(run, route.compiled)
  }

  close(): void {
    clearInterval(this.#sweep)
  }

  async #compileFirst(run: Run): Promise<void> {
    try {
      run.route.compiled = await this.#options.compiler.compile(run.route.definition)
    } catch (error) {
      this.#fail(run, error)
      return
    }
    this.#handle(run, run.route.compiled)
  }

  #handle(run: Run, compiled: CompiledRoute): void {
    const { route, exchange, reply } = run
    try {
      const reason = route.owner.unavailable()
      if (reason !== null) throw new UnavailableError(reason)
      const { upload } = route.definition
      if (upload && !isJsonBody(route.definition, exchange.headers)) {
        this.#uploads.enter(exchange, reply.raw)
        exchange.openUpload(upload, { bytes: route.bodyLimit, stallMs: this.#options.limits.uploadStallMs })
      }
      checkInput(compiled, route.definition, exchange)
      const isNamed = exchange.caller !== null && exchange.headers['idempotency-key'] !== undefined
      if (isNamed && route.idempotent === 'handler') {
        exchange.idempotency = this.#options.idempotency.identify(exchange)
      } else if (isNamed && route.idempotent) {
        const begun = this.#options.idempotency.begin(exchange)
        if (begun.kind === 'replay') {
          reply.headers(begun.headers).header('idempotency-replayed', 'true')
          sendAnswer(exchange, reply, begun.answer)
          return
        }
        run.idempotent = begun
      }
      const result = route.definition.handler(exchange, run.routeReply)
      if (result instanceof Promise) this.#wait(run, result)
      else this.#settle(run, result)
    } catch (error) {
      this.#fail(run, error)
    }
  }

  #wait(run: Run, result: Promise<unknown>): void {
    if (!run.route.definition.longRunning && !run.exchange.upload) {
      this.#sweep ??= setInterval(() => this.#expire(), sweepMs).unref()
      this.#pending.add(run)
    }
    result
      .then(value => {
        this.#pending.delete(run)
        this.#settle(run, value)
      })
      .catch((error: unknown) => {
        this.#pending.delete(run)
        this.#fail(run, error)
      })
  }

  #settle(run: Run, value: unknown): void {
    const { route, exchange, reply, routeReply } = run
    if (exchange.refusal) throw exchange.refusal
    if (value instanceof EventStream) {
      run.idempotent?.release()
      this.#openEvents(run, value)
      return
    }
    if (value instanceof OwnStream) {
      run.idempotent?.release()
      this.#openBytes(run, value)
      return
    }
    if (value instanceof ByteStream) {
      run.idempotent?.release()
      this.#watchDownload(run, value)
      reply
        .code(routeReply.statusCode ?? route.successStatus)
        .header('content-type', value.contentType)
        .send(value.body)
      return
    }
    const answer = answerOf(route, routeReply.statusCode ?? route.successStatus, value)
    run.idempotent?.complete(answer, reply.getHeaders())
    if (!reply.sent) sendAnswer(exchange, reply, answer)
  }

  /** A reader that stopped reading holds a file and a connection. */
  #watchDownload({ exchange, reply }: Run, { body }: ByteStream): void {
    try {
      this.#downloads.enter(exchange, reply.raw)
    } catch (error) {
      body.destroy()
      throw error
    }
    if (exchange.entrance !== 'network') return
    const { raw } = reply
    raw.setTimeout(this.#options.limits.downloadStallMs, () => {
      // Else it is the source that has nothing to send.
      if (raw.writableLength > 0) raw.destroy()
    })
  }

  #openEvents({ exchange, reply }: Run, { events }: EventStream): void {
    const { limits, streams } = this.#options
    const head = { contentType: eventStreamType, status: 200, kind: 'events', most: limits.streamsPerPrincipal }
    streams.open(exchange, reply, head, raw => new EventStreamWriter(exchange, raw, events, limits))
  }

  #openBytes({ exchange, reply, routeReply, route }: Run, { contentType, heartbeat, write }: OwnStream): void {
    const { limits, streams } = this.#options
    const status = routeReply.statusCode ?? route.successStatus
    const head = { contentType, status, kind: 'bytes', most: limits.byteStreamsPerPrincipal }
    streams.open(
      exchange,
      reply,
      head,
      raw => new ByteStreamWriter({ exchange, raw, source: write, heartbeat, limits }),
    )
  }

  #fail(run: Run, thrown: unknown): void {
    // Given up on by the sweep: the 504 is out, only the record is still to be settled.
    if (run.reply.sent) {
      run.idempotent?.release()
      return
    }
    const { refusal } = run.exchange
    const error = sendProblem(run.exchange, run.reply, refusal ?? thrown, run.route.bodyLimit)
    if (refusal) run.idempotent?.release()
    else run.idempotent?.fail(error, run.exchange.id)
  }

  #expire(): void {
    const now = performance.now()
    for (const run of this.#pending) {
      if (run.until > now) return
      this.#pending.delete(run)
      const error = new TimeoutError(
        `The request took longer than ${this.#options.limits.handlerTimeoutMs / 1000} s and was given up.`,
      )
      sendProblem(run.exchange, run.reply, error, run.route.bodyLimit)
      run.exchange.abort(error)
    }
  }
}

/** @throws ValidationError of the first part that does not fit, or what was wrong with the body's bytes */
function checkInput(compiled: CompiledRoute, definition: RouteDefinition, exchange: Exchange): void {
  const body: unknown = exchange.body
  if (body instanceof SvcError) throw body
  const error = compiled.path?.(exchange.params) ?? compiled.query(exchange.query)
  if (error) throw error
  if (exchange.upload) return
  if (compiled.body === null) {
    assertNoBody(body)
    return
  }
  if (body === undefined) {
    if (!mayBeEmpty(definition.body)) {
      const message = 'is missing: send a JSON object with "Content-Type: application/json"'
      throw new ValidationError(`body ${message}`, [{ path: '', message }])
    }
    exchange.assumeEmptyBody()
  }
  const bodyError = compiled.body(exchange.body)
  if (bodyError) throw bodyError
}

/** A body may be left out where an empty object would do. */
function mayBeEmpty(schema: JsonSchema | undefined): boolean {
  const required = schema?.['required']
  return !Array.isArray(required) || required.length === 0
}

/** Clients send `{}` where nothing is asked for; anything else is a mistake that must not pass in silence. */
function assertNoBody(body: unknown): void {
  if (body === undefined) return
  if (typeof body === 'object' && body !== null && Object.keys(body).length === 0) return
  throw new ValidationError('body must be empty: this route takes none.', [{ path: '', message: 'must be empty' }])
}
