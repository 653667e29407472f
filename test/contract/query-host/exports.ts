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
      const { exported, bytes } = await kit.export({ sql, params }, 'csv')
      expect({ rows: exported.rows, lines: bytes.toString().trimEnd().split(/\r?\n/) }).toEqual({
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

    it.skipIf(kit.driver === 'sqlite')('rows whose members share a name, in every format', async () => {
      const rows = `select row(1, 2) as r, [row(3, 'x'), row(4, null)] as l, {'k': row(5, row(6, 7))} as n,
        map([row(1, 2)], [row(8, 9)]) as m`
      const unpivoted = await kit.query('select * from (select 1 as c1, 2 as c2) unpivot (v for n in ((c1, 40 + 2)))')
      const answer = await kit.query(rows)
      const bound = await kit.query('select row(?, ?) as r', [1, 2])
      const lines = await kit.export({ sql: rows, params: [] }, 'ndjson')
      const csv = await kit.export({ sql: 'select row(1, 2) as r', params: [] }, 'csv')
      const { bytes: parquet } = await kit.export({ sql: 'select row(1, 2) as r', params: [] }, 'parquet')
      const again = await kit.import(parquet, { format: 'parquet' })
      const values = {
        r: { _1: 1, _2: 2 },
        l: [
          { _1: 3, _2: 'x' },
          { _1: 4, _2: null },
        ],
        n: { k: { _1: 5, _2: { _1: 6, _2: 7 } } },
      }
      expect(unpivoted.rows[0]?.at(-1)).toEqual({ _1: 1, _2: 42 })
      expect(answer.rows[0]?.slice(0, 3)).toEqual(Object.values(values))
      expect(JSON.stringify(answer.rows[0]?.[3])).toMatch(/"_1":8,"_2":9/)
      expect(bound.rows).toEqual([[{ _1: 1, _2: 2 }]])
      expect(JSON.parse(lines.bytes.toString())).toMatchObject(values)
      expect(csv.bytes.toString()).toBe('r\n"{""_1"":1,""_2"":2}"\n')
      expect(again.preview).toEqual([[{ _1: 1, _2: 2 }]])
    })

    it('columns that share a name, in every format', async () => {
      const twice = { sql: 'select 1 as a, 2 as a', params: [] }
      const [csv, json, lines] = await Promise.all(
        (['csv', 'json', 'ndjson'] as const).map(async format => (await kit.export(twice, format)).bytes.toString()),
      )
      const again = await kit.import((await kit.export(twice, 'parquet')).bytes, { format: 'parquet' })
      expect([csv?.trim().split('\n')[1], again.preview, new Set(again.columns.map(({ name }) => name)).size]).toEqual([
        '1,2',
        [[1, 2]],
        2,
      ])
      expect([json, `[${lines}]`].map(text => Object.values((JSON.parse(text ?? '') as object[])[0] ?? {}))).toEqual([
        [1, 2],
        [1, 2],
      ])
    })

    it.skipIf(kit.driver === 'sqlite')('JSON that the engine makes, as every reader of JSON takes it', async () => {
      const made = `select to_json(row(1, row(2, 3))) as r, json('{"a": 1, "b": {"_1": 4, "x": 5, "x": 6}, "a": ":"}') as j,
        to_json([1e1000, 'nan'::double]) as l, json('[-inf, "inf", "a\\"nan"]') as n`
      const { rows } = await kit.query(made)
      const lines = await kit.export({ sql: made, params: [] }, 'ndjson')
      const csv = await kit.export({ sql: made, params: [] }, 'csv')
      const values = {
        r: { _1: 1, _2: { _1: 2, _2: 3 } },
        j: { _1: 1, b: { _1: 4, _2: 5, _3: 6 }, _3: ':' },
        l: ['Infinity', 'NaN'],
        n: ['-Infinity', 'inf', 'a"nan'],
      }
      expect(rows).toEqual([Object.values(values)])
      expect(JSON.parse(lines.bytes.toString())).toEqual(values)
      expect(csv.bytes.toString()).toBe(await kit.csv(made))
    })

    it.skipIf(kit.driver === 'sqlite')('values inside of others in CSV as queries write them', async () => {
      const nested = `select [1e1000, 'nan'::double, 1.5e0] as l, {'a': -1e1000, '=b': [9007199254740993]} as s,
        map {'at': timestamp '2020-01-02 10:00:00'} as m, union_value(u := row(1, 2)) as u, '=1+1' as f, null::int[] as n`
      const exported = await kit.export({ sql: nested, params: [] }, 'csv')
      const { rows } = await kit.query(nested)
      expect([exported.bytes.toString(), await kit.csv(nested), rows[0]?.[3]]).toEqual([
        await kit.csv(nested),
        `l,s,m,u,f,n\n"[""Infinity"",""NaN"",1.5]","{""a"":""-Infinity"",""=b"":[""9007199254740993""]}",` +
          `"{""at"":""2020-01-02T10:00:00.000""}","{""_1"":1,""_2"":2}",'=1+1,\n`,
        { _1: 1, _2: 2 },
      ])
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
