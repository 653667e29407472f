import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InternalError, RateLimitedError, logFields, withLogFields, withOwnLogFields } from '@svc/plugin'
import type { RouteDefinition } from '@svc/plugin'
import type { Guard } from '../admission/guard.ts'
import { LoopTurns } from '../admission/loop-turns.ts'
import { networkOf } from '../../auth/index.ts'
import { underWay } from '../admission/per-caller.ts'
import type { PerCaller } from '../admission/per-caller.ts'
import { methodOf } from '../connection/entrances.ts'
import { leaveBodies } from '../connection/fastify-app.ts'
import { Exchange } from '../exchange.ts'
import type { ExchangeContext, ServedRoute } from '../exchange.ts'
import type { HttpLimits } from '../limits.ts'
import { sendProblem } from '../replies/problem.ts'
import { lingerAfter } from '../uploads/request-upload.ts'
import type { RouteRunner } from './route-runner.ts'
import { hasEtag, idempotencyOf, successOf } from './route-table.ts'
import type { ListedRoute } from './route-table.ts'

interface RouteServerOptions {
  guard: Guard
  runner: RouteRunner
  limits: HttpLimits
  context: ExchangeContext
}

/** From a fastify route to the runner: starts the exchange, asks the guard, and bounds the body before any of it is read. */
export class RouteServer {
  readonly #guard: Guard
  readonly #runner: RouteRunner
  readonly #limits: HttpLimits
  readonly #context: ExchangeContext
  readonly #largeBodies: PerCaller
  readonly #turns: LoopTurns
  readonly #uploading = new WeakSet<Socket>()

  constructor({ guard, runner, limits, context }: RouteServerOptions) {
    this.#guard = guard
    this.#runner = runner
    this.#limits = limits
    this.#context = context
    this.#largeBodies = underWay(limits.largeBodiesPerPrincipal, 'large requests')
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
    const person = exchange.caller?.user_id ?? networkOf(exchange.ip)
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

  register(child: FastifyInstance, listed: ListedRoute): void {
    const { definition } = listed
    const route: ServedRoute = { ...listed, ...servedFacts(definition, this.#limits) }
    if (!definition.upload) {
      this.#serve(child, route)
      return
    }
    child.register((uploads, _options, done) => {
      leaveBodies(uploads, definition, this.#limits, this)
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
      // A limit of the route goes before that of a parser, and a body that is taken as it comes is counted where it is taken.
      bodyLimit: route.bodyLimit,
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
              if (definition.longRunning && methodOf(request.raw) === 'HEAD') {
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
        if (admitted !== undefined) {
          const refuse = (error: unknown): void => void sendProblem(exchange, error)
          void admitted.then(() => this.#countLarge(exchange, route)).then(goOn, refuse)
          return
        }
        this.#countLarge(exchange, route)
      } catch (error) {
        sendProblem(exchange, error)
        return
      }
      goOn()
    })
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

  /** A large body that is parsed is in memory from its first byte on, and may take its time to come. */
  #countLarge(exchange: Exchange, route: ServedRoute): void {
    const { bodyBytes } = this.#limits
    if (route.bodyLimit <= bodyBytes || exchange.isUpload) return
    const { headers } = exchange.raw
    const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0))
    if (length > bodyBytes && exchange.entrance === 'network') this.#largeBodies.enter(exchange, exchange.raw)
  }

  #watchUpload({ raw, response }: Exchange): void {
    lingerAfter(raw, response)
    const { socket } = raw
    this.#uploading.add(socket)
    raw.once('close', () => this.#uploading.delete(socket))
  }
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
