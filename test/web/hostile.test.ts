import type { JsonValue } from '@svc/plugin'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { appThatDoes, writeApp } from './support/made-apps.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

/** What has worked somewhere: markup, attributes, addresses, Markdown, templates, and characters that turn text around. */
const payloads = [
  '<img src=x onerror="hacked=1">',
  '<script>hacked=1</script>',
  '<svg onload=hacked=1>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<a href="javascript:hacked=1">x</a>',
  '[x](javascript:hacked=1)',
  '![x](https://example.org/pixel.png)',
  '[x](data:text/html,<script>hacked=1</script>)',
  '"><img src=x onerror=hacked=1>',
  "'-hacked=1-'",
  '{{constructor.constructor("hacked=1")()}}',

  '${hacked=1}',
  '<style>@import "https://example.org/x.css"</style>',
  '<base href="https://example.org/">',
  '<form action="https://example.org/"><input name=q autofocus onfocus=hacked=1></form>',
  '<details open ontoggle=hacked=1>x</details>',
  '<math><mtext><table><mglyph><style><img src=x onerror=hacked=1>',
  '\u202Etxt.exe',
  '=HYPERLINK("https://example.org","x")',
  '__proto__',
]
const all = payloads.join('\n\n')
const dangerous =
  'img, iframe, base, form[action^="http"], a[href^="javascript:"], a[href^="data:"], script, details[ontoggle]'

describe.skipIf(!hasPages)('hostile text', () => {
  let pages: ServedPages
  let provider: FakeModelServer
  let manifests: string
  const places: { path: string; shows: string }[] = []
  /** A conversation whose next call of a tool waits for a person. */
  let waiting: string

  beforeAll(async () => {
    manifests = await mkdtemp(join(tmpdir(), 'svc-hostile-'))
    const said = JSON.stringify(payloads)
    const words = { display_name: payloads[0] ?? '', description: all.slice(0, 900) }
    const inputs = {
      type: 'object',
      properties: {
        text: { type: 'string', title: payloads[0], description: all, default: all },
        choice: { enum: payloads.slice(0, 4), title: payloads[1] },
        part: { type: 'object', title: payloads[2], properties: { odd: { anyOf: [{ type: 'string' }] } } },
      },
    }
    const speaks = `for (const text of ${said}) ctx.log.info(text); ctx.progress(0.5, ${said}[0]);`
    await writeApp(manifests, 'speaker', {
      manifest: { ...words, inputs },
      main: appThatDoes(`${speaks} return { [${said}[0]]: ${said}, text: ${said}.join('\\n\\n') }`),
    })
    await writeApp(manifests, 'thrower', {
      manifest: words,
      main: appThatDoes(`throw new Error(${said}.join(' '))`),
    })
    provider = await startFakeModelServer()
    pages = await openPages({
      manifests,
      env: {
        SVC_MODEL_BASE_URL: provider.baseUrl,
        SVC_MODEL_NAME: 'fake-model',
        SVC_EGRESS_ALLOW: new URL(provider.baseUrl).host,
      },
    })
    const { request } = pages.svc
    const post = async (path: string, body: JsonValue) => {
      const answer = await request('POST', path, { body })
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.body
    }
    for (const text of payloads) {
      await Promise.all([
        post('/api/workspace/tasks', { title: text, body: text }),
        post('/api/workspace/notes', { title: text, body: all }),
        post('/api/memory', { content: `${text}\n\n${all}`, source: text, force: true }),
        post('/api/developer/keys', { name: text, scopes: ['jobs:read'] }),
        post('/api/conversations', { title: text }),
      ])
    }
    const conversation = await post('/api/conversations', { title: all.slice(0, 200) })
    await post(`/api/conversations/${conversation.id}/messages`, { message: all })
    const note = await post('/api/workspace/notes', { title: payloads[0] ?? '', body: all })
    const job = await post('/api/jobs', { kind: 'hostile', payload: payloads, max_attempts: 1 })
    const [claimed] = (await post('/api/jobs/claim', { worker_id: payloads[0] ?? '', kinds: ['hostile'] })).jobs
    await post(`/api/jobs/${job.job_id}/fail`, { claim_token: claimed.claim_token, error: { message: all } })
    const csv = `${payloads.slice(0, 3).map(quoted).join(',')}\n${payloads.map(text => [text, text, text].map(quoted).join(',')).join('\n')}\n`
    const dataset = await post('/api/data/import', { name: payloads[0] ?? '', format: 'csv', content: csv })
    const file = await fetch(
      `${pages.svc.url}/api/files/content/${encodeURIComponent('<img src=x onerror=hacked=1>.md')}`,
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${pages.svc.key}`, 'content-type': 'text/markdown' },
        body: all,
      },
    )
    expect(file.status).toBeLessThan(300)
    const first = payloads[0] ?? ''
    const tasksCalled = [{ id: 'call_1', name: 'task_create', arguments: JSON.stringify({ title: first, body: all }) }]
    const grant = await request('PUT', '/api/tools/task_create/grant', { body: { grant: 'allow' }, as: 'owner' })
    expect(grant.status).toBe(200)
    provider.script({ toolCalls: tasksCalled }, { text: `${all}\n\nThat was all.` })
    const agentSaid = await post('/api/conversations', { title: 'Tools' })
    await post(`/api/conversations/${agentSaid.id}/messages`, { message: 'Note that.' })
    const hook = { url: new URL('/hook', provider.baseUrl).href, events: ['*'], description: all.slice(0, 500) }
    await post('/api/developer/webhooks', hook)
    const playbook = {
      document: { dsl: '1.0.3', namespace: 'default', name: 'hostile', version: '1.0.0', title: first, summary: all },
      do: [
        { keep: { set: { said: said.replaceAll('${', '$ {') } } },
        {
          stop: { raise: { error: { type: 'https://svc.test/stop', status: 400, title: first, detail: payloads[1] } } },
        },
      ],
    }
    await post('/api/playbooks', { source: JSON.stringify(playbook) })
    const stopped = await post('/api/playbooks/runs', { playbook_id: 'hostile' })
    const spoken = await post('/api/agent-apps/speaker/run', { inputs: {} })
    const thrown = (await request('POST', '/api/agent-apps/thrower/run', { body: { inputs: {} } })).body
    places.push(
      { path: '/tasks', shows: first },
      { path: '/notes', shows: first },
      { path: `/notes?note=${note.note_id}`, shows: first },
      { path: '/memory', shows: first },
      { path: '/memory?q=hacked', shows: 'hacked' },
      { path: '/developer', shows: first },
      { path: '/developer?tab=webhooks', shows: '<script>hacked=1</script>' },
      { path: '/playbooks', shows: first },
      { path: '/playbooks/hostile?tab=definition', shows: 'svc.test' },
      { path: `/playbooks/hostile/runs/${stopped.id}`, shows: payloads[1] ?? '' },
      { path: '/', shows: first },
      { path: `/c/${conversation.id}`, shows: '<script>hacked=1</script>' },
      { path: `/data?tab=jobs&job=${job.job_id}`, shows: '<script>hacked=1</script>' },
      { path: '/data', shows: first },
      { path: `/data?dataset=${dataset.dataset_id}`, shows: first },
      { path: `/data?dataset=${dataset.dataset_id}&view=profile`, shows: first },
      { path: `/data?dataset=${dataset.dataset_id}&view=sql`, shows: 'Run' },
      { path: '/files', shows: '<img src=x onerror=hacked=1>.md' },
      { path: '/admin?tab=audit', shows: 'Audit' },
      { path: '/agent-apps', shows: first },
      { path: '/agent-apps/speaker', shows: first },
      { path: '/agent-apps/speaker?tab=code', shows: 'Python' },
      { path: `/agent-apps/speaker/runs/${spoken.run_id}`, shows: first },
      { path: `/agent-apps/thrower/runs/${thrown.run_id}`, shows: first },
      { path: `/c/${agentSaid.id}`, shows: 'That was all.' },
    )
    waiting = `/c/${agentSaid.id}`
  })
  afterAll(async () => {
    await pages?.stop()
    await provider?.close()
    await rm(manifests, { recursive: true, force: true })
  })

  it('is text in every place, and asks nobody for anything', async () => {
    const faults: unknown[] = []
    const look = async (page: Page, looked: typeof places): Promise<void> => {
      for (const { path, shows } of looked) {
        await page.goto(path)
        await page.getByText(shows).first().waitFor()
        await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
        for (const folded of await page.locator('main details:not([open]) > summary').all()) await folded.click()
        const planted = await page.locator('main').locator(dangerous).count()
        const isHacked = await page.evaluate('typeof hacked !== "undefined"')
        if (planted > 0 || isHacked === true) faults.push({ path, planted, isHacked })
      }
    }
    const viewport = { width: 1440, height: 900 }
    const [page, other] = await Promise.all([pages.open({ viewport }), pages.open({ viewport })])
    const half = Math.ceil(places.length / 2)
    await Promise.all([look(page, places.slice(0, half)), look(other, places.slice(half))])
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('hacked')
    await page.getByRole('option').filter({ hasText: 'hacked' }).first().waitFor()
    expect(await page.getByRole('dialog').locator(dangerous).count()).toBe(0)
    expect([faults, pages.complaints]).toEqual([[], []])
    await Promise.all([page.context().close(), other.context().close()])
  })

  it('is text where a person is asked to approve it', async () => {
    const { page, svc } = pages
    await svc.request('PUT', '/api/tools/task_create/grant', { body: { grant: 'ask' }, as: 'owner' })
    const call = { id: 'call_2', name: 'task_create', arguments: JSON.stringify({ title: payloads[0], body: all }) }
    provider.script({ toolCalls: [call] }, { text: 'Then not.' })
    await page.goto(waiting)
    await page.getByRole('textbox', { name: 'Message' }).fill(all)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The agent wants to use').waitFor()
    await page.locator('main details:not([open]) > summary').last().click()
    expect(await page.locator('main').locator(dangerous).count()).toBe(0)
    await page.goto('/tools?tab=approvals')
    await page.getByRole('button', { name: /^Deny/ }).first().waitFor()
    expect(await page.locator('main').locator(dangerous).count()).toBe(0)
    await page.getByRole('button', { name: /^Deny/ }).first().click()
    await page.goto(waiting)
    await page.getByText('Then not.').waitFor()
    expect([pages.complaints, await page.evaluate('typeof hacked')]).toEqual([[], 'undefined'])
  })

  it('does not freeze the page where a person is asked to approve it', async () => {
    const { page, svc } = pages
    await svc.request('PUT', '/api/tools/note_write/grant', { body: { grant: 'ask' }, as: 'owner' })
    const slow = ['[', '[\n', '![', '**a', '_a', '`']
    const asked = slow.map(piece => `**Slow** to read as Markdown: ${piece.repeat(30_000 / piece.length)}`)
    const call = { title: 'Slow', body: asked.join('\n\n') }
    const { body } = await svc.request('POST', '/api/tools/note_write/call', { body: { arguments: call } })
    expect(body.status).toBe('pending')
    await page.goto('/tools?tab=approvals')
    await page.getByText('Slow').first().waitFor()
    const begun = performance.now()
    await page.getByRole('button', { name: /^Deny/ }).first().click()
    await expect
      .poll(async () => (await svc.request('GET', `/api/approvals/${body.approval_id}`)).body.status)
      .toBe('denied')
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
