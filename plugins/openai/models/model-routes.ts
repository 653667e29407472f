import { Type } from 'typebox'
import { NotFoundError } from '@svc/plugin'
import type { JsonObject, Principal, RouteRegistrar } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'
import type { OpenAiServices } from '../openai-services.ts'
import { modelProblem } from '../wire/errors.ts'
import { isOwnModel, ownModelIds } from '../wire/own-models.ts'

interface WireModel extends JsonObject {
  id: string
  object: 'model'
  created: number
  owned_by: string
}

const model = Type.Object(
  { id: Type.String(), object: Type.String(), created: Type.Integer(), owned_by: Type.String() },
  { title: 'OpenAiModel', additionalProperties: true },
)
const example: WireModel = { id: 'agent', object: 'model', created: 0, owned_by: 'svc' }

/** The complete agent and the apps first, then the providers' models. */
async function modelsFor(services: OpenAiServices, principal: Principal): Promise<WireModel[]> {
  const ids = await ownModelIds(services, principal)
  const own = ids.map(id => ({ id, object: 'model' as const, created: 0, owned_by: 'svc' }))
  const taken = new Set(own.map(({ id }) => id))
  const provided = await services.models.list(principal)
  const others = provided
    .filter(({ id }) => !taken.has(id))
    .map(({ id, provider, created }) => ({ id, object: 'model' as const, created: created ?? 0, owned_by: provider }))
  return [...own, ...others]
}

/** `GET /v1/models` and `GET /v1/models/{id}`, whose id may have slashes. */
export function modelRoutes(app: RouteRegistrar, services: OpenAiServices): void {
  app.route({
    method: 'GET',
    path: '/v1/models',
    operationId: 'listOpenAiModels',
    summary: 'Models that this key may ask, as OpenAI lists them',
    permission: { key: 'models:read' },
    errors: { 502: ['upstream_error'] },
    query: Type.Object({}, { additionalProperties: true }),
    problem: modelProblem,
    responses: {
      200: {
        description: 'The models',
        schema: Type.Object({ object: Type.String(), data: Type.Array(model) }, { additionalProperties: true }),
        example: { object: 'list', data: [example] },
      },
    },
    handler: async request => ({ object: 'list', data: await modelsFor(services, request.principal) }),
  })
  app.route({
    method: 'GET',
    path: '/v1/models/*',
    operationId: 'retrieveOpenAiModel',
    summary: 'One model',
    permission: { key: 'models:read' },
    errors: { 502: ['upstream_error'] },
    query: Type.Object({}, { additionalProperties: true }),
    problem: modelProblem,
    responses: { 200: { description: 'The model', schema: model, example } },
    handler: async request => {
      const id = request.params['*'] ?? ''
      const listed = await modelsFor(services, request.principal)
      const found = listed.find(each => each.id === id) ?? (await prefixed(services, request.principal, id, listed))
      if (found) return found
      const ids = listed.map(each => each.id)
      const hint = didYouMean(id, ids, 'GET /v1/models lists those there are.')
      throw new NotFoundError(`There is no model ${JSON.stringify(id.slice(0, 100))}. ${hint}`)
    },
  })
}

/** A listed model that is asked for as `<provider>/<id>`, where its id alone would do. */
async function prefixed(
  { models }: OpenAiServices,
  principal: Principal,
  id: string,
  listed: readonly WireModel[],
): Promise<WireModel | null> {
  if (isOwnModel(id)) return null
  const { provider, provider_model } = await models.resolve(principal, id)
  return listed.find(model => model.id === provider_model && model.owned_by === provider) ?? null
}
