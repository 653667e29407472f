import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const run = promisify(execFile)
const rows = 1_000_000
const regions = ['north', 'south', 'east', 'west']
const rowsAPiece = 100_000

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'admin'] })
})
afterAll(() => svc?.stop())

/** `i` counts up, so that the sum of each region is known without adding it up here. */
async function writeCsv(path: string): Promise<void> {
  const out = createWriteStream(path)
  out.write('i,region,amount\n')
  for (let from = 0; from < rows; from += rowsAPiece) {
    const lines = Array.from({ length: rowsAPiece }, (_, at) => `${from + at},${regions[at % 4]},${at % 100}.5\n`)
    if (!out.write(lines.join(''))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

async function curl(...args: string[]): Promise<unknown> {
  const { stdout } = await run('curl', ['-sS', '-H', `Authorization: Bearer ${svc.key}`, ...args])
  return JSON.parse(stdout)
}

test('a CSV of a million rows goes from curl to a grouped answer', async () => {
  const path = join(svc.home, 'million.csv')
  await writeCsv(path)
  const made = await curl('-F', 'name=million', '-F', `file=@${path}`, `${svc.url}/api/data/import`)
  const sql =
    'select region, count(*) as n, sum(i)::bigint as total, avg(amount) as mean from million group by all order by region'
  const answer = await curl('--json', JSON.stringify({ sql }), `${svc.url}/api/data/query`)
  expect(made).toMatchObject({ table: 'million', version: 1, rows, warnings: [] })
  expect(answer).toMatchObject({
    columns: [
      { name: 'region', type: 'VARCHAR' },
      { name: 'n', type: 'BIGINT' },
      { name: 'total', type: 'BIGINT' },
      { name: 'mean', type: 'DOUBLE' },
    ],
    // Each region has 250,000 rows: its first number and every fourth one after it.
    rows: [
      ['east', 250_000, 125_000_000_000, 50.5],
      ['north', 250_000, 124_999_500_000, 48.5],
      ['south', 250_000, 124_999_750_000, 49.5],
      ['west', 250_000, 125_000_250_000, 51.5],
    ],
    row_count: 4,
    truncated: false,
  })
})
