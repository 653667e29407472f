import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const text =
  'Naps and memory\n\nThose who had slept recalled 42 of 50 word pairs after a nap, and 31 without one. ' +
  'Longer naps did not help more.\n\nNothing was seen for faces.'
const bib = '@article{roe2020, title = {Faces in sleep}, author = {Roe, Jane}, year = 2020, journal = {Sleep}}'

/** Run in the page, whose types the tests do not have. */
const droppedFiles = `(() => {
  const transfer = new DataTransfer()
  transfer.items.add(new File([${JSON.stringify(text)}], 'Naps.txt', { type: 'text/plain' }))
  transfer.items.add(new File([${JSON.stringify(bib)}], 'refs.bib'))
  transfer.items.add(new File(['@article{x, title = {Open'], 'broken.bib'))
  return transfer
})()`
const selection = `(() => {
  const node = document.querySelector('[aria-label="Text of the source"] span').firstChild
  const at = node.textContent.indexOf('recalled')
  const range = document.createRange()
  range.setStart(node, at)
  range.setEnd(node, at + 'recalled 42 of 50 word pairs'.length)
  document.getSelection().removeAllRanges()
  document.getSelection().addRange(range)
})()`

describe.skipIf(!hasPages)('the page Research', () => {
  let pages: ServedPages
  let web: FakeWebHost
  let page: Page
  const exact = (name: string) => ({ name, exact: true })
  const ask = async (method: string, path: string, body?: JsonValue) =>
    (await pages.svc.request(method, `/api${path}`, body === undefined ? {} : { body })).body
  const project = () => new URL(page.url()).searchParams.get('project')!

  beforeAll(async () => {
    let visits = 0
    web = await startFakeWebHost((_request, response) => {
      visits += 1
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<title>Visitors</title><p>You are the visitor ${visits} of this page.</p>`)
    })
    pages = await openPages({
      plugins: ['research', 'export', 'workspace', 'memory', 'files', 'developer'],
      env: { SVC_EGRESS_ALLOW: web.key },
    })
    page = pages.page
    await page.goto('/research')
  })
  afterAll(async () => {
    await pages?.stop()
    await web?.close()
  })

  it('makes a project, and takes sources by drop and by what is typed', async () => {
    await page.getByRole('button', exact('New project')).click()
    const dialog = page.getByRole('dialog', exact('New project'))
    await dialog.getByRole('textbox', exact('Title')).fill('Sleep and memory')
    await dialog.getByRole('textbox', exact('Question')).fill('Does a nap help to remember?')
    await dialog.getByRole('button', exact('Make project')).click()
    await page.getByRole('heading', { level: 1, ...exact('Sleep and memory') }).waitFor()

    const dropped = await page.evaluateHandle(droppedFiles)
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped })
    const sources = page.getByRole('list', exact('Sources'))
    await sources.getByRole('link', { name: /Naps/ }).waitFor()
    await sources.getByRole('link', { name: /Faces in sleep/ }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'broken.bib' }).waitFor()
    await page.getByRole('textbox', exact('Add a source')).fill('https://doi.org/x')
    await page.getByRole('button', exact('Add source')).click()
    await page.getByRole('alert').filter({ hasText: 'is no DOI' }).waitFor()
    await page.getByRole('textbox', exact('Add a source')).fill('Walks are as good as naps.\nSo we saw.')
    await page.getByRole('button', exact('Add source')).click()
    await sources.getByRole('link', { name: /Walks/ }).waitFor()
    expect(await sources.getByRole('listitem').count()).toBe(3)
  })

  it('fetches an address again, and says whether it has changed', async () => {
    await page.getByRole('textbox', exact('Add a source')).fill(`${web.url}/page`)
    await page.getByRole('button', exact('Add source')).click()
    await page
      .getByRole('list', exact('Sources'))
      .getByRole('link', { name: /Visitors/ })
      .click()
    const fetched = page.getByRole('form', exact('Fetched page'))
    await page.getByRole('document', exact('Text of the source')).getByText('visitor 1').waitFor()
    await fetched.getByRole('button', exact('Fetch again')).click()
    await fetched.getByRole('status').filter({ hasText: 'The page has changed.' }).waitFor()
    await page.getByRole('document', exact('Text of the source')).getByText('visitor 2').waitFor()
  })

  it('corrects how a source is cited, and leaves what it does not show', async () => {
    await page
      .getByRole('list', exact('Sources'))
      .getByRole('link', { name: /Faces in sleep/ })
      .click()
    await page.getByText('How it is cited', { exact: true }).click()
    const form = page.getByRole('form', exact('How it is cited'))
    const authors = form.getByRole('textbox', exact('Authors'))
    expect(await authors.inputValue()).toBe('Roe, Jane')
    await authors.fill('Roe, Jane\nSleep Society')
    await form.getByRole('textbox', exact('Date')).fill('2021-03')
    await form.getByRole('button', exact('Save')).click()
    await form.getByText('Saved.').waitFor()
    const { items } = await ask('GET', `/research/projects/${project()}/sources`)
    const cited = (items as { key: string; csl: object }[]).find(({ key }) => key === 'roe2020')
    expect(cited?.csl).toMatchObject({
      author: [{ family: 'Roe', given: 'Jane' }, { literal: 'Sleep Society' }],
      issued: { 'date-parts': [[2021, 3]] },
      'container-title': 'Sleep',
    })
  })

  it('makes a claim of what is marked in the text, and shows the quote there', async () => {
    await page.getByRole('list', exact('Sources')).getByRole('link', { name: /Naps/ }).click()
    const reader = page.getByRole('document', exact('Text of the source'))
    await reader.getByText('recalled 42 of 50').waitFor()
    await page.evaluate(selection)
    await page.getByRole('button', exact('Claim from this text')).click()
    const form = page.getByRole('form', exact('New claim'))
    expect(await form.getByRole('textbox', exact('Quote')).inputValue()).toBe('recalled 42 of 50 word pairs')
    await form.getByRole('textbox', exact('Quote')).fill('recalled 43 of 50 word pairs')
    await form.getByRole('textbox', exact('Claim')).fill('A nap helps.')
    await form.getByRole('button', exact('Make claim')).click()
    await form.getByRole('alert').filter({ hasText: 'Nearest there: "recalled 42 of 50 word pairs"' }).waitFor()
    await form.getByRole('textbox', exact('Quote')).fill('recalled 42 of 50 word pairs')
    await form.getByRole('button', exact('Make claim')).click()
    await form.waitFor({ state: 'detached' })
    await reader.locator('mark', { hasText: 'recalled 42 of 50 word pairs' }).waitFor()
  })

  it('shows of a broken claim what changed, old beside new', async () => {
    const { note_id } = await ask('POST', '/workspace/notes', {
      title: 'N',
      body: 'We agreed to sleep an hour at noon.',
    })
    await ask('POST', `/research/projects/${project()}/claims`, {
      text: 'We nap.',
      evidence: [{ type: 'note', note_id, quote: 'sleep an hour at noon' }],
    })
    await ask('PUT', `/workspace/notes/${note_id as string}`, { title: 'N', body: 'We agreed to run an hour at noon.' })
    await page.getByRole('tab', { name: /^Claims/ }).click()
    const claim = page.getByRole('article', exact('We nap.'))
    await claim.getByText('Broken', { exact: true }).waitFor()
    const change = claim.getByRole('group', exact('What changed in the note'))
    expect([await change.locator('del').textContent(), await change.locator('ins').textContent()]).toEqual([
      'sleep an hour at noon',
      'run an hour at noon',
    ])
    expect(await claim.getByRole('link', exact('Open note')).getAttribute('href')).toContain(note_id as string)
    await page.getByRole('button', exact('Verify')).click()
    await page.getByRole('status').filter({ hasText: 'Not everything holds' }).waitFor()
    await page.getByRole('combobox', exact('Show')).selectOption('supported')
    await claim.waitFor({ state: 'detached' })
    await page.getByRole('article', exact('A nap helps.')).waitFor()
  })

  it('adds evidence of another kind to a claim, and removes it', async () => {
    await ask('POST', '/workspace/notes', { title: 'Agreement', body: 'A nap of an hour is good for us.' })
    const claim = page.getByRole('article', exact('A nap helps.'))
    await claim.getByRole('button', { name: /^Add evidence to/ }).click()
    const form = claim.getByRole('form', exact('Add evidence'))
    await form.getByRole('combobox', exact('It rests on')).selectOption('A note')
    await form.getByRole('combobox', exact('Record')).click()
    await page.getByRole('option', exact('Agreement')).click()
    await form.getByRole('textbox', exact('Quote')).fill('A nap of a day is good for us.')
    await form.getByRole('button', exact('Add evidence')).click()
    await form.getByRole('alert').filter({ hasText: 'is not in the note' }).waitFor()
    await form.getByRole('textbox', exact('Quote')).fill('A nap of an hour is good for us.')
    await form.getByRole('button', exact('Add evidence')).click()
    await form.waitFor({ state: 'detached' })
    await claim.getByText('A nap of an hour is good for us.').waitFor()
    await claim.getByRole('button', { name: /^Remove evidence: note/ }).click()
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', exact('Remove evidence'))
      .click()
    await claim.getByText('A nap of an hour is good for us.').waitFor({ state: 'detached' })
  })

  it('writes a report with keys and claims completed, says what is wrong at its line, fixes it and exports it', async () => {
    await page.getByRole('tab', { name: /^Reports/ }).click()
    await page.getByRole('textbox', exact('Title of the report')).fill('Naps')
    await page.getByRole('button', exact('Write report')).click()
    const report = page.getByRole('textbox', exact('Report'))
    await report.waitFor()
    await page.locator('.cm-content').waitFor()
    await report.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('It was so @ro')
    await page.getByRole('option', { name: /roe2020/ }).click()
    await page.keyboard.type(', and [[A nap')
    await page.getByRole('option', { name: /A nap helps/ }).click()
    await page.keyboard.type(' too.\n\nNobody said @roe202 so.')
    expect(await report.innerText()).toMatch(/\[\[claim:clm_\w+\]\] too\.\n/)
    await page.getByRole('button', exact('Save and check')).click()
    const check = page.getByRole('region', exact('Check'))
    await check.getByRole('status').filter({ hasText: '1 error' }).waitFor()
    await page.locator('.cm-mistake').waitFor()
    await check.getByRole('button', exact('Line 5')).first().click()
    await check.getByRole('button', exact('Cite roe2020')).click()
    await page.getByRole('button', exact('Save and check')).click()
    await check.getByRole('status').filter({ hasText: 'No errors' }).waitFor()
    // Somebody else saves while a draft is open: it is not overwritten unseen.
    await report.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Mine.')
    const { items } = await ask('GET', `/research/projects/${project()}/reports`)
    const one = `/research/projects/${project()}/reports/${items[0].report_id}`
    await ask('PUT', one, { title: 'Theirs', body: (await ask('GET', one)).body })
    await ask('POST', `${one}/export`, { format: 'md' })
    await page.getByText(/Version 4, not saved/).waitFor()
    await page.getByRole('button', exact('Save and check')).click()
    await page.getByRole('button', exact('Save over it')).waitFor()
    await page.getByRole('button', exact('Take back changes')).click()
    await expect.poll(() => page.getByRole('textbox', exact('Title')).inputValue()).toBe('Theirs')
    expect(await report.innerText()).not.toContain('Mine.')
    await page.getByRole('combobox', exact('Format')).selectOption('md')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', exact('Export report')).click()
    const made = readFileSync(await (await saving).path(), 'utf8')
    expect(made).toContain('Roe')
    expect(pages.complaints).toEqual([])
  })

  it('shows what rests on what, and saves the project for other programs', async () => {
    await page.getByRole('tab', exact('Lineage')).click()
    const drawing = page.getByRole('region', exact('Drawing of the lineage'))
    await drawing.getByRole('button', { name: /Faces in sleep/ }).waitFor()
    await drawing.getByRole('button', { name: /^claim · supported A nap helps/ }).click()
    expect(await page.getByRole('combobox', exact('From')).locator('option:checked').textContent()).toBe(
      'claim: A nap helps.',
    )
    await drawing.getByRole('button', { name: /Faces in sleep/ }).waitFor({ state: 'detached' })
    await page.getByText('Table', { exact: true }).click()
    const lineage = page.getByRole('table', exact('Lineage'))
    await lineage.getByRole('row').filter({ hasText: 'is a snapshot of' }).first().waitFor()
    expect(await lineage.getByRole('row').filter({ hasText: 'Faces in sleep' }).count()).toBe(0)
    await page.getByRole('combobox', exact('From')).selectOption({ label: 'The whole project' })
    await lineage.getByRole('row').filter({ hasText: 'Faces in sleep' }).first().waitFor()
    await page.getByRole('button', exact('Export project')).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', exact('References as BibTeX')).click()
    expect(readFileSync(await (await saving).path(), 'utf8')).toContain('{roe2020,')
    expect(pages.complaints).toEqual([])
  })
})
