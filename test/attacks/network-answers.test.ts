import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EgressRequest } from '@svc/plugin'
import {
  closeEgresses,
  countedEgress,
  egressInto,
  publicAddress,
  startHostileHost,
} from '../support/servers/fake-internet.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { openEgress } from '../rooms/open-rooms.ts'

let host: FakeWebHost
beforeAll(async () => {
  host = await startHostileHost()
})
afterEach(closeEgresses)
afterAll(() => host.close())

const blocked = { code: 'url_blocked', status: 422 }

describe('redirects', () => {
  const names = { 'public.test': [publicAddress], 'other.test': [publicAddress], 'inside.test': ['10.1.2.3'] }
  const leadingTo = (to: string, status = 302) => `http://public.test/?status=${status}&to=${encodeURIComponent(to)}`

  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://inside.test/',
    'http://[::1]/',
    'file:///etc/passwd',
    'http://u:p@other.test/',
    '//127.0.0.1/',
    'http://localhost/',
  ])('one that leads to %s is refused before a second connection', async to => {
    const { egress, connect } = egressInto(host, names)
    await expect(egress.fetch({ url: leadingTo(to) })).rejects.toMatchObject(blocked)
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('one that leads out of the allowed patterns is forbidden before a second connection', async () => {
    const { egress, connect } = egressInto(host, names)
    const request = { url: leadingTo('http://other.test/'), allow: ['http://public.test/*'] }
    await expect(egress.fetch(request)).rejects.toMatchObject({ code: 'forbidden', status: 403 })
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('is followed at most five times', async () => {
    const { egress } = egressInto(host, names)
    const before = host.requests.length
    await expect(egress.fetch({ url: 'http://public.test/loop' })).rejects.toMatchObject({ code: 'upstream_error' })
    expect(host.requests.length - before).toBe(6)
  })

  it('is not followed at all when the caller wants none', async () => {
    const { egress } = egressInto(host, names)
    const before = host.requests.length
    await expect(egress.fetch({ url: leadingTo('/next'), redirect: 'error' })).rejects.toMatchObject({
      code: 'upstream_error',
    })
    expect(host.requests.length - before).toBe(1)
  })

  it('takes no credential to another origin, whatever the header is called', async () => {
    const { egress } = egressInto(host, names)
    const headers = {
      Authorization: 'Bearer a',
      Cookie: 'b=c',
      'X-Api-Key': 'd',
      'X-Home-Made-Token': 'e',
      Accept: 'text/html',
    }
    const crossed = await egress.fetch({ url: leadingTo('http://other.test/'), headers })
    expect(JSON.parse(await crossed.text())).toEqual({
      host: 'other.test',
      connection: 'keep-alive',
      accept: 'text/html',
      'accept-encoding': 'gzip, br',
      'user-agent': 'svc',
    })
    const stayed = await egress.fetch({ url: leadingTo('/next'), headers })
    expect(JSON.parse(await stayed.text())).toMatchObject({
      authorization: 'Bearer a',
      cookie: 'b=c',
      'x-api-key': 'd',
    })
  })

  it('to another port is another origin', async () => {
    const { egress } = egressInto(host, names)
    const crossed = await egress.fetch({
      url: leadingTo('http://public.test:8080/'),
      headers: { Authorization: 'Bearer a' },
    })
    expect(JSON.parse(await crossed.text())).not.toHaveProperty('authorization')
  })
})

describe('the operator’s allow-list', () => {
  it('lets exactly the host:port pairs through that it names', async () => {
    const { egress, connect } = countedEgress({ 'models.test': ['10.0.0.9'] }, [
      '127.0.0.1:11434',
      'models.test:8000',
      '[::1]:9000',
    ])
    const refused = [
      'http://127.0.0.1:11435/',
      'http://127.0.0.1/',
      'http://localhost:11434/',
      'http://127.0.0.2:11434/',
      'http://models.test/',
      'http://sub.models.test:8000/',
      'http://[::1]/',
    ]
    for (const url of refused)
      await expect(egress.fetch({ url })).rejects.toHaveProperty(
        'code',
        url.includes('sub.') ? 'upstream_error' : 'url_blocked',
      )
    expect(connect).not.toHaveBeenCalled()
    for (const url of [
      'http://127.0.0.1:11434/',
      'http://0x7f000001:11434/',
      'http://MODELS.test.:8000/',
      'http://[::1]:9000/',
    ]) {
      await expect(egress.fetch({ url })).rejects.toHaveProperty('code', 'upstream_error')
    }
    expect(connect).toHaveBeenCalledTimes(4)
  })

  it('lets nothing through that the allowed host redirects to', async () => {
    const egress = openEgress([host.key])
    await expect(
      egress.fetch({ url: `${host.url}/?to=${encodeURIComponent('http://127.0.0.1:1/')}` }),
    ).rejects.toMatchObject(blocked)
    await egress.close()
  })

  it('does not lend the connection of a trusted caller to one who is not', async () => {
    const egress = openEgress()
    const before = host.requests.length
    const trusted = await egress.fetch({ url: host.url, trustedOrigins: [host.key] })
    await trusted.text()
    await expect(egress.fetch({ url: host.url })).rejects.toMatchObject(blocked)
    expect(host.requests.length - before).toBe(1)
    await egress.close()
  })
})

describe('answers that are too much', () => {
  const names = { 'public.test': [publicAddress] }
  const fetched = async (path: string, request: Partial<EgressRequest> = {}) => {
    const { egress } = egressInto(host, names)
    return (await egress.fetch({ url: `http://public.test${path}`, ...request })).text()
  }

  it.each(['/gzip-bomb', '/br-bomb', '/double-bomb'])(
    '%s is cut off at the limit of decompressed bytes',
    async path => {
      await expect(fetched(path, { maxBytes: 1024 * 1024 })).rejects.toMatchObject({
        code: 'payload_too_large',
        message: expect.stringContaining('1048576'),
      })
    },
  )

  it('a body in more codings than anyone needs is refused', async () => {
    await expect(fetched('/nested')).rejects.toMatchObject({ code: 'upstream_error' })
  })

  it('headers beyond 32 KiB are refused', async () => {
    await expect(fetched('/headers')).rejects.toMatchObject({ code: 'upstream_error' })
  })

  it('a body that drips for ever ends at the time limit, which runs until the last byte', async () => {
    await expect(fetched('/drip', { timeoutMs: 300 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('a host that never answers ends at the time limit', async () => {
    await expect(fetched('/silence', { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' })
  })
})
