import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedPage } from '../../plugins/plugin-pages/plugin-pages.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../rooms/kernel.ts'
import { writePlugin } from '../support/plugin-folder.ts'
import { hasChromium, launchChromium } from '../support/programs/chromium.ts'
import { repositoryRoot } from '../support/repository.ts'

const plugins = ['admin', 'developer', 'models', 'plugin-pages', 'stats', 'workspace']
const hello = join(repositoryRoot, 'examples/hello-plugin')
const textServer = join(repositoryRoot, 'examples/text-server')
const mount = 'export default function mount() { return () => {} }\n'
const page = { path: '/broken', title: 'Broken', module: './web/page.js' }
const password = 'correct horse battery'
let folder: string
let svc: TestKernel
let grace: TestRequest

const startWith = (pluginFolders: string[]) =>
  startTestKernel({
    plugins,
    pluginFolders,
    home: join(folder, 'home'),
    env: { SVC_PLUGIN_STATS_ENABLED: 'false' },
    allowFailures: true,
  })
const pagesOf = async (as: TestRequest = { as: 'owner' }) =>
  (await svc.request<{ items: ListedPage[] }>('GET', '/api/web/pages', as)).body.items
const pageAt = async (path: string, as?: TestRequest) => (await pagesOf(as)).find(each => each.path === path)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-pages-'))
  const broken = await writePlugin(folder, 'broken', {
    manifest: { pages: [page] },
    setup: `throw new Error('no luck in ${folder}')`,
    files: { 'web/page.js': mount },
  })
  const taker = await writePlugin(folder, 'taker', {
    manifest: { pages: [{ ...page, path: '/settings/mine', role: 'admin' }] },
    files: { 'web/page.js': mount },
  })
  const large = await writePlugin(folder, 'large', {
    manifest: { pages: [{ ...page, path: '/large' }] },
    files: { 'web/page.js': mount, 'web/data.json': ' '.repeat(6 * 1024 * 1024) },
  })
  const guest = await writePlugin(folder, 'guest', {
    manifest: { pages: [{ ...page, path: '/guest', group: 'build', order: 1 }] },
    files: { 'web/page.js': mount, 'web/parts/part.css': 'p {}', 'web/notes.txt': 'secret' },
  })
  await symlink(join(guest, 'plugin.json'), join(guest, 'web/link.json'))
  const bare = await writePlugin(folder, 'bare', { manifest: { pages: [{ path: '/bare', title: 'Bare' }] } })
  const folders = [hello, textServer, broken, taker, large, guest, bare]
  svc = await startWith(folders)
  await svc.request('POST', '/api/users', { body: { username: 'grace', password, role: 'user' } })
  const login = await svc.request('POST', '/api/auth/login', { body: { username: 'grace', password }, as: 'none' })
  grace = { as: 'none', headers: { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' } }
})
afterAll(async () => {
  await svc?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the list of pages', () => {
  it('has the built-in pages and those of added plugins, in the order of the menu', async () => {
    const all = await pagesOf()
    const menu = ['main', 'knowledge', 'automate', 'build', 'instance', null]
    expect([...new Set(all.map(({ group }) => group))]).toEqual(menu)
    const inGroup = (group: string) => all.filter(each => each.group === group).map(({ path }) => path)
    expect([inGroup('main'), inGroup('knowledge'), inGroup('build'), inGroup('instance')]).toEqual([
      ['/', '/agent-apps', '/data', '/stats', '/hello'],
      ['/research', '/memory', '/files', '/notes', '/tasks'],
      ['/guest', '/developer', '/text-server'],
      ['/admin'],
    ])
    expect(await pageAt('/notes')).toEqual({
      path: '/notes',
      title: 'Notes',
      icon: 'notebook',
      group: 'knowledge',
      order: 40,
      role: 'user',
      plugin: 'workspace',
      plugin_title: 'Workspace',
      state: 'on',
      reason: null,
      module: null,
    })
    expect((await pageAt('/hello'))?.module).toMatch(/^web\/plugins\/hello\/[0-9a-f]{16}\/page\.js$/)
  })

  it('shows no page of administration to a user, and nothing to who is signed out', async () => {
    const seen = (await pagesOf(grace)).map(({ path }) => path)
    expect(seen).toContain('/notes')
    expect(seen.filter(path => ['/admin', '/settings/mine'].includes(path))).toEqual([])
    expect((await svc.request('GET', '/api/web/pages', { as: 'none' })).status).toBe(401)
  })

  it('says of a plugin that is off, failed, or names what it may not, what is the matter', async () => {
    expect(await pageAt('/stats')).toMatchObject({ state: 'off', reason: 'Statistics is switched off.', module: null })
    const failed = { state: 'failed', module: null }
    expect(await pageAt('/broken')).toMatchObject({ ...failed, reason: `broken did not start: no luck in ${folder}` })
    expect(await pageAt('/broken', grace)).toMatchObject({ ...failed, reason: 'broken did not start.' })
    expect(await pageAt('/bare')).toMatchObject({
      ...failed,
      reason: expect.stringContaining('module') as string,
    })
    expect(await pageAt('/settings/mine')).toMatchObject({
      ...failed,
      reason: expect.stringContaining("svc's own") as string,
    })
    expect(await pageAt('/large')).toMatchObject({ ...failed, reason: expect.stringContaining('log') as string })
  })
})

describe('the files of a page', () => {
  const base = async () => `/${(await pageAt('/guest'))?.module ?? ''}`.replace('/page.js', '')

  it('are served with their types, for good, to every signed-in person', async () => {
    const module = await svc.request(`GET`, `${await base()}/page.js`, grace)
    expect([module.status, module.body]).toEqual([200, mount])
    expect(['content-type', 'cache-control', 'x-content-type-options'].map(name => module.headers.get(name))).toEqual([
      'text/javascript; charset=utf-8',
      'private, max-age=31536000, immutable',
      'nosniff',
    ])
    const style = await svc.request('GET', `${await base()}/parts/part.css`, grace)
    expect([style.headers.get('content-type'), style.body]).toEqual(['text/css; charset=utf-8', 'p {}'])
    expect((await svc.request('GET', `${await base()}/page.js`, { as: 'none' })).status).toBe(401)
  })

  it('are those beside the module and nothing else', async () => {
    const other = (await base()).replace(/[0-9a-f]{16}$/, '0'.repeat(16))
    const paths = [
      'notes.txt',
      'link.json',
      '../plugin.json',
      '..%2fplugin.json',
      '%2e%2e/plugin.ts',
      '',
      'parts',
      'none.js',
    ]
    const asked = [...paths.map(async path => `${await base()}/${path}`), `${other}/page.js`]
    const answers = await Promise.all(asked.map(async path => svc.request('GET', await path, grace)))
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 404))
  })

  it('are not those of a plugin that does not run, or of a page for another role', async () => {
    const taker = await svc.request('GET', '/web/plugins/taker/0000000000000000/page.js', grace)
    const broken = await svc.request('GET', '/web/plugins/broken/0000000000000000/page.js', { as: 'owner' })
    expect([taker.status, broken.status]).toEqual([404, 404])
  })
})

describe.skipIf(!hasChromium)('the page of an example plugin in a browser', () => {
  let browser: Browser
  let tab: Page
  const complaints: string[] = []

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { SvcClient } from '@svc/sdk'\nglobalThis.client = new SvcClient()`,
        resolveDir: repositoryRoot,
      },
      bundle: true,
      format: 'esm',
      conditions: ['svc-source'],
      write: false,
      absWorkingDir: repositoryRoot,
    })
    browser = await launchChromium()
    tab = await browser.newPage()
    tab.on('console', message => void (message.type() === 'error' && complaints.push(message.text())))
    tab.on('pageerror', error => complaints.push(error.message))
    const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'"
    await tab.route(`${svc.url}/shell`, route =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
        body: '<!doctype html><title>Shell</title><main></main><script type="module" src="/shell.js"></script>',
      }),
    )
    const script = outputFiles[0]?.text ?? ''
    await tab.route(`${svc.url}/shell.js`, route => route.fulfill({ contentType: 'text/javascript', body: script }))
    const [name = '', value = ''] = svc.owner.cookie.split('=')
    await tab.context().addCookies([{ name, value, url: svc.url }])
    await tab.goto(`${svc.url}/shell`)
  })
  afterAll(() => browser?.close())

  const draw = async (path: string): Promise<void> => {
    const module = (await pageAt(path))?.module ?? ''
    await tab.evaluate(`(async () => {
      const { default: mount } = await import(new URL(${JSON.stringify(module)}, location.origin).href)
      globalThis.unmount = mount(document.querySelector('main'), { client, navigate() {}, theme: 'light' })
    })()`)
  }

  it('is drawn by its module, talks to the server by the client it is given, and leaves nothing behind', async () => {
    await draw('/hello')
    const hostile = '<img src=x onerror="document.title = 1">'
    await tab.getByLabel('Name').fill(hostile)
    await tab.getByRole('button', { name: 'Greet' }).click()
    await tab.getByRole('listitem').filter({ hasText: hostile }).waitFor()
    expect([await tab.title(), await tab.locator('main img').count()]).toEqual(['Shell', 0])
    await tab.evaluate('unmount()')
    expect([await tab.locator('main').innerHTML(), complaints]).toEqual(['', []])
  })

  it('reads an answer as it comes', async () => {
    await draw('/text-server')
    await tab.getByLabel('Question').fill('What is the sea?')
    await tab.getByRole('button', { name: 'Ask' }).click()
    await tab.getByRole('status').filter({ hasText: 'svc/offline' }).waitFor()
    await tab.evaluate('unmount()')
    expect(complaints).toEqual([])
  })
})

describe('a plugin whose manifest changed', () => {
  it('waits for the owner: its page says so, and its files are not served', async () => {
    const guest = join(folder, 'guest')
    const before = `/${(await pageAt('/guest'))?.module ?? ''}`
    const manifest = JSON.parse(await readFile(join(guest, 'plugin.json'), 'utf8')) as object
    await svc.stop()
    await writeFile(join(guest, 'plugin.json'), JSON.stringify({ ...manifest, version: '1.0.1' }))
    svc = await startWith([guest])
    expect(await pageAt('/guest')).toMatchObject({
      state: 'waiting',
      reason: 'guest waits until the owner allows it.',
      module: null,
    })
    expect((await svc.request('GET', before, { as: 'owner' })).status).toBe(404)
  })
})
