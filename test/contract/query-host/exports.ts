import { beforeAll, describe, expect, it } from 'vitest'
import { refusal } from './kit.ts'
import type { QueryHostKit } from './kit.ts'
import { importSales } from './samples.ts'

const sql = `select id, region, price, made, open, '=1' as f from sales where id in (2, 5) order by id`
const params: never[] = []

export function describeExports(kit: QueryHostKit): void {
  describe('exports', () => {
    beforeAll(() => importSales(kit))

    it('CSV', async () => {
      const { exported: told, bytes } = await kit.export({ sql, params }, 'csv')
      expect({ rows: told.rows, lines: bytes.toString().trimEnd().split(/\r?\n/) }).toEqual({
        rows: 2,
        lines: [
          'id,region,price,made,open,f',
          "2,south,2.25,2024-02-20 12:00:00.25,false,'=1",
          "5,,0.1,2024-12-31 00:00:00,,'=1",
        ],
      })
    })

    it('JSON and NDJSON', async () => {
      const json = await kit.export({ sql, params }, 'json')
      const lines = await kit.export({ sql, params }, 'ndjson')
      const rows = [
        { id: 2, region: 'south', price: 2.25, made: '2024-02-20T12:00:00.250', open: false, f: '=1' },
        { id: 5, region: null, price: 0.1, made: '2024-12-31T00:00:00.000', open: null, f: '=1' },
      ]
      const parsed = lines.bytes
        .toString()
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as unknown)
      expect([JSON.parse(json.bytes.toString()), parsed]).toEqual([rows, rows])
    })

    it.each(['parquet', 'xlsx'] as const)('%s, which comes back as it was', async format => {
      const { bytes } = await kit.export({ file: kit.fileOf('sales') }, format)
      const again = await kit.import(bytes, { format })
      const { rows } = await kit.query('select * from sales order by id')
      expect({ columns: again.columns.map(({ type }) => type), rows: again.preview }).toEqual({
        columns: ['BIGINT', 'VARCHAR', 'BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'BOOLEAN'],
        rows,
      })
    })

    it('no Arrow, in words', async () => {
      expect(await refusal(kit.export({ sql, params }, 'arrow'))).toEqual({
        code: 'sql_error',
        message: expect.stringMatching(/parquet/),
      })
    })

    it('a version made of a statement', async () => {
      await kit.derive(
        'select region, sum(amount * 1.0) as total, max(day) as last from sales group by region',
        'totals',
      )
      const { rows } = await kit.query('select region, total from totals order by total, region')
      expect(rows).toEqual([
        ['south', 20],
        ['east, far', 40],
        ['north', 40],
        [null, 50],
      ])
    })
  })
}
