import { Type } from 'typebox'
import type { QueryParam, ResultDigest } from '@svc/plugin'
import type { CitedTable } from './cited-tables.ts'

/** What a result was made of, and what it was known by: enough to make it again and to compare. */
export interface Receipt {
  version: 1
  sql: string
  params: QueryParam[]
  /** Rows, at most. */
  limit: number
  tables: CitedTable[]
  /** Null: the engine gave none. */
  result: ResultDigest | null
  created_at: string
}

const closed = { additionalProperties: false }
const digest = Type.Object(
  {
    hash: Type.String({ description: 'SHA-256 over column names, types, and all that is exact in the rows.' }),
    rows: Type.Integer({ minimum: 0 }),
    floats: Type.Array(
      Type.Object(
        { column: Type.String(), sum: Type.Number(), scale: Type.Number() },
        { ...closed, title: 'ReceiptSum' },
      ),
      {
        description: 'Floating-point columns, by a weighted sum: their last digits may differ from run to run.',
        maxItems: 10_000,
      },
    ),
  },
  { ...closed, title: 'ReceiptDigest' },
)

export const paramsSchema = Type.Array(Type.Union([Type.Null(), Type.Boolean(), Type.Number(), Type.String()]), {
  maxItems: 1000,
  description: 'For each `?` in order.',
})

export const receiptSchema = Type.Object(
  {
    version: Type.Literal(1),
    sql: Type.String(),
    params: paramsSchema,
    limit: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    tables: Type.Array(
      Type.Object(
        {
          table: Type.String({ minLength: 1, maxLength: 300, description: 'As the statement names it.' }),
          dataset_id: Type.String({ maxLength: 100 }),
          version: Type.Integer({ minimum: 1 }),
          sha256: Type.String({
            pattern: '^[0-9a-f]{64}$',
            description: 'SHA-256 of the version’s file, 64 hexadecimal digits.',
          }),
        },
        { ...closed, title: 'ReceiptTable' },
      ),
      { maxItems: 1000 },
    ),
    result: Type.Union([digest, Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { ...closed, title: 'QueryReceipt' },
)

/** For a header; null when it would be too long for one. */
export function receiptHeader(receipt: Receipt): string | null {
  const text = Buffer.from(JSON.stringify(receipt)).toString('base64url')
  return text.length > 6000 ? null : text
}
