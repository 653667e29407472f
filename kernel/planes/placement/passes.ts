import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Passage, Passes } from '../planes.ts'

/** How long a request may be on its way from server to server. */
const longestMs = 30_000
const separator = '.'

interface PassOptions {
  secret: string
  serverId: string
  /** The same on all servers, in milliseconds. */
  now(): number
}

interface Claims extends Passage {
  id: string
  to: string
  at: number
}

export function createPasses({ secret, serverId, now }: PassOptions): Passes {
  const key = createHmac('sha256', secret).update('svc forwarded requests').digest()
  const macOf = (claims: string, { method, url }: { method: string; url: string }): Buffer =>
    createHmac('sha256', key).update(`${method} ${url}\n${claims}`).digest()
  const used = new UsedPasses(now)
  return {
    header: 'x-svc-forwarded',
    issue({ to, ...request }, passage) {
      const full: Claims = { ...passage, id: randomUUID(), to: to.server_id, at: now() }
      const claims = Buffer.from(JSON.stringify(full)).toString('base64url')
      return `${claims}${separator}${macOf(claims, request).toString('base64url')}`
    },
    redeem(pass, request) {
      const [text = '', mac = ''] = pass.split(separator, 2)
      const [expected, given] = [macOf(text, request), Buffer.from(mac, 'base64url')]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      // What has the mark of the secret was made above.
      const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims
      if (claims.to !== serverId || Math.abs(now() - claims.at) > longestMs) return 'void'
      if (!used.add(claims.id)) return 'void'
      return { ip: claims.ip, protocol: claims.protocol, principal: claims.principal }
    },
  }
}

/** Remembers each for as long as it would be accepted again. */
class UsedPasses {
  readonly #now: () => number
  #recent = new Set<string>()
  #older = new Set<string>()
  #since = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** False when it was there. */
  add(id: string): boolean {
    const now = this.#now()
    if (Math.abs(now - this.#since) > 2 * longestMs) {
      this.#older = this.#recent
      this.#recent = new Set()
      this.#since = now
    }
    if (this.#recent.has(id) || this.#older.has(id)) return false
    this.#recent.add(id)
    return true
  }
}
