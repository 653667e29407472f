import type { Content, TableLayout } from 'pdfmake'
import type { PageSetup } from '../../document/prepared-document.ts'

export const ink = '#1f2933'
export const soft = '#52606d'
export const faint = '#616e7c'
export const line = '#d9dee4'
export const accent = '#2f6fa7'
export const doubt = '#9a5b13'
export const back = '#f5f7fa'

/** Points of a page, and of what is written on. */
export interface PageSize {
  width: number
  height: number
  margin: number
  textWidth: number
  textHeight: number
}

const pointsOfMm = 72 / 25.4
const papers = { a4: [595.28, 841.89], letter: [612, 792] } as const

export function pageSize({ paper, orientation, marginMm }: PageSetup): PageSize {
  const [short, long] = papers[paper]
  const [width, height] = orientation === 'portrait' ? [short, long] : [long, short]
  const margin = marginMm * pointsOfMm
  return { width, height, margin, textWidth: width - 2 * margin, textHeight: height - 2 * margin }
}

/** Rules above and below the head of a table, and at its end. */
export const ruledLayout: TableLayout = {
  hLineWidth: (row, { table: { headerRows = 1, body } }) => {
    if (row === 0 && headerRows === 2) return 0
    return isMainRule(row, headerRows, body.length) ? 0.8 : 0.4
  },
  hLineColor: (row, { table: { headerRows = 1, body } }) => (isMainRule(row, headerRows, body.length) ? ink : line),
  vLineWidth: () => 0,
  paddingLeft: column => (column === 0 ? 0 : 5),
  paddingRight: () => 5,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
}

function isMainRule(row: number, headerRows: number, rows: number): boolean {
  return row === headerRows - 1 || row === headerRows || row === rows
}

/** A bar at the left, for what the reader should see first. */
export const boxLayout: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: column => (column === 0 ? 2 : 0),
  vLineColor: () => accent,
  paddingLeft: () => 10,
  paddingRight: () => 10,
  paddingTop: () => 8,
  paddingBottom: () => 8,
  fillColor: () => back,
}

export const quoteLayout: TableLayout = { ...boxLayout, vLineColor: () => line, fillColor: () => null }

export const codeLayout: TableLayout = { ...boxLayout, vLineWidth: () => 0 }

export function ruleAcross(width: number, lineWidth: number, lineColor: string): Content {
  return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor }] }
}
