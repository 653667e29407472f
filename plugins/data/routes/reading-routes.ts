import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import type { Reader } from '../reading/reader.ts'
import { sendJson } from './answers.ts'
import { exampleAnswer, exampleDiff, exampleProfile } from './examples.ts'
import { closed, column, columnProfile, datasetParams, schemaChanges, versionNumber } from './schemas.ts'

const one = '/api/data/datasets/:dataset_id'
const previewMs = 30_000
const workMs = 300_000
const row = Type.Record(Type.String(), Type.Unknown())

const previewQuery = Type.Object(
  {
    version: Type.Optional(versionNumber),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 50 }),
    offset: Type.Integer({ minimum: 0, maximum: 10_000_000_000, default: 0 }),
  },
  closed,
)
const profileQuery = Type.Object({ version: Type.Optional(versionNumber) }, closed)
const diffQuery = Type.Object(
  {
    from: versionNumber,
    to: versionNumber,
    key: Type.Optional(
      Type.String({
        maxLength: 4000,
        description:
          "Columns that identify a row, with commas between; default: the dataset's own `key`. Empty: by content.",
      }),
    ),
  },
  closed,
)

/** What is in a dataset. */
export function readingRoutes(app: RouteRegistrar, reader: Reader): void {
  app.route({
    method: 'GET',
    path: `${one}/preview`,
    operationId: 'previewDataset',
    summary: 'Some rows of a version, as they stand in the file',
    permission: 'data:read',
    params: datasetParams,
    query: previewQuery,
    responses: {
      200: {
        description: 'The rows',
        schema: Type.Object(
          {
            dataset_id: Type.String(),
            version: Type.Integer(),
            columns: Type.Array(column),
            rows: Type.Array(Type.Array(Type.Unknown())),
            limit: Type.Integer(),
            offset: Type.Integer(),
            total: Type.Integer({ description: 'Rows of the version.' }),
          },
          { title: 'DatasetPreview' },
        ),
        example: {
          dataset_id: exampleDiff.dataset_id,
          version: 2,
          columns: exampleAnswer.columns,
          rows: exampleAnswer.rows,
          limit: 50,
          offset: 0,
          total: 2,
        },
      },
    },
    etag: false,
    async handler({ principal, params, query, signal }, reply) {
      const run = { signal, timeoutMs: previewMs }
      const { rows, ...facts } = await reader.preview(principal.workspace_id, { ...params, ...query }, run)
      const { limit, offset } = query
      // The rows may be many megabytes: they go as they came, for to read and write them here would hold up everybody.
      return sendJson(`{"rows":${rows},${JSON.stringify({ ...facts, limit, offset }).slice(1)}`, reply)
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/profile`,
    operationId: 'profileDataset',
    summary: 'What the columns of a version hold: types, missing values, quantiles, histograms, frequent values',
    description: 'Made when it is first asked for, and kept: no version ever changes.',
    permission: 'data:read',
    params: datasetParams,
    query: profileQuery,
    responses: {
      200: {
        description: 'The profile',
        schema: Type.Object(
          {
            dataset_id: Type.String(),
            version: Type.Integer(),
            rows: Type.Integer(),
            columns: Type.Array(columnProfile),
          },
          { title: 'DatasetProfile' },
        ),
        example: exampleProfile,
      },
    },
    errors: { 422: ['query_limit'], 504: ['timeout'] },
    longRunning: true,
    async handler({ principal, params, query, signal }) {
      const found = reader.version(principal.workspace_id, params.dataset_id, query.version)
      return reader.profile(principal.workspace_id, found, { signal, timeoutMs: workMs })
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/diff`,
    operationId: 'diffDatasetVersions',
    summary: 'What changed between two versions, row by row',
    description:
      'With a key, rows are matched by these columns and may be `changed`; without one by their content, so that a changed row is one that ' +
      'was removed and one that was added.',
    permission: 'data:read',
    params: datasetParams,
    query: diffQuery,
    responses: {
      200: {
        description: 'The differences, with some rows of each kind',
        schema: Type.Object(
          {
            dataset_id: Type.String(),
            from: Type.Integer(),
            to: Type.Integer(),
            key: Type.Union([Type.Array(Type.String()), Type.Null()]),
            added: Type.Integer(),
            removed: Type.Integer(),
            changed: Type.Integer(),
            schema: schemaChanges,
            sample: Type.Object(
              {
                added: Type.Array(row),
                removed: Type.Array(row),
                changed: Type.Array(Type.Object({ key: row, from: row, to: row }, { title: 'ChangedRow' })),
              },
              { title: 'DatasetDiffSample' },
            ),
          },
          { title: 'DatasetDiff' },
        ),
        example: exampleDiff,
      },
    },
    errors: { 422: ['query_limit'], 504: ['timeout'] },
    longRunning: true,
    async handler({ principal, params, query, signal }) {
      const { key: named, from, to } = query
      const wanted = { ...params, from, to, ...(named !== undefined && { key: keyOf(named) }) }
      return reader.diff(principal.workspace_id, wanted, { signal, timeoutMs: workMs })
    },
  })
}

function keyOf(text: string): string[] | null {
  return text === '' ? null : text.split(',').map(each => each.trim())
}
