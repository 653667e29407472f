/** The file that `/docs` shows. */
export const frontPage = 'README'

/** The place of a heading in the address, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

/** Where a link of the manual leads: another page of it, a place on this one, or elsewhere; empty: to a file that is not served. */
export function manualAddress(address: string): string {
  const page = /^(?:\.\/)?([a-zA-Z0-9-]+)\.md(#.*)?$/.exec(address)
  if (page) return `/docs/${page[1] === frontPage ? '' : page[1]}${page[2] ?? ''}`
  return /^(#|https?:|mailto:)/i.test(address) ? address : ''
}
