import type { Chapter, ExportOrder, ExportSigning } from '@svc/plugin/contracts/export'
import { fixedWords } from './fixed-words.ts'
import type { RecordEntry } from './prepared-document.ts'
import type { UnpreparedDocument } from './unprepared-document.ts'

export interface ComposeInput {
  order: ExportOrder
  records: readonly RecordEntry[]
  chapters: readonly Chapter[]
  provenance: readonly string[]
  logo: Uint8Array | undefined
  /** RFC 3339. */
  createdAt: string
  username: string
}

const defaultMarginMm = 20

/** The document of an order, before it is prepared and written. */
export function compose({
  order,
  records,
  chapters,
  provenance,
  logo,
  createdAt,
  username,
}: ComposeInput): UnpreparedDocument {
  const { cover, signatories = [], options = {} } = order
  const title = titleOf(order, records)
  const page = cover === true ? { authors: [username], date: createdAt.slice(0, 10) } : cover
  return {
    title,
    createdAt,
    cover: page === undefined ? null : { ...page, title: page.title ?? title, ...(logo !== undefined && { logo }) },
    signatories,
    signatureField: order.sign?.visible === true ? signatureLines(order.sign, createdAt, username) : null,
    setup: {
      paper: options.paper ?? 'a4',
      orientation: options.orientation ?? 'portrait',
      lang: options.lang ?? 'en',
      toc: options.toc ?? chapters.length > 1,
      pageNumbers: options.page_numbers ?? true,
      marginMm: options.margins_mm ?? defaultMarginMm,
    },
    chapters,
    records,
    provenance,
  }
}

function signatureLines({ reason, location }: ExportSigning, createdAt: string, username: string): string[] {
  return [
    `${fixedWords.signedBy} ${username}`,
    `${createdAt.slice(0, 10)} ${createdAt.slice(11, 16)} UTC`,
    ...(reason === undefined ? [] : [`${fixedWords.reason}: ${reason}`]),
    ...(location === undefined ? [] : [`${fixedWords.place}: ${location}`]),
  ]
}

export function titleOf({ title, cover }: ExportOrder, records: readonly { title: string }[]): string {
  const given = title ?? (typeof cover === 'object' ? cover.title : undefined)
  if (given !== undefined) return given
  const [first] = records
  if (records.length < 2 || !first) return first?.title ?? 'Export'
  return `${first.title} and ${records.length - 1} more`
}
