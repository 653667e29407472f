import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { longConversation } from './support/long-conversation.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const megabyte = 1_000_000

describe.skipIf(!hasPages)('a long conversation', () => {
  let pages: ServedPages
  let provider: FakeModelServer
  let page: Page

  beforeAll(async () => {
    provider = await startFakeModelServer()
    pages = await openPages({
      plugins: ['conversations', 'models', 'tools'],
      env: { SVC_MODEL_BASE_URL: provider.baseUrl, SVC_MODEL_NAME: 'fake-model' },
    })
    page = pages.page
  })
  afterAll(async () => {
    await pages?.stop()
    await provider?.close()
  })

  const log = () => page.getByRole('log', { name: 'Messages' })
  /** How far the end of what was said is below what is seen, in pixels. */
  const belowView = () =>
    log().evaluate(element => {
      const box = element.parentElement ?? element
      return Math.round(box.scrollHeight - box.scrollTop - box.clientHeight)
    })

  it('of 5,000 messages opens at its end, and goes back as far as somebody scrolls', async () => {
    const texts = Array.from({ length: 5000 }, (_, index) => `${index % 2 === 0 ? 'Question' : 'Answer'} ${index}.`)
    const id = await longConversation(pages.svc, texts)
    await page.goto(`/c/${id}`)
    await log().getByText('Answer 4999.').waitFor()
    await expect.poll(belowView).toBeLessThanOrEqual(1)
    expect(await log().getByRole('article').count()).toBe(100)

    const first = log().getByText('Question 4900.')
    const place = (await first.boundingBox())?.y
    expect(place).toBeLessThan(0)
    await page.getByRole('button', { name: 'Show earlier messages' }).focus()
    await log().getByText('Question 4800.').waitFor({ state: 'attached' })
    await log().getByText('Question 4900.').scrollIntoViewIfNeeded()

    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect.poll(belowView).toBeLessThanOrEqual(1)
    provider.script({ text: 'And one more.' })
    await page.getByRole('textbox', { name: 'Message' }).fill('Is there more?')
    await page.getByRole('button', { name: 'Send' }).click()
    await log().getByText('And one more.').waitFor()
    await page.locator('button:has-text("Regenerate"):enabled').last().waitFor()
    await expect.poll(belowView).toBeLessThanOrEqual(1)
    expect(pages.complaints).toEqual([])
  })

  it('shows the beginning of a message of a megabyte, and the rest on demand', async () => {
    const paragraph = 'Some **bold** words that fill a line of this long answer.\n\n'
    const answer = `${paragraph.repeat(megabyte / paragraph.length)}That was all.`
    const id = await longConversation(pages.svc, ['word '.repeat(megabyte / 5), answer])
    await page.goto(`/c/${id}`)
    await log().getByRole('article', { name: 'Assistant' }).locator('strong').first().waitFor()
    expect(await log().locator('strong').count()).toBeLessThan(2000)
    expect((await log().innerText()).length).toBeLessThan(100_000)
    const before = await log().locator('strong').count()
    await log().getByRole('button', { name: 'Show more of this answer' }).click()
    await expect.poll(() => log().locator('strong').count()).toBeGreaterThan(before)
    await log().getByRole('button', { name: 'Show all of this question' }).click()
    await expect.poll(async () => (await log().innerText()).length).toBeGreaterThan(megabyte)
    expect(pages.complaints).toEqual([])
  })

  const chunk = (content: string) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'fake-model', choices: [{ index: 0, delta: { content } }] })}\n\n`

  it('stays usable while an answer of very many tokens is written, and when its provider falls silent', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      chunk(`Word ${index} of many.${index % 20 === 19 ? '\n\n' : ' '}`),
    )
    provider.script({ rawChunks: many, ending: 'hang' })
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Message' }).fill('Tell me everything.')
    await page.getByRole('button', { name: 'Send' }).click()
    await log().getByText('The beginning is shown once the answer has ended.').waitFor()
    await log().getByText('Word 19999 of many.').waitFor({ timeout: 60_000 })
    expect((await log().innerText()).length).toBeLessThan(100_000)
    await page.getByRole('button', { name: 'Stop' }).click()
    await log().getByText('Stopped').waitFor()
    await log().getByText('Word 0 of many.').waitFor({ state: 'attached' })
    expect(pages.complaints).toEqual([])
  })

  it('ends an answer of a million tokens where the server takes no more, and shows its beginning', async () => {
    const words = 'and so on '.repeat(16)
    provider.script({
      rawChunks: Array.from({ length: 20_000 }, (_, index) => chunk(`Line ${index} of all. ${words}\n\n`)),
    })
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Message' }).fill('Tell me everything, twice.')
    await page.getByRole('button', { name: 'Send' }).click()
    await log().getByText('Ended: the model may not write more.').waitFor()
    await log().getByText('Line 0 of all.').waitFor({ state: 'attached' })
    expect((await log().innerText()).length).toBeLessThan(100_000)
    await page.getByRole('textbox', { name: 'Message' }).fill('Is it usable?')
    expect(await page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true)
    expect(pages.complaints).toEqual([])
  })
})
