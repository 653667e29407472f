import type { X509Certificate } from 'node:crypto'
import { BitString, fromBER } from 'asn1js'
import { Certificate } from 'pkijs'
import { oids } from '../cms/oids.ts'

/** Digital signature and non-repudiation, the two highest bits. */
const signingBits = 0b1100_0000

/** Why the certificate may not sign documents, as a sentence; null when it may, or says nothing of what it is for. */
export function usageFault({ raw }: X509Certificate): string | null {
  const { extensions = [] } = Certificate.fromBER(raw)
  const usage = extensions.find(({ extnID }) => extnID === oids.keyUsage)
  if (usage === undefined) return null
  const { result } = fromBER(usage.extnValue.getValue())
  const bits = result instanceof BitString ? (result.valueBlock.valueHexView[0] ?? 0) : 0
  if ((bits & signingBits) !== 0) return null
  return 'The certificate is not for signing: its key usage names neither digital signature nor non-repudiation.'
}
