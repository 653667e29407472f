import { Button } from '@mantine/core'
import type { MemoryDocument } from '@svc/sdk'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { notice } from '../../ui/overlays/notices.ts'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './memory.module.css'

type Version = Awaited<ReturnType<typeof svc.memory.history>>['items'][number]

/** What a memory was before, the newest first. */
export function MemoryHistory({ document }: { document: MemoryDocument }) {
  const [problem, setProblem] = useState<unknown>(null)
  const listing = useListing(['memory', 'list', 'history', document.id], options =>
    svc.memory.history(document.id, undefined, options),
  )
  const restore = async ({ version }: Version): Promise<void> => {
    setProblem(null)
    try {
      const { content, source, tags, metadata, valid_from, valid_until } = await svc.memory.version(
        document.id,
        version,
      )
      await svc.memory.update(document.id, {
        content,
        source,
        tags: [...tags],
        metadata: { ...metadata },
        valid_from,
        valid_until,
      })
      await queries.invalidateQueries({ queryKey: ['memory'] })
      notice(`Version ${version} is back.`)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <Loaded query={listing} sketch={<RowsSketch rows={3} />}>
      {versions => (
        <>
          {problem !== null && <ErrorPanel error={problem} />}
          <ul className={classes.documents}>
            {versions.map(each => (
              <li key={each.version} className={classes.version}>
                <div className={classes.resultHead}>
                  <span>
                    Version {each.version} · <Time at={each.at} />
                    {typeof each.by['username'] === 'string' && ` · ${each.by['username']}`}
                    {each.changed.length > 0 && ` · changed: ${each.changed.join(', ')}`}
                  </span>
                  {each.version !== document.version && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Restore version ${each.version}`}
                      onClick={() => void restore(each)}
                    >
                      Restore
                    </Button>
                  )}
                </div>
                <p className={classes.old}>{each.content}</p>
              </li>
            ))}
          </ul>
          <ShowMore listing={listing} />
        </>
      )}
    </Loaded>
  )
}
