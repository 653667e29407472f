import { Type } from 'typebox'
import { messageOf } from '@svc/plugin'
import type { EventLog, HttpServer, Logger, RouteRegistrar } from '@svc/plugin'
import type { ModelInfo, Models } from '@svc/plugin/contracts/models'
import { openApiDocument } from './open-api.ts'

const platform = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    base_url: Type.String(),
    openapi_url: Type.String(),
    docs_url: Type.String(),
    sdks: Type.Array(
      Type.Object(
        {
          language: Type.String(),
          package: Type.String(),
          download_url: Type.Union([Type.String(), Type.Null()], {
            description: 'Null: this server does not hand the package out.',
          }),
        },
        { title: 'PlatformSdk' },
      ),
    ),
    features: Type.Record(Type.String(), Type.Boolean(), { description: 'Plugins, and whether they run.' }),
    models: Type.Array(
      Type.Object({ id: Type.String(), provider: Type.String(), offline: Type.Boolean() }, { title: 'PlatformModel' }),
    ),
  },
  { title: 'Platform' },
)

const example = {
  name: 'svc',
  version: '0.1.0',
  base_url: 'http://127.0.0.1:8420',
  openapi_url: 'http://127.0.0.1:8420/api/openapi.json',
  docs_url: 'http://127.0.0.1:8420/api/docs',
  sdks: [{ language: 'typescript', package: '@svc/sdk', download_url: null }],
  features: { developer: true },
  models: [{ id: 'svc/offline', provider: 'svc', offline: true }],
}

const sdks = [{ language: 'typescript', package: '@svc/sdk', download_url: null }]

export interface PlatformServices {
  http: HttpServer
  events: Pick<EventLog, 'types'>
  models: Models | undefined
  log: Logger
}

/** What a client needs to find its way, and the document all clients are made from. */
export function platformRoutes(app: RouteRegistrar, { http, events, models, log }: PlatformServices): void {
  app.route({
    method: 'GET',
    path: '/api/developer/platform',
    operationId: 'getPlatform',
    summary: 'What this server is and has',
    permission: 'public',
    responses: { 200: { description: 'Addresses, features and models', schema: platform, example } },
    handler: async request => {
      const base = request.baseUrl
      const { version, features } = http.facts()
      return {
        name: 'svc',
        version,
        base_url: base,
        openapi_url: `${base}/api/openapi.json`,
        docs_url: `${base}/api/docs`,
        sdks,
        features,
        models: await listModels(models, log),
      }
    },
  })

  let document: Record<string, unknown> | undefined
  app.route({
    method: 'GET',
    path: '/api/openapi.json',
    operationId: 'getOpenApi',
    summary: 'The OpenAPI 3.1 document of this API',
    permission: 'public',
    responses: {
      200: {
        description: 'OpenAPI 3.1',
        schema: { type: 'object', additionalProperties: true },
        example: { openapi: '3.1.0', info: { title: 'svc', version: '0.1.0' }, paths: {} },
      },
    },
    handler(request) {
      document ??= openApiDocument(http, {
        eventTypes: events.types(),
        onConflict: name =>
          log.warn(
            { schema: name },
            'schemas of two shapes have this title; the OpenAPI document names the first alone',
          ),
      })
      return { ...document, servers: [{ url: request.baseUrl }] }
    },
  })
}

/** A provider that is down takes only its models off the list. */
async function listModels(models: Models | undefined, log: Logger): Promise<ModelInfo[]> {
  if (!models) return []
  try {
    return await models.list()
  } catch (error) {
    log.warn({ err: error }, `models cannot be listed: ${messageOf(error)}`)
    return []
  }
}
