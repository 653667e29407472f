import type { ToolHandler } from '@svc/plugin'
import type { Manual } from './manual.ts'

const usualLimit = 3
const mostCharacters = 2000

/** Finds the sections of the manual that answer a question about svc. */
export function docsSearchTool(manual: Manual, baseUrl: () => string): ToolHandler<{ query: string; limit?: number }> {
  return async ({ query, limit = usualLimit }) => {
    const found = await manual.search(query, limit)
    const sections = found.map(({ title, headings, address, text }) => ({
      page: title,
      heading: headings.join(' › ') || null,
      url: `${baseUrl()}${address}`,
      text: withAddresses(text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text, baseUrl()),
    }))
    return { sections }
  }
}

/** Links to other pages lead to where this server shows them. */
function withAddresses(text: string, baseUrl: string): string {
  return text.replace(/\]\(([a-zA-Z0-9-]+)\.md(#[^)]*)?\)/g, (_link, page: string, place = '') => {
    return `](${baseUrl}/docs${page === 'README' ? '' : `/${page}`}${String(place)})`
  })
}
