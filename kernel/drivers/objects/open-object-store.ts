import { fileURLToPath } from 'node:url'
import { ValidationError } from '@svc/plugin'
import type { Clock, Egress, Ids, Logger, ObjectStore } from '@svc/plugin'
import { FolderObjects } from '../folder/folder-objects.ts'
import { S3Objects } from '../s3/s3-objects.ts'
import { readS3Location } from '../s3/s3-location.ts'
import type { S3Keys } from '../s3/s3-requests.ts'

export interface ObjectStoreOptions {
  /** `SVC_CONTENT_URL`. */
  url: string
  /** Null when neither of their settings is set. */
  keys: S3Keys | null
  egress: Egress
  clock: Clock
  ids: Ids
  log: Logger
}

/** Opens the store that `SVC_CONTENT_URL` names; nothing is asked of it before its first call. @throws ValidationError that names the setting */
export function openObjectStore({ url, keys, ...services }: ObjectStoreOptions): ObjectStore {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'file:') return new FolderObjects({ path: folderOf(parsed, url), ...services })
  if (parsed?.protocol !== 's3:') {
    // The text is not shown: it may carry a secret.
    throw new ValidationError(
      'SVC_CONTENT_URL is neither a folder nor a bucket. Write it as file:///shared/folder or as s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1.',
    )
  }
  const location = readS3Location(parsed)
  if (!keys?.access_key_id || !keys.secret_access_key) {
    throw new ValidationError(
      'SVC_CONTENT_URL names a bucket, so SVC_CONTENT_ACCESS_KEY_ID and SVC_CONTENT_SECRET_ACCESS_KEY must be set to a key for it.',
    )
  }
  return new S3Objects({ location, keys, ...services })
}

/** Of a URL that was opened: where it is, for people and without secrets. */
export function descriptionOf(url: string): string {
  const parsed = new URL(url)
  if (parsed.protocol === 'file:') return `the folder ${folderOf(parsed, url)}`
  const { description, prefix } = readS3Location(parsed)
  return prefix === '' ? description : `${description}, below ${prefix}`
}

function folderOf(url: URL, text: string): string {
  try {
    // `file:folder` would be a folder of the root.
    const isWhole = text.startsWith('file:///') && url.pathname !== '/'
    if (isWhole && url.search === '' && url.hash === '') return fileURLToPath(url).replace(/(.)[/\\]+$/, '$1')
  } catch {
    // The refusal below says how such a URL is written.
  }
  throw new ValidationError(
    'SVC_CONTENT_URL does not name a folder. Write it as file:///shared/folder, with three slashes.',
  )
}
