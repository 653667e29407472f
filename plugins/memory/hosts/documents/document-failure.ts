import { RemoteError } from '@svc/plugin/child'

/** The document cannot be read. The message is for the sender of the document. */
export function documentFailure(message: string): RemoteError {
  return new RemoteError('import_failed', message)
}

export function tooLong(maxTextBytes: number): RemoteError {
  const most = `${Math.floor(maxTextBytes / 1024 / 1024)} MiB`
  return documentFailure(`The document has more than ${most} of text, the most that one can have. Import it in parts.`)
}

const taken = 'text, Markdown, HTML, PDF and DOCX'

/** It is no document of a kind that is read here. */
export function notTaken(what: string): RemoteError {
  return new RemoteError('unsupported_media_type', `${what} What can be read: ${taken}.`)
}
