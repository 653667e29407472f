import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pdfmake from 'pdfmake'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const rounds = 7
const sections = 125
const words = 'Each figure of this report rests on a version of a dataset that never changes. '
const texts = Array.from({ length: sections }, (_, index) => ({
  title: `Section ${index + 1}`,
  text: words.repeat(14),
}))

/** A signed PDF of 50 pages by the API, beside pdfmake alone in a process that has done it before. */
export async function exportRow(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const svc = await startSvc()
  stack.defer(() => svc.stop())
  const content = texts.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n')
  const order = { items: [{ type: 'markdown', content, title: 'Report' }], format: 'pdf', sign: { pdf: true } }
  const ours = async (): Promise<number> => {
    const began = performance.now()
    const answer = await fetch(`${svc.url}/api/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    })
    const bytes = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The export was answered with ${answer.status}.`)
    if (bytes.byteLength < 50_000) throw new Error('The export is too small to have 50 pages.')
    return performance.now() - began
  }
  prepareFonts()
  // The first of each loads the library, and ours makes the certificate.
  await ours()
  await alone()
  const taken = { ours: [] as number[], alone: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    taken.ours.push(await ours())
    taken.alone.push(await alone())
  }
  const row = {
    path: 'signed PDF of 50 pages',
    measure: 'POST /api/export, from the request to the last byte',
    ours: median(taken.ours),
    unit: 'ms',
    beside: { name: 'pdfmake alone, unsigned', value: median(taken.alone) },
  }
  return [atMost(row, 1.3)]
}

function prepareFonts(): void {
  const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
  const font = (name: string): string => join(fonts, `Roboto-${name}.ttf`)
  pdfmake.setFonts({
    Roboto: {
      normal: font('Regular'),
      bold: font('Medium'),
      italics: font('Italic'),
      bolditalics: font('MediumItalic'),
    },
  })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => true)
}

async function alone(): Promise<number> {
  const began = performance.now()
  const document = pdfmake.createPdf({
    pageSize: 'A4',
    pageOrientation: 'portrait',
    pageMargins: [57, 57, 57, 65],
    language: 'en',
    displayTitle: true,
    info: { title: 'Report', creator: 'bench', producer: 'bench', creationDate: new Date(0) },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    content: texts.flatMap(({ title, text }) => [
      {
        text: title,
        fontSize: 11.5,
        bold: true,
        margin: [0, 14, 0, 4] as [number, number, number, number],
        outline: true,
      },
      { text, margin: [0, 4, 0, 4] as [number, number, number, number] },
    ]),
    footer: (page, pages) => ({ text: `${page} / ${pages}`, fontSize: 8 }),
  })
  const bytes = await document.getBuffer()
  if (bytes.length < 50_000) throw new Error('The PDF of the peer is too small to have 50 pages.')
  return performance.now() - began
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
