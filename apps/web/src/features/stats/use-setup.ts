import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { reportOf, searchOf, setupOf } from './setup/setup-address.ts'
import type { StatsSearch } from './setup/setup-address.ts'
import type { Setup } from './types.ts'

interface Change {
  setup?: Setup
  report?: readonly string[]
  /** Typing makes no step back of its own. */
  isTyping?: boolean
}

/** What the address says is to be analysed, and the report; `change` writes both there. */
export function useSetup(): { setup: Setup; report: string[]; change: (change: Change) => void } {
  const search = useSearch({ strict: false }) as StatsSearch
  const navigate = useNavigate()
  const { dataset, method, variables, options, filter, report } = search
  const setup = useMemo(
    () => setupOf({ dataset, method, variables, options, filter } as StatsSearch),
    [dataset, method, variables, options, filter],
  )
  const ids = useMemo(() => reportOf({ report } as StatsSearch), [report])
  const change = useCallback(
    ({ setup: next, report: list, isTyping = false }: Change) =>
      void navigate({
        to: '/stats',
        search: (before: StatsSearch) => ({
          ...searchOf(next ?? setupOf(before)),
          report: (list ?? reportOf(before)).join(',') || undefined,
        }),
        replace: isTyping,
        resetScroll: false,
      } as never),
    [navigate],
  )
  return { setup, report: ids, change }
}
