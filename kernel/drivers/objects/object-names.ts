import { ValidationError } from '@svc/plugin'

const mostNameBytes = 900
/** A folder takes 255, and a temporary name has some of them. */
const mostPartBytes = 240
const refusedCharacters = /[[\p{Cc}&&\p{ASCII}]\\]/v

/** Returns the name of an object as it is. @throws ValidationError with the rule that it breaks */
export function checkedName(name: string): string {
  const fault =
    beginningFault(name) ??
    name
      .split('/')
      .map(partFault)
      .find(found => found !== null)
  if (fault) throw refused(name, fault)
  return name
}

/** Returns the beginning of names, which may be empty or end within a part. @throws ValidationError */
export function checkedPrefix(prefix: string): string {
  const parts = prefix.split('/')
  const isBegun = parts.at(-1) !== ''
  const fault =
    beginningFault(prefix) ?? (isBegun ? parts : parts.slice(0, -1)).map(partFault).find(found => found !== null)
  if (fault) throw refused(prefix, fault)
  return prefix
}

function beginningFault(name: string): string | null {
  if (!name.isWellFormed()) return 'it has half of a character'
  if (Buffer.byteLength(name) > mostNameBytes) return `it has more than ${mostNameBytes} bytes`
  if (refusedCharacters.test(name)) return 'it has a backslash or a control character'
  return null
}

function partFault(part: string): string | null {
  if (part === '') return 'a part between its slashes is empty'
  // Neither "." nor "..", and no name of what a folder keeps beside its objects.
  if (part.startsWith('.')) return 'a part begins with a dot'
  return Buffer.byteLength(part) > mostPartBytes ? `a part has more than ${mostPartBytes} bytes` : null
}

function refused(name: string, fault: string): ValidationError {
  return new ValidationError(`${JSON.stringify(name.slice(0, 100))} cannot be the name of an object: ${fault}.`)
}

/** Orders names by their bytes in UTF-8, as S3 lists them: JavaScript's own order differs for characters such as emoji. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
