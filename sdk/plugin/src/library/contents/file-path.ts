import { ValidationError } from '../../errors.ts'

const mostParts = 32
const mostPartBytes = 255
const mostBytes = 1024
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
const drive = /^[A-Za-z]:/
const control = /\p{Cc}/u
/** Marks that turn the order of letters around or are not seen at all, so that a name looks like another. Joiners stay: Persian and emoji need them. */
const unseen =
  /(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\u2028\u2029\ufff9-\ufffd]|\p{Noncharacter_Code_Point}/u

/**
 * The path of a file, as it is kept: `reports/2026/q3.pdf`, in Unicode's form C. It is a label that never touches a disk, but people copy
 * files to disks of their own: what one of them would read as something else is refused.
 * @throws ValidationError that says what is wrong with it and with which part
 */
export function cleanPath(given: string, field = 'path'): string {
  return checked(given, field, 'file')
}

/** The path of a folder, with or without its last `/`; the empty one is the top. @throws ValidationError */
export function cleanFolder(given: string, field = 'folder'): string {
  const bare = given.endsWith('/') ? given.slice(0, -1) : given
  return bare === '' ? '' : checked(bare, field, 'folder')
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Every folder that the path lies in, the outermost first. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

function checked(given: string, field: string, what: string): string {
  if (given.length > mostBytes * 4) throw refused(field, `is over ${mostBytes} bytes`)
  if (!given.isWellFormed()) throw refused(field, 'has half of a character in it (a lone surrogate)')
  const path = given.normalize('NFC')
  if (path === '') throw refused(field, `is empty: name the ${what}, such as reports/q3.pdf`)
  if (Buffer.byteLength(path) > mostBytes) throw refused(field, `is over ${mostBytes} bytes`)
  if (path.includes('\\')) throw refused(field, 'has a "\\" in it: separate folders with "/"')
  if (path.startsWith('/')) throw refused(field, 'begins with "/": paths begin at the top of the workspace, without it')
  if (drive.test(path)) throw refused(field, 'begins with a drive letter: paths begin at the top of the workspace')
  const parts = path.split('/')
  if (parts.length > mostParts) throw refused(field, `has ${parts.length} parts, and ${mostParts} are the most`)
  for (const part of parts) {
    const fault = faultOf(part)
    if (fault !== null) throw refused(field, fault)
  }
  return path
}

function faultOf(part: string): string | null {
  const shown = JSON.stringify(part.length > 60 ? `${part.slice(0, 60)}…` : part)
  if (part === '') return 'has an empty part: two "/" in a row, or one at the end'
  if (part === '.' || part === '..') return `has the part ${shown}, which leads elsewhere: write the path out`
  const mark = control.exec(part) ?? unseen.exec(part)
  if (mark) return `has the character ${codeOf(mark[0])}, which is not seen: leave it out`
  if (/[. ]$/.test(part)) return `has the part ${shown}, which ends with a dot or a space`
  if (device.test(part)) return `has the part ${shown}, which is the name of a device on Windows`
  if (Buffer.byteLength(part) > mostPartBytes) return `has the part ${shown}, which is over ${mostPartBytes} bytes`
  return null
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function refused(field: string, message: string): ValidationError {
  return new ValidationError(`${field} ${message}.`, [{ path: `/${field}`, message }])
}
