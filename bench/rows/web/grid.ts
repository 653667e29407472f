import type { Page } from 'playwright-core'
import { openPages } from '../../../test/web/support/served-pages.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { workOf } from './watched-page.ts'

const rows = 100_000
const columns = 12
const steps = 60
const mostNodes = 1500

interface Walk {
  taskMs: number
  nodes: number
  heapBeforeMb: number
  heapAfterMb: number
}

/** 60 steps of one viewport through a dataset of 100,000 rows and 12 columns, beside a table written for this that re-uses 45 rows. */
export async function grid(): Promise<Row[]> {
  const pages = await openPages({ plugins: ['data'] })
  try {
    const names = Array.from({ length: columns }, (_, index) => `i * ${index + 1} AS c${index}`)
    const sql = `SELECT ${names.join(', ')} FROM range(${rows}) t(i)`
    const made = await pages.svc.request('POST', '/api/data/datasets', { body: { name: 'Long', sql } })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    const page = await pages.open()
    await page.goto(`/data?dataset=${made.body.dataset_id}`)
    await page.getByRole('cell', { name: '12', exact: true }).first().waitFor()
    const ours = await walked(page, `document.querySelector('[role=table][aria-rowcount]')`)
    await page.context().close()
    const plain = await pages.open()
    await plain.route('**/plain', route => route.fulfill({ contentType: 'text/html', body: handWritten }))
    await plain.goto('/plain')
    const peer = await walked(plain, `document.querySelector('#box')`)
    const row = { path: 'data grid, 100,000 rows × 12', measure: `main thread, a step of one viewport` }
    const perStep = (walk: Walk): number => walk.taskMs / steps
    return [
      atMost(
        { ...row, ours: perStep(ours), unit: 'ms', beside: { name: 'a table re-using 45 rows', value: perStep(peer) } },
        2,
      ),
      atMost(
        {
          ...row,
          measure: 'nodes in the document',
          ours: ours.nodes,
          unit: 'nodes',
          beside: { name: 'the goal', value: mostNodes },
        },
        1,
      ),
      addedAtMost(
        {
          ...row,
          measure: 'heap after the walk',
          ours: ours.heapAfterMb,
          unit: 'MB',
          beside: { name: 'before', value: ours.heapBeforeMb },
        },
        20,
      ),
    ]
  } finally {
    await pages.stop()
    await pages.browser.close()
  }
}

async function walked(page: Page, box: string): Promise<Walk> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const heapMb = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_000_000
  }
  const heapBeforeMb = await heapMb()
  const { taskMs } = await workOf(page, () => page.evaluate(walkDown(box)))
  const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`)
  return { taskMs, nodes, heapBeforeMb, heapAfterMb: await heapMb() }
}

/** After each step two frames and time for the rows to be read, as when somebody scrolls and looks. */
const walkDown = (box: string): string => `(async () => {
  const box = ${box}
  for (let step = 0; step < ${steps}; step += 1) {
    box.scrollTop += box.clientHeight
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    await new Promise(done => setTimeout(done, 60))
  }
})()`

const handWritten = `<!doctype html><style>
  #box { height: 560px; overflow: auto; position: relative } #all { height: ${rows * 32}px }
  .row { position: absolute; height: 32px; white-space: nowrap } .row span { display: inline-block; width: 152px }
</style><div id="box"><div id="all"></div></div><script>
  const box = document.getElementById('box')
  const made = Array.from({ length: 45 }, () => {
    const row = document.createElement('div')
    row.className = 'row'
    for (let column = 0; column < ${columns}; column += 1) row.append(document.createElement('span'))
    document.getElementById('all').append(row)
    return row
  })
  const draw = () => {
    const first = Math.max(0, Math.floor(box.scrollTop / 32) - 10)
    made.forEach((row, index) => {
      const at = first + index
      row.style.transform = 'translateY(' + at * 32 + 'px)'
      row.childNodes.forEach((cell, column) => { cell.textContent = String(at * (column + 1)) })
    })
  }
  box.addEventListener('scroll', draw)
  draw()
</script>`
