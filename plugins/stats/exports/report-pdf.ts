import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import { messageOf } from '@svc/plugin'
import pdfmake from 'pdfmake'
import type { Box, Content, DocumentDefinition, Side, TableCell, TableLayout } from 'pdfmake'
import type { Analysis } from '../analyses/analysis.ts'
import type { AnalysisPlot, Assumption } from '../methods/stat-method.ts'
import { plotSvg } from './plot-svg.ts'
import { defaultTitle, identifiersOf, originOf, printedTables, rowsOf, sourceOf } from './report.ts'
import type { Report } from './report.ts'
import { isNumberColumn, oneLine, shownCell, shownNumber, shownRows, unbroken, wordOf } from './shown-values.ts'
import { tableParts } from './table-parts.ts'
import type { TablePart } from './table-parts.ts'

const mostColumns = 10
const margin = { side: 56, top: 60, bottom: 64 }
const paper = { width: 595.28, height: 841.89 }
const textWidth = paper.width - 2 * margin.side
const mostPlotHeight = 225
const ink = '#1f2933'
const faint = '#7b8794'
const line = '#d9dee4'
const accent = '#2f6fa7'
/** Rows of a table that are not parted by the end of a page. */
const mostKeptTogether = 16
/** A word that no column is as wide as. */
const longWord = /\S{22}/

const folder = dirname(createRequire(import.meta.url).resolve('pdfmake/package.json'))
const fontFolder = `${folder}${sep}fonts${sep}Roboto${sep}`
const font = (name: string): string => `${fontFolder}Roboto-${name}.ttf`

pdfmake.setFonts({
  Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') },
})
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(path => path.startsWith(fontFolder))

const rules: TableLayout = {
  hLineWidth: (row, node) => (row === 1 || row === 2 || row === node.table.body.length ? 0.8 : 0.4),
  hLineColor: (row, node) => (row === 1 || row === 2 || row === node.table.body.length ? ink : line),
  vLineWidth: () => 0,
  paddingLeft: column => (column === 0 ? 0 : 5),
  paddingRight: () => 5,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
}

const box: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: column => (column === 0 ? 2 : 0),
  vLineColor: () => accent,
  paddingLeft: () => 10,
  paddingRight: () => 10,
  paddingTop: () => 8,
  paddingBottom: () => 8,
  fillColor: () => '#f5f7fa',
}

/** A4, with page numbers. */
export async function reportPdf(report: Report): Promise<Uint8Array> {
  const { cover, analyses } = report
  const title = oneLine(cover.title ?? defaultTitle)
  const sections: Content[] = []
  for (const [index, analysis] of analyses.entries()) sections.push(...(await section(analysis, index > 0)))
  const definition: DocumentDefinition = {
    pageSize: 'A4',
    pageMargins: [margin.side, margin.top, margin.side, margin.bottom],
    info: {
      title,
      creator: 'svc',
      producer: 'svc',
      ...(cover.author !== undefined && { author: oneLine(cover.author) }),
    },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25, color: ink },
    content: [...head(report), ...sections, ending(report)],
    footer: (page, pages) => ({
      margin: [margin.side, 24, margin.side, 0],
      fontSize: 8,
      color: faint,
      columns: [
        { text: title, width: '*' },
        { text: `${page} / ${pages}`, alignment: 'right', width: 60 },
      ],
    }),
  }
  return pdfmake.createPdf(definition).getBuffer()
}

function head({ cover: { title = defaultTitle, author, date, text }, made_at, analyses }: Report): Content[] {
  const by = [author, date ?? made_at.slice(0, 10)].flatMap(each => (each === undefined ? [] : oneLine(each)))
  const rule = { type: 'line' as const, x1: 0, y1: 0, x2: textWidth, y2: 0, lineWidth: 1.5, lineColor: accent }
  return [
    { text: oneLine(title), fontSize: 22, bold: true, lineHeight: 1.15 },
    { text: by.join(' · '), color: faint, margin: [0, 4, 0, 10] },
    { canvas: [rule] },
    { stack: paragraphs(text ?? ''), margin: [0, 10, 0, 0] },
    ...(analyses.length < 2
      ? []
      : [
          {
            toc: { textStyle: { color: ink }, numberStyle: { color: faint } },
            margin: [0, 8, 0, 0] as Box,
          },
        ]),
  ]
}

async function section(analysis: Analysis, isAfterAnother: boolean): Promise<Content[]> {
  const { title, interpretation, assumptions, plots, warnings, filter, dataset } = analysis
  const about = [sourceOf(analysis), rowsOf(analysis), filter === null ? '' : `where ${filter}`].filter(
    part => part !== '',
  )
  const figures: Content[] = []
  for (const plot of plots) figures.push(await figure(plot))
  const heading: Content = {
    text: oneLine(title),
    fontSize: 15,
    bold: true,
    tocItem: true,
    margin: [0, isAfterAnother ? 26 : 20, 0, 2],
    ...(dataset !== null && { id: analysis.analysis_id }),
  }
  const words: Content = {
    table: { widths: ['*'], body: [[{ stack: paragraphs(interpretation) }]] },
    layout: box,
    margin: [0, 6, 0, 0],
  }
  const beginning = [heading, { text: oneLine(about.join(' · ')), fontSize: 8.5, color: faint }, words]
  return [
    // What is longer than a page cannot be kept together.
    { stack: beginning, unbreakable: interpretation.length < 2000 },
    ...printedTables(analysis)
      .flatMap(table => tableParts(table, mostColumns))
      .flatMap(printedTable),
    ...(assumptions.length === 0 ? [] : [assumptionTable(assumptions)]),
    ...figures,
    ...remarks(warnings),
  ]
}

function printedTable({ title, columns, rows, leftOut }: TablePart): Content[] {
  const alignment = columns.map(column => (isNumberColumn(column) ? ('right' as const) : ('left' as const)))
  const names = columns.map(({ name }, index) => headCell(name, alignment[index] ?? 'left'))
  const body = shownRows({ columns, rows }).map(row => row.map((text, index) => cell(text, alignment[index] ?? 'left')))
  const table = ruled(
    title,
    names,
    body,
    columns.map(() => 'auto'),
  )
  if (leftOut === 0) return [table]
  return [table, { text: `${leftOut} more rows are in the CSV and JSON of this report.`, fontSize: 8.5, color: faint }]
}

function assumptionTable(assumptions: readonly Assumption[]): Content {
  const names = [
    headCell('Assumption'),
    headCell('Statistic', 'right'),
    headCell('p', 'right'),
    headCell(''),
    headCell('Note'),
  ]
  const body = assumptions.map(({ name, statistic, p_value, ok, note }) => [
    cell(oneLine(name)),
    cell(statistic === null ? '–' : shownNumber(statistic), 'right'),
    cell(shownCell(p_value, 'p_value'), 'right'),
    { ...cell(wordOf(ok)), ...(ok === false && { color: '#9a5b13', bold: true }) },
    cell(oneLine(note)),
  ])
  return ruled('Assumptions', names, body, ['auto', 'auto', 'auto', 'auto', '*'])
}

/** The title is a row of the table's head, so that it never stands alone at the end of a page. */
function ruled(title: string, names: TableCell[], body: TableCell[][], widths: string[]): Content {
  const titled = {
    ...headCell(title),
    fontSize: 10.5,
    colSpan: names.length,
    margin: [0, 0, 0, 1] as Box,
  }
  return {
    table: {
      headerRows: 2,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body: [[titled, ...names.slice(1).map(() => ({}))], names, ...body],
    },
    layout: { ...rules, hLineWidth: (row, node) => (row === 0 ? 0 : (rules.hLineWidth?.(row, node) ?? 0)) },
    unbreakable: body.length <= mostKeptTogether,
    margin: [0, 16, 0, 0],
  }
}

function headCell(text: string, alignment: Side = 'left') {
  return { ...cell(oneLine(text), alignment), bold: true }
}

function cell(text: string, alignment: Side = 'left') {
  return {
    text: unbroken(text),
    alignment,
    fontSize: 8.5,
    lineHeight: 1.15,
    ...(longWord.test(text) && { wordBreak: 'break-all' as const }),
  }
}

async function figure({ title, spec }: AnalysisPlot): Promise<Content> {
  const heading = {
    text: oneLine(title),
    bold: true,
    fontSize: 10.5,
    margin: [0, 18, 0, 6] as Box,
  }
  try {
    const svg = await plotSvg(spec, 'Roboto')
    return { stack: [heading, { svg, ...sizeOf(svg) }], unbreakable: true }
  } catch (error) {
    return { stack: [heading, { text: `This plot could not be drawn: ${oneLine(messageOf(error))}`, color: faint }] }
  }
}

/** In points, no larger than its place. */
function sizeOf(svg: string): { width: number; height: number } {
  const read = (name: string): number => Number(new RegExp(`<svg[^>]*\\s${name}="([\\d.]+)"`).exec(svg)?.[1] ?? 400)
  const [width, height] = [read('width') * 0.75, read('height') * 0.75]
  const scale = Math.min(1, textWidth / width, mostPlotHeight / height)
  return { width: width * scale, height: height * scale }
}

function remarks(warnings: readonly string[]): Content[] {
  if (warnings.length === 0) return []
  return [
    { text: 'Remarks', bold: true, fontSize: 10.5, margin: [0, 16, 0, 4] },
    { ul: warnings.map(oneLine), fontSize: 9, color: '#52606d' },
  ]
}

function ending(report: Report): Content {
  const ids = report.analyses.map(analysis => oneLine(`${analysis.title}: ${identifiersOf(analysis)}`))
  return {
    stack: [{ text: originOf(report) }, { ol: ids, margin: [0, 3, 0, 0] }],
    fontSize: 8,
    color: faint,
    margin: [0, 28, 0, 0],
    unbreakable: ids.length < 40,
  }
}

function paragraphs(text: string): Content[] {
  const parts = text.split(/\n+/).map(part => unbroken(oneLine(part)))
  return parts.flatMap((part, index) => (part === '' ? [] : { text: part, margin: [0, index === 0 ? 0 : 5, 0, 0] }))
}
