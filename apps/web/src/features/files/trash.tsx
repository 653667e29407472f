import { Button } from '@mantine/core'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { bytes } from '../../ui/words/bytes.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import { refreshFiles } from './file-actions.ts'
import { PathDialog } from './path-dialog.tsx'
import classes from './files.module.css'

type Trashed = Awaited<ReturnType<typeof svc.files.trash>>['items'][number]
type Asked = { what: 'restore' | 'purge'; file: Trashed } | { what: 'empty' }

/** Deleted files wait here. */
export function Trash() {
  const listing = useListing(['files', 'list', 'trash'], options => svc.files.trash(undefined, options))
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (what: 'restore' | 'purge', file: Trashed) => () => setAsked({ what, file })
  const restore = async (file: Trashed, path?: string): Promise<void> => {
    await svc.files.restore(file.file_id, path === undefined || path === file.path ? {} : { path })
    await refreshFiles()
  }
  const close = (): void => setAsked(null)
  return (
    <Loaded query={listing} sketch={<RowsSketch />}>
      {files =>
        files.length === 0 ? (
          <EmptyState icon="trash">
            The trash is empty. Deleted files wait here until you delete them for good.
          </EmptyState>
        ) : (
          <section aria-label="Trash" className={classes.trash}>
            <Button variant="outline" color="bad" onClick={() => setAsked({ what: 'empty' })} className={classes.start}>
              Empty trash
            </Button>
            <ul className={classes.plain}>
              {files.map(file => (
                <li key={file.file_id} className={classes.version}>
                  <span>{file.path}</span>
                  <span className={classes.quiet}>
                    {bytes(file.size)} · deleted <Time at={file.deleted_at} />
                  </span>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Restore ${file.path}`}
                    // A path that was taken meanwhile is asked for again.
                    onClick={() => void restore(file).catch(ask('restore', file))}
                  >
                    Restore
                  </Button>
                  <Button
                    variant="subtle"
                    color="bad"
                    size="compact-sm"
                    aria-label={`Delete for good: ${file.path}`}
                    onClick={ask('purge', file)}
                  >
                    Delete for good
                  </Button>
                </li>
              ))}
            </ul>
            <ShowMore listing={listing} />
            {asked?.what === 'empty' && (
              <Confirm
                verb="Empty trash"
                onClose={close}
                onConfirm={async () => {
                  await svc.files.emptyTrash()
                  await refreshFiles()
                }}
              >
                All files in the trash are deleted for good, with their versions.
              </Confirm>
            )}
            {asked?.what === 'purge' && (
              <Confirm
                verb="Delete for good"
                name={asked.file.name}
                onClose={close}
                onConfirm={async () => {
                  await svc.files.purge(asked.file.file_id)
                  await refreshFiles()
                }}
              >
                {asked.file.path} is deleted with its versions and cannot come back.
              </Confirm>
            )}
            {asked?.what === 'restore' && (
              <PathDialog
                title="Restore file"
                label="Path"
                description="It could not go back to where it was. Give it another path, or try again."
                initial={asked.file.path}
                verb="Restore file"
                check={path => (path.trim() === '' ? 'Type a path' : null)}
                onSubmit={path => restore(asked.file, path)}
                onClose={close}
              />
            )}
          </section>
        )
      }
    </Loaded>
  )
}
