import { request } from 'node:http'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { serverUrlHeader } from '../../../kernel/catalogue.ts'

/** Where the server behind a home's socket listens; null when none answers there. */
export function addressOfServer(socketPath: string): Promise<string | null> {
  return new Promise(resolve => {
    const asked = request({ socketPath, path: '/healthz' }, answer => {
      answer.resume()
      resolve(String(answer.headers[serverUrlHeader] ?? '') || null)
    })
    // A socket file alone may have been left by a server that was killed.
    asked.once('error', () => resolve(null)).end()
  })
}

/** Whether two addresses lead to one server of this machine, however its host is written. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && a.port === b.port && hostOf(a) === hostOf(b)
}

const thisMachine = 'this machine'

/** All names of this machine are one. */
function hostOf({ hostname }: URL): string {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || host === '0.0.0.0' || host === '::' || /^127\./.test(host) || host === '::1'
  const isOwn =
    isIP(host) !== 0 && Object.values(networkInterfaces()).some(all => all?.some(({ address }) => address === host))
  return isLocal || isOwn ? thisMachine : host
}
