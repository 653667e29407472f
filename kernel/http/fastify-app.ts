import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { fastify } from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InternalError, NotFoundError } from '@svc/plugin'
import type { RouteDefinition, SvcError } from '@svc/plugin'
import { clientErrorHandler } from './client-errors.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeContext, ServedRoute } from './exchange.ts'
import { handedOver } from './handed-over.ts'
import type { HttpOptions } from './http.ts'
import { parseJsonBody } from './json-body.ts'
import type { HttpLimits } from './limits.ts'
import { packed } from './packed.ts'
import { sendProblem } from './problem-sender.ts'

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | null
    /** The body as it came, where the route keeps it. */
    bodyBytes: Uint8Array | null
  }
}

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/
const longestParameter = 256
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Starts an exchange: its place among the traffic and the headers that every answer carries. */
export type Begin = (request: FastifyRequest, reply: FastifyReply, route: ServedRoute | null) => Exchange

export interface FastifyMeans {
  begin: Begin
  /** Why nobody answers at a path (without the base path) that has no route, or null when it is nobody's. */
  refusalAt(path: string): SvcError | null
  /** An upload may take as long as its bytes keep coming. */
  isUploading(socket: Socket): boolean
}

/** Fastify without what we do ourselves: no coercion, no text/plain, no answer that is not a problem. */
export function createFastify(options: HttpOptions, limits: HttpLimits, means: FastifyMeans): FastifyInstance {
  const { ids, basePath } = options
  const { begin } = means
  const app: FastifyInstance = fastify({
    logger: false,
    // One hop: to believe all of X-Forwarded-For would be to believe what the client wrote in front of the proxy's word.
    trustProxy: options.trustProxy === true ? (_address, hop) => hop === 0 : options.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, limits.headersTimeoutMs / 2),
    },
    routerOptions: { maxParamLength: longestParameter },
    genReqId: request => requestIdOf(request) ?? ids.create('req'),
    // Schemas are compiled by the runner, at a route's first request; fastify would load its own compilers at every start.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // The guard answers 503 as a problem.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(ids, means.isUploading),
    frameworkErrors: (error, request, reply) => {
      sendProblem(
        begin(request as FastifyRequest, reply as FastifyReply, null),
        reply as FastifyReply,
        error,
        limits.bodyBytes,
      )
    },
  })
  app.decorateRequest('exchange', null)
  app.decorateRequest('bodyBytes', null)
  app.removeAllContentTypeParsers()
  addJsonParser(app, limits)
  app.setErrorHandler((error, request, reply) => {
    const exchange = request.exchange ?? begin(request, reply, null)
    sendProblem(exchange, reply, error, exchange.route ? parsedLimit(exchange.route, limits) : limits.bodyBytes)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const refusal = path.startsWith(basePath) ? means.refusalAt(path.slice(basePath.length)) : null
    const error = refusal ?? notFound(app, request)
    sendProblem(request.exchange ?? begin(request, reply, null), reply, error, limits.bodyBytes)
  })
  return app
}

function refuseSchemas(): never {
  throw new InternalError('A route was given to fastify with a schema; give it to the route table.')
}

function addJsonParser(app: FastifyInstance, limits: HttpLimits): void {
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.exchange?.route?.definition.keepBytes) request.bodyBytes = body
    // A fault goes on as the body and is thrown by the runner: an error here would make fastify close the connection.
    done(null, packed(request.headers) ?? parseJsonBody(body, limits.jsonDepth))
  })
}

/** For a child with a route that takes its body as it comes: nothing of it is read here, unless the route takes JSON too. */
export function leaveBodies(child: FastifyInstance, { body }: RouteDefinition, limits: HttpLimits): void {
  child.removeAllContentTypeParsers()
  child.addContentTypeParser('*', (_request, _body, done) => done(null))
  if (body !== undefined) addJsonParser(child, limits)
}

/** Of bodies that are held in memory whole: on a route with uploads the limit for those does not hold for JSON. */
export function parsedLimit({ definition, bodyLimit }: ServedRoute, limits: HttpLimits): number {
  return definition.upload === undefined ? bodyLimit : (definition.jsonLimit ?? limits.bodyBytes)
}

export function createExchange(
  request: FastifyRequest,
  reply: FastifyReply,
  route: ServedRoute | null,
  context: ExchangeContext,
): Exchange {
  const exchange = new Exchange(request, reply, route, handedOver(request.raw)?.entrance ?? 'network', context)
  request.exchange = exchange
  return exchange
}

/** The exchange that the guard began. */
export function exchangeOf(request: FastifyRequest): Exchange {
  if (request.exchange === null)
    throw new InternalError(`${request.method} ${request.url} reached its handler without the guard`)
  return request.exchange
}

function requestIdOf(request: IncomingMessage): string | null {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : null
}

function notFound(app: FastifyInstance, request: FastifyRequest): NotFoundError {
  const path = request.url.split('?', 1)[0] ?? ''
  const others = methods.filter(method => app.findRoute({ method, url: path }) !== null)
  const hint = others.length > 0 ? ` This path takes ${others.join(', ')}.` : ''
  return new NotFoundError(`There is no route ${request.method} ${path.slice(0, 200)}.${hint}`)
}
