import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  closeEgresses,
  countedEgress,
  egressInto,
  publicAddress,
  startHostileHost,
} from '../support/servers/fake-internet.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'

let host: FakeWebHost
beforeAll(async () => {
  host = await startHostileHost()
})
afterEach(closeEgresses)
afterAll(() => host.close())

const blocked = { code: 'url_blocked', status: 422 }

describe('addresses that are not public', () => {
  it.each([
    // Loopback and "this network" in every spelling that a URL parser accepts.
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.255.255.254:8420/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://%31%32%37.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http:127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'HTTP://127.0.0.1/',
    'http://127.0.0.1\t/',
    'http://①②⑦.0.0.1/',
    // Private, shared, link-local, metadata, benchmarking, documentation, multicast, reserved, broadcast.
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://192.88.99.1/',
    // IPv6, and IPv4 inside it: mapped, compatible, translated, 6to4, NAT64, Teredo.
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:93.184.215.14]/',
    'http://[::127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2001:0:53aa:64c:0:0:80ff:fffe]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    'http://[2001:2::1]/',
    'http://[4000::1]/',
    // Names of this machine.
    'http://localhost/',
    'http://LOCALHOST./',
    'http://anything.localhost/',
  ])('%s is refused with neither a look-up nor a connection', async url => {
    const { egress, resolve, connect } = countedEgress()
    await expect(egress.fetch({ url })).rejects.toMatchObject({
      ...blocked,
      message: expect.stringContaining('SVC_EGRESS_ALLOW'),
    })
    // What is kept for later is refused before it is kept.
    expect(() => egress.check(url)).toThrow(expect.objectContaining(blocked))
    expect(resolve).not.toHaveBeenCalled()
    expect(connect).not.toHaveBeenCalled()
  })

  it.each([
    ['a private address', ['10.0.0.5']],
    ['the metadata service', ['169.254.169.254']],
    ['loopback over IPv6', ['::1']],
    ['a mapped address', ['::ffff:10.0.0.5']],
    ['one public and one private address', [publicAddress, '192.168.0.7']],
    ['a public IPv4 and a private IPv6 address', [publicAddress, 'fd00::1']],
  ])('a name that resolves to %s is refused without a connection', async (_what, addresses) => {
    const { egress, resolve, connect } = countedEgress({ 'rebound.test': addresses })
    await expect(egress.fetch({ url: 'http://rebound.test/' })).rejects.toMatchObject(blocked)
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(connect).not.toHaveBeenCalled()
  })

  it('a name is resolved once and the connection is pinned to what was checked', async () => {
    const answers = [publicAddress, '127.0.0.1']
    const { egress, connect, resolve } = egressInto(host, {})
    resolve.mockImplementation(async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }])
    const response = await egress.fetch({ url: 'http://rebinding.test/' })
    await response.text()
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(connect.mock.calls[0]?.[0].addresses).toEqual([{ address: publicAddress, family: 4 }])
  })

  it('a name that is rebound between two connections is refused the second time', async () => {
    const answers = [publicAddress, '127.0.0.1']
    const { egress, connect, resolve } = egressInto(host, {})
    resolve.mockImplementation(async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }])
    const drip = await egress.fetch({ url: 'http://rebinding.test/drip' })
    await expect(egress.fetch({ url: 'http://rebinding.test/' })).rejects.toMatchObject(blocked)
    for await (const chunk of drip.body) {
      expect(chunk.byteLength).toBeGreaterThan(0)
      break
    }
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('a connection that ends at another address than the one checked sends no request', async () => {
    const before = host.requests.length
    const { egress } = egressInto(host, { 'public.test': [publicAddress] }, '127.0.0.1')
    await expect(egress.fetch({ url: 'http://public.test/' })).rejects.toMatchObject(blocked)
    expect(host.requests).toHaveLength(before)
  })
})

describe('what is not a plain web address', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://public.test/',
    'gopher://public.test/',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'ws://public.test/',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'blob:http://public.test/1',
    '//public.test/',
    '/path',
    'public.test',
    '',
    'http://',
    'http:///',
    'http://[fe80::1%25eth0]/',
    'http://user@public.test/',
    'http://user:secret@public.test/',
    'http://:@@public.test/',
    'http://public.test@127.0.0.1/',
    'http://public.test:99999/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://..../',
    `http://public.test/${'a'.repeat(9000)}`,
  ])('%s is refused with neither a look-up nor a connection', async url => {
    const { egress, resolve, connect } = countedEgress({ 'public.test': [publicAddress] })
    await expect(egress.fetch({ url })).rejects.toMatchObject(blocked)
    expect(resolve).not.toHaveBeenCalled()
    expect(connect).not.toHaveBeenCalled()
  })

  it('the refusal of a URL with a password does not repeat the password', async () => {
    const { egress } = countedEgress()
    const refusal = await egress
      .fetch({ url: 'http://user:hunter2@public.test/' })
      .catch((error: Error) => error.message)
    expect(refusal).not.toContain('hunter2')
  })

  it.each([
    [{ Host: 'internal' }],
    [{ Connection: 'upgrade' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ 'Content-Length': '3' }],
    [{ 'Proxy-Authorization': 'x' }],
    [{ 'X-A': 'a\r\nX-Injected: 1' }],
    [{ 'X-A\r\nX-Injected': '1' }],
    [{ 'X-A': 'a\u0000b' }],
    [{ 'X A': 'b' }],
    [{ '': 'b' }],
    [Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`x-${index}`, '1']))],
    [{ 'X-Big': 'x'.repeat(20_000) }],
  ])('the headers %j are not sent', async headers => {
    const { egress, connect } = countedEgress({ 'public.test': [publicAddress] })
    await expect(
      egress.fetch({ url: 'http://public.test/', headers: headers as Record<string, string> }),
    ).rejects.toMatchObject({ code: 'validation_error' })
    expect(connect).not.toHaveBeenCalled()
  })

  it.each(['CONNECT', 'TRACE', 'GET /x HTTP/1.1\r\nHost: internal\r\n\r\nGET', ''])(
    'the method %j is not sent',
    async method => {
      const { egress, connect } = countedEgress({ 'public.test': [publicAddress] })
      await expect(egress.fetch({ url: 'http://public.test/', method })).rejects.toMatchObject({
        code: 'validation_error',
      })
      expect(connect).not.toHaveBeenCalled()
    },
  )
})

describe('the environment', () => {
  it('names proxies in vain: connections go to the address that was checked', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1')
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    const { egress, connect } = egressInto(host, { 'public.test': [publicAddress] })
    await (await egress.fetch({ url: 'http://public.test/' })).text()
    expect(connect.mock.calls.map(([options]) => options.addresses)).toEqual([[{ address: publicAddress, family: 4 }]])
    vi.unstubAllEnvs()
  })
})
