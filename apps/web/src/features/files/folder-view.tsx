import { useNavigate } from '@tanstack/react-router'
import type { FileRecord } from '@svc/sdk'
import { useCallback, useState } from 'react'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { deleteFile, downloadFile, moveFile, moveFolder, refreshFiles } from './file-actions.ts'
import { FileDrawer } from './open/file-drawer.tsx'
import { folderFault } from './file-paths.ts'
import type { Entry } from './file-paths.ts'
import { FileTable } from './file-table.tsx'
import { PathDialog } from './path-dialog.tsx'
import { useEntries } from './use-entries.ts'

/** The files of a folder, or those that fit a search, and what is done with one. */
export function FolderView({
  folder,
  search,
  fileId,
}: {
  folder: string
  search: string | undefined
  fileId: string | undefined
}) {
  const listing = useEntries(folder, search)
  const navigate = useNavigate()
  const [moving, setMoving] = useState<Entry | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const run = (work: Promise<unknown>): void => {
    setProblem(null)
    work.catch(setProblem)
  }
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = listing
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const moveFileEntry = (file: FileRecord): void => setMoving({ kind: 'file', path: file.path, file })
  return (
    <>
      {problem !== null && <ErrorPanel error={problem} />}
      <Loaded query={listing} sketch={<RowsSketch />}>
        {entries =>
          entries.length === 0 && !hasNextPage ? (
            <EmptyState icon="folder" manual="files">
              {nothingHere(folder, search)}
            </EmptyState>
          ) : (
            <FileTable
              key={search ?? folder}
              entries={entries}
              isWhole={!hasNextPage}
              onMore={more}
              showPaths={search !== undefined}
              actions={{
                move: setMoving,
                remove: entry => (entry.kind === 'folder' ? setRemoving(entry.path) : run(deleteFile(entry.file))),
                download: entry => run(downloadFile(entry.file.file_id)),
              }}
            />
          )
        }
      </Loaded>
      {fileId !== undefined && <FileDrawer key={fileId} fileId={fileId} onMove={moveFileEntry} />}
      {moving !== null && (
        <PathDialog
          title="Rename or move"
          label="Path"
          description="Folders are separated by /. A folder that is not there is made."
          initial={moving.path}
          verb={moving.kind === 'folder' ? 'Move folder' : 'Move file'}
          check={folderFault}
          onSubmit={path => (moving.kind === 'folder' ? moveFolder(moving.path, path) : moveFile(moving.file, path))}
          onClose={() => setMoving(null)}
        />
      )}
      {removing !== null && (
        <Confirm
          verb="Delete folder"
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await svc.files.deleteFolder(removing)
            await refreshFiles()
            if (folder === removing) await navigate({ to: '.', search: {} } as never)
          }}
        >
          All files in {removing} go to the trash. They can be restored from there.
        </Confirm>
      )}
    </>
  )
}

function nothingHere(folder: string, search: string | undefined): string {
  if (search !== undefined) return 'No file has all of these words in its path.'
  if (folder === '') return 'Files that you and the agent work with. Drop files or whole folders here, or upload them.'
  return 'This folder is there once a file is in it. Drop files here, or upload them.'
}
