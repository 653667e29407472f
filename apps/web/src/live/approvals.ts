import { useQuery } from '@tanstack/react-query'
import { hasPage, usePages } from './pages.ts'
import { svc } from './server.ts'

/** More than these are "99+" in a badge. */
const mostCounted = 100

/** How many calls wait for a person; 100 stands for that many or more. */
export function useWaitingApprovals(): number {
  const isOn = hasPage(usePages(), '/tools')
  const { data = 0 } = useQuery({
    queryKey: ['approvals', 'waiting'],
    enabled: isOn,
    queryFn: async ({ signal }) =>
      (await svc.tools.approvals.list({ status: 'pending', limit: mostCounted }, { signal })).items.length,
  })
  return isOn ? data : 0
}
