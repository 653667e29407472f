import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { ok, warning } from '../finding.ts'

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
          'Mend the name in SVC_EGRESS_ALLOW, or take it out.',
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
