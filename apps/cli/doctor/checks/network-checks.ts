import { lookup as systemLookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, isIP } from 'node:net'
import { messageOf } from '@svc/plugin'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok, warning } from '../doctor-check.ts'

/** The port is free for the next start, unless the server of this home has it. */
export const portCheck: DoctorCheck<Machine> = {
  name: 'port',
  async run({ configuration, isRunning }) {
    const { host, port } = configuration.kernel
    if (isRunning || port === 0) return []
    const server = createServer()
    try {
      server.listen({ host, port })
      await once(server, 'listening')
      return [ok('port', `${host}:${port} is free`)]
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code === 'EADDRINUSE')
        return [
          failed(
            'port',
            `${host}:${port} is in use by another program`,
            'Stop that program, or choose another port with SVC_PORT.',
          ),
        ]
      if (code === 'EACCES')
        return [failed('port', `${port} may not be opened by this user`, 'Choose one above 1023 with SVC_PORT.')]
      return [
        failed(
          'port',
          `${host}:${port} cannot be opened: ${messageOf(error)}`,
          'Set SVC_HOST to an address of this machine.',
        ),
      ]
    } finally {
      server.close()
    }
  },
}

type Lookup = (host: string) => Promise<unknown>

/** The names on the allow-list of private addresses resolve. */
export function egressCheck(lookup: Lookup = systemLookup): DoctorCheck<Machine> {
  return {
    name: 'egress allow-list',
    async run({ configuration }) {
      const allowed = configuration.kernel.egress_allow
      const lost = await Promise.all(allowed.map(async pair => ((await resolves(pair, lookup)) ? null : pair)))
      const names = lost.filter(pair => pair !== null)
      if (allowed.length === 0) return []
      if (names.length === 0) return [ok('egress allow-list', `${allowed.length} entries, all resolve`)]
      return [
        warning(
          'egress allow-list',
          `${names.join(', ')} ${names.length === 1 ? 'does' : 'do'} not resolve`,
          'Correct the name in SVC_EGRESS_ALLOW, or remove it.',
        ),
      ]
    },
  }
}

async function resolves(pair: string, lookup: Lookup): Promise<boolean> {
  const host = pair.slice(0, pair.lastIndexOf(':')).replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return true
  return lookup(host).then(
    () => true,
    () => false,
  )
}
