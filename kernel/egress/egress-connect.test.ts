import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeEgresses, countedEgress, egressInto, publicAddress } from '../../test/support/servers/fake-internet.ts'
import { startFakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import { recordingLog } from '../../test/support/recording-log.ts'
import { createEgress } from './index.ts'

const server = createServer(socket => socket.end('hello'))
let port = 0

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.close()
  await closeEgresses()
})

describe('a connection that is not HTTP', () => {
  it('goes to a host that is trusted, by name or by the operator’s list', async () => {
    const trusting = createEgress({ allow: [], log: recordingLog() })
    const allowing = createEgress({ allow: [`127.0.0.1:${port}`], log: recordingLog() })
    for (const opening of [
      trusting.connect({ host: 'localhost', port, trustedOrigins: [`localhost:${port}`] }),
      allowing.connect({ host: '127.0.0.1', port }),
    ]) {
      const socket = await opening
      expect(String((await once(socket, 'data'))[0])).toBe('hello')
      socket.destroy()
    }
    await Promise.all([trusting.close(), allowing.close()])
  })

  it.each(['127.0.0.1', 'localhost', '::1', '::ffff:127.0.0.1', '10.1.2.3', '169.254.169.254', '2130706433', '0x7f.1'])(
    'to %s is refused before anything is resolved or dialled',
    async host => {
      const { egress, resolve, connect } = countedEgress()
      for (const ask of [egress.connect({ host, port: 993 }), egress.addresses({ host, port: 993 })])
        await expect(ask).rejects.toMatchObject({ code: 'url_blocked' })
      expect([resolve.mock.calls.length, connect.mock.calls.length]).toEqual([0, 0])
    },
  )

  it.each([['a/b'], ['a@b'], ['a b'], ['a%00b'], ['a?b'], ['[::1'], ['']])('to the host %j is refused', async host => {
    const { egress, resolve } = countedEgress()
    await expect(egress.connect({ host, port: 25 })).rejects.toMatchObject({ code: 'url_blocked' })
    await expect(egress.connect({ host: 'mail.example', port: 70_000 })).rejects.toMatchObject({ code: 'url_blocked' })
    expect(resolve).not.toHaveBeenCalled()
  })

  it('to a name is refused when one of its addresses is private, and dials only what was resolved', async () => {
    const { egress, connect } = countedEgress({
      'mixed.example': [publicAddress, '10.0.0.1'],
      'mail.example': [publicAddress],
    })
    await expect(egress.connect({ host: 'mixed.example', port: 25 })).rejects.toMatchObject({ code: 'url_blocked' })
    await expect(egress.addresses({ host: 'mixed.example', port: 25 })).rejects.toMatchObject({ code: 'url_blocked' })
    expect(connect).not.toHaveBeenCalled()
    expect(await egress.addresses({ host: 'MAIL.example', port: 25 })).toEqual([{ address: publicAddress, family: 4 }])
    await expect(egress.connect({ host: 'mail.example', port: 25 })).rejects.toMatchObject({ code: 'upstream_error' })
    expect(connect.mock.calls[0]?.[0]).toMatchObject({ addresses: [{ address: publicAddress, family: 4 }], port: '25' })
  })

  it('that ends at another address than the checked one is cut', async () => {
    const host = await startFakeWebHost((_request, response) => response.end())
    const { egress } = egressInto(host, { 'mail.example': [publicAddress] }, '10.0.0.1')
    await expect(egress.connect({ host: 'mail.example', port: 993 })).rejects.toMatchObject({ code: 'url_blocked' })
    await host.close()
  })

  it('is given up when time runs out and when the caller leaves', async () => {
    const egress = createEgress(
      { allow: [], log: recordingLog() },
      { resolve: () => new Promise(() => {}), connect: () => {} },
    )
    await expect(egress.connect({ host: 'slow.example', port: 25, timeoutMs: 10 })).rejects.toMatchObject({
      code: 'timeout',
      message: 'slow.example:25 could not be reached within 10 ms.',
    })
    const leaving = AbortSignal.abort(new Error('gone'))
    await expect(egress.addresses({ host: 'slow.example', port: 25, signal: leaving })).rejects.toThrow('gone')
    await egress.close()
  })
})
