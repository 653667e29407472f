import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { bytes } from '../../ui/words/bytes.ts'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { notice } from '../../ui/overlays/notices.ts'
import { Page } from '../../ui/page/page.tsx'
import { PickFiles } from '../../ui/forms/pick-files.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { sentenceOf } from '../../ui/states/sentence-of.ts'
import { droppedFiles } from './uploads/dropped-files.ts'
import { folderFault, inFolder, trail } from './file-paths.ts'
import { FolderView } from './folder-view.tsx'
import { PathDialog } from './path-dialog.tsx'
import { Trash } from './trash.tsx'
import { UploadList } from './uploads/upload-list.tsx'
import { upload } from './uploads/uploads.ts'
import classes from './files.module.css'

export function FilesPage() {
  const address = useSearch({ strict: false }) as { folder?: string; file?: string; view?: string }
  const { folder = '', file, view } = address
  const search = useSearchText()
  const navigate = useNavigate()
  const [isNaming, setNaming] = useState(false)
  const isTrash = view === 'trash'
  const send = (files: readonly { file: File; path: string }[]): void =>
    upload(files.map(each => ({ ...each, path: inFolder(folder, each.path) })))
  const drop = (data: DataTransfer): void => {
    droppedFiles(data).then(send, (error: unknown) => notice(sentenceOf(error)))
  }
  return (
    <Page title="Files">
      {!isTrash && <DropArea label={folder === '' ? 'Drop to upload' : `Drop to upload to ${folder}`} onDrop={drop} />}
      <div className={classes.page}>
        <div className={classes.tools}>
          <Trail folder={isTrash ? '' : folder} isTrash={isTrash} />
          {!isTrash && (
            <>
              <SearchBox label="Search files" />
              <Button variant="default" onClick={() => setNaming(true)}>
                New folder
              </Button>
              <PickFiles isPrimary onPick={files => send(files.map(each => ({ file: each, path: each.name })))}>
                Upload files
              </PickFiles>
            </>
          )}
        </div>
        <UploadList />
        {isTrash ? <Trash /> : <FolderView folder={folder} search={search} fileId={file} />}
        <Usage isTrash={isTrash} />
      </div>
      {isNaming && (
        <PathDialog
          title="New folder"
          label="Name"
          initial=""
          verb="Open folder"
          check={folderFault}
          onSubmit={async name => navigate({ to: '.', search: { folder: inFolder(folder, name) } } as never)}
          onClose={() => setNaming(false)}
        />
      )}
    </Page>
  )
}

function Trail({ folder, isTrash }: { folder: string; isTrash: boolean }) {
  const parts = trail(folder)
  return (
    <nav aria-label="Folders" className={classes.trail}>
      <ol>
        <li>
          {parts.length === 0 && !isTrash ? (
            <span aria-current="page">All files</span>
          ) : (
            <Link to="/files">All files</Link>
          )}
        </li>
        {parts.map(({ name, path }, index) => (
          <li key={path}>
            {index === parts.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link to="/files" search={{ folder: path } as never}>
                {name}
              </Link>
            )}
          </li>
        ))}
        {isTrash && (
          <li>
            <span aria-current="page">Trash</span>
          </li>
        )}
      </ol>
    </nav>
  )
}

function Usage({ isTrash }: { isTrash: boolean }) {
  const { data } = useQuery({
    queryKey: ['files', 'usage'],
    queryFn: async ({ signal }) => svc.files.usage({ signal }),
  })
  if (data === undefined) return null
  return (
    <p className={classes.usage}>
      <span>
        {data.files.toLocaleString('en')} {data.files === 1 ? 'file' : 'files'}, {bytes(data.bytes)} of{' '}
        {bytes(data.quota)}
      </span>
      {!isTrash && (
        <Link to="/files" search={{ view: 'trash' } as never}>
          Trash{data.trashed > 0 && ` (${data.trashed})`}
        </Link>
      )}
    </p>
  )
}
