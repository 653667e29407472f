import { frontPage } from '@svc/plugin/library/manual/sections'

/** Where a link of the manual leads: another page of it, a place on this one, or elsewhere; empty: to a file that is not served. */
export function manualAddress(address: string): string {
  const page = /^(?:\.\/)?([a-zA-Z0-9-]+)\.md(#.*)?$/.exec(address)
  if (page) return `/docs/${page[1] === frontPage ? '' : page[1]}${page[2] ?? ''}`
  return /^(#|https?:|mailto:)/i.test(address) ? address : ''
}
