import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { medianMs } from '../../support/load.ts'
import { writeRandomTable } from '../../support/random-table.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const rows = 1_000_000
const times = 10
const rounds = 3
const queries = 5

interface Made {
  table: string
}

/** A group-by over ten times as many rows, over HTTP by key. */
export async function dataGrowth(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const svc = await startSvc()
  try {
    const csv = join(folder, 'bench.csv')
    await writeRandomTable(csv, rows)
    const form = new FormData()
    form.set('name', 'bench')
    form.set('file', new Blob([await readFile(csv)]), 'bench.csv')
    const small = await made(svc, '/api/data/import', form)
    const sql = `select ${small.table}.* from ${small.table}, range(${times}) as again(n)`
    const large = await made(svc, '/api/data/datasets', JSON.stringify({ name: 'more', sql }))
    const taken: Record<'small' | 'large', number> = { small: Infinity, large: Infinity }
    for (let round = 0; round <= rounds; round += 1) {
      taken.small = Math.min(taken.small, await groupByMs(svc, small))
      taken.large = Math.min(taken.large, await groupByMs(svc, large))
    }
    return [
      atMost(
        {
          path: 'group-by, growth',
          measure: `p50 over HTTP, ${(rows * times).toLocaleString('en')} rows, the best of ${rounds} rounds`,
          ours: taken.large,
          unit: 'ms',
          beside: { name: `${rows.toLocaleString('en')} rows`, value: taken.small },
        },
        times,
      ),
    ]
  } finally {
    await svc.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function made(svc: SvcServer, path: string, body: FormData | string): Promise<Made> {
  const answer = await asked(svc, path, body)
  return (await answer.json()) as Made
}

async function asked(svc: SvcServer, path: string, body: FormData | string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${svc.key}`,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(svc.url + path, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

function groupByMs(svc: SvcServer, { table }: Made): Promise<number> {
  const sql = `select color, count(*) as n, avg(price) as price, sum(qty) as qty from ${table} group by color order by color`
  return medianMs(queries, async () => (await asked(svc, '/api/data/query', JSON.stringify({ sql }))).text())
}
