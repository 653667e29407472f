import { expect, it } from 'vitest'
import { startTestImport } from '../../../../test/rooms/plugins/import.ts'

it('a table of 2,000 columns is read, and one of 600 in which values are missing', async () => {
  const wide = (columns: number, first: string): string => {
    const cells = (row: number) => Array.from({ length: columns }, (_, n) => (n % 2 ? `${row * n}` : `${row}.5`))
    const names = Array.from({ length: columns }, (_, n) => `c${n}`)
    return [names, Array<string>(columns).fill(first), ...[1, 2, 3].map(cells)].map(row => row.join(',')).join('\n')
  }
  const imports = await startTestImport()
  const [full, holed] = [await imports.take(wide(2000, '0')), await imports.take(wide(600, 'NA'))]
  imports.end()
  expect([full, holed].map(({ rows, columns }) => [rows, new Set(columns.map(({ type }) => type))])).toEqual([
    [4, new Set(['DOUBLE', 'BIGINT'])],
    [4, new Set(['DOUBLE', 'BIGINT'])],
  ])
})
