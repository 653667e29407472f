import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { notice } from '../../ui/overlays/notices.ts'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import { firstLine } from './passage.ts'
import classes from './memory.module.css'

/** Everything that is remembered, or what came from one source; the newest first. */
export function MemoryList({ source }: { source: string | undefined }) {
  const listing = useListing(['memory', 'list', source ?? null], options => svc.memory.list({ source }, options))
  return (
    <Loaded query={listing} sketch={<RowsSketch />}>
      {documents => (
        <section aria-label="Memories" className={classes.list}>
          {source !== undefined && <SourceHead source={source} />}
          {documents.length === 0 && <p className={classes.place}>Nothing came from this source.</p>}
          <ul className={classes.documents}>
            {documents.map(document => (
              <li key={document.id} className={classes.document}>
                <Link
                  to="."
                  search={(before: Record<string, unknown>) =>
                    ({ ...before, memory: document.id, at: undefined }) as never
                  }
                >
                  {firstLine(document.content)}
                </Link>
                <span className={classes.facts}>
                  {document.source !== null && <span>{document.source}</span>}
                  <span>{document.chunks === 1 ? '1 passage' : `${document.chunks} passages`}</span>
                  <Time at={document.updated_at} />
                </span>
              </li>
            ))}
          </ul>
          <ShowMore listing={listing} />
        </section>
      )}
    </Loaded>
  )
}

function SourceHead({ source }: { source: string }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const remove = async (): Promise<void> => {
    const { deleted } = await svc.memory.deleteBySource(source)
    await queries.invalidateQueries({ queryKey: ['memory'] })
    await navigate({ to: '.', search: {} } as never)
    notice(deleted === 1 ? 'Deleted 1 memory.' : `Deleted ${deleted} memories.`)
  }
  return (
    <div className={classes.sourceHead}>
      <h2>From {source}</h2>
      <Button variant="outline" color="bad" onClick={() => setAsking(true)}>
        Delete source
      </Button>
      {isAsking && (
        <Confirm verb="Delete source" name={source} onConfirm={remove} onClose={() => setAsking(false)}>
          Everything that came from {source} is forgotten, with its history. Files and notes stay.
        </Confirm>
      )}
    </div>
  )
}
