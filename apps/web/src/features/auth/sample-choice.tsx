import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import classes from './setup-page.module.css'

/** Something to look at in a workspace that is empty; it can be removed again in Settings. */
export function SampleChoice({ onDone }: { onDone: () => void }) {
  const sample = useQuery({ queryKey: ['sample'], queryFn: ({ signal }) => svc.workspace.sample.get({ signal }) })
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await svc.workspace.sample.add()
      await queries.invalidateQueries()
      onDone()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <>
      <h2>Try it with sample data</h2>
      <Loaded query={sample}>
        {({ items }) => (
          <>
            <p>This adds:</p>
            <ul className={classes.items}>
              {items.map(({ kind, title }) => (
                <li key={`${kind} ${title}`}>
                  {title} ({kind})
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <p className={classes.hint}>You can remove it again in Settings.</p>
      {error !== null && <ErrorPanel error={error} />}
      <Group gap={8}>
        <Button onClick={() => void add()} loading={isBusy}>
          Add sample data
        </Button>
        <Button variant="default" onClick={onDone}>
          Start empty
        </Button>
      </Group>
    </>
  )
}
