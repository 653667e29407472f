import { Type } from 'typebox'
import { actorOf, ForbiddenError, hasScope } from '@svc/plugin'
import type { QueryParam, RouteRegistrar } from '@svc/plugin'
import type { Catalog } from '../catalog/catalog.ts'
import { labelOf } from '../imports/import-settings.ts'
import { paramsSchema } from '../queries/receipt.ts'
import type { Publisher } from '../versions/publisher.ts'
import type { WorkspaceDatasets } from '../workspace-datasets.ts'
import { exampleDataset, exampleSummary, exampleVersion } from './examples.ts'
import {
  closed,
  dataset,
  datasetChange,
  datasetParams,
  pageFields,
  pageOfItems,
  summary,
  version,
  versionNumber,
} from './schemas.ts'

const one = '/api/data/datasets/:dataset_id'

const listQuery = Type.Object(
  {
    ...pageFields,
    search: Type.Optional(
      Type.String({ maxLength: 500, description: 'Words of names, descriptions, tags and columns.' }),
    ),
    tag: Type.Optional(Type.String({ maxLength: 100 })),
  },
  closed,
)
const pageQuery = Type.Object(pageFields, closed)
const confirmBody = Type.Object(
  {
    confirm: Type.String({ maxLength: 500 }),
    force: Type.Optional(
      Type.Boolean({ default: false, description: 'Delete it although records, such as runs, rest on it.' }),
    ),
  },
  closed,
)
const deriveBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    dataset_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    sql: Type.String({ minLength: 1 }),
    params: Type.Optional(paramsSchema),
  },
  closed,
)
const restoreBody = Type.Object({ version: versionNumber }, closed)

/** Which datasets there are, and what becomes of them. */
export function datasetRoutes(
  app: RouteRegistrar,
  { catalog, publisher, service }: { catalog: Catalog; publisher: Publisher; service: WorkspaceDatasets },
): void {
  app.route({
    method: 'GET',
    path: '/api/data/catalog',
    operationId: 'listDatasets',
    summary: 'List the datasets, newest first',
    permission: 'data:read',
    query: listQuery,
    responses: {
      200: {
        description: 'A page of datasets',
        schema: pageOfItems(summary),
        example: { items: [exampleSummary], next_cursor: null },
      },
    },
    handler: async ({ principal, query }) => catalog.list(principal.workspace_id, query),
  })

  app.route({
    method: 'POST',
    path: '/api/data/datasets',
    operationId: 'deriveDataset',
    summary: 'Keep the rows of a statement as a dataset, or as a new version of one',
    description: 'Its `origin` has the statement and the versions that it read. Needs `data:read` too.',
    permission: 'data:write',
    body: deriveBody,
    example: { body: { name: 'Totals', sql: 'select region, sum(amount) as total from sales group by region' } },
    responses: { 201: { description: 'The version', schema: version, example: exampleVersion } },
    errors: { 413: ['payload_too_large'], 422: ['sql_forbidden', 'sql_error', 'query_limit'], 504: ['timeout'] },
    longRunning: true,
    async handler({ baseUrl, body, principal, signal }, reply) {
      if (!hasScope(principal.scopes, 'data:read'))
        throw new ForbiddenError('forbidden', 'A statement reads the datasets, which needs the scope data:read too.')
      const { sql, name, dataset_id } = body
      const params = (body.params ?? []) as QueryParam[]
      const made = await service.derive(
        { sql, params, name: name ?? null, ...(dataset_id !== undefined && { dataset_id }) },
        { principal, signal },
      )
      reply.status(201).header('location', `${baseUrl}/api/data/datasets/${made.dataset_id}`)
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getDataset',
    summary: 'One dataset, with its latest version',
    permission: 'data:read',
    params: datasetParams,
    responses: { 200: { description: 'The dataset', schema: dataset, example: exampleDataset } },
    handler: async ({ principal, params }) => catalog.get(principal.workspace_id, params.dataset_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateDataset',
    summary: 'Rename, describe or tag a dataset',
    description: 'A new `name` leaves the `table` as it is, so that queries go on; `table` changes what SQL calls it.',
    permission: 'data:write',
    params: datasetParams,
    body: datasetChange,
    example: { body: { name: 'Sales', description: 'From the till', tags: ['finance'] } },
    responses: { 200: { description: 'The dataset', schema: dataset, example: exampleDataset } },
    errors: { 409: ['already_exists'] },
    async handler({ principal, params, body }) {
      const name = body.name === undefined ? {} : { name: labelOf(body.name) }
      return catalog.update(principal.workspace_id, params.dataset_id, { ...body, ...name })
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteDataset',
    summary: 'Delete a dataset with all its versions',
    description: 'For good. `confirm` is the name of the dataset, as a person would write it to say that they mean it.',
    permission: 'data:write',
    params: datasetParams,
    body: confirmBody,
    example: { body: { confirm: 'Sales' } },
    responses: { 204: { description: 'It is gone' } },
    errors: { 409: ['conflict'] },
    async handler(request) {
      await catalog.delete(actorOf(request), request.params.dataset_id, request.body.confirm, {
        isForced: request.body.force === true,
      })
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/versions`,
    operationId: 'listDatasetVersions',
    summary: 'The versions of a dataset, newest first',
    permission: 'data:read',
    params: datasetParams,
    query: pageQuery,
    responses: {
      200: {
        description: 'A page of versions',
        schema: pageOfItems(version),
        example: { items: [exampleVersion], next_cursor: null },
      },
    },
    handler: async ({ principal, params, query }) => catalog.versions(principal.workspace_id, params.dataset_id, query),
  })

  app.route({
    method: 'POST',
    path: `${one}/restore`,
    operationId: 'restoreDatasetVersion',
    summary: 'Make a new version that is equal to an older one',
    description: 'Nothing is overwritten, and the content is kept once.',
    permission: 'data:write',
    params: datasetParams,
    body: restoreBody,
    example: { body: { version: 1 } },
    responses: { 201: { description: 'The new version', schema: version, example: exampleVersion } },
    handler({ baseUrl, principal, params, body }, reply) {
      const made = publisher.restore(params.dataset_id, body.version, principal)
      reply.status(201).header('location', `${baseUrl}/api/data/datasets/${made.dataset_id}`)
      return made
    },
  })
}
