import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolContext } from '@svc/plugin'
import { startFakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import { openEgress } from '../../../test/rooms/open-rooms.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { httpFetchTool } from './http-fetch.ts'

const principal = testPrincipal({ via: 'api_key' })
const log = recordingLog()

let host: FakeWebHost
let fetchTool: ReturnType<typeof httpFetchTool>

beforeAll(async () => {
  host = await startFakeWebHost((request, response) => {
    if (request.url === '/image')
      return response.setHeader('content-type', 'image/png').end(Buffer.from([137, 80, 78, 71, 0, 0]))
    if (request.url === '/utf16')
      return response.setHeader('content-type', 'text/plain; charset=utf-16le').end(Buffer.from('tekst', 'utf16le'))
    if (request.url === '/large') return response.end('x'.repeat(1024 * 1024 + 1))
    if (request.url === '/missing') return response.writeHead(404, { 'content-type': 'text/plain' }).end('not here')
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<p>${request.method}</p>`)
  })
  fetchTool = httpFetchTool(openEgress([host.key]))
})
afterAll(() => host.close())

const context = (app?: ToolContext['app']): ToolContext => ({
  principal,
  log,
  signal: new AbortController().signal,
  ...(app && { app }),
})

describe('http_fetch', () => {
  it('gives status, headers, type and text', async () => {
    expect(await fetchTool({ url: `${host.url}/page` }, context())).toEqual({
      url: `${host.url}/page`,
      status: 200,
      content_type: 'text/html; charset=utf-8',
      text: '<p>GET</p>',
      headers: expect.objectContaining({ 'content-length': '10' }),
    })
  })

  it('sends what it is given', async () => {
    await fetchTool({ url: host.url, method: 'PUT', headers: { 'Content-Type': 'text/csv' }, body: 'a,b' }, context())
    expect(host.requests.at(-1)).toMatchObject({ method: 'PUT', body: 'a,b', headers: { 'content-type': 'text/csv' } })
  })

  it('gives an answer with an error status as an answer', async () => {
    expect(await fetchTool({ url: `${host.url}/missing` }, context())).toMatchObject({ status: 404, text: 'not here' })
  })

  it('decodes by charset, and refuses what is not text', async () => {
    expect(await fetchTool({ url: `${host.url}/utf16` }, context())).toMatchObject({ text: 'tekst' })
    await expect(fetchTool({ url: `${host.url}/image` }, context())).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringContaining('image/png'),
    })
  })

  it('stops at 1 MiB', async () => {
    await expect(fetchTool({ url: `${host.url}/large` }, context())).rejects.toMatchObject({
      code: 'payload_too_large',
    })
  })

  it('refuses addresses that egress refuses', async () => {
    await expect(fetchTool({ url: 'http://169.254.169.254/' }, context())).rejects.toMatchObject({
      code: 'url_blocked',
      status: 422,
    })
  })

  it('fetches for an app only what its manifest names', async () => {
    const before = host.requests.length
    const app = { name: 'reader', network: [`http://127.0.0.1:${host.port}/open/*`] }
    await expect(fetchTool({ url: `${host.url}/closed` }, context(app))).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
    })
    await expect(
      fetchTool({ url: `${host.url}/open` }, context({ name: 'silent', network: [] })),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('permissions.network'),
    })
    expect(host.requests).toHaveLength(before)
    expect(await fetchTool({ url: `${host.url}/open/page` }, context(app))).toMatchObject({ status: 200 })
  })
})
