import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveThread } from '@svc/plugin/child'
import type { ExportWarning } from '@svc/plugin/contracts/export'
import { prepare } from '../document/prepare.ts'
import type { PreparedDocument, PreparedFigure, Warn } from '../document/prepared-document.ts'
import type { DocumentTask, RenderAnswer, RenderTask } from './render-task.ts'

// Parsing, drawing, laying out and packing take their time, and nobody waits for them on the main thread.
serveThread(render)

async function render(task: RenderTask): Promise<RenderAnswer> {
  const warnings = new Map<string, ExportWarning>()
  if (task.kind === 'pack') {
    await (await import('../writers/zip.ts')).writeZip(task)
    return { pages: null, warnings: [], figures: [] }
  }
  const warn = (warning: ExportWarning): void => void warnings.set(warning.message, warning)
  const written = await write(task, prepare(task.document, warn), warn)
  return { pages: null, figures: [], ...written, warnings: [...warnings.values()] }
}

async function write(
  { format, path, figuresFolder }: DocumentTask,
  document: PreparedDocument,
  warn: Warn,
): Promise<Partial<RenderAnswer>> {
  switch (format) {
    case 'md': {
      const { writeMarkdown } = await import('../writers/markdown.ts')
      if (figuresFolder === undefined) {
        await writeFile(path, writeMarkdown(document))
        return {}
      }
      const figures: PreparedFigure[] = []
      const text = writeMarkdown(document, {
        figurePath: figure => `figures/${figureName(figures.push(figure), figure)}`,
      })
      await mkdir(figuresFolder, { recursive: true })
      for (const [index, figure] of figures.entries())
        await writeFile(join(figuresFolder, figureName(index + 1, figure)), contentOf(figure))
      await writeFile(path, text)
      return { figures: figures.map((figure, index) => figureName(index + 1, figure)) }
    }
    case 'html':
      await writeFile(path, (await import('../writers/html.ts')).writeHtml(document))
      return {}
    case 'json':
      await writeFile(path, (await import('../writers/json.ts')).writeJson(document))
      return {}
    case 'docx':
      await writeFile(path, await (await import('../writers/docx/docx.ts')).writeDocx(document))
      return {}
    case 'pdf': {
      const { bytes, ...written } = await (await import('../writers/pdf/pdf.ts')).writePdf(document, warn)
      await writeFile(path, bytes)
      return written
    }
  }
}

function figureName(number: number, { image }: PreparedFigure): string {
  return `figure-${number}.${image.kind}`
}

function contentOf({ image }: PreparedFigure): string | Uint8Array {
  return image.kind === 'svg' ? image.svg : image.bytes
}
