import { Button } from '@mantine/core'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useDraft } from '../../../live/drafts.ts'
import { lazyPart } from '../../../live/fetch-part.ts'
import { svc } from '../../../live/server.ts'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import { durationWord } from '../../../ui/words/duration.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { saveBytes } from '../../../ui/copy/save-file.ts'
import { sentenceOf } from '../../../ui/states/sentence-of.ts'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { marksOfError } from '../../../ui/code-editor/error-place.ts'
import { SqlEditor } from '../../../ui/code-editor/editors.tsx'
import type { Dataset } from '../open-dataset.tsx'
import { SavedQueries } from './saved-queries.tsx'
import { useTables } from './use-tables.ts'
import classes from '../data.module.css'

type Result = Awaited<ReturnType<typeof svc.data.query>>

const ResultChart = lazyPart(() => import('./result-chart.tsx'), 'ResultChart')
const mostRows = 1000

/** Questions in SQL over all datasets of the workspace, with what they give. */
export function Sql({ dataset }: { dataset: Dataset }) {
  const { dataset_id: id, table } = dataset
  const [sql, setSql] = useDraft(`data:${id}:sql`, `SELECT *\nFROM "${table}"\nLIMIT 100`)
  /** What was asked last, with the answer. */
  const [{ asked, result }, setAnswer] = useState<{ asked: string; result: Result | null }>({ asked: '', result: null })
  const [error, setError] = useState<unknown>(null)
  /** The statement that the error is about. */
  const [refused, setRefused] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isChart, setChart] = useState(false)
  const tables = useTables(dataset, sql)
  const marks = useMemo(
    () => (error === null || refused !== sql ? [] : marksOfError(sql, sentenceOf(error))),
    [error, refused, sql],
  )
  const asking = useRef<AbortController | null>(null)

  const run = async (): Promise<void> => {
    asking.current?.abort()
    const abort = (asking.current = new AbortController())
    setBusy(true)
    setError(null)
    try {
      setAnswer({ asked: sql, result: await svc.data.query(sql, { limit: mostRows }, { signal: abort.signal }) })
    } catch (problem) {
      if (abort.signal.aborted) return
      setError(problem)
      setRefused(sql)
    } finally {
      if (asking.current === abort) setBusy(false)
    }
  }
  const save = async (): Promise<void> => {
    try {
      saveBytes(await svc.data.export({ sql: asked, format: 'csv' }), `${table}-result.csv`, 'text/csv')
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <>
      <SqlEditor label="SQL" value={sql} tables={tables} marks={marks} onChange={setSql} onRun={() => void run()} />
      <div className={classes.line}>
        <Button onClick={() => void run()} loading={isBusy} disabled={sql.trim() === ''}>
          Run
        </Button>
        <SavedQueries sql={sql} onOpen={setSql} />
      </div>
      {error !== null && <ErrorPanel error={error} />}
      {result !== null && (
        <section aria-label="Result" aria-busy={isBusy}>
          <div className={classes.line}>
            <p className={classes.said} role="status">
              {result.truncated
                ? `The first ${mostRows.toLocaleString('en')} of more rows`
                : `${result.row_count.toLocaleString('en')} ${result.row_count === 1 ? 'row' : 'rows'}`}
              , {durationWord(result.elapsed_ms)}
            </p>
            <Button variant="default" aria-pressed={isChart} onClick={() => setChart(!isChart)}>
              Chart
            </Button>
            <Button variant="default" onClick={() => void save()}>
              Export
            </Button>
            <CopyButton size="sm" text={JSON.stringify(result.receipt, null, 2)}>
              Copy receipt
            </CopyButton>
          </div>
          {isChart && (
            <Suspense fallback={<RowsSketch />}>
              <ResultChart columns={result.columns} rows={result.rows} />
            </Suspense>
          )}
          <DataGrid
            key={JSON.stringify(result.columns)}
            label="Result"
            columns={result.columns}
            count={result.rows.length}
            row={index => result.rows[index]}
          />
        </section>
      )}
    </>
  )
}
