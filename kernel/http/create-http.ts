import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InternalError, UnavailableError, logFields, messageOf, withLogFields, withOwnLogFields } from '@svc/plugin'
import type { HttpServer, InternalRequest, InternalResponse, Principal, RouteDefinition } from '@svc/plugin'
import { dispatchInside } from './dispatch.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeContext, ServedRoute } from './exchange.ts'
import { createFastify, leaveBodies, parsedLimit } from './fastify-app.ts'
import { methodOf } from './handed-over.ts'
import { Guard } from './guard.ts'
import type { Http, HttpOptions, RouteOwner } from './http.ts'
import { Idempotency } from './idempotency.ts'
import { defaultLimits } from './limits.ts'
import type { HttpLimits } from './limits.ts'
import { OpenStreams } from './open-streams.ts'
import { openApiDocument } from './open-api.ts'
import { openOperatorSocket } from './operator-socket.ts'
import { addProbes, ReadyChecks } from './probes.ts'
import type { Probe, ProbeOptions } from './probes.ts'
import { PerCaller } from './per-caller.ts'
import { sendProblem } from './problem-sender.ts'
import { RateLimiter } from './rate-limiter.ts'
import { RouteRunner } from './route-runner.ts'
import { RouteTable } from './route-table.ts'
import type { ListedRoute } from './route-table.ts'
import { SchemaCompiler, isJson } from './schema-compiler.ts'
import { securityHeaders } from './security-headers.ts'
import { Traffic, measureTraffic } from './traffic.ts'
import { isJsonBody, lingerAfter } from './uploads/request-upload.ts'

// For handlers whose signal has just been aborted to say so to their clients.
const lastWordsMs = 250

export async function createHttp(options: HttpOptions, limits: HttpLimits = defaultLimits): Promise<Http> {
  return new FastifyHttp(options, limits)
}

/** {@link Http} on fastify, one encapsulated child a plugin. */
class FastifyHttp implements Http {
  readonly server: HttpServer
  readonly #options: HttpOptions
  readonly #limits: HttpLimits
  readonly #table = new RouteTable()
  readonly #traffic: Traffic
  readonly #ready: ReadyChecks
  readonly #streams: OpenStreams
  readonly #runner: RouteRunner
  readonly #guard: Guard
  readonly #context: ExchangeContext
  readonly #app: FastifyInstance
  readonly #uploading = new WeakSet<Socket>()
  readonly #largeBodies: PerCaller
  readonly #probes: ProbeOptions['probes'] = new Map()
  #operatorServer: Server | null = null
  #url: string | null = null
  #document: Record<string, unknown> | undefined
  #isOpen = false

  constructor(options: HttpOptions, limits: HttpLimits) {
    this.#options = options
    this.#limits = limits
    const { auth, basePath, clock, data, host, ids, log } = options
    const publicUrl = options.publicUrl === null ? null : withBasePath(options.publicUrl, basePath)
    const traffic = new Traffic(clock, log.writesDebug !== false)
    const idempotency = new Idempotency({ data, clock, ids, log, ttlMs: limits.idempotencyTtlMs })
    this.#traffic = traffic
    this.#largeBodies = new PerCaller(limits.largeBodiesPerPrincipal, 'large requests')
    this.#ready = new ReadyChecks(log)
    this.#streams = new OpenStreams(limits)
    options.metrics.whenCollected(collector => measureTraffic(collector, traffic, this.#streams))
    this.#runner = new RouteRunner({ compiler: new SchemaCompiler(log), idempotency, streams: this.#streams, limits })
    this.#guard = new Guard({
      auth,
      host,
      publicUrl,
      traffic,
      rateLimiter: new RateLimiter(options.rateLimitPerMinute, clock),
    })
    this.#context = { log, ids, publicUrl, basePath, traffic, headers: securityHeaders(publicUrl) }
    this.#app = createFastify(options, limits, {
      begin: (request, reply, route) => this.#begin(request, reply, route),
      refusalAt: path => this.#table.refusalAt(path),
      isUploading: socket => this.#uploading.has(socket),
    })
    this.server = {
      facts: () => ({
        version: options.version,
        base_url: publicUrl ?? this.#url ?? basePath,
        features: options.features(),
      }),
      openApi: () => this.#openApi(publicUrl ?? (basePath || '/')),
      addProbe: (path, answer) => this.#addProbe(path, answer),
      onRequestFinished: listener => traffic.onFinished(listener),
      dispatch: request => this.dispatch(request),
    }
  }

  get url(): string | null {
    return this.#url
  }

  addRoutes(owner: RouteOwner, routes: readonly RouteDefinition[]): void {
    if (this.#isOpen) throw new Error(`${owner.plugin} adds routes after HTTP has opened; add them during setup`)
    this.#table.add(owner, routes)
  }

  addReadyCheck(name: string, check: () => void | Promise<void>, options?: { isVital?: boolean }): void {
    this.#ready.add(name, check, options)
  }

  #addProbe(path: string, answer: Probe): void {
    if (this.#isOpen) throw new Error(`the probe ${path} comes after HTTP has opened; add it during setup`)
    if (this.#probes.has(path)) throw new Error(`there is a probe ${path} already; give one of them another path`)
    this.#probes.set(path, answer)
  }

  async open(options: {
    listen: boolean
    operator?: { socketPath: string; principal: () => Promise<Principal> }
  }): Promise<{ url: string | null }> {
    this.#isOpen = true
    const { basePath, ids } = this.#options
    addProbes(this.#app, { basePath, ids, ready: this.#ready, traffic: this.#traffic, probes: this.#probes })
    for (const [owner, routes] of Map.groupBy(this.#table.routes, route => route.owner)) {
      this.#app.register(
        (child, _options, done) => {
          for (const route of routes) this.#register(child, route)
          done()
        },
        { prefix: basePath, pluginName: owner.plugin } as { prefix: string },
      )
    }
    await this.#app.ready()
    if (!options.listen) return { url: null }
    this.#url = await this.#listen()
    if (options.operator) {
      this.#operatorServer = await openOperatorSocket({
        ...options.operator,
        routing: this.#app.routing,
        log: this.#options.log,
      })
    }
    return { url: this.#url }
  }

  async dispatch(request: InternalRequest): Promise<InternalResponse> {
    if (!this.#isOpen) throw new UnavailableError('The server is starting.')
    return dispatchInside(this.#app.routing, this.#options.basePath, request)
  }

  async close(graceMs: number): Promise<void> {
    this.#traffic.stop()
    const closed = [closeServer(this.#app.server), closeServer(this.#operatorServer)]
    this.#streams.close()
    await Promise.race([this.#traffic.idle(), wait(graceMs, undefined, { ref: false })])
    this.#traffic.abortAll(new UnavailableError('The server is stopping.'))
    await Promise.race([this.#traffic.idle(), wait(lastWordsMs, undefined, { ref: false })])
    this.#app.server.closeAllConnections()
    this.#operatorServer?.closeAllConnections()
    await Promise.all(closed)
    await this.#app.close()
    this.#runner.close()
  }

  #register(child: FastifyInstance, listed: ListedRoute): void {
    const { definition } = listed
    const route: ServedRoute = { ...listed, ...servedFacts(definition, this.#limits.bodyBytes) }
    if (!definition.upload) {
      this.#serve(child, route)
      return
    }
    child.register((uploads, _options, done) => {
      leaveBodies(uploads, definition, this.#limits)
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
      // A limit of the route goes before that of a parser, and what is taken as it comes is counted by whoever takes it.
      bodyLimit: parsedLimit(route, this.#limits),
      ...(hasBody
        ? {
            // The guard decides before any of the body is read.
            onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
              this.#open(this.#begin(request, reply, route), route, done),
            handler: ({ exchange }: FastifyRequest) => this.#runAfterBody(route, exchange),
          }
        : {
            handler: (request: FastifyRequest, reply: FastifyReply) => {
              // A HEAD would run the handler of a stream that never ends.
              if (definition.longRunning && methodOf(request.raw) === 'HEAD') {
                reply.callNotFound()
                return
              }
              const exchange = this.#begin(request, reply, route)
              this.#open(exchange, route, () => this.#runner.run(route, exchange))
            },
          }),
    })
  }

  /** Lets the request in, or answers it with the reason why not. */
  #open(exchange: Exchange, route: ServedRoute, goOn: () => void): void {
    // Before anything can refuse it: the bytes of a refused body come on all the same.
    if (route.definition.upload && !isJsonBody(route.definition, exchange.headers)) this.#watchUpload(exchange)
    // Asked from inside, it is a part of the work that asks.
    const within = exchange.entrance === 'inside' ? withLogFields : withOwnLogFields
    within(exchange.logFields, () => {
      try {
        const admitted = this.#guard.check(exchange)
        if (admitted !== undefined) {
          void this.#openLater(exchange, route, admitted, goOn)
          return
        }
        this.#countLarge(exchange, route)
      } catch (error) {
        sendProblem(exchange, error, parsedLimit(route, this.#limits))
        return
      }
      goOn()
    })
  }

  async #openLater(exchange: Exchange, route: ServedRoute, admitted: Promise<void>, goOn: () => void): Promise<void> {
    try {
      await admitted
      this.#countLarge(exchange, route)
    } catch (error) {
      sendProblem(exchange, error, parsedLimit(route, this.#limits))
      return
    }
    goOn()
  }

  #runAfterBody(route: ServedRoute, exchange: Exchange | null): void {
    if (exchange === null)
      throw new InternalError(`${route.definition.operationId} reached its handler without the guard`)
    // A body arrives with the events of the socket, which know nothing of the request.
    if (logFields()?.['request_id'] === exchange.id) this.#runner.run(route, exchange)
    else withOwnLogFields(exchange.logFields, () => this.#runner.run(route, exchange))
  }

  /** A large body that is parsed is in memory from its first byte on, and may take its time to come. */
  #countLarge(exchange: Exchange, route: ServedRoute): void {
    const { bodyBytes } = this.#limits
    if (parsedLimit(route, this.#limits) <= bodyBytes) return
    const { headers } = exchange.raw
    if (route.definition.upload && !isJsonBody(route.definition, headers)) return
    const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0))
    if (length > bodyBytes) this.#largeBodies.enter(exchange, exchange.raw)
  }

  #watchUpload({ raw, response }: Exchange): void {
    lingerAfter(raw, response)
    const { socket } = raw
    this.#uploading.add(socket)
    raw.once('close', () => this.#uploading.delete(socket))
  }

  #begin(request: FastifyRequest, reply: FastifyReply, route: ServedRoute | null): Exchange {
    const exchange = new Exchange(request, reply, route, this.#context)
    this.#traffic.enter(exchange)
    return exchange
  }

  async #listen(): Promise<string> {
    const { host, port, basePath } = this.#options
    const { server } = this.#app
    const listening = once(server, 'listening')
    server.listen({ host, port })
    try {
      await listening
    } catch (error) {
      throw new UnavailableError(whyNotListening(error, host, port), { cause: error })
    }
    const address = server.address()
    const opened = typeof address === 'object' && address !== null ? address.port : port
    const name = host.includes(':') ? `[${host}]` : host
    return withBasePath(`http://${name}:${opened}`, basePath)
  }

  #openApi(serverUrl: string): Record<string, unknown> {
    this.#document ??= openApiDocument(this.#table.routes, { version: this.#options.version, serverUrl })
    return this.#document
  }
}

function servedFacts(definition: RouteDefinition, bodyBytes: number): Omit<ServedRoute, keyof ListedRoute> {
  const { method, permission, responses } = definition
  const successStatus = Number(Object.keys(responses).find(status => status.startsWith('2')) ?? 200)
  const success = responses[successStatus]
  return {
    compiled: null,
    tagged: null,
    bodyLimit: definition.bodyLimit ?? bodyBytes,
    successStatus,
    idempotent: definition.idempotent ?? (method === 'POST' && permission !== 'public' && !definition.upload),
    etag: definition.etag ?? (method === 'GET' && success?.schema !== undefined && isJson(success.contentType)),
  }
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with SVC_PORT.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023 with SVC_PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Set SVC_HOST to one of its own, such as 127.0.0.1.`
  return `Port ${port} on ${host} cannot be opened: ${messageOf(error)}`
}

function withBasePath(url: string, basePath: string): string {
  const bare = url.replace(/\/+$/, '')
  return basePath === '' || bare.endsWith(basePath) ? bare : bare + basePath
}

async function closeServer(server: Server | null): Promise<void> {
  if (server === null || !server.listening) return
  const closed = once(server, 'close')
  server.close()
  await closed
}
