import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { saveBytes } from '../../../ui/copy/save-file.ts'

const formats = [
  { format: 'html', title: 'Web page (HTML)', type: 'text/html' },
  { format: 'pdf', title: 'PDF', type: 'application/pdf' },
  { format: 'md', title: 'Markdown', type: 'text/markdown' },
  { format: 'csv', title: 'Tables (CSV)', type: 'text/csv' },
  { format: 'json', title: 'All numbers (JSON)', type: 'application/json' },
  { format: 'r', title: 'R script', type: 'text/plain' },
] as const

/** Saves analyses as one report. `name` is that of the file, without its ending. */
export function ExportMenu({
  analysisIds,
  name,
  label = 'Export',
  onProblem,
}: {
  analysisIds: readonly string[]
  name: string
  label?: string
  onProblem: (error: unknown) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const save = async ({ format, type }: (typeof formats)[number]): Promise<void> => {
    setBusy(true)
    onProblem(null)
    try {
      saveBytes(await svc.stats.export({ analysis_ids: [...analysisIds], format }), `${name}.${format}`, type)
    } catch (error) {
      onProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isBusy}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(each => (
          <Menu.Item key={each.format} onClick={() => void save(each)}>
            {each.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
