import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { bytes } from '../../../ui/words/bytes.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { saveBytes } from '../../../ui/copy/save-file.ts'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../ml.module.css'

/** The files that a run kept, a folder at a time. */
export function RunFiles({ runId }: { runId: string }) {
  const [folder, setFolder] = useState('')
  const [error, setError] = useState<unknown>(null)
  const files = useQuery({
    queryKey: ['ml', 'artifacts', runId, folder],
    queryFn: ({ signal }) => svc.ml.runs.artifacts(runId, folder === '' ? {} : { path: folder }, { signal }),
  })
  const save = async (path: string): Promise<void> => {
    setError(null)
    try {
      const content = await svc.ml.runs.downloadArtifact(runId, path)
      saveBytes(content, path.slice(path.lastIndexOf('/') + 1), 'application/octet-stream')
    } catch (problem) {
      setError(problem)
    }
  }
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  return (
    <section aria-label="Files">
      <h2>Files</h2>
      {folder !== '' && (
        <Button variant="subtle" size="compact-sm" onClick={() => setFolder(above)}>
          Up from {folder}
        </Button>
      )}
      {error !== null && <ErrorPanel error={error} />}
      <Loaded query={files}>
        {({ items }) => (
          <Table aria-label="Files" className={classes.labels}>
            <TableHead columns={['Name', { number: 'Size' }]} />
            <Table.Tbody>
              {items.map(({ path, size, is_dir }) => (
                <Table.Tr key={path}>
                  <Table.Td>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() => (is_dir ? setFolder(path) : void save(path))}
                    >
                      {path.slice(path.lastIndexOf('/') + 1)}
                      {is_dir && '/'}
                    </Button>
                  </Table.Td>
                  <Table.Td ta="right">{size === null ? '' : bytes(size)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Loaded>
    </section>
  )
}
