import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the pages Admin and Settings', () => {
  let pages: ServedPages
  let provider: FakeModelServer
  let page: Page
  const exact = (name: string) => ({ name, exact: true })
  const tab = (name: string) => page.getByRole('tab', exact(name)).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  beforeAll(async () => {
    provider = await startFakeModelServer()
    pages = await openPages({
      plugins: ['admin', 'models', 'model-providers', 'conversations', 'workspace', 'data', 'backup', 'developer'],
    })
    page = pages.page
    await page.goto('/admin')
  })
  afterAll(async () => {
    await pages?.stop()
    await provider?.close()
  })

  it('invites somebody by a link that works, and shows who came', async () => {
    await page.getByRole('combobox', exact('Role')).selectOption('admin')
    await page.getByRole('button', exact('Create invite link')).click()
    const link = await page.getByRole('textbox', exact('Invite link')).inputValue()
    const guest = await pages.open({ signedIn: false })
    await guest.goto(link)
    await guest.getByLabel('Username').fill('grace')
    await guest.getByLabel('Password', { exact: true }).fill('a long password')
    await guest.getByRole('button', exact('Create account')).click()
    await guest.getByRole('heading', { level: 1, ...exact('Welcome to svc') }).waitFor()
    await guest.goto('/admin')
    await guest.getByRole('tab', exact('Audit')).waitFor()
    expect(await guest.getByRole('tab', exact('Plugins')).count()).toBe(0)
    await guest.context().close()
    await row('grace').getByText('Admin', { exact: true }).waitFor()
  })

  it('changes a role, disables, resets a password and deletes by name', async () => {
    const menu = async (item: string): Promise<void> => {
      await page.getByRole('button', exact('Menu of grace')).click()
      await page.getByRole('menuitem', exact(item)).click()
    }
    await menu('Make user')
    await row('grace').getByText('User', { exact: true }).waitFor()
    await menu('Disable')
    await row('grace').getByText('Disabled').waitFor()
    await menu('Reset password')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New password').first().fill('short')
    await dialog.getByRole('button', exact('Reset password')).click()
    const password = dialog.getByLabel('New password').first()
    await dialog.getByText('This must have 8 to 256 characters.').waitFor()
    await password.fill('another long password')
    await dialog.getByRole('button', exact('Reset password')).click()
    await dialog.waitFor({ state: 'detached' })
    await menu('Delete user')
    await page.getByRole('dialog').getByRole('textbox').fill('grace')
    await page.getByRole('button', exact('Delete user')).click()
    await row('grace').waitFor({ state: 'detached' })
  })

  it('connects a model after a test, makes it the default, and deletes it', async () => {
    await tab('Models')
    await page.getByRole('button', exact('Connect a model')).click()
    const dialog = page.getByRole('dialog', exact('Connect a model'))
    await dialog.getByRole('textbox', exact('Base URL')).fill('http://127.0.0.1:1/v1')
    await dialog.getByRole('button', exact('Test and save')).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox', exact('Base URL')).fill(provider.baseUrl)
    await dialog.getByRole('button', exact('Test and save')).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', exact(provider.baseUrl)).waitFor()
    await page.getByRole('button', { name: /^Test / }).click()
    await page.getByText('It answers.').waitFor()
    const models = page.getByRole('combobox', exact('Default model of this workspace'))
    const names = await models.getByRole('option').allTextContents()
    const name = names.find(each => each.includes('fake')) ?? ''
    await models.selectOption(name)
    await expect
      .poll(async () => (await pages.svc.request('GET', '/api/models/settings', { as: 'owner' })).body.default_model)
      .toBe(name)
    const body = { name: 'thrifty', token_budget: { day: 5000 } }
    await pages.svc.request('POST', '/api/developer/keys', { as: 'owner', body })
    await page.reload()
    await page.getByRole('table', exact('Budgets')).getByRole('row', exact('thrifty 0 of 5,000 0')).waitFor()
    await page.getByRole('button', { name: /^Delete / }).click()
    await page.getByRole('button', exact('Delete provider')).click()
    await page.getByRole('cell', exact(provider.baseUrl)).waitFor({ state: 'detached' })
  })

  it('connects a second server of this machine by a name of its own, also after its model was refused', async () => {
    const second = await startFakeModelServer()
    const providers = async () => (await pages.svc.request('GET', '/api/models/providers', { as: 'owner' })).body.items
    const body = { name: 'local', kind: 'openai-compatible', base_url: provider.baseUrl, scope: 'installation' }
    await pages.svc.request('POST', '/api/models/providers', { as: 'owner', body })
    await page.goto('/admin?tab=models')
    await page.getByRole('button', exact('Connect a model')).click()
    const dialog = page.getByRole('dialog', exact('Connect a model'))
    await dialog.getByRole('textbox', exact('Base URL')).fill(second.baseUrl)
    await dialog.getByRole('textbox', exact('Model')).fill('fake-model')
    const save = dialog.getByRole('button', exact('Test and save'))
    await save.click()
    await dialog.getByRole('alert').filter({ hasText: 'There is a provider local already' }).waitFor()
    await dialog.getByRole('textbox', exact('Name')).fill('second')
    const refusal = { status: 403, code: 'model_not_allowed', detail: 'Not this model.' }
    await page.route('**/api/models/settings', route =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    )
    await save.click()
    await dialog.getByRole('alert').filter({ hasText: 'Not this model.' }).waitFor()
    await page.unroute('**/api/models/settings')
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    expect((await providers()).map(({ name }: { name: string }) => name)).toEqual(['local', 'second'])
    expect((await pages.svc.request('GET', '/api/models/settings', { as: 'owner' })).body).toEqual({
      default_model: 'second/fake-model',
    })
    for (const { id } of await providers())
      await pages.svc.request('DELETE', `/api/models/providers/${id}`, { as: 'owner' })
    await second.close()
  })

  it('switches a plugin for the next start, and says so', async () => {
    await tab('Plugins')
    await page.getByRole('switch', exact('Backups on')).press('Space')
    await page.getByText('Changes with the next start').waitFor()
  })

  it('lists what was done, filtered, and makes a backup', async () => {
    await tab('Audit')
    await page.getByRole('searchbox', exact('Filter entries')).fill('invite')
    await page
      .getByRole('cell', { name: /invite/ })
      .first()
      .waitFor()
    await tab('Storage')
    await page.getByRole('table', exact('Storage planes')).getByText('Healthy').first().waitFor()
    await page.getByRole('button', exact('Back up now')).click()
    await page.getByRole('button', { name: /^Download / }).waitFor()
    await tab('System')
    await page.getByText(/^svc \d/).waitFor()
  })

  it('has every setting with where its value came from, those that were set first', async () => {
    const { page } = pages
    await page.goto('/admin?tab=system')
    const settings = page.getByRole('table', { name: 'Settings', exact: true })
    await settings
      .getByRole('row', { name: /^rate_limit_per_minute 100000 SVC_RATE_LIMIT_PER_MINUTE Read only$/ })
      .waitFor()
    expect(await settings.getByRole('row').nth(1).textContent()).not.toContain('Default')
    await page.getByRole('textbox', { name: 'Filter settings' }).fill('log_level')
    await expect.poll(() => settings.getByRole('row').count()).toBe(2)
    await settings.getByText('Read only').waitFor()
  })

  it('changes a setting for the next start, refuses what does not fit at its field, and takes it back', async () => {
    await page.getByRole('textbox', { name: 'Filter settings' }).fill('keys_per_person')
    await page.getByRole('button', exact('Change keys_per_person')).click()
    const dialog = page.getByRole('dialog', exact('Change keys_per_person'))
    const value = dialog.getByLabel('Value')
    await value.fill('0')
    await dialog.getByRole('button', exact('Save for the next start')).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await value.fill('7')
    await dialog.getByRole('button', exact('Save for the next start')).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('From the next start: 7').waitFor()
    await page.getByText('One setting changes with the next start: keys_per_person.').waitFor()
    await page.getByRole('button', exact('Change keys_per_person')).click()
    await dialog.getByRole('button', exact('Take back')).click()
    await page.getByText('From the next start: 7').waitFor({ state: 'detached' })
    expect((await pages.svc.request('GET', '/api/admin/config', { as: 'owner' })).body.changed_at_restart).toEqual([])
  })

  it('keeps the settings of one person', async () => {
    await page.goto('/settings')
    await page.getByRole('textbox', exact('Name of the workspace')).fill('<i>Lab</i>')
    await page.getByRole('button', exact('Rename workspace')).click()
    await page.getByText('The workspace has its new name.').waitFor()
    expect(await page.locator('main i').count()).toBe(0)
    await page.getByRole('switch', { name: /^Single-letter keys/ }).press('Space')
    await expect
      .poll(async () => (await pages.svc.request('GET', '/api/auth/me', { as: 'owner' })).body.preferences)
      .toMatchObject({ single_letter_keys_off: true })
    await page.getByText('Dark', { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
    await page.getByLabel('Current password', { exact: true }).fill('wrong')
    await page.getByLabel('New password', { exact: true }).fill('correct horse stapler')
    await page.getByRole('button', exact('Change password')).click()
    await page
      .getByRole('alert')
      .or(page.getByText(/current password/i).nth(1))
      .first()
      .waitFor()
    await page.getByLabel('Current password', { exact: true }).fill(pages.svc.owner.password)
    await page.getByLabel('New password', { exact: true }).fill('correct horse stapler')
    await page.getByRole('button', exact('Change password')).click()
    await page.getByText('The password is changed.').waitFor()
    await page.getByRole('list', exact('Sign-ins')).getByText('this browser').waitFor()
    expect(pages.complaints).toEqual([])
  })
})
