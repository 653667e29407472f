import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const exact = (name: string) => ({ name, exact: true })

describe.skipIf(!hasPages)('the tab Machine learning', () => {
  let pages: ServedPages
  let page: Page
  beforeAll(async () => {
    pages = await openPages({
      plugins: ['ml', 'workspace', 'data', 'jobs', 'developer', 'conversations', 'models', 'tools'],
    })
    page = pages.page
    await page.goto('/data?tab=ml')
  })
  afterAll(() => pages?.stop())

  const send = (path: string, body: unknown) => pages.svc.request('POST', `/api/ml${path}`, { body: body as never })
  const table = (name: string) => page.getByRole('table', exact(name))
  const button = (name: string) => page.getByRole('button', exact(name))
  const region = (name: string) => page.getByRole('region', exact(name))
  const finished = (name: string) => page.getByRole('row').filter({ hasText: name }).getByText('Finished')

  it('shows the two variables of MLflow with the address of this server', async () => {
    await region('Log from MLflow').getByText(`MLFLOW_TRACKING_URI="${pages.svc.url}"`).waitFor()
    expect(await region('Log from MLflow').textContent()).toContain('MLFLOW_TRACKING_TOKEN="$SVC_API_KEY"')
  })

  it('trains on the sample data with one click, and shows the runs as they end', async () => {
    await button('Train on the sample data').click()
    await finished('Sample: gradient boosting').waitFor()
    await finished('Sample: linear regression').waitFor()
    const heads = await table('Runs').getByRole('columnheader').allTextContents()
    expect(heads).toEqual(
      expect.arrayContaining(['Name', 'Status', 'Dataset', 'trainer', 'target', 'cv_r2_mean', 'cv_rmse_mean', 'Made']),
    )
  })

  it('orders by a figure, filters, and keeps both in the address', async () => {
    const names = () =>
      table('Runs')
        .getByRole('link', { name: /^Sample: / })
        .allTextContents()
    const best = (await pages.svc.request('GET', '/api/ml/runs?order_by=metrics.cv_r2_mean%20DESC')).body
    await table('Runs').getByRole('button', exact('cv_r2_mean')).click()
    await page.getByRole('columnheader', exact('cv_r2_mean')).and(page.locator('[aria-sort="descending"]')).waitFor()
    await expect.poll(names).toEqual(best.items.map(({ name }: { name: string }) => name))
    await page.getByRole('searchbox', exact('Filter runs')).fill("params.trainer = 'linear_regression'")
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['Sample: linear regression'])
    await page.reload()
    await expect.poll(names).toEqual(['Sample: linear regression'])
    await page.getByRole('searchbox', exact('Filter runs')).fill('metrics.cv_r2_mean > 1 OR 1')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByRole('searchbox', exact('Filter runs')).fill('')
    await page.keyboard.press('Enter')
    await expect.poll(names).toHaveLength(2)
  })

  it('takes other columns', async () => {
    await page.getByRole('combobox', exact('Columns')).fill('learning_rate')
    await page.getByRole('option', exact('params.learning_rate')).click()
    await page.keyboard.press('Escape')
    await table('Runs').getByRole('columnheader', exact('learning_rate')).waitFor()
  })

  it('compares runs: what differs first, and the best of each figure', async () => {
    await page.getByRole('checkbox', exact('Compare Sample: gradient boosting')).check()
    await page.getByRole('checkbox', exact('Compare Sample: linear regression')).check()
    await button('Compare 2 runs').click()
    await page.getByRole('heading', { level: 1, name: 'Compare runs' }).waitFor()
    const params = table('Comparison').getByRole('rowheader')
    await table('Comparison').getByRole('rowheader', exact('trainer')).waitFor()
    expect(await params.allTextContents()).not.toContain('target')
    await table('Comparison')
      .getByText(/ best$/)
      .first()
      .waitFor()
    await page.getByRole('switch', exact('Show what is the same')).check()
    await table('Comparison').getByRole('rowheader', exact('target')).waitFor()
    await region('Curves').getByRole('combobox', exact('Metrics')).waitFor()
  })

  it('shows of a run its curve, its folds beside the baseline, and what counts', async () => {
    await table('Comparison').getByRole('link', exact('Sample: gradient boosting')).click()
    await page.getByRole('heading', { level: 1, name: 'Sample: gradient boosting' }).waitFor()
    await region('Curves')
      .getByRole('img', { name: /^How train_loss, validation_loss went: / })
      .waitFor()
    await region('Importance')
      .getByRole('img', { name: /^Importance: / })
      .waitFor()
    const folds = region('Folds')
    await folds.getByRole('button', exact('Show as table')).click()
    const rows = await folds.getByRole('table').getByRole('row').allTextContents()
    expect(rows.map(row => row.replace(/[-\d.]+$/, ''))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Fold 5/),
        expect.stringMatching(/^Mean/),
        expect.stringMatching(/^Baseline/),
      ]),
    )
    const figures = table('Figures').getByRole('row').filter({ hasText: /^r2/ })
    expect(await figures.textContent()).toMatch(/^r20\.\d+± 0\.\d+0\.\d+-?[\d.e-]+0\.\d+$/)
    await region('Files').getByRole('button', exact('model/')).click()
    await region('Files').getByRole('button', exact('model.json')).waitFor()
  })

  it('shows of classes whether their probabilities come true', async () => {
    const order = { dataset_id: 'house_prices', task: 'classification', target: 'garden' }
    const trained = await send('/train', { ...order, trainer: 'logistic_regression', validation: { folds: 2 } })
    await page.goto(`/data?tab=ml&run=${trained.body.run_id}`)
    await region('Reliability')
      .getByRole('img', { name: /^Reliability: / })
      .waitFor()
    await region('Reliability')
      .getByText(/^Brier score 0?\.\d+, expected calibration error 0?\.\d+\.$/)
      .waitFor()
    await pages.svc.request('DELETE', `/api/ml/runs/${trained.body.run_id}`)
  })

  it('draws the curve of a run that goes on, as it is logged', async () => {
    const { run_id } = (await send('/runs', { name: 'live' })).body
    await send(`/runs/${run_id}/log`, { metrics: [{ key: 'loss', value: 3, step: 0 }] })
    await page.goto(`/data?tab=ml&run=${run_id}`)
    await page.getByRole('status').getByText('Running').waitFor()
    await region('Curves').getByText('1 row of data').waitFor()
    await send(`/runs/${run_id}/log`, { metrics: [{ key: 'loss', value: 2, step: 1 }] })
    await region('Curves').getByText('2 rows of data').waitFor()
    await pages.svc.request('PATCH', `/api/ml/runs/${run_id}`, { body: { status: 'failed' } })
    await page.getByRole('status').getByText('Failed').waitFor()
    await button('Delete run').click()
    // The page of the run gives way to the list: only then nothing moves any more.
    await page.getByRole('searchbox', exact('Filter runs')).waitFor()
    await page.getByRole('alert').filter({ hasText: 'Deleted: live' }).getByRole('button', exact('Undo')).click()
    await table('Runs').getByRole('link', exact('live')).waitFor()
  })

  it('deletes an experiment with its runs, and takes that back', async () => {
    const { experiment_id } = (await send('/experiments', { name: 'tried out' })).body
    await send('/runs', { name: 'of the experiment', experiment_id })
    await page.reload()
    await page.getByRole('combobox', exact('Experiment')).click()
    await page.getByRole('option', exact('tried out (1)')).click()
    await table('Runs').getByRole('link', exact('of the experiment')).waitFor()
    await button('Delete experiment').click()
    const notice = page.getByRole('alert').filter({ hasText: 'Deleted with its runs: tried out' })
    await notice.waitFor()
    // At the foot of the window, where it covers neither the menu nor the heading.
    expect((await notice.boundingBox())?.y).toBeGreaterThan(page.viewportSize()!.height / 2)
    await notice.getByRole('button', exact('Undo')).click()
    await table('Runs').getByRole('link', exact('of the experiment')).waitFor()
    expect((await pages.svc.request('GET', `/api/ml/experiments/${experiment_id}`)).body).toMatchObject({
      state: 'active',
      runs: 1,
    })
  })

  it('registers a model, gives it an alias, and asks it by a form', async () => {
    await table('Runs').getByRole('link', exact('Sample: gradient boosting')).click()
    await button('Register model').click()
    const dialog = page.getByRole('dialog', exact('Register model'))
    await dialog.getByRole('combobox', exact('Name')).fill('house price')
    await dialog.getByRole('button', exact('Register version')).click()
    await page.getByRole('heading', { level: 1, name: 'house price' }).waitFor()
    await button('Make version 1 the champion').click()
    await button('Remove alias champion').waitFor()
    await table('Alias history')
      .getByRole('row', { name: /^champion set to version 1 / })
      .waitFor()
    await page.getByRole('textbox', exact('New alias of version 1')).fill('latest')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    const form = region('Try it')
    await form.getByRole('textbox', exact('area_m2')).fill('120')
    await form.getByRole('combobox', exact('district')).click()
    await page.getByRole('option', exact('Old town')).click()
    await form.getByRole('button', exact('Predict')).click()
    await form
      .getByRole('status')
      .getByText(/^price: [\d,.]+$/)
      .waitFor()
  })

  it('shows the drift of a changed copy', async () => {
    const sql = 'SELECT * REPLACE (area_m2 + 90 AS area_m2) FROM house_prices'
    await pages.svc.request('POST', '/api/data/datasets', { body: { name: 'Larger houses', sql } })
    await page.reload()
    const drift = region('Drift')
    await drift.getByRole('combobox', exact('Compare with')).click()
    await page.getByRole('option', exact('Larger houses')).click()
    await drift.getByRole('button', exact('Check drift')).click()
    await drift.getByRole('status').getByText('Drift').waitFor()
    const drifted = table('Drift of features').getByRole('row').filter({ hasText: 'Yes' })
    expect(await drifted.getByRole('cell').first().textContent()).toBe('area_m2')
    const same = table('Drift of features').getByRole('row').filter({ hasText: 'bedrooms' })
    expect(await same.getByRole('cell').allTextContents()).toEqual(['bedrooms', '0', 'KS', '> .999', 'No'])
    await table('Then and now').getByRole('row').filter({ hasText: 'r2' }).waitFor()
  })

  it('shows a run in the conversation while it trains', async () => {
    const order = { dataset_id: 'house_prices', task: 'regression', target: 'price', trainer: 'gradient_boosting' }
    const asked = { ...order, name: 'under way', params: { max_iter: 10_000 }, validation: { folds: 10 } }
    await page.goto('/')
    await page.getByRole('textbox', exact('Message')).fill(`/ml_train ${JSON.stringify(asked)}`)
    await page.getByRole('button', exact('Send')).click()
    await button('Approve').click()
    const card = page.getByRole('region', exact('Run'))
    await card.getByText('Running').waitFor()
    const log = page.getByRole('log', exact('Messages'))
    await log.locator('summary').filter({ hasText: 'ml_train' }).getByText('Running').waitFor()
    expect(await log.getByText('Needs approval').count()).toBe(0)
    expect(await log.getByRole('button', exact('Approve')).count()).toBe(0)
    await card.getByRole('img', { name: /^How under way went: / }).waitFor()
    const { items } = (
      await pages.svc.request('GET', `/api/ml/runs?filter=${encodeURIComponent("run_name = 'under way'")}`)
    ).body
    await pages.svc.request('POST', `/api/jobs/${items[0].job_id}/cancel`)
    await card.getByText('Killed').waitFor()
  })

  it('shows a run that a conversation ordered as a card with its curve, and the run links back', async () => {
    await pages.svc.request('PUT', '/api/tools/ml_train/grant', { as: 'owner', body: { grant: 'allow' } })
    const order = { dataset_id: 'house_prices', task: 'regression', target: 'price', trainer: 'gradient_boosting' }
    await page.goto('/')
    await page
      .getByRole('textbox', exact('Message'))
      .fill(`/ml_train ${JSON.stringify({ ...order, name: 'asked for', params: { max_iter: 20 } })}`)
    await page.getByRole('button', exact('Send')).click()
    const card = page.getByRole('region', exact('Run'))
    await card.getByText('Finished').waitFor()
    await card.getByRole('img', { name: /^How asked for went: / }).waitFor()
    await card.getByRole('link', exact('asked for')).click()
    await page.getByRole('heading', { level: 1, name: 'asked for' }).waitFor()
    await page.getByRole('link', exact('conversation')).click()
    await page.getByRole('log', exact('Messages')).getByRole('region', exact('Run')).getByText('Finished').waitFor()
    await page.goto('/data?tab=ml&view=models')
    await page.getByRole('link', exact('house price')).click()
    await button('Delete model').waitFor()
  })

  it('deletes a model when its name was typed, and says that a run is not there', async () => {
    await button('Delete model').click()
    await page.getByRole('textbox', exact('Type house price to confirm')).fill('house price')
    await page.getByRole('dialog').getByRole('button', exact('Delete model')).click()
    await page.getByText('Models that are served by name.').waitFor()
    await page.goto('/data?tab=ml&run=mlr_none')
    await page.getByText('There is no such run in this workspace.').waitFor()
    expect(pages.complaints).toEqual([])
  })
})
