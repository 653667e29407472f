import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const kind = 'thumbnails.make'

describe.skipIf(!hasPages)('the tab Jobs', () => {
  let pages: ServedPages
  let page: Page
  const exact = (name: string) => ({ name, exact: true })
  const table = () => page.getByRole('table', exact('Jobs'))
  const filter = (name: RegExp) => page.getByRole('navigation', exact('States')).getByRole('link', { name })
  const post = async (path: string, body: Record<string, string | number | string[] | object>) =>
    (await pages.svc.request('POST', `/api/jobs${path}`, { body: body as never })).body
  const claim = async () => (await post('/claim', { worker_id: 'w', kinds: [kind] })).jobs[0]

  beforeAll(async () => {
    pages = await openPages({ plugins: ['jobs', 'data', 'developer'] })
    page = pages.page
    await page.goto('/data?tab=jobs')
  })
  afterAll(() => pages?.stop())

  it('shows a job as it is made, taken and fails, with its error', async () => {
    await page.getByText('stand here while they wait').waitFor()
    await post('', { kind, payload: { path: '<b>a</b>.png' }, max_attempts: 1 })
    await table().getByText('Queued').waitFor()
    const job = await claim()
    await table().getByText('Running').waitFor()
    await post(`/${job.job_id}/fail`, { claim_token: job.claim_token, error: { message: '<i>No such file</i>' } })
    await table().getByText('Died').waitFor()
    await table().getByRole('link', exact(kind)).click()
    const drawer = page.getByRole('dialog', exact(kind))
    await drawer.getByText('<i>No such file</i>').waitFor()
    await drawer.getByText('"<b>a</b>.png"').waitFor()
    expect(await drawer.locator('i, b').count()).toBe(0)
  })

  it('queues a dead job again, and cancels one', async () => {
    const drawer = page.getByRole('dialog', exact(kind))
    await drawer.getByRole('button', exact('Retry')).click()
    await drawer.getByRole('button', exact('Cancel job')).click()
    await drawer.getByText('Cancelled').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('job')).toBeNull()
  })

  it('says how many were done, minute by minute', async () => {
    await post('', { kind, payload: {} })
    const job = await claim()
    await post(`/${job.job_id}/complete`, { claim_token: job.claim_token, result: {} })
    await page.reload()
    await page.getByRole('img', exact('Done per minute')).waitFor()
    await page.getByText('1 done in the last minute, 1 in 30').waitFor()
  })

  it('narrows down by state, says how many died, and redrives them', async () => {
    for (const name of ['one', 'two']) {
      await post('', { kind, payload: { name }, max_attempts: 1 })
      const job = await claim()
      await post(`/${job.job_id}/fail`, { claim_token: job.claim_token, error: { message: 'no' } })
    }
    await filter(/^Died ?2$/).click()
    expect(new URL(page.url()).searchParams.get('state')).toBe('dead')
    await expect.poll(() => table().getByRole('link', exact(kind)).count()).toBe(2)
    await page.getByRole('button', exact('Redrive dead jobs')).click()
    const dialog = page.getByRole('dialog', exact('Redrive dead jobs'))
    await dialog.getByText('2 jobs died.').waitFor()
    await dialog.getByRole('button', exact('Redrive dead jobs')).click()
    await page.getByText('2 jobs are queued again.').waitFor()
    await page.getByText('No job is in the state Died.').waitFor()
    await filter(/^Queued ?2$/).waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('follows a worker that floods it', async () => {
    await page.goto('/data?tab=jobs')
    await table().waitFor()
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => post('', { kind: `flood.${index % 7}`, payload: { index } })),
    )
    await filter(/^Queued ?302$/).waitFor()
    await table().getByText('flood.').first().waitFor()
    expect(pages.complaints).toEqual([])
  })
})
