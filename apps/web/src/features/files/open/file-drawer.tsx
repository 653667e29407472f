import { Button, Group } from '@mantine/core'
import type { FileRecord } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { bytes } from '../../../ui/words/bytes.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { notice } from '../../../ui/overlays/notices.ts'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { AddressTabs } from '../../../ui/page/tabs.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { Drawer } from '../../../ui/overlays/modal.tsx'
import { deleteFile, downloadFile } from '../file-actions.ts'
import { FileLink } from './file-link.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileVersions } from './file-versions.tsx'
import classes from '../files.module.css'

/** The file of the address, beside the list. */
export function FileDrawer({ fileId, onMove }: { fileId: string; onMove: (file: FileRecord) => void }) {
  const navigate = useNavigate()
  const close = (): Promise<void> =>
    navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, file: undefined, show: undefined }),
    } as never)
  const query = useQuery({
    queryKey: ['files', 'one', fileId],
    queryFn: async ({ signal }) => svc.files.get(fileId, { signal }),
  })
  return (
    <Drawer opened onClose={() => void close()} title={query.data?.name ?? 'File'} position="right" size="lg">
      <Loaded query={query} sketch={<RowsSketch />}>
        {file => <FileBody file={file} onMove={() => onMove(file)} onGone={close} />}
      </Loaded>
    </Drawer>
  )
}

function FileBody({ file, onMove, onGone }: { file: FileRecord; onMove: () => void; onGone: () => Promise<void> }) {
  const [problem, setProblem] = useState<unknown>(null)
  const run = (work: () => Promise<unknown>) => (): void => {
    setProblem(null)
    work().catch(setProblem)
  }
  const remember = async (): Promise<void> => {
    await svc.files.remember(file.file_id)
    notice(`${file.name} is being read into memory.`)
  }
  return (
    <div className={classes.body}>
      <p className={classes.quiet}>
        {file.path} · {bytes(file.size)} · {file.content_type} · changed <Time at={file.updated_at} />
      </p>
      <Group gap={8}>
        <Button onClick={run(() => downloadFile(file.file_id))}>Download</Button>
        <Button variant="default" onClick={onMove}>
          Rename or move
        </Button>
        <Button variant="default" onClick={run(remember)}>
          Remember file
        </Button>
        <Button variant="outline" color="bad" onClick={run(() => deleteFile(file, onGone))}>
          Delete file
        </Button>
      </Group>
      {problem !== null && <ErrorPanel error={problem} />}
      <FileLink key={file.file_id} file={file} />
      <AddressTabs
        label="File"
        parameter="show"
        tabs={[
          { id: 'preview', title: 'Preview', content: () => <FilePreview file={file} /> },
          { id: 'versions', title: 'Versions', content: () => <FileVersions file={file} /> },
        ]}
      />
    </div>
  )
}
