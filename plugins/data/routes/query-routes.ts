import { Type } from 'typebox'
import type { Static } from 'typebox'
import { anyType, actorOf, bodyFault } from '@svc/plugin'
import type { AuditLog, QueryParam, RouteRegistrar, RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'
import type { Queries } from '../queries/queries.ts'
import { paramsSchema, receiptSchema } from '../queries/receipt.ts'
import type { Receipts } from '../queries/receipts.ts'
import type { ExportedFile, ExportSource, Exports } from '../reading/exports.ts'
import { sendCsv, sendFile, sendRows } from './answers.ts'
import { exampleAnswer, exampleReceipt } from './examples.ts'
import { closed, column, versionNumber } from './schemas.ts'

const verifyMs = 300_000
const exportMs = 300_000
const defaultLimit = 1000
const defaultMs = 10_000

const asked = {
  params: Type.Optional(paramsSchema),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Rows, at most; 1000 when left out.' }),
  ),
  timeout_ms: Type.Optional(Type.Integer({ minimum: 1, description: '10000 when left out.' })),
  format: Type.Optional(Type.Enum(['json', 'csv', 'arrow', 'parquet'], { description: 'json when left out.' })),
}
export const runBody = Type.Object(asked, closed)
const queryBody = Type.Object({ sql: Type.String({ minLength: 1 }), ...asked }, closed)
export type RunFields = Static<typeof runBody>

const exportBody = Type.Object(
  {
    dataset_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    version: Type.Optional(versionNumber),
    sql: Type.Optional(Type.String({ minLength: 1 })),
    params: Type.Optional(paramsSchema),
    format: Type.Enum(['csv', 'parquet', 'json', 'ndjson', 'xlsx', 'arrow']),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
)

export const queryResponses = {
  200: {
    description: 'The rows; as CSV, Arrow or Parquet where `format` says so',
    otherTypes: ['text/csv', 'application/vnd.apache.arrow.stream', 'application/vnd.apache.parquet'],
    schema: Type.Object(
      {
        columns: Type.Array(column),
        rows: Type.Array(Type.Array(Type.Unknown())),
        row_count: Type.Integer(),
        truncated: Type.Boolean({ description: 'There are more rows than `limit`.' }),
        elapsed_ms: Type.Number(),
        receipt: receiptSchema,
      },
      { title: 'QueryResult' },
    ),
    example: exampleAnswer,
  },
}
export const queryErrors = {
  413: ['payload_too_large'],
  422: ['sql_forbidden', 'sql_error', 'query_limit'],
  504: ['timeout'],
}

export interface QueryRouteOptions {
  queries: Queries
  exports: Exports
  receipts: Receipts
  audit: AuditLog
}

/** Questions to the datasets. */
export function queryRoutes(app: RouteRegistrar, options: QueryRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/data/query',
    operationId: 'queryDatasets',
    summary: 'Ask in SQL',
    description:
      'One `SELECT` (or `WITH … SELECT`, `DESCRIBE`, `SUMMARIZE`) over the datasets by their `table`; an older version is `"sales@2"`. Values for `?` are ' +
      '`params`. The `receipt` names the versions that were read and the result’s digest; as CSV it is the header `X-Svc-Receipt`, in base64url, where ' +
      'the answer is below 1 MiB. Integers beyond 2^53 are texts. `arrow` and `parquet` give all rows, as files.',
    permission: 'data:read',
    body: queryBody,
    example: { summary: 'Totals', body: { sql: exampleReceipt.sql, params: [0] } },
    responses: queryResponses,
    errors: queryErrors,
    // It changes nothing, and its answer may be long.
    idempotent: false,
    longRunning: true,
    handler: (request, reply) => answerQuery(options, request.body, request, reply),
  })

  app.route({
    method: 'POST',
    path: '/api/data/export',
    operationId: 'exportData',
    summary: 'Download a dataset, a version of it, or the rows of a statement as a file',
    description:
      "In `csv` and `xlsx`, a text that a spreadsheet would take for a formula gets a `'` in front. `X-Svc-Row-Count` is the number of rows.",
    permission: 'data:read',
    body: exportBody,
    example: { body: { dataset_id: exampleReceipt.tables[0]!.dataset_id, format: 'csv' } },
    responses: {
      200: {
        description: 'The file',
        contentType: anyType,
        example: 'region,amount\nnorth,2210.5\n',
      },
    },
    errors: { ...queryErrors, 507: ['storage_full'] },
    idempotent: false,
    longRunning: true,
    async handler(request, reply) {
      const { format, timeout_ms = exportMs } = request.body
      const source = sourceOf(request.body)
      options.queries.check('sql' in source ? source.sql : '', Math.min(timeout_ms, options.queries.maxTimeoutMs))
      const { principal, signal } = request
      const timeoutMs = Math.min(timeout_ms, options.queries.maxTimeoutMs)
      const run = { signal, timeoutMs, person: principal.user_id }
      const file = await options.exports.write(principal.workspace_id, source, format, run)
      return sendAudited(options.audit, { file, source, format }, request, reply)
    },
  })

  const verifyBody = Type.Object({ receipt: receiptSchema }, closed)
  app.route({
    method: 'POST',
    path: '/api/data/receipts/verify',
    operationId: 'verifyReceipt',
    summary: 'Whether a receipt still holds',
    description: 'Runs its statement again over the very versions that it names, and compares the results.',
    permission: 'data:read',
    body: verifyBody,
    example: { body: { receipt: exampleReceipt } },
    responses: {
      200: {
        description: 'The verdict',
        schema: Type.Object({ valid: Type.Boolean(), reason: Type.Optional(Type.String()) }),
        example: { valid: true },
      },
    },
    errors: { 504: ['timeout'] },
    idempotent: false,
    longRunning: true,
    handler: ({ body, principal, signal }) =>
      options.receipts.verify(principal.workspace_id, body.receipt, { signal, timeoutMs: verifyMs }),
  })
}

/** Runs a statement and sends what it gives in the form that was asked for. */
export async function answerQuery(
  { queries, exports, audit }: Pick<QueryRouteOptions, 'queries' | 'exports' | 'audit'>,
  { sql, params = [], limit, timeout_ms = defaultMs, format = 'json' }: RunFields & { sql: string },
  request: Pick<RouteRequest, 'principal' | 'signal' | 'ip' | 'id'>,
  reply: RouteReply,
): Promise<StreamedReply> {
  const { principal, signal } = request
  const run = { signal, timeoutMs: timeout_ms, person: principal.user_id }
  queries.check(sql, timeout_ms)
  if (format === 'arrow' || format === 'parquet') {
    if (limit !== undefined)
      throw bodyFault('/limit', `is for json and csv; write LIMIT into the statement for ${format}`)
    const source = { sql, params }
    const file = await exports.write(principal.workspace_id, source, format, run)
    return sendAudited(audit, { file, source, format }, request, reply)
  }
  const question = { sql, params, limit: limit ?? defaultLimit, format }
  const answer = await queries.ask(principal.workspace_id, question, run)
  return format === 'csv' ? sendCsv(answer, reply) : sendRows(answer, reply)
}

function sourceOf({ dataset_id, sql, version, params }: Static<typeof exportBody>): ExportSource {
  if ((dataset_id === undefined) === (sql === undefined))
    throw bodyFault('', 'must have "dataset_id" or "sql", and one of them alone')
  if (dataset_id !== undefined) {
    if (params !== undefined) throw bodyFault('/params', 'is for "sql"')
    return { dataset_id, ...(version !== undefined && { version }) }
  }
  if (version !== undefined) throw bodyFault('/version', 'is for "dataset_id"; in SQL an older version is "sales@2"')
  return { sql: sql ?? '', params: (params ?? []) as QueryParam[] }
}

async function sendAudited(
  audit: AuditLog,
  { file, source, format }: { file: ExportedFile; source: ExportSource; format: string },
  request: Pick<RouteRequest, 'principal' | 'signal' | 'ip' | 'id'>,
  reply: RouteReply,
): Promise<StreamedReply> {
  const principal = actorOf(request)
  const { ip = null, request_id = null } = principal
  const target = 'dataset_id' in source ? source.dataset_id : null
  const details = { format, rows: file.table.rows }
  try {
    await audit.append({ principal, action: 'data.exported', target, ip, request_id, details })
    request.signal.throwIfAborted()
    return sendFile(file, request, reply)
  } catch (error) {
    await file.table.discard()
    throw error
  }
}
