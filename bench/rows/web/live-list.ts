import { setTimeout as pause } from 'node:timers/promises'
import { openPages } from '../../../test/web/support/served-pages.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { workOf } from './watched-page.ts'

const seconds = 30
const perSecond = 50
const mostReadsPerSecond = 4

/** 50 events a second for 30 s while the page of jobs is open, beside the same page without events. */
export async function liveList(): Promise<Row[]> {
  const pages = await openPages({ plugins: ['data'] })
  try {
    const page = await pages.open()
    let reads = 0
    page.on('request', asked => {
      if (new URL(asked.url()).pathname.startsWith('/api/')) reads += 1
    })
    await page.goto('/data?tab=jobs')
    await page.getByRole('heading', { name: 'Data', level: 1 }).waitFor()
    await pages.svc.request('POST', '/api/jobs', { body: { kind: 'bench', payload: {} } })
    await page.getByText('bench').first().waitFor()
    const quiet = await workOf(page, () => pause(seconds * 1000))
    reads = 0
    const busy = await workOf(page, () => flood(pages.svc.request))
    const readsPerSecond = reads / seconds
    const share = (taskMs: number): number => taskMs / (seconds * 10)
    const row = { path: 'live list, 50 events/s for 30 s' }
    return [
      addedAtMost(
        {
          ...row,
          measure: 'main thread of the page',
          ours: share(busy.taskMs),
          unit: '% of a core',
          beside: { name: 'no events', value: share(quiet.taskMs) },
        },
        25,
      ),
      atMost(
        {
          ...row,
          measure: 'requests of the page',
          ours: readsPerSecond,
          unit: 'a second',
          beside: { name: 'the goal', value: mostReadsPerSecond },
        },
        1,
      ),
    ]
  } finally {
    await pages.stop()
    await pages.browser.close()
  }
}

async function flood(request: TestKernel['request']): Promise<void> {
  const started = performance.now()
  for (let index = 0; index < seconds * perSecond; index += 1) {
    await request('POST', '/api/jobs', { body: { kind: `flood.${index % 7}`, payload: { index } } })
    const dueMs = (index + 1) * (1000 / perSecond)
    await pause(Math.max(0, started + dueMs - performance.now()))
  }
}
