import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the page Chat', () => {
  let pages: ServedPages
  let provider: FakeModelServer
  let page: Page

  beforeAll(async () => {
    provider = await startFakeModelServer()
    pages = await openPages({
      plugins: ['conversations', 'models', 'tools', 'memory'],
      env: { SVC_MODEL_BASE_URL: provider.baseUrl, SVC_MODEL_NAME: 'fake-model' },
    })
    page = pages.page
    await page.goto('/')
  })
  afterAll(async () => {
    await pages?.stop()
    await provider?.close()
  })

  const log = (on = page) => on.getByRole('log', { name: 'Messages' })
  const answers = (on = page) => log(on).getByRole('article', { name: 'Assistant' })
  async function ask(text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  /** The answer is complete: it can be asked for anew. */
  const settled = () => page.locator('button:has-text("Regenerate"):enabled').last().waitFor()

  it('streams an answer as Markdown in which HTML of others is nothing, and finds it again', async () => {
    provider.script(
      {
        text: '# Six\n\n**Six** <img src=x onerror=alert(1)> chairs. ![pixel](https://example.org/p.png)\n\n```js\nalert(2)\n```',
      },
      { text: 'Chairs' },
    )
    await ask('How many <b>chairs</b>?')
    await answers().locator('strong').getByText('Six').waitFor()
    await settled()
    expect(await log().locator('img, b').count()).toBe(0)
    expect(await answers().getByRole('link', { name: 'pixel' }).getAttribute('rel')).toContain('noopener')
    expect(await answers().locator('pre').textContent()).toContain('alert(2)')
    await page.reload()
    await log().getByText('How many <b>chairs</b>?').waitFor()
    await answers().locator('strong').getByText('Six').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('chairs')
    await page.getByRole('navigation', { name: 'Conversations' }).locator('mark').first().waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('asks another question in the place of one, and leads back to the first', async () => {
    provider.script({ text: 'Seven tables.' })
    await log().getByRole('button', { name: 'Edit' }).last().click()
    await page.getByRole('textbox', { name: 'Edit your question' }).fill('How many tables?')
    await page.getByRole('button', { name: 'Ask this instead' }).click()
    await answers().getByText('Seven tables.').waitFor()
    await log().getByText('2 of 2').waitFor()
    await page.getByRole('button', { name: 'Previous question' }).click()
    await log().getByText('How many <b>chairs</b>?').waitFor()
    await log().getByText('1 of 2').waitFor()
  })

  it('keeps what is typed over a reload, and stops an answer', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('half a thought')
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a thought')
    const chunk = { id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'One, two' } }] }
    provider.script({ rawChunks: [`data: ${JSON.stringify(chunk)}\n\n`], ending: 'hang' })
    await ask('Count to a million')
    await page.getByRole('button', { name: 'Stop' }).click()
    await log().getByText('Stopped').waitFor()
    await log().getByRole('button', { name: 'Try again' }).waitFor()
  })

  it('shows in a second tab what is said in the first', async () => {
    const second = await pages.open()
    await second.goto(new URL(page.url()).pathname)
    await log(second).getByText('Stopped').waitFor()
    provider.script({ text: 'Seen in both.' })
    await ask('Do both see it?')
    await answers(second).getByText('Seen in both.').waitFor()
    await second.context().close()
  })

  it('renames and deletes', async () => {
    await page.getByRole('button', { name: 'Conversation menu' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Furniture')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { level: 1, name: 'Furniture' }).waitFor()
    await page.getByRole('button', { name: 'Conversation menu' }).click()
    await page.getByRole('menuitem', { name: 'Delete conversation' }).click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor()
    const { body } = await pages.svc.request('GET', '/api/conversations', { as: 'owner' })
    expect(body.items).toEqual([])
  })
})
