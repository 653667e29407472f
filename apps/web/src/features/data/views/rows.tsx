import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { svc } from '../../../live/server.ts'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import type { Dataset } from '../open-dataset.tsx'

const windowRows = 200
/** As long as a window that is out of view is kept. */
const keptMs = 60_000

/** The rows of the newest version, read as they come into view. */
export function Rows({ dataset: { dataset_id: id, latest_version: version, rows, columns } }: { dataset: Dataset }) {
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const onShow = useCallback(
    (first: number, last: number) =>
      setShown(before => {
        const next = { first: Math.floor(first / windowRows), last: Math.floor(last / windowRows) }
        return before.first === next.first && before.last === next.last ? before : next
      }),
    [],
  )
  const windows = Array.from({ length: shown.last - shown.first + 1 }, (_, index) => shown.first + index)
  const read = useQueries({
    queries: windows.map(index => ({
      queryKey: ['data', 'rows', id, version, index],
      staleTime: Infinity,
      gcTime: keptMs,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await svc.data.preview(id, { version, offset: index * windowRows, limit: windowRows }, { signal })).rows,
    })),
  })
  const failed = read.find(({ isError }) => isError)
  return (
    <>
      {failed !== undefined && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />}
      <DataGrid
        label="Rows"
        columns={columns}
        count={rows}
        row={index => read[Math.floor(index / windowRows) - shown.first]?.data?.[index % windowRows]}
        onShow={onShow}
      />
    </>
  )
}
