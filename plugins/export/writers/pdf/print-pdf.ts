import { buffer } from 'node:stream/consumers'
import type { DocumentDefinition, Fonts } from 'pdfmake'
import layouts from 'pdfmake/js/LayoutBuilder.js'
import sizes from 'pdfmake/js/PageSize.js'
import documents from 'pdfmake/js/PDFDocument.js'
import renderers from 'pdfmake/js/Renderer.js'
import measures from 'pdfmake/js/SVGMeasure.js'
import tables from 'pdfmake/js/tableLayouts.js'
import type { PlacedInline, PlacedLine } from 'pdfmake/js/Renderer.js'

/** Draws the words of a line at once where nothing parts them; the library draws each alone, which takes most of its time and of the file. */
class LineRenderer extends renderers.default {
  override renderLine(line: PlacedLine, x: number, y: number): void {
    line.inlines = joined(line.inlines)
    super.renderLine(line, x, y)
  }
}

/** Lays a document out and draws it, as the library's own printer does, which fetches and reads more than these fonts. */
export async function printPdf(definition: DocumentDefinition, fonts: Fonts): Promise<Buffer> {
  const { pageSize, pageOrientation, pageMargins, language, displayTitle, info } = definition
  const size = sizes.normalizePageSize(pageSize, pageOrientation)
  const files = Object.values(fonts).flatMap(each => Object.values(each))
  const options = {
    size: [size.width, size.height],
    pdfVersion: '1.3',
    lang: language,
    displayTitle,
    autoFirstPage: false,
    font: null,
    info: Object.fromEntries(Object.entries(info).map(([key, value]) => [titled(key), value])),
  }
  const pdf = new documents.default(fonts, {}, {}, {}, options, null, path => files.includes(path))
  const layout = new layouts.default(size, sizes.normalizePageMargin(pageMargins), new measures.default())
  // The table of contents has one of them.
  layout.registerTableLayouts(tables.tableLayouts)
  const { content, defaultStyle, footer, pageBreakBefore } = definition
  const pages = layout.layoutDocument(
    content,
    pdf,
    {},
    defaultStyle,
    undefined,
    undefined,
    footer,
    undefined,
    pageBreakBefore,
  )
  new LineRenderer(pdf).renderPages(pages)
  pdf.end()
  return buffer(pdf)
}

/** `creationDate` is written `CreationDate` in a file. */
function titled(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1)
}

const noticeable = 0.001
/** What two words have in common that are drawn as one. */
const shared = [
  'font',
  'fontSize',
  'fontFeatures',
  'characterSpacing',
  'color',
  'opacity',
  'background',
  'decoration',
  'decorationColor',
  'decorationStyle',
  'decorationThickness',
  'link',
  'linkToDestination',
  'sup',
  'sub',
] as const

function joined(inlines: readonly PlacedInline[]): PlacedInline[] {
  const all: PlacedInline[] = []
  for (const inline of inlines) {
    const last = all.at(-1)
    if (last !== undefined && continues(last, inline))
      all[all.length - 1] = { ...last, text: last.text + inline.text, width: last.width + inline.width }
    else all.push(inline)
  }
  return all
}

function continues(last: PlacedInline, next: PlacedInline): boolean {
  // The number of a page is written, and measured, when the line is drawn.
  if (last._pageNodeRef !== undefined || next._pageNodeRef !== undefined) return false
  return Math.abs(last.x + last.width - next.x) < noticeable && shared.every(field => last[field] === next[field])
}
