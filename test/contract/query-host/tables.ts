import { beforeAll, describe, expect, it } from 'vitest'
import type { TableDiff, TablePreview, TableProfile } from '@svc/plugin'
import type { HostNumbersHead } from '../../../kernel/drivers/analytics/query-host.ts'
import { refusal } from './kit.ts'
import type { QueryHostKit } from './kit.ts'
import { importSales } from './samples.ts'

export function describeTables(kit: QueryHostKit): void {
  describe('versions', () => {
    beforeAll(() => importSales(kit))

    it('are shown page by page', async () => {
      const page = { file: kit.fileOf('sales'), limit: 2, offset: 3 }
      const { columns, rows } = await kit.read<TablePreview>('preview', page)
      expect({ first: columns[0], rows: JSON.parse(rows) as unknown }).toEqual({
        first: { name: 'id', type: 'BIGINT' },
        rows: [
          [4, 'east, far', 40, -4, '2024-03-01', null, false],
          [5, null, 50, 0.1, null, '2024-12-31T00:00:00.000', null],
        ],
      })
    })

    it('are profiled, column by column', async () => {
      const { rows, columns } = await kit.read<TableProfile>('profile', { file: kit.fileOf('sales') })
      const [, region, amount, price, day, , open] = columns
      expect({
        rows,
        region,
        amount,
        price: { ...price, histogram: price?.histogram.length },
        day: day?.quantiles,
        open,
      }).toEqual({
        rows: 5,
        region: {
          name: 'region',
          type: 'VARCHAR',
          missing: 1,
          distinct: 3,
          distinct_is_exact: true,
          min: 'east, far',
          max: 'south',
          mean: null,
          sd: null,
          quantiles: [],
          histogram: [],
          top: [
            { value: 'north', count: 2 },
            { value: 'east, far', count: 1 },
            { value: 'south', count: 1 },
          ],
        },
        amount: {
          name: 'amount',
          type: 'BIGINT',
          missing: 0,
          distinct: 5,
          distinct_is_exact: true,
          min: 10,
          max: 50,
          mean: 30,
          sd: expect.closeTo(15.811388300841896, 10),
          quantiles: [
            { q: 0.01, value: expect.closeTo(10.4, 10) },
            { q: 0.05, value: expect.closeTo(12, 10) },
            { q: 0.25, value: 20 },
            { q: 0.5, value: 30 },
            { q: 0.75, value: 40 },
            { q: 0.95, value: expect.closeTo(48, 10) },
            { q: 0.99, value: expect.closeTo(49.6, 10) },
          ],
          histogram: Array.from({ length: 20 }, (_, bin) => ({
            from: 10 + 2 * bin,
            to: 12 + 2 * bin,
            count: [0, 5, 10, 15, 19].includes(bin) ? 1 : 0,
          })),
          top: [10, 20, 30, 40, 50].map(value => ({ value, count: 1 })),
        },
        price: expect.objectContaining({ missing: 1, distinct: 4, min: -4, max: 2.25, histogram: 20 }) as unknown,
        day: expect.arrayContaining([{ q: 0.5, value: '2024-02-24T12:00:00.000' }]) as unknown,
        open: expect.objectContaining({
          missing: 1,
          distinct: 2,
          min: false,
          max: true,
          top: [
            { value: false, count: 2 },
            { value: true, count: 2 },
          ],
        }) as unknown,
      })
    })

    it('are compared by key', async () => {
      const request = { from: kit.fileOf('sales'), to: kit.fileOf('sales@2'), key: ['id'], sample: 5 }
      const diff = await kit.read<TableDiff>('diff', request)
      expect({ ...diff, sample: idsOf(diff) }).toEqual({
        added: 1,
        removed: 1,
        changed: 1,
        schema: { added: [{ name: 'note', type: 'VARCHAR' }], removed: [], changed: [] },
        sample: { added: [6], removed: [4], changed: [[{ id: 2 }, 20, 21]] },
      })
    })

    it('are compared by content, without a key', async () => {
      const request = { from: kit.fileOf('sales'), to: kit.fileOf('sales@2'), key: null, sample: 5 }
      const diff = await kit.read<TableDiff>('diff', request)
      expect({ ...diff, schema: null, sample: idsOf(diff) }).toEqual({
        added: 2,
        removed: 2,
        changed: 0,
        schema: null,
        sample: { added: [2, 6], removed: [2, 4], changed: [] },
      })
    })

    it('refuse a key that tells no rows apart, or is not there', async () => {
      const files = { from: kit.fileOf('sales'), to: kit.fileOf('sales@2'), sample: 1 }
      const refused = [
        await refusal(kit.read('diff', { ...files, key: ['region'] })),
        await refusal(kit.read('diff', { ...files, key: ['nope'] })),
      ]
      expect(refused.map(({ code }) => code)).toEqual(['sql_error', 'not_found'])
    })

    it('give columns as numbers and codes, filtered', async () => {
      const wanted = {
        file: kit.fileOf('sales'),
        columns: ['price', 'region', 'open', 'day'],
        filter: 'amount >= 20',
        max_cells: 100,
      }
      const { rows, columns } = await kit.read<{ rows: number; columns: HostNumbersHead[] }>('columns', wanted)
      const bytes = await Promise.all(columns.map((_, index) => kit.bytesOf(index)))
      expect({
        rows,
        heads: columns.map(({ name, kind, meaning, levels }) => ({ name, kind, meaning, levels })),
        price: doubles(bytes[0]),
        region: integers(bytes[1]),
        open: integers(bytes[2]),
        day: doubles(bytes[3]),
      }).toEqual({
        rows: 4,
        heads: [
          { name: 'price', kind: 'number', meaning: 'number', levels: null },
          { name: 'region', kind: 'codes', meaning: 'text', levels: ['east, far', 'north', 'south'] },
          { name: 'open', kind: 'codes', meaning: 'boolean', levels: ['false', 'true'] },
          { name: 'day', kind: 'number', meaning: 'date', levels: null },
        ],
        price: [2.25, Number.NaN, -4, 0.1],
        region: [2, 1, 0, -1],
        open: [0, 1, 0, -1],
        day: [Date.UTC(2024, 1, 20), Date.UTC(2024, 1, 29), Date.UTC(2024, 2, 1), Number.NaN],
      })
    })

    it.each(['1); drop table x; --', '1) or (1', 'id in (select id from nothing_like_it)', 'nope = 1', 'id ='])(
      'refuse the filter %s',
      async filter => {
        const wanted = { file: kit.fileOf('sales'), columns: ['id'], filter, max_cells: 100 }
        expect((await refusal(kit.read('columns', wanted))).code).toMatch(/^sql_(error|forbidden)$/)
      },
    )

    it('refuse more cells than may be, and a column that is not there', async () => {
      const file = kit.fileOf('sales')
      const refused = [
        await refusal(kit.read('columns', { file, columns: ['id', 'amount'], filter: null, max_cells: 9 })),
        await refusal(kit.read('columns', { file, columns: ['nope'], filter: null, max_cells: 100 })),
      ]
      expect(refused.map(({ code }) => code)).toEqual(['query_limit', 'not_found'])
    })
  })
}

function idsOf({ sample: { added, removed, changed } }: TableDiff): object {
  return {
    added: added.map(({ id }) => id),
    removed: removed.map(({ id }) => id),
    changed: changed.map(({ key, from, to }) => [key, from['amount'], to['amount']]),
  }
}

function doubles(bytes: Buffer | undefined): number[] {
  const values = bytes ?? Buffer.alloc(0)
  return Array.from({ length: values.length / 8 }, (_, index) => values.readDoubleLE(8 * index))
}

function integers(bytes: Buffer | undefined): number[] {
  const values = bytes ?? Buffer.alloc(0)
  return Array.from({ length: values.length / 4 }, (_, index) => values.readInt32LE(4 * index))
}
