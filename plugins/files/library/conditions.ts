import { PreconditionFailedError } from '@svc/plugin'
import { etagOf, names } from '@svc/plugin/library/contents/send-content'

/** `If-Match` and `If-None-Match` of a request that changes something; both are of the content's ETag. */
export interface Conditions {
  ifMatch?: string | undefined
  ifNoneMatch?: string | undefined
}

export function conditionsOf(headers: Readonly<Record<string, string | undefined>>): Conditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] }
}

/** @throws PreconditionFailedError when the file is not, or is, what the client thinks */
export function checkConditions(file: { sha256: string } | undefined, { ifMatch, ifNoneMatch }: Conditions): void {
  if (ifMatch !== undefined) {
    if (!file) throw new PreconditionFailedError('If-Match: there is no such file, or not any more.')
    if (!names(ifMatch, etagOf(file), false)) {
      throw new PreconditionFailedError(`If-Match: the file has other content by now, ${etagOf(file)}. Read it again.`)
    }
  }
  if (ifNoneMatch !== undefined && file && names(ifNoneMatch, etagOf(file), true)) {
    throw new PreconditionFailedError(`If-None-Match: there is such a file already, ${etagOf(file)}.`)
  }
}
