import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { svc } from '../../../live/server.ts'
import type { Tables } from '../../../ui/code-editor/sql-language.ts'
import type { Dataset } from '../open-dataset.tsx'

const mostTables = 200
const mostRead = 10

/** The tables of the workspace for completion; the columns of this dataset, and of those that the statement names. */
export function useTables(dataset: Dataset, sql: string): Tables {
  const { data: all = none } = useQuery({
    queryKey: ['data', 'tables'],
    queryFn: async ({ signal }) => (await svc.data.catalog({ limit: mostTables }, { signal })).items,
  })
  const lower = sql.toLowerCase()
  const named = all
    .filter(({ dataset_id: id, table }) => id !== dataset.dataset_id && lower.includes(table.toLowerCase()))
    .slice(0, mostRead)
  const read = useQueries({
    queries: named.map(({ dataset_id: id }) => ({
      queryKey: ['data', 'one', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => svc.data.get(id, { signal }),
    })),
    combine: results => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
  return useMemo(() => {
    const known = [dataset, ...read].map(({ table, columns }) => [table, columns.map(({ name }) => name)] as const)
    return { ...Object.fromEntries(all.map(({ table }) => [table, []])), ...Object.fromEntries(known) }
  }, [all, dataset, read])
}

const none: readonly { dataset_id: string; table: string }[] = []
