import { Type } from 'typebox'
import { messageOf } from '@svc/plugin'
import type { ApiKeys, EventLog, HttpServer, Logger, RouteRegistrar } from '@svc/plugin'
import type { ModelInfo, Models } from '@svc/plugin/contracts/models'
import { openApiDocument } from './open-api.ts'
import { shownSdk } from './sdk-packages.ts'
import type { SdkPackage } from './sdk-packages.ts'

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
          version: Type.String(),
          download_url: Type.String(),
          sha256: Type.String({ description: 'Of the package, in hexadecimal.' }),
          install: Type.String({ description: 'The command that installs it.' }),
        },
        { title: 'PlatformSdk' },
      ),
      { description: 'The client libraries that this server hands out.' },
    ),
    scopes: Type.Array(Type.String(), {
      description: 'What a key may carry; `*` is all but those that want to be named.',
    }),
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
  sdks: [
    {
      language: 'typescript',
      package: '@svc/sdk',
      version: '0.1.0',
      download_url: 'http://127.0.0.1:8420/api/developer/sdks/svc-sdk-0.1.0.tgz',
      sha256: 'a3f1b7…',
      install: 'npm install http://127.0.0.1:8420/api/developer/sdks/svc-sdk-0.1.0.tgz',
    },
  ],
  scopes: ['*', 'data:read', 'data:write'],
  features: { developer: true },
  models: [{ id: 'svc/offline', provider: 'svc', offline: true }],
}

export interface PlatformServices {
  http: HttpServer
  events: Pick<EventLog, 'types'>
  keys: Pick<ApiKeys, 'knownScopes'>
  models: Models | undefined
  sdks: readonly SdkPackage[]
  log: Logger
}

/** What a client needs to find its way, and the document all clients are made from. */
export function platformRoutes(app: RouteRegistrar, { http, events, keys, models, sdks, log }: PlatformServices): void {
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
        sdks: sdks.map(sdk => shownSdk(sdk, base)),
        scopes: keys.knownScopes(),
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
