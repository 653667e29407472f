import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

const patienceMs = 150

/** What `useQuery` or `useListing` gives. */
interface Query<T> {
  data: T | undefined
  error: unknown
  isError: boolean
  isPending: boolean
  refetch: () => unknown
}

/**
 * What a query brings: a sketch of the layout while it comes (after a moment, so that quick answers do not flicker), the error with another try, or the
 * data. Data that is there stays while it is read again.
 */
export function Loaded<T>({
  query,
  sketch,
  children,
}: {
  query: Query<T>
  sketch?: ReactNode
  children: (data: T) => ReactNode
}) {
  const isSlow = useLater(query.isPending)
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <ErrorPanel error={query.error} onRetry={() => query.refetch()} />}
        {children(query.data)}
      </>
    )
  }
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => query.refetch()} />
  return <div aria-busy="true">{isSlow ? sketch : null}</div>
}

function useLater(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(setLate, patienceMs, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn])
  return isLate
}
