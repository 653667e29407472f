import { createReadStream } from 'node:fs'
import type { ExportedTable } from '@svc/plugin'
import type { ExportAttachment, ExportReading, ExportSource, Table } from '@svc/plugin/contracts/export'
import type { WorkspaceDatasets } from '../workspace-datasets.ts'
import type { Exports } from './exports.ts'
import type { Reader } from './reader.ts'

export interface DatasetExportOptions {
  datasets: WorkspaceDatasets
  reader: Reader
  exports: Exports
  timeoutMs: number
}

const numbers = /INT|DOUBLE|FLOAT|DECIMAL|REAL|NUMERIC/i

/** One version of a dataset as a chapter: its first rows, and in a ZIP all of them as CSV and Parquet. */
export function datasetExport({ datasets, reader, exports, timeoutMs }: DatasetExportOptions): ExportSource {
  return {
    type: 'dataset',
    title: 'Dataset',
    permission: 'data:read',
    async read({ id = '', version }, { principal, signal, rows, wantsAttachments }: ExportReading) {
      const { workspace_id: workspaceId, user_id: person } = principal
      const found = datasets.get(workspaceId, id, version === undefined ? undefined : Number(version))
      const wanted = { dataset_id: found.dataset_id, version: found.version }
      const run = { signal, timeoutMs, person }
      const preview = await reader.preview(workspaceId, { ...wanted, limit: rows, offset: 0 }, run)
      const shown = JSON.parse(preview.rows) as unknown[][]
      const table: Table = {
        type: 'table',
        columns: preview.columns.map(({ name, type }) => ({ name, kind: numbers.test(type) ? 'number' : 'text' })),
        rows: shown.map(row => row.map(cellText)),
        left_out: preview.total - shown.length,
      }
      const files: { name: string; table: ExportedTable }[] = []
      try {
        for (const format of wantsAttachments ? (['csv', 'parquet'] as const) : []) {
          const { table: written } = await exports.write(workspaceId, wanted, format, run)
          files.push({ name: `data.${format}`, table: written })
        }
      } catch (error) {
        await Promise.all(files.map(({ table: written }) => written.discard()))
        throw error
      }
      return {
        title: found.name,
        version: found.version,
        sha256: found.sha256,
        chapters: [
          {
            title: found.name,
            about: `Dataset ${found.table}, version ${found.version} of ${found.created_at.slice(0, 10)}, ${found.rows} rows, ${found.columns.length} columns`,
            blocks: [table],
          },
        ],
        provenance: `Dataset ${found.name}: ${found.dataset_id}@${found.version}, SHA-256 ${found.sha256}`,
        record: { ...found, rows_shown: shown },
        attachments: files.map(attachmentOf),
      }
    },
  }
}

/** The file is discarded once it was read, or when the stream is destroyed. */
function attachmentOf({ name, table }: { name: string; table: ExportedTable }): ExportAttachment {
  const content = createReadStream(table.path)
  content.once('close', () => void table.discard())
  return { name, content }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
