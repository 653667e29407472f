import { queryOptions, useQuery } from '@tanstack/react-query'
import { svc } from './server.ts'

/** A page that a plugin declares, as `GET /api/web/pages` lists it. */
export interface PluginPage {
  path: string
  title: string
  icon: string | null
  group: 'main' | 'knowledge' | 'automate' | 'build' | 'instance' | null
  order: number
  role: 'user' | 'admin' | 'owner'
  plugin: string
  plugin_title: string
  state: 'on' | 'off' | 'failed' | 'waiting'
  reason: string | null
  /** What draws it, relative to the address of the server; null: this app does. */
  module: string | null
}

/** The pages that this person's role may see, with the state of their plugins. */
export const pagesQuery = queryOptions({
  queryKey: ['pages'],
  queryFn: async ({ signal }) => (await svc.get<{ items: PluginPage[] }>('/api/web/pages', { signal })).items,
})

/** The page at this address: its own, or the one that all addresses below it belong to. */
export function pageAt(pages: readonly PluginPage[], path: string): PluginPage | undefined {
  return pages
    .filter(page => path === page.path || (page.path !== '/' && path.startsWith(`${page.path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

/** The pages as they were read last; none before the first answer. */
export function usePages(): readonly PluginPage[] {
  return useQuery(pagesQuery).data ?? none
}

/** Whether a plugin that runs has its page there. */
export function hasPage(pages: readonly PluginPage[], path: string): boolean {
  return pages.some(page => page.path === path && page.state === 'on')
}

const none: readonly PluginPage[] = []
