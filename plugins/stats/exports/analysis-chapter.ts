import { messageOf } from '@svc/plugin'
import type { Block, Chapter, Inline } from '@svc/plugin/contracts/export'
import type { Analysis } from '../analyses/analysis.ts'
import type { AnalysisPlot, AnalysisTable, Assumption } from '../methods/stat-method.ts'
import { plotSvg } from './plot-svg.ts'
import { mostPrintedRows, printedTables, rowsOf, sourceOf } from './report.ts'
import { isNumberColumn, shownCell, shownNumber, shownRows, wordOf } from './shown-values.ts'

/** A page on screen shows the first of these that is there, a printed one its own. */
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

/** An analysis for people: what it says, its tables, its assumptions, its plots, its scripts. */
export async function analysisChapter(analysis: Analysis): Promise<Chapter> {
  const { title, interpretation, assumptions, plots, warnings, syntax, filter } = analysis
  const about = [sourceOf(analysis), rowsOf(analysis), filter === null ? '' : `where ${filter}`]
  const figures: Block[] = []
  for (const plot of plots) figures.push(await figure(plot))
  return {
    title,
    about: about.filter(part => part !== '').join(' · '),
    blocks: [
      ...interpretation
        .split(/\n+/)
        .filter(part => part.trim() !== '')
        .map((part): Block => ({ type: 'paragraph', tone: 'note', children: text(part) })),
      ...printedTables(analysis).map(printedTable),
      ...(assumptions.length === 0 ? [] : [assumptionTable(assumptions)]),
      ...figures,
      ...remarks(warnings),
      { type: 'code', folded: 'The same in R', language: 'r', text: syntax.r },
      { type: 'code', folded: 'The same in Python', language: 'python', text: syntax.python },
    ],
  }
}

function printedTable({ title, columns, rows }: AnalysisTable): Block {
  const shown = rows.slice(0, mostPrintedRows)
  return {
    type: 'table',
    caption: title,
    columns: columns.map(column => ({ name: column.name, kind: isNumberColumn(column) ? 'number' : 'text' })),
    rows: shownRows({ columns, rows: shown }),
    left_out: rows.length - shown.length,
  }
}

function assumptionTable(assumptions: readonly Assumption[]): Block {
  return {
    type: 'table',
    caption: 'Assumptions',
    columns: [
      { name: 'Assumption', kind: 'text' },
      { name: 'Statistic', kind: 'number' },
      { name: 'p', kind: 'number' },
      { name: 'Holds', kind: 'text' },
      { name: 'Note', kind: 'text' },
    ],
    rows: assumptions.map(({ name, statistic, p_value, ok, note }) => [
      name,
      statistic === null ? '–' : shownNumber(statistic),
      shownCell(p_value, 'p_value'),
      [{ type: 'text', text: wordOf(ok), ...(ok === false && { marks: ['strong'] }) }],
      note,
    ]),
  }
}

async function figure({ title, spec }: AnalysisPlot): Promise<Block> {
  try {
    return { type: 'figure', image: { kind: 'svg', svg: await plotSvg(spec, font) }, caption: title, alt: title }
  } catch (error) {
    const words = `${title}: this plot could not be drawn: ${messageOf(error)}`
    return { type: 'paragraph', tone: 'small', children: text(words) }
  }
}

function remarks(warnings: readonly string[]): Block[] {
  if (warnings.length === 0) return []
  return [
    { type: 'heading', level: 2, children: text('Remarks') },
    {
      type: 'list',
      ordered: false,
      items: warnings.map(warning => ({ children: [{ type: 'paragraph', tone: 'small', children: text(warning) }] })),
    },
  ]
}

function text(words: string): Inline[] {
  return [{ type: 'text', text: words }]
}
