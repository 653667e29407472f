import { engineFailure } from '../../engine-failure.ts'
import type { ZipArchive } from '@svc/plugin/library/zip'

export interface WorkbookSheet {
  name: string
  /** Its part of the archive. */
  part: string
}

const workbookPart = 'xl/workbook.xml'
const relationsPart = 'xl/_rels/workbook.xml.rels'
const shared = [
  '[Content_Types].xml',
  '_rels/.rels',
  workbookPart,
  relationsPart,
  'xl/styles.xml',
  'xl/sharedStrings.xml',
]

/** The sheet that is asked for, by name or by number from 1. @throws RemoteError that lists what sheets there are */
export function chosenSheet(
  archive: ZipArchive,
  wanted: string | number | undefined,
): { sheet: WorkbookSheet; others: number } {
  if (!archive.has(workbookPart) || !archive.has(relationsPart))
    throw engineFailure(
      'import_failed',
      'The file is a ZIP archive, and no XLSX workbook. Unpack it and import what is inside.',
    )
  const sheets = sheetsOf(archive)
  const sheet = wanted === undefined ? sheets[0] : find(sheets, wanted)
  if (sheet) return { sheet, others: sheets.length - 1 }
  const names = sheets.slice(0, 30).map(({ name }, index) => `${index + 1} ${JSON.stringify(name)}`)
  throw engineFailure(
    'import_failed',
    wanted === undefined
      ? 'The workbook has no sheet with cells.'
      : `There is no sheet ${JSON.stringify(wanted)}. The sheets are: ${names.join(', ')}.`,
  )
}

function find(sheets: readonly WorkbookSheet[], wanted: string | number): WorkbookSheet | undefined {
  if (typeof wanted === 'number') return sheets[wanted - 1]
  return (
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
    (/^\d+$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined)
  )
}

/** Sheets of cells; charts have none. */
function sheetsOf(archive: ZipArchive): WorkbookSheet[] {
  const relations = new Map(
    elements(textOf(archive, relationsPart), 'Relationship').map(({ Id = '', Target = '' }) => [Id, Target]),
  )
  return elements(textOf(archive, workbookPart), 'sheet').flatMap(({ name = '', id = '' }) => {
    const target = relations.get(id) ?? ''
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return part.includes('worksheets/') && archive.has(part) ? [{ name, part }] : []
  })
}

/** The attributes of all elements of a name, without their prefixes. */
function elements(xml: string, name: string): Record<string, string>[] {
  const found = xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^<>]*)>`, 'g'))
  return [...found].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', one, other]) => [
        key,
        unescaped(one ?? other ?? ''),
      ]),
    ),
  )
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (all, name, decimal, hex) => {
    if (name) return characters[String(name).toLowerCase()]!
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : String(all)
  })
}

/** The parts a reader of one sheet needs, checked. */
export function sheetParts(archive: ZipArchive, sheet: WorkbookSheet): { name: string; content: Buffer }[] {
  return [...shared.filter(name => archive.has(name)), sheet.part].map(name => {
    const content = archive.read(name)
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY'))
      throw engineFailure('import_failed', 'The workbook holds XML with a DTD, which no workbook has.')
    return { name, content }
  })
}

function textOf(archive: ZipArchive, name: string): string {
  return archive.read(name).toString('utf8')
}
