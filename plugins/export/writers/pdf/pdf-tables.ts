import type { Box, Content, Style, TableCell, TextNode } from 'pdfmake'
import type { PreparedInline, PreparedTable } from '../../document/prepared-document.ts'
import { faint, ruledLayout } from './pdf-look.ts'
import type { PageSize } from './pdf-look.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** Points that a column needs to be read. */
const leastColumnWidth = 44
/** Rows of a table that are not parted by the end of a page. */
const mostKeptTogether = 16
/** What is longer may not fit a page as one row. */
const mostRowLetters = 1200

interface Part {
  title: string | undefined
  columns: PreparedTable['columns']
  rows: readonly (readonly (readonly PreparedInline[])[])[]
}

/** A table on pages: as many columns side by side as can be read, the first repeated in each part. */
export function pdfTable(table: PreparedTable, page: PageSize, texts: PdfTexts): Content[] {
  const parts = tableParts(table, Math.max(2, Math.floor(page.textWidth / leastColumnWidth)))
  const shown = parts.map(part => ruled(part, texts))
  if (table.leftOut === 0) return shown
  return [
    ...shown,
    { text: `${table.leftOut} more rows are not printed.`, fontSize: 8.5, color: faint, margin: [0, 3, 0, 0] },
  ]
}

function tableParts({ caption, columns, rows }: PreparedTable, mostColumns: number): Part[] {
  if (columns.length <= mostColumns) return [{ title: caption, columns, rows }]
  const parts: Part[] = []
  for (let from = 1; from < columns.length; from += mostColumns - 1) {
    const others = columns.slice(from, from + mostColumns - 1)
    const pick = <T>(all: readonly T[]): T[] => [...all.slice(0, 1), ...all.slice(from, from + others.length)]
    const name = caption ?? 'Table'
    parts.push({
      title: from === 1 ? caption : `${name}, continued`,
      columns: pick(columns),
      rows: rows.map(row => pick(row)),
    })
  }
  return parts
}

/** The title is a row of the table's head, so that it never stands alone at the end of a page. */
function ruled({ title, columns, rows }: Part, texts: PdfTexts): Content {
  const styles = columns.map(({ isRight }): Style => ({
    fontSize: 8.5,
    lineHeight: 1.15,
    alignment: isRight ? 'right' : 'left',
  }))
  const names = columns.map(({ name }, index): TextNode => ({
    ...texts.cell([{ type: 'text', text: name }], styles[index] ?? {}),
    bold: true,
  }))
  const body: TableCell[][] = rows.map(row => row.map((cell, index) => texts.cell(cell, styles[index] ?? {})))
  const head: TableCell[][] =
    title === undefined
      ? [names]
      : [
          [
            {
              text: texts.plain(title),
              bold: true,
              fontSize: 10.5,
              colSpan: names.length,
              margin: [0, 0, 0, 1] as Box,
            },
            ...names.slice(1).map(() => ({})),
          ],
          names,
        ]
  const isShort = rows.every(row => lettersOf(row) < mostRowLetters)
  return {
    table: {
      headerRows: head.length,
      keepWithHeaderRows: 1,
      dontBreakRows: isShort,
      widths: columns.map(() => 'auto'),
      body: [...head, ...body],
    },
    layout: ruledLayout,
    unbreakable:
      isShort && rows.length <= mostKeptTogether && rows.reduce((sum, row) => sum + lettersOf(row), 0) < 4000,
    margin: [0, 12, 0, 4],
  }
}

function lettersOf(row: readonly (readonly PreparedInline[])[]): number {
  return row.flat().reduce((sum, inline) => sum + ('text' in inline ? inline.text.length : 20), 0)
}
