import { UnprocessableError } from '@svc/plugin'

const codes = ['backup_damaged', 'backup_foreign', 'backup_newer', 'backup_too_large'] as const
/** Why an archive is not taken, or not made. */
export type ArchiveFaultCode = (typeof codes)[number]

/** An archive that is not to be restored or cannot be made; the message says why and what to do. */
export class ArchiveFault extends UnprocessableError {
  constructor(code: ArchiveFaultCode, message: string, cause?: unknown) {
    super(code, message, cause === undefined ? {} : { cause })
  }
}

const another = 'Use another backup; "svc backup list" shows those in the home.'

export function damaged(file: string, what: string, cause?: unknown): ArchiveFault {
  return new ArchiveFault('backup_damaged', `${file} is damaged: ${what}. ${another}`, cause)
}

export function foreign(file: string, what: string, cause?: unknown): ArchiveFault {
  return new ArchiveFault('backup_foreign', `${file} is not a backup made by svc: ${what}.`, cause)
}

/** What a thread threw as a fault, as one again; any other error as it is. */
export function asArchiveFault(error: Error & { code: string }): Error {
  const code = codes.find(each => each === error.code)
  return code === undefined ? error : new ArchiveFault(code, error.message, error)
}
