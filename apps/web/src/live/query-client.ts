import { QueryClient } from '@tanstack/react-query'

/** What was read from the server, by keys that begin with a `Domain`. The SDK tries again, so the cache does not. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
