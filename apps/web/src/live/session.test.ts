import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

/** The storage of a browser, whose names are its keys. */
function storage(): Storage {
  const methods = {
    getItem: (name: string) => (Object.hasOwn(kept, name) ? kept[name] : null),
    setItem: (name: string, text: string) => void (kept[name] = text),
    removeItem: (name: string) => void delete kept[name],
  }
  const kept = Object.create(methods) as Record<string, string>
  return kept as unknown as Storage
}

let server: Server
let answer: (request: IncomingMessage) => { status: number; body: object }

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const baseURI = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  vi.stubGlobal('document', { baseURI })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubEnv('SVC_API_KEY', 'of-the-test')
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  server.close()
})
beforeEach(newBrowser)

function newBrowser(): void {
  vi.stubGlobal('localStorage', storage())
  newTab()
}

function newTab(): void {
  vi.stubGlobal('sessionStorage', storage())
}

let pages = 0
/** The choice as a page of the tab reads it when it is loaded. */
function load(): Promise<typeof import('./workspace-choice.ts')> {
  return import(`./workspace-choice.ts?page=${++pages}`) as Promise<typeof import('./workspace-choice.ts')>
}

it('keeps a tab in its workspace, also over a reload, when another tab goes to another one', async () => {
  const first = await load()
  const ofFirst = sessionStorage
  newTab()
  ;(await load()).chooseWorkspace('ws_b')
  const second = await load()
  expect([first.chosenWorkspace(), second.chosenWorkspace()]).toEqual([null, 'ws_b'])
  vi.stubGlobal('sessionStorage', ofFirst)
  expect((await load()).chosenWorkspace()).toBeNull()
  newTab()
  expect((await load()).chosenWorkspace()).toBe('ws_b')
})

it('reads who is signed in also where the chosen workspace is closed to them', async () => {
  localStorage.setItem('svc-workspace', 'ws_gone')
  const { meQuery } = await import('./me.ts')
  const { queries } = await import('./query-client.ts')
  const asked: unknown[] = []
  answer = ({ url, headers: { 'x-workspace-id': workspace = null } }) => {
    asked.push([url, workspace])
    if (url === '/api/auth/status') return { status: 200, body: { signed_in: true } }
    if (workspace === null) return { status: 200, body: { user: { id: 'usr_1' } } }
    return { status: 404, body: { status: 404, code: 'not_found', detail: 'There is no such workspace for you.' } }
  }
  expect(await queries.fetchQuery(meQuery)).toEqual({ user: { id: 'usr_1' } })
  expect(asked.slice(1)).toEqual([
    ['/api/auth/me', 'ws_gone'],
    ['/api/auth/me', null],
  ])
  expect([localStorage.getItem('svc-workspace'), (await load()).chosenWorkspace()]).toEqual([null, null])
})

it('keeps drafts by person and workspace, and forgets those of somebody else', async () => {
  const { draftOf, keepDraft, openDrafts } = await import('./drafts.ts')
  openDrafts('usr_1', 'ws_a')
  keepDraft('chat:new', 'of a')
  openDrafts('usr_1', 'ws_b')
  expect(draftOf('chat:new')).toBeNull()
  keepDraft('chat:new', 'of b')
  openDrafts('usr_1', 'ws_a')
  expect(draftOf('chat:new')).toBe('of a')
  openDrafts('usr_2', 'ws_a')
  expect(draftOf('chat:new')).toBeNull()
  openDrafts('usr_1', 'ws_a')
  expect([draftOf('chat:new'), Object.keys(sessionStorage)]).toEqual([null, []])
})
