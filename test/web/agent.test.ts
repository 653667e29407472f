import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { setHidden } from './support/page-facts.mjs'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the agent in the browser', () => {
  let pages: ServedPages
  let provider: FakeModelServer
  let page: Page

  beforeAll(async () => {
    provider = await startFakeModelServer()
    pages = await openPages({ plugins: ['conversations', 'models', 'tools', 'workspace', 'admin', 'developer'] })
    page = pages.page
  })
  afterAll(async () => {
    await pages?.stop()
    await provider?.close()
  })

  const log = (on = page) => on.getByRole('log', { name: 'Messages' })
  const ask = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  const call = (title: string) => ({
    toolCalls: [{ id: `call_${title}`, name: 'task_create', arguments: JSON.stringify({ title }) }],
  })

  it('is connected to a model by Test and save, which says what is wrong before it saves', async () => {
    await page.goto('/admin?tab=models')
    await page.getByRole('button', { name: 'Connect a model' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(provider.baseUrl.replace('/v1', '/nothing'))
    await dialog.getByRole('textbox', { name: 'Model' }).fill('fake-model')
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await dialog.getByRole('alert').waitFor()
    expect((await pages.svc.request('GET', '/api/models/providers')).body.items).toEqual([])
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(provider.baseUrl)
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await pages.svc.request('GET', '/api/models/providers')).body.items).toHaveLength(1)
  })

  it('waits for a person in the conversation, in every tab, and goes on as they decide', async () => {
    await page.goto('/')
    await pages.svc.request('PUT', '/api/tools/task_create/grant', { body: { grant: 'ask' }, as: 'owner' })
    provider.script(call('Order chairs'), { text: 'It is on the list.' })
    await ask('Please note that.')
    await log().getByText('Needs approval').waitFor()
    await log().getByText('The agent wants to use Make a task. It changes data of this workspace.').waitFor()
    await log().getByText('Order chairs', { exact: true }).waitFor()
    await log().getByText('Denied by itself in 24 hours').waitFor()
    await page.waitForURL(/\/c\/ses_/)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await log(other).getByRole('button', { name: 'Approve' }).click()
    await log().getByText('It is on the list.').waitFor()
    await log(other).getByText('It is on the list.').waitFor()
    await log()
      .getByText(/^\d[\d.]* m?s$/)
      .waitFor()
    expect(await log().getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await other.close()

    await page.locator('button:has-text("Regenerate"):enabled').last().waitFor()
    provider.script(call('Sell chairs'), { text: 'Then not.' })
    await ask('And that.')
    await log().getByRole('button', { name: 'Deny' }).click()
    await log().getByText('Then not.').waitFor()
    const { body } = await pages.svc.request('GET', '/api/workspace/tasks')
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Order chairs'])
    expect(pages.complaints).toEqual([])
  })

  it('leaves a browser its connections, however many conversations wait for a person', async () => {
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']) {
      provider.script(call(title), { text: `${title} is on the list.` })
      const { body } = await pages.svc.request('POST', '/api/conversations', { body: { title } })
      const said = await pages.svc.request('POST', `/api/conversations/${body.session_id}/messages`, {
        body: { message: 'Please note that.' },
      })
      expect(said.body.status).toBe('waiting')
      ids.push(body.session_id)
    }
    // A browser has six connections to a server of HTTP/1.1. Here, one tab goes from conversation to conversation.
    const first = await pages.open({ viewport: { width: 1440, height: 900 } })
    await first.goto('/')
    const approve = (on: Page) => log(on).getByRole('button', { name: 'Approve' })
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
      await first.getByRole('link', { name: title, exact: true }).click()
      await first.getByRole('heading', { level: 1, name: title }).waitFor()
      await approve(first).waitFor()
    }
    await approve(first).click()
    await log(first).getByText('is on the list.').waitFor()
    await first.getByRole('link', { name: 'One', exact: true }).click()
    await approve(first).click()
    await log(first).getByText('is on the list.').waitFor()
    await first.context().close()

    // And here, each is in a tab of its own; all but one are hidden.
    const shown = await pages.open()
    await shown.goto(`/c/${ids[1]}`)
    const hidden: Page[] = []
    for (const id of ids.slice(2, 6).concat(ids.slice(7))) {
      const tab = await shown.context().newPage()
      await tab.goto(`/c/${id}`)
      await approve(tab).waitFor()
      await tab.evaluate(setHidden, true)
      hidden.push(tab)
    }
    await approve(shown).click()
    await log(shown).getByText('is on the list.').waitFor()
    const [again] = hidden as [Page]
    await again.evaluate(setHidden, false)
    await approve(again).click()
    await log(again).getByText('is on the list.').waitFor()
    await shown.context().close()
    expect(pages.complaints).toEqual([])
  })

  it('asks a person also in a tab that stayed open over an upgrade', async () => {
    provider.script(call('After it'), { text: 'It is on the list, too.' })
    const { body } = await pages.svc.request('POST', '/api/conversations', { body: { title: 'Old tab' } })
    await pages.svc.request('POST', `/api/conversations/${body.session_id}/messages`, { body: { message: 'Note it.' } })
    const tab = await pages.open()
    // The newer server has not this file any more.
    let opened = 0
    tab.on('domcontentloaded', () => (opened += 1))
    await tab.route(/\/tool-decision-[^/]*\.js$/, route =>
      opened < 2 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await tab.goto(`/c/${body.session_id}`)
    await log(tab).getByRole('button', { name: 'Approve' }).click()
    await log(tab).getByText('It is on the list, too.').waitFor()
    await tab.context().close()
  })

  it('works in the workspace that a person chooses, for this tab', async () => {
    const made = await pages.svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Second house' } })
    expect(made.status).toBe(201)
    await page.goto('/tasks')
    await page.getByRole('checkbox', { name: /Order chairs/ }).waitFor()
    const workspaces = page.getByRole('combobox', { name: 'Workspace' })
    // Arrow keys look at the others, Enter goes there.
    await workspaces.press('ArrowDown')
    const second = page.getByRole('option', { name: 'Second house' })
    await second.waitFor()
    expect(new URL(page.url()).pathname).toBe('/tasks')
    await second.click()
    await page.waitForURL(/\/$/)
    await page.goto('/tasks')
    await page.getByRole('textbox', { name: 'New task', exact: true }).fill('Only here')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: /Only here/ }).waitFor()
    expect(await page.getByRole('checkbox', { name: /Order chairs/ }).count()).toBe(0)
    await page.reload()
    await page.getByRole('checkbox', { name: /Only here/ }).waitFor()
    await workspaces.click()
    await page.getByRole('option', { name: "owner's workspace" }).click()
    await page.waitForURL(/\/$/)
    await page.goto('/tasks')
    await page.getByRole('checkbox', { name: /Order chairs/ }).waitFor()
    expect(pages.complaints).toEqual([])
  })
})
