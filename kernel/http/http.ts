import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { UnavailableError } from '@svc/plugin'
import type { HttpServer, InternalRequest, InternalResponse, Principal, RouteDefinition } from '@svc/plugin'
import { Guard } from './admission/guard.ts'
import { RateLimiter } from './admission/rate-limiter.ts'
import { Traffic, measureTraffic } from './admission/traffic.ts'
import { dispatchInside } from './connection/entrances.ts'
import { createFastify } from './connection/fastify-app.ts'
import type { MakeUnknownPage } from './connection/unknown-path.ts'
import { closeServer, listen, withBasePath } from './connection/listen.ts'
import { openOperatorSocket } from './connection/operator-socket.ts'
import { addProbes, ReadyChecks } from './connection/probes.ts'
import type { Probe, ProbeOptions } from './connection/probes.ts'
import { Forwarder } from './forwarding/forwarder.ts'
import type { HttpOptions, RouteOwner } from './http-options.ts'
import { Idempotency } from './idempotency/idempotency.ts'
import { defaultLimits, lastWordsMs } from './limits.ts'
import type { HttpLimits } from './limits.ts'
import { OpenStreams } from './replies/open-streams.ts'
import { titleOf } from './replies/problem.ts'
import { securityHeaders } from './replies/route-reply.ts'
import type { ReadyCheck } from '../room.ts'
import { RouteRunner } from './routes/route-runner.ts'
import { RouteServer } from './routes/route-server.ts'
import { RouteTable } from './routes/route-table.ts'
import { SchemaCompiler } from './routes/schema-compiler.ts'

/** The HTTP server on fastify, with one encapsulated child for each plugin. */
export class Http {
  readonly server: HttpServer
  readonly #options: HttpOptions
  readonly #table = new RouteTable()
  readonly #traffic: Traffic
  readonly #ready: ReadyChecks
  readonly #streams: OpenStreams
  readonly #runner: RouteRunner
  readonly #routes: RouteServer
  readonly #forwarder: Forwarder | null
  readonly #app: FastifyInstance
  readonly #serverHeader: Readonly<Record<string, string>>
  readonly #probes: ProbeOptions['probes'] = new Map()
  #unknownPage: MakeUnknownPage | null = null
  #operatorServer: Server | null = null
  #url: string | null = null
  #isOpen = false

  constructor(options: HttpOptions, limits: HttpLimits = defaultLimits) {
    this.#options = options
    const { auth, basePath, clock, data, host, ids, log, placement = null } = options
    const publicUrl = options.publicUrl === null ? null : withBasePath(options.publicUrl, basePath)
    const traffic = new Traffic(clock, log.writesDebug)
    const idempotency = new Idempotency({ data, clock, ids, log, limits })
    this.#serverHeader = placement === null ? {} : { 'x-svc-server': placement.serverId }
    this.#traffic = traffic
    this.#ready = new ReadyChecks(log)
    this.#streams = new OpenStreams(limits)
    options.metrics.whenCollected(collector => measureTraffic(collector, traffic, this.#streams))
    this.#runner = new RouteRunner({
      auth,
      compiler: new SchemaCompiler(log),
      idempotency,
      streams: this.#streams,
      limits,
    })
    const rateLimiter = new RateLimiter(
      { perMinute: options.rateLimitPerMinute, personFactor: options.personRateFactor },
      clock,
    )
    this.#forwarder = placement === null ? null : new Forwarder(placement, options.metrics)
    placement?.onLeaving(workspaceId => this.#streams.leave(workspaceId))
    this.#routes = new RouteServer({
      forwarder: this.#forwarder,
      guard: new Guard({ auth, host, publicUrl, traffic, rateLimiter }),
      runner: this.#runner,
      limits,
      context: {
        log,
        ids,
        publicUrl,
        basePath,
        traffic,
        phrase: options.phrase,
        headers: { ...securityHeaders(publicUrl), ...this.#serverHeader },
        placement,
        formAt: path => this.#table.formAt(path),
      },
    })
    this.#app = createFastify(options, limits, this.#routes, {
      refusalAt: path => this.#table.refusalAt(path),
      unknownPage: () => this.#unknownPage,
    })
    this.server = {
      facts: () => ({
        version: options.version,
        base_url: publicUrl ?? this.#url ?? basePath,
        features: options.features(),
      }),
      routes: () => this.#table.described(auth),
      problemTitle: titleOf,
      addProbe: (path, answer) => this.#addProbe(path, answer),
      setUnknownPage: page => this.#setUnknownPage(page),
      onRequestFinished: listener => traffic.onFinished(listener),
      dispatch: request => this.dispatch(request),
    }
  }

  /** Where it listens, once it does. */
  get url(): string | null {
    return this.#url
  }

  /** Before `open` only; takes all of the routes or none. @throws Error that lists every fault: no permission, a double path or operationId, … */
  addRoutes(owner: RouteOwner, routes: readonly RouteDefinition[]): void {
    if (this.#isOpen) throw new Error(`${owner.plugin} adds routes after HTTP has opened; add them during setup`)
    this.#table.add(owner, routes)
  }

  /** Shown by `/readyz`. */
  addReadyCheck(check: ReadyCheck): void {
    this.#ready.add(check)
  }

  #addProbe(path: string, answer: Probe): void {
    if (this.#isOpen) throw new Error(`the probe ${path} comes after HTTP has opened; add it during setup`)
    if (this.#probes.has(path)) throw new Error(`there is a probe ${path} already; give one of them another path`)
    this.#probes.set(path, answer)
  }

  #setUnknownPage(page: MakeUnknownPage): void {
    if (this.#isOpen) throw new Error('the page for unknown paths comes after HTTP has opened; set it during setup')
    if (this.#unknownPage !== null) throw new Error('there is a page for unknown paths already')
    this.#unknownPage = page
  }

  /** Validates all routes and, when `listen` is true, opens the port (and the operator's socket, 0600, when a path is given). */
  async open(options: {
    listen: boolean
    operator?: { socketPath: string; principal: (workspaceId: string | undefined) => Promise<Principal> }
  }): Promise<{ url: string | null }> {
    this.#isOpen = true
    const { basePath, ids } = this.#options
    const headers = { ...securityHeaders(null), ...this.#serverHeader }
    addProbes(this.#app, { basePath, headers, ids, ready: this.#ready, traffic: this.#traffic, probes: this.#probes })
    for (const [owner, routes] of Map.groupBy(this.#table.routes, route => route.owner)) {
      this.#app.register(
        (child, _options, done) => {
          for (const route of routes) this.#routes.register(child, route)
          done()
        },
        { prefix: basePath, pluginName: owner.plugin } as { prefix: string },
      )
    }
    await this.#app.ready()
    if (!options.listen) return { url: null }
    const { host, port } = this.#options
    this.#url = withBasePath(await listen(this.#app.server, host, port), basePath)
    if (options.operator) {
      this.#operatorServer = await openOperatorSocket({
        ...options.operator,
        routing: this.#app.routing,
        url: this.#url,
        log: this.#options.log,
      })
    }
    return { url: this.#url }
  }

  async dispatch(request: InternalRequest): Promise<InternalResponse> {
    if (!this.#isOpen) throw new UnavailableError('The server is starting.')
    return dispatchInside(this.#app.routing, this.#options.basePath, request)
  }

  /** Stops accepting, ends streams with a resumable id, waits for running requests up to `graceMs`, then closes sockets. */
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
    this.#forwarder?.close()
    await this.#routes.close()
  }
}
