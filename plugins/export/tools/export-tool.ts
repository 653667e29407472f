import type { JsonValue, ToolHandler } from '@svc/plugin'
import type { ExportOrder } from '@svc/plugin/contracts/export'
import type { Exports } from '../exports/exports.ts'

/** `export_document`: makes an export and gives its record; the file is fetched by its id. */
export function exportTool(exports: Exports): ToolHandler<ExportOrder> {
  return async (input, { principal, signal }) => {
    const made = await exports.create(input, { principal, signal })
    made.content.destroy()
    const { export_id, title, format, file_name, size, sha256, pages, warnings, expires_at } = exports.get(
      principal.workspace_id,
      made.export_id,
    )
    const url = `/api/export/${export_id}/content`
    const shown = warnings.map(({ code, message }) => ({ code, message }))
    return {
      export_id,
      title,
      format,
      file_name,
      size,
      sha256,
      pages,
      warnings: shown,
      expires_at,
      url,
    } satisfies JsonValue
  }
}
