import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { documentFailure, tooLong } from '../document-failure.ts'
import { pagesToLines, pagesToMarkdown } from './pdf-text.ts'
import { pageLines } from './pdf-lines.ts'
import type { Line } from './pdf-lines.ts'
import type { DocumentText, SentDocument } from '../document-text.ts'

// While its files can still be read.
await getResolvedPDFJS()

const maxPages = 10_000

/** The text of a PDF, page by page in the order it was written. */
export async function readPdf({ bytes, maxTextBytes, form }: SentDocument): Promise<DocumentText> {
  const pdf = await open(bytes)
  try {
    if (pdf.numPages > maxPages)
      throw documentFailure(`The PDF has ${pdf.numPages} pages; at most ${maxPages} are read. Import it in parts.`)
    const pages: Line[][] = []
    const failed: number[] = []
    let characters = 0
    for (let number = 1; number <= pdf.numPages; number++) {
      const lines = await readPage(pdf, number, more => characters + more > maxTextBytes)
      if (lines === 'too long') throw tooLong(maxTextBytes)
      if (!lines) failed.push(number)
      pages.push(lines ?? [])
      characters += (lines ?? []).reduce((sum, { text }) => sum + text.length, 0)
    }
    if (failed.length === pdf.numPages) throw documentFailure('The PDF is damaged: none of its pages can be read.')
    return { ...textOf(pages, failed, form), title: await titleOf(pdf) }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type TextContent = Awaited<ReturnType<Page['getTextContent']>>

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw documentFailure('The PDF is protected by a password. Save it without one and import that.')
    throw error
  }
}

/** Null when the page cannot be read; the others may. */
async function readPage(
  pdf: Pdf,
  number: number,
  isTooLong: (characters: number) => boolean,
): Promise<Line[] | 'too long' | null> {
  try {
    const page = await pdf.getPage(number)
    const items: object[] = []
    let characters = 0
    // In pieces: the text of one page may be as long as that of a library.
    for await (const piece of page.streamTextContent()) {
      for (const item of (piece as TextContent).items) {
        items.push(item)
        characters += 'str' in item ? item.str.length : 0
      }
      if (isTooLong(characters)) return 'too long'
    }
    page.cleanup()
    return pageLines(items)
  } catch {
    return null
  }
}

function textOf(pages: Line[][], failed: number[], form: SentDocument['form']): Omit<DocumentText, 'title'> {
  const empty = pages.flatMap((lines, index) => (lines.length === 0 && !failed.includes(index + 1) ? [index + 1] : []))
  if (empty.length === pages.length)
    throw documentFailure(
      'The PDF has no text: its pages are empty, or images as of a scanner. Recognize their text (OCR) first, and import that.',
    )
  const warnings = [
    ...(failed.length > 0 ? [`${pagesNamed(failed)} could not be read.`] : []),
    ...(empty.length > 0 ? [`${pagesNamed(empty)} without text: empty, or an image.`] : []),
  ]
  const text = form === 'visible' ? pagesToLines(pages) : pagesToMarkdown(pages)
  return { text, format: 'markdown', warnings }
}

function pagesNamed(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).join(', ')
  const more = numbers.length > 10 ? ` and ${numbers.length - 10} more` : ''
  return numbers.length === 1 ? `Page ${shown}` : `Pages ${shown}${more}`
}

async function titleOf(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const title = (info as { Title?: unknown }).Title
  // Programs that print leave the name of their own file there.
  return typeof title === 'string' && title.trim() !== '' && !/\.(docx?|indd|tex|dvi|pdf)$|^untitled/i.test(title)
    ? title
    : null
}
