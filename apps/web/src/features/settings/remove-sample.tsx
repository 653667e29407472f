import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasPage, usePages } from '../../live/pages.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { notice } from '../../ui/overlays/notices.ts'

/** The sample data, while there is some. */
export function RemoveSample() {
  const [error, setError] = useState<unknown>(null)
  const isOn = hasPage(usePages(), '/notes')
  const { data: sample } = useQuery({
    queryKey: ['sample'],
    enabled: isOn,
    queryFn: async ({ signal }) => svc.workspace.sample.get({ signal }),
  })
  if (!sample?.added) return null
  const remove = async (): Promise<void> => {
    setError(null)
    try {
      await svc.workspace.sample.remove()
      await queries.invalidateQueries()
      notice('The sample data is removed. What somebody wrote into stays.')
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <section>
      <h2>Sample data</h2>
      {error !== null && <ErrorPanel error={error} />}
      <p>A text, a dataset, notes and tasks to try things with. What somebody wrote into stays.</p>
      <Button variant="default" onClick={() => void remove()}>
        Remove sample data
      </Button>
    </section>
  )
}
