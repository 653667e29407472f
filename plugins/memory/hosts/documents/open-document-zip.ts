import { openZip } from '@svc/plugin/library/zip'
import type { ZipArchive } from '@svc/plugin/library/zip'

const limits = { what: 'document', maxEntryBytes: 64 * 1024 * 1024, maxTotalBytes: 128 * 1024 * 1024 }

/** A document that is a ZIP file, unpacked to no more than a reader can bear. @throws RemoteError `import_failed` */
export function openDocumentZip(bytes: Uint8Array): ZipArchive {
  return openZip(bytes, limits)
}
