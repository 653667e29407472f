import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { hasPage, usePages } from '../../live/pages.ts'
import { svc } from '../../live/server.ts'

/** Something that the palette opens or does. */
export interface Entry {
  /** Identifies the record in the list. */
  id: string
  title: string
  /** An address of this app, or what is to be done. */
  opens: string | (() => void)
}

export interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

const mostOfEach = 6

/** The records whose names have these words; of a plugin that is off, none. */
export function useRecords(text: string): readonly EntryGroup[] {
  const pages = usePages()
  const words = { limit: mostOfEach, search: text }
  const sources = [
    {
      title: 'Agent apps',
      page: '/agent-apps',
      read: async (signal: AbortSignal) =>
        (await svc.agentApps.list({ limit: 200 }, { signal })).items
          .filter(({ name, display_name: title }) => fits(`${name} ${title ?? ''}`, text))
          .map(({ name, display_name: title }) => ({
            title: title ?? name,
            opens: `/agent-apps/${encodeURIComponent(name)}`,
          })),
    },
    {
      title: 'Datasets',
      page: '/data',
      read: async (signal: AbortSignal) =>
        (await svc.data.catalog(words, { signal })).items.map(({ dataset_id: id, name }) => ({
          title: name,
          opens: `/data?dataset=${id}`,
        })),
    },
    {
      title: 'Conversations',
      page: '/',
      read: async (signal: AbortSignal) =>
        (await svc.conversations.list(words, { signal })).items.map(({ session_id: id, title }) => ({
          title: title ?? 'Untitled',
          opens: `/c/${id}`,
        })),
    },
    {
      title: 'Notes',
      page: '/notes',
      read: async (signal: AbortSignal) =>
        (await svc.workspace.notes.list(words, { signal })).items.map(({ note_id: id, title }) => ({
          title: title === '' ? 'Untitled' : title,
          opens: `/notes?note=${id}`,
        })),
    },
  ] as const
  const found = useQueries({
    queries: sources.map(({ title, page, read }) => ({
      queryKey: ['palette', title, text],
      enabled: text !== '' && hasPage(pages, page),
      placeholderData: keepPreviousData,
      staleTime: 5000,
      queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
    })),
  })
  return sources.map(({ title }, index) => ({
    title,
    entries: (text === '' ? [] : (found[index]?.data ?? [])).slice(0, mostOfEach).map(entry => ({
      ...entry,
      id: entry.opens,
    })),
  }))
}

/** Whether all words of a search occur. */
export function fits(name: string, search: string): boolean {
  const lower = name.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word))
}
