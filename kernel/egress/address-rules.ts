import ipaddr from 'ipaddr.js'

const rangeNames: Record<string, string> = {
  unspecified: 'an unspecified address',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
  carrierGradeNat: 'a carrier-grade NAT address',
  ipv4Mapped: 'an IPv4 address inside IPv6',
  rfc6145: 'an IPv4 address inside IPv6',
  rfc6052: 'an IPv4 address inside IPv6',
  '6to4': 'an IPv4 address inside IPv6',
  teredo: 'an IPv4 address inside IPv6',
}

// Azure's host agent answers at a public address that no ordinary site has.
const metadataAddresses = new Set(['168.63.129.16'])

// IANA has given out global unicast from 2000::/3 alone; compatible addresses (::7f00:1) and all else lie outside it.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** What kind of special address this is (`a loopback address`), or null for an ordinary public one. */
export function specialRange(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'not an address'
  if (metadataAddresses.has(address)) return 'a cloud metadata address'
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range !== 'unicast') return rangeNames[range] ?? 'a reserved address'
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return 'a reserved address'
  return null
}

/** One spelling for each address, so that two can be compared. */
export function canonicalAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
