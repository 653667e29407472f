import { once } from 'node:events'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordingLog } from '../../test/support/recording-log.ts'
import { secureTestCertificate, secureTestKey } from '../../test/support/servers/test-certificates.ts'
import { createEgress } from './index.ts'

const trustedBefore = getCACertificates('default')
const resolve = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }])

let server: Server
let port: number
beforeAll(async () => {
  server = createServer({ cert: secureTestCertificate, key: secureTestKey }, (request, response) => {
    response.end(`${(request.socket as { servername?: string }).servername} ${request.headers.host}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => setDefaultCACertificates(trustedBefore))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function fetched(host: string): Promise<string> {
  const egress = createEgress({ allow: [`${host}:${port}`], log: recordingLog() }, { resolve })
  try {
    return await (await egress.fetch({ url: `https://${host}:${port}/` })).text()
  } finally {
    await egress.close()
  }
}

describe('egress over TLS', () => {
  it('goes to the address that was checked and asks for the host by its name', async () => {
    setDefaultCACertificates([...trustedBefore, secureTestCertificate])
    expect(await fetched('secure.test')).toBe(`secure.test secure.test:${port}`)
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it('refuses a certificate that nobody vouches for', async () => {
    await expect(fetched('secure.test')).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('CERT'),
    })
  })

  it('refuses a certificate of another host', async () => {
    setDefaultCACertificates([...trustedBefore, secureTestCertificate])
    await expect(fetched('other.test')).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('ALTNAME'),
    })
  })
})
