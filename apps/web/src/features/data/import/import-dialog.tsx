import { Button, FileInput, Group, Stack, Tabs, Textarea, TextInput } from '@mantine/core'
import { PayloadTooLargeError } from '@svc/sdk'
import { useDeferredValue, useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { bytes } from '../../../ui/words/bytes.ts'
import { Refusal } from '../../../ui/forms/refusal.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { checkReadable, fileRefusal } from '../../../ui/forms/file-refusal.ts'
import { notice } from '../../../ui/overlays/notices.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'
import classes from '../data.module.css'
import { columnSettings } from './import-settings.ts'
import { PreviewTable } from './preview-table.tsx'
import type { GivenTypes } from './preview-table.tsx'
import { isReadByServer, usePreview } from './use-preview.ts'

/** A larger file is read in the background. */
const jobFromBytes = 20 * 1024 * 1024
const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx'

/** A file or a pasted table becomes a dataset. `onDone` gets its id, or null while a job reads it. */
export function ImportDialog({
  dropped,
  onClose,
  onDone,
}: {
  dropped: File | null
  onClose: () => void
  onDone: (id: string | null) => void
}) {
  const [way, setWay] = useState<string | null>('file')
  const [file, setFile] = useState(dropped)
  const [pasted, setPasted] = useState('')
  const [name, setName] = useState(dropped === null ? '' : nameOf(dropped))
  const [problem, setProblem] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [abort] = useState(() => new AbortController())
  const refusal = new Refusal(error)
  const [types, setTypes] = useState<GivenTypes>({})
  const [isHeader, setHeader] = useState<boolean>()
  const shownPaste = useDeferredValue(pasted)
  const preview = usePreview(way === 'file' ? file : null, way === 'paste' ? shownPaste : null, isHeader)

  /** What was chosen for another table counts for this one no more. */
  const forgetColumns = (): void => {
    setTypes({})
    setHeader(undefined)
    setProblem(null)
    setError(null)
  }

  const choose = (next: File | null): void => {
    setFile(next)
    forgetColumns()
    if (next !== null && (name === '' || (file !== null && name === nameOf(file)))) setName(nameOf(next))
  }
  const read = async (): Promise<void> => {
    if (way === 'file' ? file === null : pasted.trim() === '') {
      setProblem(way === 'file' ? 'Choose a file' : 'Paste a table, with the names of its columns in the first line')
      return
    }
    setBusy(true)
    setError(null)
    const settings = { ...(name.trim() !== '' && { name: name.trim() }), ...columnSettings(preview, types, isHeader) }
    try {
      if (way === 'file') await checkReadable(file as File)
      const isLarge = way === 'file' && (file as File).size > jobFromBytes
      const answer =
        way === 'file'
          ? await svc.data.import(
              { ...settings, file: file as File, ...(isLarge && { mode: 'job' as const }) },
              { signal: abort.signal, maxRetries: 0 },
            )
          : await svc.data.import(
              { ...settings, content: pasted, format: pasted.includes('\t') ? 'tsv' : 'csv' },
              { signal: abort.signal },
            )
      void queries.invalidateQueries({ queryKey: ['data'] })
      if ('dataset_id' in answer) onDone(answer.dataset_id)
      else {
        notice('The file is read in the background. Activity shows how far it is.')
        onDone(null)
      }
    } catch (problemOfServer) {
      if (abort.signal.aborted) return
      const isTooLarge = way === 'file' && problemOfServer instanceof PayloadTooLargeError
      setError(isTooLarge ? new Error(fileRefusal(file as File, problemOfServer)) : problemOfServer)
    } finally {
      setBusy(false)
    }
  }
  const leave = (): void => {
    abort.abort()
    onClose()
  }
  return (
    <Modal opened onClose={leave} title="Import data" size={720} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void read()
        }}
      >
        <Stack gap={16}>
          <Tabs
            value={way}
            onChange={next => {
              setWay(next)
              forgetColumns()
            }}
            keepMounted={false}
          >
            <Tabs.List aria-label="Where it comes from">
              <Tabs.Tab value="file">File</Tabs.Tab>
              <Tabs.Tab value="paste">Paste</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="file" pt={16}>
              <FileInput
                label="File"
                description={file === null ? 'CSV, TSV, JSON, NDJSON, Parquet or Excel' : bytes(file.size)}
                placeholder="Choose a file"
                accept={accepted}
                value={file}
                onChange={choose}
                error={problem}
                clearable
                clearButtonProps={{ 'aria-label': 'Take the file away' }}
              />
            </Tabs.Panel>
            <Tabs.Panel value="paste" pt={16}>
              <Textarea
                label="Table"
                description="Lines of CSV, or cells copied from a spreadsheet"
                autosize
                minRows={6}
                maxRows={14}
                value={pasted}
                onChange={event => {
                  setPasted(event.currentTarget.value)
                  forgetColumns()
                }}
                error={problem}
              />
            </Tabs.Panel>
          </Tabs>
          {preview !== null && (
            <PreviewTable
              preview={preview}
              types={types}
              onTypes={setTypes}
              onHeader={next => {
                setHeader(next)
                setTypes({})
              }}
            />
          )}
          {way === 'file' && file !== null && isReadByServer(file) && (
            <p className={classes.note}>
              Excel, Parquet and packed files have no preview here. The server finds their types, and shows the rows
              after the import.
            </p>
          )}
          <TextInput
            label="Name"
            description="Also its name in SQL. A dataset of this name gets a new version"
            maxLength={200}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            error={refusal.at('/name')}
          />
          <RefusalPanel refusal={refusal} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <SubmitButton loading={isBusy}>Import</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function nameOf({ name }: File): string {
  return name.replace(/\.[^.]+$/, '')
}
