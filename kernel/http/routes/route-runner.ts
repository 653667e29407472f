import { bodyFault, SvcError, TimeoutError, UnavailableError, ValidationError } from '@svc/plugin'
import type { JsonSchema, RouteDefinition } from '@svc/plugin'
import type { Authenticator } from '../../auth/auth.ts'
import { answerOf, sendAnswer } from '../replies/answer.ts'
import type { Answer } from '../replies/answer.ts'
import type { Exchange, ServedRoute } from '../exchange.ts'
import { ByteStreamWriter } from '../replies/byte-stream-writer.ts'
import { EventStreamWriter } from '../replies/event-stream-writer.ts'
import { answerOfRefusal, mayPass } from '../idempotency/idempotency.ts'
import type { DoneAtOnce, Idempotency, IdempotentRun } from '../idempotency/idempotency.ts'
import type { HttpLimits } from '../limits.ts'
import { PerCaller } from '../admission/per-caller.ts'
import type { OpenStreams } from '../replies/open-streams.ts'
import { asSvcError, sendProblem } from '../replies/problem.ts'
import { Streamed } from '../replies/route-reply.ts'
import type { CheckField } from '../uploads/request-upload.ts'
import type { CompiledRoute, SchemaCompiler } from './schema-compiler.ts'

interface RunnerOptions {
  auth: Pick<Authenticator, 'assertMayRead'>
  compiler: SchemaCompiler
  idempotency: Idempotency
  streams: OpenStreams
  limits: HttpLimits
}

/** What a handler gave before its first wait; a stream is sent later. */
type Handled = { later: Promise<unknown> } | { answer: Answer } | { refused: SvcError }

const sweepMs = 1000
const eventStreamType = 'text/event-stream; charset=utf-8'

/** From an admitted request to its answer: check the input, run the handler, send what it returned. */
export class RouteRunner {
  readonly #options: RunnerOptions
  readonly #uploads: PerCaller
  readonly #downloads: PerCaller
  /** Oldest first; all have the same time limit, so the first that is not due ends the sweep. */
  readonly #pending = new Set<Exchange>()
  #sweep: NodeJS.Timeout | undefined

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#uploads = new PerCaller(options.limits.uploadsPerPrincipal, 'uploads are under way')
    this.#downloads = new PerCaller(options.limits.downloadsPerPrincipal, 'downloads are under way')
  }

  run(route: ServedRoute, exchange: Exchange): void {
    if (route.compiled === null) void this.#compileFirst(route, exchange)
    else this.#begin(route, exchange, route.compiled)
  }

  close(): void {
    clearInterval(this.#sweep)
  }

  async #compileFirst(route: ServedRoute, exchange: Exchange): Promise<void> {
    try {
      route.compiled = await this.#options.compiler.compile(route.definition)
    } catch (error) {
      this.#fail(exchange, error)
      return
    }
    this.#begin(route, exchange, route.compiled)
  }

  #begin(route: ServedRoute, exchange: Exchange, compiled: CompiledRoute): void {
    const { placement, response, workspaceId } = exchange
    if (placement === null || exchange.entrance === 'inside') {
      void this.#handle(route, exchange, compiled)
      return
    }
    placement.tracked(over => {
      const handled = (): void => void (response.destroyed ? over() : response.once('close', over))
      const handling = this.#handle(route, exchange, compiled)
      if (handling === undefined) handled()
      else void handling.then(handled)
    }, workspaceId ?? undefined)
  }

  /** Undefined, or a promise of the handler's end. */
  #handle(route: ServedRoute, exchange: Exchange, compiled: CompiledRoute): Promise<void> | undefined {
    try {
      const reason = route.owner.unavailable()
      if (reason !== null) throw new UnavailableError(reason)
      const { upload } = route.definition
      if (upload && exchange.isUpload) {
        if (exchange.entrance === 'network') this.#uploads.enter(exchange)
        exchange.openUpload(
          upload,
          { bytes: route.uploadLimit, stallMs: this.#options.limits.uploadStallMs },
          this.#checkOfField(route, exchange),
        )
      }
      checkInput(compiled, route.definition, exchange)
      this.#checkRecords(route, exchange)
      if (exchange.headers['idempotency-key'] !== undefined && exchange.caller !== null) {
        if (route.idempotent === true) return this.#handleOnce(route, exchange)
        if (route.idempotent === 'handler') exchange.idempotency = this.#options.idempotency.identify(exchange)
      }
      const result = route.definition.handler(exchange, exchange.reply)
      if (result instanceof Promise) return this.#wait(route, exchange, result)
      this.#settle(route, exchange, result)
    } catch (error) {
      void exchange.begun?.then(value => value instanceof Streamed && value.leave(exchange)).catch(() => undefined)
      this.#fail(exchange, error)
    }
    return undefined
  }

  #checkRecords({ definition, owner: { plugin } }: ServedRoute, exchange: Exchange): void {
    const { caller } = exchange
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = definition[part]
      if (schema && caller) this.#options.auth.assertMayRead(caller, { plugin, schema, value: exchange[part] })
    }
  }

  /** Fields of a form come one by one. */
  #checkOfField({ definition: { form }, owner: { plugin } }: ServedRoute, { caller }: Exchange): CheckField {
    return (name, value) => {
      if (form && caller) this.#options.auth.assertMayRead(caller, { plugin, schema: form, value: { [name]: value } })
    }
  }

  /** Sends the answer that was kept for the request's `Idempotency-Key`, or runs the first request of its key. */
  #handleOnce(route: ServedRoute, exchange: Exchange): Promise<void> | undefined {
    const once = this.#options.idempotency.once(exchange, run => this.#handleAtOnce(route, exchange, run))
    if ('replay' in once) {
      const { answer, headers } = once.replay
      Object.assign(exchange.reply.headers, headers, { 'idempotency-replayed': 'true' })
      this.#whenKept(exchange, () => sendAnswer(exchange, answer))
      return undefined
    }
    const done = once.value
    if ('later' in done) return this.#wait(route, exchange, done.later)
    if ('refused' in done) this.#fail(exchange, done.refused)
    else this.#answer(exchange, done.answer)
    return undefined
  }

  /** An error that a second try would get as well is kept as an answer; any other one undoes what the handler did. */
  #handleAtOnce(route: ServedRoute, exchange: Exchange, run: IdempotentRun): DoneAtOnce<Handled> {
    const { definition, successStatus } = route
    try {
      const value = definition.handler(exchange, exchange.reply)
      if (value instanceof Promise || value instanceof Streamed) {
        exchange.idempotent = run
        exchange.begun = Promise.resolve(value)
        return { value: { later: exchange.begun }, kept: null }
      }
      const answer = answerOf(route, exchange.reply.statusCode ?? successStatus, value)
      return { value: { answer }, kept: { answer, headers: exchange.reply.headers } }
    } catch (error) {
      if (!(error instanceof SvcError) || mayPass(error.status)) throw error
      return { value: { refused: error }, kept: { answer: answerOfRefusal(error, exchange.id), headers: {} } }
    }
  }

  async #wait(route: ServedRoute, exchange: Exchange, result: Promise<unknown>): Promise<void> {
    if (!route.definition.longRunning && exchange.upload === null) {
      this.#sweep ??= setInterval(() => this.#expire(), sweepMs).unref()
      this.#pending.add(exchange)
    }
    try {
      const value = await result
      this.#pending.delete(exchange)
      this.#settle(route, exchange, value)
    } catch (error) {
      this.#pending.delete(exchange)
      this.#fail(exchange, error)
    }
  }

  #settle(route: ServedRoute, exchange: Exchange, value: unknown): void {
    const status = exchange.reply.statusCode ?? route.successStatus
    if (value instanceof Streamed) {
      exchange.idempotent?.release()
      const left = (): void => value.leave(exchange)
      this.#whenKept(exchange, () => this.#stream(exchange, status, value), left)
      return
    }
    const answer = answerOf(route, status, value)
    exchange.idempotent?.complete(answer, exchange.reply.headers)
    this.#answer(exchange, answer)
  }

  #answer(exchange: Exchange, answer: Answer): void {
    // Only now: the work is done, and must not run again.
    if (exchange.refusal) throw exchange.refusal
    this.#whenKept(exchange, () => {
      if (!exchange.answered) sendAnswer(exchange, answer)
    })
  }

  /** Sends once all is kept that led to the answer; `unsent` is called when it will not be. */
  #whenKept(exchange: Exchange, send: () => void, unsent?: () => void): void {
    const refuse = (error: unknown): void => {
      unsent?.()
      sendProblem(exchange, error)
    }
    try {
      const kept = exchange.kept()
      if (kept === undefined) send()
      else void kept.then(send).catch(refuse)
    } catch (error) {
      refuse(error)
    }
  }

  #stream(exchange: Exchange, status: number, streamed: Streamed): void {
    const { refusal, response } = exchange
    // An answer that has ended emits no second end: what is opened for it now would stay open.
    if (response.destroyed || response.writableEnded) return streamed.leave(exchange)
    if (refusal) throw refusal
    this.#send(exchange, status, streamed.source)
  }

  #send(exchange: Exchange, status: number, source: Streamed['source']): void {
    const { limits, streams } = this.#options
    switch (source.kind) {
      case 'events': {
        const head = { contentType: eventStreamType, status: 200, kind: source.kind }
        streams.open(exchange, head, () => new EventStreamWriter(exchange, source, limits))
        return
      }
      case 'bytes': {
        const head = { contentType: source.contentType, status, kind: source.kind }
        streams.open(exchange, head, () => new ByteStreamWriter(exchange, source, limits))
        return
      }
      case 'json':
        void exchange.sendPieces(status, source.pieces, 'application/json; charset=utf-8')
        return
      case 'file':
        if (exchange.entrance === 'network') this.#watchDownload(exchange)
        exchange.sendStream(status, source.body, source.contentType)
    }
  }

  /** A reader that stopped reading holds a file and a connection. */
  #watchDownload(exchange: Exchange): void {
    const { response } = exchange
    this.#downloads.enter(exchange)
    response.setTimeout(this.#options.limits.downloadStallMs, () => {
      // Else it is the source that has nothing to send.
      if (response.writableLength > 0) response.destroy()
    })
  }

  #fail(exchange: Exchange, thrown: unknown): void {
    const { idempotent, refusal } = exchange
    // Given up on by the sweep: the 504 is out, only the record is still to be settled.
    if (exchange.response.writableEnded) {
      idempotent?.release()
      return
    }
    const error = asSvcError(exchange, refusal ?? thrown)
    const send = (): void => void sendProblem(exchange, error)
    const isHeld = exchange.placement !== null
    // A caller need not wait for the record's commit, except where an answer may not leave before its record is kept.
    if (!isHeld) send()
    if (refusal) idempotent?.release()
    else idempotent?.fail(error, exchange.id)
    if (isHeld) this.#whenKept(exchange, send)
  }

  #expire(): void {
    const { handlerTimeoutMs } = this.#options.limits
    const startedBefore = performance.now() - handlerTimeoutMs
    for (const exchange of this.#pending) {
      if (exchange.startedAt > startedBefore) return
      this.#pending.delete(exchange)
      const error = new TimeoutError(`The request took longer than ${handlerTimeoutMs / 1000} s and was given up.`)
      sendProblem(exchange, error)
      exchange.abort(error)
    }
  }
}

/** @throws ValidationError of the first part that does not fit, or what was wrong with the body's bytes */
function checkInput(compiled: CompiledRoute, definition: RouteDefinition, exchange: Exchange): void {
  const { body } = exchange
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
      throw bodyFault('', 'is missing: send a JSON object with "Content-Type: application/json"')
    }
    exchange.assumeEmptyBody()
  }
  const bodyError = compiled.body(exchange.body, exchange.bodyLength)
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
