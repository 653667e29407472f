import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { pasteFile } from './support/page-facts.mjs'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

/** What a provider sends before it falls silent or dies. */
const chunk = { id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'One, two' } }] }
const beginning = `data: ${JSON.stringify(chunk)}\n\n`

describe.skipIf(!hasPages)('the page Chat', () => {
  let pages: ServedPages
  let provider: FakeModelServer
  let page: Page

  beforeAll(async () => {
    provider = await startFakeModelServer()
    pages = await openPages({
      plugins: ['conversations', 'models', 'tools', 'memory', 'files'],
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
        text: '# Six\n\n**Six** [files](/files) <img src=x onerror=alert(1)> chairs. ![pixel](https://example.org/p.png)\n\n```js\nalert(2)\n```',
      },
      { text: 'Chairs' },
    )
    await ask('How many <b>chairs</b>?')
    await answers().locator('strong').getByText('Six').waitFor()
    await settled()
    // A screen reader says it once, whole.
    await page.getByRole('status', { name: 'Answer' }).getByText('**Six**').waitFor()
    expect(await log().locator('img, b').count()).toBe(0)
    expect(await answers().getByRole('link', { name: 'files' }).getAttribute('href')).toBe('/files')
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
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Edit your question' }).inputValue()).toBe('How many tables?')
    await page.getByRole('button', { name: 'Ask this instead' }).click()
    await answers().getByText('Seven tables.').waitFor()
    await log().getByText('2 of 2').waitFor()
    await page.getByRole('button', { name: 'Previous question' }).click()
    await log().getByText('How many <b>chairs</b>?').waitFor()
    await log().getByText('1 of 2').waitFor()
  })

  it('answers a question anew, beside the first answer', async () => {
    await settled()
    provider.script({ text: 'Six and a half.' })
    await answers().getByRole('button', { name: 'Regenerate' }).last().click()
    await answers().getByText('Six and a half.').waitFor()
    await answers().getByText('2 of 2').waitFor()
    await page.getByRole('button', { name: 'Previous answer' }).click()
    await answers().locator('strong').getByText('Six').waitFor()
    await page.getByRole('button', { name: 'Next answer' }).click()
    await answers().getByText('Six and a half.').waitFor()
  })

  it('saves the conversation as Markdown', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Conversation menu' }).click()
    await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
    expect((await saved).suggestedFilename()).toBe('Chairs.md')
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('Six and a half.')
  })

  it('edits the last question by the key for up, and stops by Escape', async () => {
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.press('ArrowUp')
    const edited = page.getByRole('textbox', { name: 'Edit your question' })
    expect(await edited.inputValue()).toBe('How many <b>chairs</b>?')
    await edited.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Keep it as it was' }).click()
    await log().locator(':focus').waitFor()
    provider.script({ rawChunks: [beginning], ending: 'hang' })
    await ask('Go on')
    await answers().getByText('One, two').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).press('Escape')
    await log().getByText('Stopped').waitFor()
  })

  it('says why an answer broke off, also after the next one', async () => {
    provider.script({ rawChunks: [beginning], ending: 'break' }, { text: 'Again.' })
    await ask('And then?')
    await log()
      .getByRole('alert')
      .filter({ hasText: /cannot be reached or broke off/ })
      .waitFor()
    await ask('Once more')
    await answers().getByText('Again.').waitFor()
    await settled()
    await log()
      .getByText(/This answer failed\. .*broke off/)
      .waitFor()
    await page.reload()
    await log()
      .getByText(/This answer failed\. .*broke off/)
      .waitFor()
  })

  it('waits with what is typed while the browser is offline', async () => {
    await page.context().setOffline(true)
    await page.getByRole('status', { name: 'Connection' }).filter({ hasText: 'Offline.' }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await page.context().setOffline(false)
    provider.script({ text: 'Here I am.' })
    await page.getByRole('button', { name: 'Send' }).click()
    await answers().getByText('Here I am.').waitFor()
    await settled()
  })

  it('keeps what is typed over a reload, and stops an answer', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('half a thought')
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a thought')
    provider.script({ rawChunks: [beginning], ending: 'hang' })
    await ask('Count to a million')
    await page.getByRole('button', { name: 'Stop' }).click()
    await log().getByText('Stopped').last().waitFor()
    await log().getByRole('button', { name: 'Try again' }).waitFor()
  })

  it('loses neither a question that the server has not taken nor what is typed after it', async () => {
    const field = page.getByRole('textbox', { name: 'Message' })
    const attached = page.getByRole('list', { name: 'Attached files' })
    let answer: (route: Route) => Promise<void> = () => new Promise(() => undefined)
    await page.route('**/messages', route => answer(route))
    await ask('A long question')
    await expect.poll(() => field.inputValue()).toBe('')
    await field.fill('and one more')
    await page.reload()
    expect(await field.inputValue()).toBe('A long question\n\nand one more')

    await field.fill('Is it refused?')
    const refusal = Promise.withResolvers<void>()
    answer = async route => {
      await refusal.promise
      await route.fulfill({ status: 422, json: { detail: 'Not today.' } })
    }
    await page.getByRole('button', { name: 'Send' }).click()
    await field.fill('Typed meanwhile')
    refusal.resolve()
    await page.getByRole('alert').filter({ hasText: 'Not today.' }).waitFor()
    await expect.poll(() => field.inputValue()).toBe('Is it refused?\n\nTyped meanwhile')

    await field.fill('Is it taken?')
    await field.evaluate(pasteFile, { name: 'of this one.txt', text: 'A chair.' })
    await attached.getByText('8 B').waitFor()
    const taking = Promise.withResolvers<void>()
    answer = async route => {
      await taking.promise
      await route.continue()
    }
    provider.script({ text: 'It is.' })
    await page.getByRole('button', { name: 'Send' }).click()
    await field.fill('The next one')
    await field.evaluate(pasteFile, { name: 'of the next.txt', text: 'A table.' })
    await attached.getByText('of the next.txt').waitFor()
    taking.resolve()
    await answers().getByText('It is.').waitFor()
    await settled()
    await page.unroute('**/messages')
    expect([await field.inputValue(), await attached.getByRole('listitem').count()]).toEqual(['The next one', 1])
    await page.reload()
    await attached.getByText('of the next.txt').waitFor()
    expect(await field.inputValue()).toBe('The next one')
    await page.getByRole('button', { name: 'Remove of the next.txt' }).click()
    await field.fill('')
  })

  it('stops a question before the server has taken it, and not the next one', async () => {
    const refusal = Promise.withResolvers<void>()
    await page.route('**/messages', async route => {
      await refusal.promise
      await route.fulfill({ status: 422, json: { detail: 'Not today.' } })
    })
    await ask('Once')
    await page.getByRole('button', { name: 'Stop' }).click()
    refusal.resolve()
    await page.getByRole('alert').filter({ hasText: 'Not today.' }).waitFor()
    await page.unroute('**/messages')
    const cancelled: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/cancel')) cancelled.push(request.url())
    })
    provider.script({ rawChunks: [beginning], ending: 'hang' })
    await ask('Twice')
    await answers().last().getByText('One, two').waitFor()
    expect(cancelled).toEqual([])
    await page.getByRole('button', { name: 'Stop' }).click()
    await settled()
    expect(cancelled).toHaveLength(1)
  })

  it('sends no question that is being composed in Japanese or Chinese', async () => {
    const field = page.getByRole('textbox', { name: 'Message' })
    const said = await answers().count()
    await field.fill('こん')
    // As Safari sends the Enter that ends the composition, after it.
    await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false, bubbles: true })
    expect([await field.inputValue(), await answers().count()]).toEqual(['こん', said])
    await field.fill('')
  })

  it('is free again where another tab asks something else in the place of a question', async () => {
    // This tab reads what was said when the other question stands there already.
    const reading = Promise.withResolvers<void>()
    const path = new URL(page.url()).pathname.replace('/c/', '/api/conversations/')
    await page.route(`**${path}/messages?*`, async route => {
      await reading.promise
      await route.continue()
    })
    provider.script({ text: 'First words.' }, { text: 'Second words.' })
    await ask('A question')
    await answers().getByText('First words.').waitFor()
    const { svc } = pages
    const messages = async () => (await svc.request('GET', `${path}/messages?order=desc`, { as: 'owner' })).body.items
    await expect.poll(async () => (await messages())[0].finish_reason).toBe('stop')
    const [, question] = await messages()
    await svc.request('PATCH', `${path}/messages/${question.id}`, { body: { message: 'Another question' } })
    reading.resolve()
    await answers().getByText('Second words.').waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await page.unroute(`**${path}/messages?*`)
  })

  it('shows in a second tab what is said in the first', async () => {
    const second = await pages.open()
    await second.goto(new URL(page.url()).pathname)
    await log(second).getByText('Stopped').last().waitFor()
    provider.script({ text: 'Seen in both.' })
    await ask('Do both see it?')
    await answers(second).getByText('Seen in both.').waitFor()
    await second.context().close()
  })

  it('sends files along, which survive a reload, and says which is too large', async () => {
    await page.goto('/')
    const attach = async (files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach files' }).click()
      await (await chooser).setFiles(files)
    }
    const text = { mimeType: 'text/plain', buffer: Buffer.from('The lamp is green.') }
    await attach([{ name: '<img src=x>.txt', ...text }])
    const attached = page.getByRole('list', { name: 'Attached files' })
    await attached.getByText('18 B').waitFor()
    await page.reload()
    await attached.getByText('<img src=x>.txt').waitFor()
    await attach([{ name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6 * 1024 * 1024) }])
    await attached.getByRole('alert').filter({ hasText: 'at most 5 MiB' }).waitFor()
    await page.getByRole('button', { name: 'Remove large.bin' }).click()
    provider.script({ text: 'Green.' }, { text: 'Lamp' })
    await ask('Which colour has the lamp?')
    await answers().getByText('Green.').waitFor()
    await log().getByRole('list', { name: 'Attachments' }).getByText('<img src=x>.txt').waitFor()
    expect(await attached.count()).toBe(0)
    const asked = JSON.stringify(provider.requests.map(({ body }) => body))
    expect(asked).toContain('The lamp is green.')
    // What was sent is not sent again with the next question.
    await page.getByRole('link', { name: 'New conversation' }).click()
    await page.getByRole('group', { name: 'Suggestions' }).waitFor()
    expect(await attached.count()).toBe(0)
  })

  it('takes a file that is pasted, and keeps the question when it is refused', async () => {
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('What is in it?')
    await field.evaluate(pasteFile, { name: 'pasted.txt', text: 'A chair.' })
    await page.getByRole('list', { name: 'Attached files' }).getByText('pasted.txt').waitFor()
    await page.getByRole('list', { name: 'Attached files' }).getByText('8 B').waitFor()
    const before = (await pages.svc.request('GET', '/api/conversations', { as: 'owner' })).body.items.length
    await page.route('**/messages', route => route.fulfill({ status: 422, json: { detail: 'No model today.' } }))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').filter({ hasText: 'No model today.' }).waitFor()
    await expect.poll(() => field.inputValue()).toBe('What is in it?')
    await page.getByRole('list', { name: 'Attached files' }).getByText('pasted.txt').waitFor()
    expect((await pages.svc.request('GET', '/api/conversations', { as: 'owner' })).body.items).toHaveLength(before)
    await page.unroute('**/messages')
    await page.getByRole('button', { name: 'Remove pasted.txt' }).click()
    await field.fill('')
  })

  it('answers with the model and the tools that were chosen', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Tools: All tools' }).click()
    await page.getByRole('menuitemradio', { name: 'No tools' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('menuitemradio', { name: 'svc/offline', exact: true }).click()
    await page.getByRole('button', { name: 'Model: svc/offline' }).waitFor()
    await ask('Who are you?')
    await answers().getByText('I am svc/offline').waitFor()
    await settled()
    await page.reload()
    await page.getByRole('button', { name: 'Model: svc/offline' }).waitFor()
    await page.getByRole('button', { name: 'Tools: No tools' }).click()
    // Faster than the server answers: no tick is lost.
    const { promise: isAnswered, resolve: letAnswer } = Promise.withResolvers<void>()
    await page.route('**/api/conversations/*', async route => {
      if (route.request().method() === 'PATCH') await isAnswered
      await route.continue()
    })
    for (const index of [0, 1, 2]) await page.getByRole('menuitemcheckbox').nth(index).click()
    await page.getByRole('button', { name: 'Tools: 3 of the tools' }).waitFor()
    letAnswer()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const stored = async () => (await pages.svc.request('GET', `/api/conversations/${id}`, { as: 'owner' })).body
    await expect.poll(async () => (await stored()).tools.length).toBe(3)
    expect((await stored()).model).toBe('svc/offline')
    await page.keyboard.press('Escape')
    await pages.svc.request('DELETE', `/api/conversations/${id}`, { as: 'owner' })
    await page.goto('/')
    await page.getByRole('link', { name: 'Lamp' }).click()
    await page.getByRole('button', { name: 'Conversation menu' }).waitFor()
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
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Chairs'])
  })
})
