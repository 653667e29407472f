import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FairTurns, InternalError, RateLimitedError, logFields, withLogFields, withOwnLogFields } from '@svc/plugin'
import type { RouteDefinition } from '@svc/plugin'
import { readLongJson } from '@svc/plugin/library/checked-json'
import type { JsonThread } from '@svc/plugin/library/checked-json'
import type { Guard } from '../admission/guard.ts'
import { LoopTurns } from '../admission/loop-turns.ts'
import { networkOf } from '../../auth/index.ts'
import { ThreadRunner } from '../../children/index.ts'
import { methodOf } from '../connection/entrances.ts'
import { leaveBodies } from '../connection/fastify-app.ts'
import { bodyOf } from '../connection/json-body.ts'
import { Exchange } from '../exchange.ts'
import type { ExchangeContext, ServedRoute } from '../exchange.ts'
import type { Forwarder } from '../forwarding/forwarder.ts'
import type { HttpLimits } from '../limits.ts'
import { ElsewhereError } from '../../planes/index.ts'
import { sendProblem, toSvcError } from '../replies/problem.ts'
import { lingerAfter } from '../uploads/request-upload.ts'
import type { RouteRunner } from './route-runner.ts'
import { hasEtag, idempotencyOf, successOf } from './route-table.ts'
import type { ListedRoute } from './route-table.ts'

interface RouteServerOptions {
  guard: Guard
  runner: RouteRunner
  limits: HttpLimits
  context: ExchangeContext
  /** Null where one server has all workspaces. */
  forwarder: Forwarder | null
}

/** From a fastify route to the runner: starts the exchange, asks the guard, and bounds the body before any of it is read. */
export class RouteServer {
  readonly #guard: Guard
  readonly #forwarder: Forwarder | null
  readonly #runner: RouteRunner
  readonly #limits: HttpLimits
  readonly #context: ExchangeContext
  readonly #largeBodies: FairTurns
  readonly #json: JsonThread = new ThreadRunner({
    entry: new URL('../connection/json-thread.ts', import.meta.url),
    finishes: true,
  })
  readonly #turns: LoopTurns
  readonly #uploading = new WeakSet<Socket>()

  constructor({ guard, runner, limits, context, forwarder }: RouteServerOptions) {
    this.#guard = guard
    this.#forwarder = forwarder
    this.#runner = runner
    this.#limits = limits
    this.#context = context
    const most = limits.largeBodiesPerPrincipal
    const mostEach = Math.min(most, largeAtOnce)
    this.#largeBodies = new FairTurns({
      most: Infinity,
      mostEach,
      mostWaitingEach: most - mostEach,
      refusal: `More than ${most} large requests are under way at once. Let one end first.`,
    })
    this.#turns = new LoopTurns({ mostWaiting: limits.waitingPerPerson, mostBytes: limits.waitingBytesPerPerson })
  }

  /** An upload may take as long as its bytes keep coming. */
  isUploading(socket: Socket): boolean {
    return this.#uploading.has(socket)
  }

  /** Starts an exchange: its place among the traffic and the headers that every answer carries. */
  begin(request: FastifyRequest, reply: FastifyReply, route: ServedRoute | null): Exchange {
    const exchange = new Exchange(request, reply, route, this.#context)
    this.#context.traffic.enter(exchange)
    return exchange
  }

  /** Goes on with a request of the network when its caller's turn at the event loop has come. */
  atTurn(exchange: Exchange, bytes: number, goOn: () => void, refuse: (error: RateLimitedError) => void): void {
    if (exchange.hasTurn || exchange.entrance !== 'network') {
      goOn()
      return
    }
    exchange.hasTurn = true
    const person = personOf(exchange)
    if (this.#turns.enter({ person, bytes, answer: exchange.response, go: goOn })) return
    const { waitingPerPerson, waitingBytesPerPerson } = this.#limits
    const size = `${Math.floor(waitingBytesPerPerson / 1024 ** 2)} MiB`
    refuse(
      new RateLimitedError(
        `More than ${waitingPerPerson} of your requests wait at once, or more than ${size} of their bodies. Let some end first.`,
        1,
      ),
    )
  }

  /** Parses a long body while the event loop is free for others; goes on with it or with what is wrong with it, and with its bytes. */
  readLong(exchange: Exchange, bytes: Buffer, shape: ServedRoute['shape'], goOn: GoOn): void {
    const use = { workspaceId: personOf(exchange), signal: exchange.signal }
    void readLongJson(this.#json, { bytes, shape }, use).then(
      read => goOn(bodyOf(read.checked, shape), read.bytes),
      (error: unknown) => goOn(toSvcError(error)),
    )
  }

  close(): Promise<void> {
    return this.#json.close()
  }

  register(child: FastifyInstance, listed: ListedRoute): void {
    const { definition } = listed
    const route: ServedRoute = { ...listed, ...servedFacts(definition, this.#limits) }
    if (!definition.upload) {
      this.#serve(child, route)
      return
    }
    child.register((uploads, _options, done) => {
      leaveBodies(uploads, definition, this)
      this.#serve(uploads, route)
      done()
    })
  }

  #serve(child: FastifyInstance, route: ServedRoute): void {
    const { definition } = route
    const hasBody = definition.method !== 'GET' && definition.method !== 'HEAD'
    child.route({
      method: definition.method,
      url: definition.path,
      ...(hasBody
        ? {
            // The guard decides before any of the body is read.
            onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
              this.#open(this.begin(request, reply, route), route, done),
            handler: ({ exchange }: FastifyRequest) => this.#runAtTurn(route, exchange),
          }
        : {
            handler: (request: FastifyRequest, reply: FastifyReply) => {
              // A HEAD would run the handler of a stream that never ends.
              if (definition.longRunning === true && methodOf(request.raw) === 'HEAD') {
                reply.callNotFound()
                return
              }
              const exchange = this.begin(request, reply, route)
              this.#open(exchange, route, () => this.#runAtTurn(route, exchange))
            },
          }),
    })
  }

  /** Lets the request in, or answers it with the reason why not. */
  #open(exchange: Exchange, route: ServedRoute, goOn: () => void): void {
    // Before anything can refuse it: the bytes of a refused body come on all the same.
    if (exchange.isUpload) this.#watchUpload(exchange)
    // Asked from inside, it is a part of the work that asks.
    const within = exchange.entrance === 'inside' ? withLogFields : withOwnLogFields
    within(exchange.logFields, () => {
      try {
        const admitted = this.#guard.check(exchange)
        if (admitted !== undefined || this.#isLarge(exchange, route)) {
          // Nobody reads the answer to a client that left meanwhile.
          const stillGoOn = (): void => void (exchange.response.destroyed || goOn())
          void this.#whenLarge(admitted, exchange, route).then(stillGoOn, (error: unknown) =>
            this.#refuse(exchange, error, stillGoOn),
          )
          return
        }
      } catch (error) {
        this.#refuse(exchange, error, goOn)
        return
      }
      goOn()
    })
  }

  #refuse(exchange: Exchange, error: unknown, goOn: () => void): void {
    const isLate = exchange.passage !== null && exchange.stopped
    if ((isLate || exchange.isMisplaced) && this.#forwarder !== null) return this.#forwarder.sendBack(exchange)
    const isElsewhere = error instanceof ElsewhereError && exchange.entrance !== 'inside'
    if (!isElsewhere || this.#forwarder === null) sendProblem(exchange, error)
    else if (exchange.passage === null) void this.#forwarder.forward(exchange, error, goOn)
    else this.#forwarder.sendBack(exchange)
  }

  #runAtTurn(route: ServedRoute, exchange: Exchange | null): void {
    if (exchange === null)
      throw new InternalError(`${route.definition.operationId} reached its handler without the guard`)
    const refuse = (error: RateLimitedError): void => void sendProblem(exchange, error)
    this.atTurn(exchange, 0, () => this.#run(route, exchange), refuse)
  }

  #run(route: ServedRoute, exchange: Exchange): void {
    // A body arrives with the events of the socket, and a turn comes with those of the loop: neither knows the request.
    if (logFields()?.['request_id'] === exchange.id) this.#runner.run(route, exchange)
    else withOwnLogFields(exchange.logFields, () => this.#runner.run(route, exchange))
  }

  #isLarge(exchange: Exchange, route: ServedRoute): boolean {
    const { bodyBytes } = this.#limits
    if (route.bodyLimit <= bodyBytes || exchange.isUpload || exchange.entrance !== 'network') return false
    const { headers } = exchange.raw
    return Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0)) > bodyBytes
  }

  /** A large body that is parsed is in memory from its first byte on, so it is left to its sender while others of that person come. */
  async #whenLarge(admitted: Promise<void> | undefined, exchange: Exchange, route: ServedRoute): Promise<void> {
    await admitted
    if (!this.#isLarge(exchange, route)) return
    exchange.endLarge = await this.#largeBodies.take(personOf(exchange), exchange.signal)
    exchange.response.once('close', exchange.endLarge)
  }

  #watchUpload({ raw, response }: Exchange): void {
    lingerAfter(raw, response)
    const { socket } = raw
    this.#uploading.add(socket)
    raw.once('close', () => this.#uploading.delete(socket))
  }
}

/** Large bodies of one person that come, or are parsed, at a time. */
const largeAtOnce = 4

type GoOn = (body: unknown, bytes?: Uint8Array) => void

/** Who takes turns: a caller without an account is one with those of their network. */
function personOf({ caller, ip }: Exchange): string {
  return caller?.user_id ?? networkOf(ip)
}

/** Lists of records repeat their names: of so many members one in so many may be a new one. */
const membersPerName = 20

function servedFacts(
  definition: RouteDefinition,
  { bodyBytes, json }: Pick<HttpLimits, 'bodyBytes' | 'json'>,
): Omit<ServedRoute, keyof ListedRoute> {
  const { bodyLimit = bodyBytes, jsonLimit = bodyBytes, jsonMembers, upload } = definition
  return {
    compiled: null,
    tagged: null,
    // On a route with uploads the limit for those does not hold for JSON.
    bodyLimit: upload ? jsonLimit : bodyLimit,
    uploadLimit: bodyLimit,
    shape:
      jsonMembers === undefined
        ? json
        : {
            depth: json.depth,
            members: Math.max(json.members, jsonMembers),
            names: Math.max(json.names, jsonMembers / membersPerName),
          },
    successStatus: successOf(definition),
    idempotent: idempotencyOf(definition),
    etag: hasEtag(definition),
  }
}
