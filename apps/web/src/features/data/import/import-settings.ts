import type { GivenTypes } from './preview-table.tsx'
import type { TablePreview } from './table-preview.ts'

/** The choices that a person made about columns and names. The server finds out the rest from the whole file. */
export function columnSettings(preview: TablePreview | null, types: GivenTypes, isHeader: boolean | undefined) {
  if (preview === null) return {}
  const given = preview.columns.map(({ name }, index) => ({ name, ...(types[index] && { type: types[index] }) }))
  const isTyped = given.some(({ type }) => type !== undefined)
  // Where names are made here, all of them are sent, and count by their place.
  const columns = preview.hasOwnNames ? given.filter(({ type }) => type !== undefined) : given
  const isTold = isHeader !== undefined || (isTyped && preview.isHeader !== null)
  return {
    ...(isTyped && { columns }),
    ...(isTold && { header: isHeader ?? preview.isHeader === true }),
  }
}
