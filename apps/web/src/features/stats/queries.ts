import { queryOptions } from '@tanstack/react-query'
import { svc } from '../../live/server.ts'
import type { Variable } from './types.ts'

/** The methods of the server; they change with its plugins, not with what is analysed. */
export const methodsQuery = queryOptions({
  queryKey: ['pages', 'stats-methods'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => (await svc.stats.methods({ signal })).items,
})

/** The columns of a dataset; null: none is chosen. */
export function variablesQuery(dataset: string | null) {
  return queryOptions({
    queryKey: ['data', 'variables', dataset],
    enabled: dataset !== null,
    queryFn: async ({ signal }) =>
      (await svc.stats.variables(dataset ?? '', { signal })).variables as readonly Variable[],
  })
}

export function analysisQuery(analysisId: string) {
  return queryOptions({
    queryKey: ['stats', 'analysis', analysisId],
    // An analysis never changes.
    staleTime: Infinity,
    queryFn: ({ signal }) => svc.stats.get(analysisId, { signal }),
  })
}
