import { posix } from 'node:path'
import type { ZipArchive } from '@svc/plugin/library/zip'
import { engineFailure } from '../../engine-failure.ts'
import { elements } from './xml-elements.ts'

export interface WorkbookSheet {
  name: string
  /** Its part of the archive. */
  part: string
}

/** A workbook by the relations between its parts, which programs name and place as they like. */
export class WorkbookParts {
  readonly sheets: readonly WorkbookSheet[]
  readonly #archive: ZipArchive
  readonly #names: ReadonlyMap<string, string>
  readonly #workbook: string
  readonly #relations: readonly Relation[]

  /** @throws RemoteError for an archive that is no workbook */
  constructor(archive: ZipArchive) {
    this.#archive = archive
    this.#names = new Map(archive.names.map(name => [name.toLowerCase(), name]))
    const main =
      this.#relationsOf('').find(({ type }) => type === 'officeDocument')?.part ?? this.#named('xl/workbook.xml')
    const workbook = main === undefined ? '' : this.#text(main)
    if (main === undefined || !/<(?:\w+:)?workbook[\s>]/.test(workbook))
      throw engineFailure(
        'import_failed',
        'The file is a ZIP archive, and no XLSX workbook. Unpack it and import what is inside.',
      )
    this.#workbook = workbook
    this.#relations = this.#relationsOf(main)
    // Charts are sheets, too, and have no cells.
    const worksheets = new Map(
      this.#relations.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]),
    )
    this.sheets = elements(workbook, 'sheet').flatMap(({ name = '', id = '' }) => {
      const part = worksheets.get(id)
      return part === undefined ? [] : [{ name, part }]
    })
  }

  /** The sheet that is asked for, by name or by number from 1. @throws RemoteError that lists what sheets there are */
  sheet(wanted: string | number | undefined): WorkbookSheet {
    const sheet = wanted === undefined ? this.sheets[0] : find(this.sheets, wanted)
    if (sheet) return sheet
    throw engineFailure(
      'import_failed',
      wanted === undefined
        ? 'The workbook has no sheet with cells.'
        : `There is no sheet ${JSON.stringify(wanted)}. The sheets are: ${this.listed()}.`,
    )
  }

  /** Sheets with their numbers, as they stand in a sentence. */
  listed(sheets: readonly WorkbookSheet[] = this.sheets): string {
    return sheets
      .slice(0, 30)
      .map(sheet => `${this.sheets.indexOf(sheet) + 1} ${JSON.stringify(sheet.name)}`)
      .join(', ')
  }

  content(sheet: WorkbookSheet): Buffer {
    return this.#read(sheet.part)
  }

  /** Whether its days count from 1904. */
  get has1904(): boolean {
    return elements(this.#workbook, 'workbookPr').some(({ date1904 }) => date1904 === '1' || date1904 === 'true')
  }

  /** The XML of its styles; empty where it has none. */
  get styles(): string {
    const part = this.#relations.find(({ type }) => type === 'styles')?.part
    return part === undefined ? '' : this.#text(part)
  }

  /** The parts a reader of one sheet needs, with `content` as the sheet's, by the names that all readers know. */
  withOneSheet(content: Buffer): { name: string; content: Buffer }[] {
    const shared = ['styles', 'sharedStrings'].flatMap(type => {
      const part = this.#relations.find(relation => relation.type === type)?.part
      return part === undefined ? [] : [{ type, name: `xl/${type}.xml`, content: this.#read(part) }]
    })
    const parts = [{ type: 'worksheet', name: 'xl/worksheets/sheet1.xml', content }, ...shared]
    const relations = parts.map(
      ({ type, name }, index) => `<Relationship Id="rId${index + 1}" Type="${typeBase}${type}" Target="/${name}"/>`,
    )
    return [
      { name: 'xl/workbook.xml', content: Buffer.from(workbookXml(this.has1904)) },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: Buffer.from(`<Relationships>${relations.join('')}</Relationships>`),
      },
      ...parts.map(({ name, content: bytes }) => ({ name, content: bytes })),
    ]
  }

  /** Whose target is there, by the part they stand for; the package itself is ''. */
  #relationsOf(part: string): Relation[] {
    const folder = posix.dirname(part)
    const list = this.#named(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
    if (list === undefined) return []
    return elements(this.#text(list), 'Relationship').flatMap(({ Id: id = '', Type = '', Target = '' }) => {
      const target = Target.replaceAll('\\', '/')
      const found = this.#named(target.startsWith('/') ? target.slice(1) : posix.join(folder, target))
      return found === undefined ? [] : [{ id, type: Type.slice(Type.lastIndexOf('/') + 1), part: found }]
    })
  }

  #named(name: string): string | undefined {
    return this.#names.get(name.toLowerCase())
  }

  #text(part: string): string {
    return this.#read(part).toString('utf8')
  }

  #read(part: string): Buffer {
    const content = this.#archive.read(part)
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY'))
      throw engineFailure('import_failed', 'The workbook holds XML with a DTD, which no workbook has.')
    return content.subarray(content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf ? 3 : 0)
  }
}

interface Relation {
  id: string
  /** The last word of the address that names it. */
  type: string
  part: string
}

const typeBase = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'

/** The reader of sheets knows `1` alone, where programs write `true` as well. */
function workbookXml(has1904: boolean): string {
  return `<workbook><workbookPr date1904="${has1904 ? 1 : 0}"/><sheets><sheet name="sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

function find(sheets: readonly WorkbookSheet[], wanted: string | number): WorkbookSheet | undefined {
  if (typeof wanted === 'number') return sheets[wanted - 1]
  return (
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
    (/^\d+$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined)
  )
}
