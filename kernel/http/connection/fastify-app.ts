import { fastify } from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InternalError, NotFoundError } from '@svc/plugin'
import type { RouteDefinition } from '@svc/plugin'
import { longJson } from '@svc/plugin/library/checked-json'
import { clientErrorHandler } from './client-errors.ts'
import { askAsGet } from './entrances.ts'
import type { Exchange } from '../exchange.ts'
import type { HttpOptions } from '../http-options.ts'
import { packed, parseJsonBody, readBody } from './json-body.ts'
import type { HttpLimits } from '../limits.ts'
import { answerUnknownPath } from './unknown-path.ts'
import type { MakeUnknownPage } from './unknown-path.ts'
import type { RouteServer } from '../routes/route-server.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { sendProblem } from '../replies/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | null
    /** The body as it came, where the route keeps it. */
    bodyBytes: Uint8Array | null
  }
}

const longestParameter = 256
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Fastify without what we do ourselves: no coercion, no text/plain, no answer that is not a problem. */
export function createFastify(
  options: HttpOptions,
  limits: HttpLimits,
  routes: Pick<RouteServer, 'begin' | 'isUploading' | 'atTurn' | 'readLong'>,
  unknown: { refusalAt: RouteTable['refusalAt']; unknownPage(): MakeUnknownPage | null },
): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: false,
    // One hop: to believe all of X-Forwarded-For would be to believe what the client wrote in front of the proxy's word.
    trustProxy: options.trustProxy === true ? (_address, hop) => hop === 0 : options.trustProxy,
    // A second registration of each GET would be a tenth of a start's work: see the handler of what is not found.
    exposeHeadRoutes: false,
    requestTimeout: limits.requestTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, limits.headersTimeoutMs / 2),
    },
    routerOptions: { maxParamLength: longestParameter },
    // The exchange has the request's id.
    genReqId: () => '',
    // Schemas are compiled by the runner, at a route's first request; fastify would load its own compilers at every start.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // The guard answers 503 as a problem.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(options.ids, socket => routes.isUploading(socket)),
    frameworkErrors: (error, request, reply) => {
      sendProblem(routes.begin(request as FastifyRequest, reply as FastifyReply, null), error)
    },
  })
  app.decorateRequest('exchange', null)
  app.decorateRequest('bodyBytes', null)
  app.removeAllContentTypeParsers()
  addJsonParser(app, routes)
  app.setErrorHandler((error, request, reply) => {
    sendProblem(request.exchange ?? routes.begin(request, reply, null), error)
  })
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.raw.method === 'HEAD') {
      askAsGet(request.raw)
      app.routing(request.raw, reply.raw)
      return
    }
    const exchange = request.exchange ?? routes.begin(request, reply, null)
    const refusal = unknown.refusalAt(exchange.path)
    if (refusal === null)
      answerUnknownPath(exchange, notFound(app, exchange.method, request.url), unknown.unknownPage())
    else sendProblem(exchange, refusal)
  }
  app.register((child, _options, done) => {
    // The hook answers before the body is read, which may be of any type here.
    child.addHook('onRequest', answerUnknown)
    child.setNotFoundHandler(answerUnknown)
    done()
  })
  return app
}

function refuseSchemas(): never {
  throw new InternalError('A route was given to fastify with a schema; give it to the route table.')
}

type Turns = Pick<RouteServer, 'atTurn' | 'readLong'>

function addJsonParser(app: FastifyInstance, turns: Turns): void {
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { exchange } = request
    if (!exchange?.route) return done(new InternalError('A body came without a route that takes it.'))
    const { definition, bodyLimit, shape } = exchange.route
    readBody(payload, bodyLimit, (error, body) => {
      if (error !== null) return done(error)
      // A fault goes on as the body and is thrown by the runner: an error here would make fastify close the connection.
      const goOn = (value: unknown, bytes: Uint8Array = body): void => {
        exchange.endLarge?.()
        if (definition.keepBytes) request.bodyBytes = bytes
        done(null, value)
      }
      exchange.bodyLength = body.length
      const read = (): void => {
        const refusal = packed(request.headers)
        if (refusal === null && body.length > longJson) turns.readLong(exchange, body, shape, goOn)
        else goOn(refusal ?? parseJsonBody(body, shape))
      }
      turns.atTurn(exchange, body.length, read, goOn)
    })
  })
}

/** For a child with a route that takes its body as it comes: nothing of it is read here, unless the route takes JSON too. */
export function leaveBodies(child: FastifyInstance, { body }: RouteDefinition, turns: Turns): void {
  child.removeAllContentTypeParsers()
  child.addContentTypeParser('*', (_request, _body, done) => done(null))
  if (body !== undefined) addJsonParser(child, turns)
}

function notFound(app: FastifyInstance, asked: string, url: string): NotFoundError {
  const path = url.split('?', 1)[0] ?? ''
  const others = methods.filter(method => app.findRoute({ method, url: path }) !== null)
  const hint = others.length > 0 ? ` This path takes ${others.join(', ')}.` : ''
  return new NotFoundError(`There is no route ${asked} ${path.slice(0, 200)}.${hint}`)
}
