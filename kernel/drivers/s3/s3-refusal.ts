import { StorageFullError, SvcError, TimeoutError, UnavailableError, UpstreamError } from '@svc/plugin'
import type { S3Location } from './s3-location.ts'

/** An answer of S3 that is no success. `code` is that of its XML, such as `NoSuchKey`, or empty. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`S3 answered ${status} ${code}: ${message}`)
    this.name = 'S3Refusal'
    this.status = status
    this.code = code
  }
}

const passing = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ServiceUnavailable', 'OperationAborted'])
const passingStatuses = new Set([429, 500, 502, 503, 504])
const full = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage'])

const remedies: Record<string, string> = {
  InvalidAccessKeyId: 'does not know the key of SVC_CONTENT_ACCESS_KEY_ID. Correct it',
  SignatureDoesNotMatch:
    'refuses the signature. Correct SVC_CONTENT_SECRET_ACCESS_KEY, which must be the secret of the key in SVC_CONTENT_ACCESS_KEY_ID',
  AccessDenied:
    'refuses the key of SVC_CONTENT_ACCESS_KEY_ID. Allow it to list the bucket and to get, put and delete its objects (s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload)',
  RequestTimeTooSkewed: 'has a clock that differs too much from that of this server. Set the clocks by NTP',
  NoSuchBucket: 'does not exist. Make it, or correct SVC_CONTENT_URL',
  AuthorizationHeaderMalformed: 'is in another region. Correct "region" in SVC_CONTENT_URL',
  PermanentRedirect: 'is in another region or at another endpoint. Correct "region" and "endpoint" in SVC_CONTENT_URL',
}

/** Whether the same request may succeed in a moment. */
export function mayPass(error: unknown): boolean {
  if (error instanceof S3Refusal) return passing.has(error.code) || passingStatuses.has(error.status)
  return error instanceof UpstreamError || error instanceof TimeoutError
}

/** The house's error for what a request to a bucket ended with. What is an error of the house stays as it is, unless it means that the bucket is away. */
export function bucketFault(error: unknown, { description }: S3Location): unknown {
  const where = `${description} (SVC_CONTENT_URL)`
  if (error instanceof UnavailableError || error instanceof StorageFullError) return error
  if (error instanceof UpstreamError || error instanceof TimeoutError) {
    return new UnavailableError(
      `The server cannot reach ${where}: ${error.message} See to its server and the network, or correct SVC_CONTENT_URL.`,
      { cause: error },
    )
  }
  if (error instanceof SvcError || !(error instanceof S3Refusal)) return error
  const fields = { s3_status: error.status, s3_code: error.code }
  if (error.status === 507 || full.has(error.code)) {
    return new StorageFullError(`There is no more room in ${where}. Free some there, or raise its quota.`, {
      cause: error,
      fields,
    })
  }
  const remedy = remedies[error.code] ?? remedyOf(error)
  return new UnavailableError(`${where[0]?.toUpperCase()}${where.slice(1)} ${remedy}.`, { cause: error, fields })
}

function remedyOf(refusal: S3Refusal): string {
  const answer = [refusal.status, refusal.code].filter(part => part !== '').join(' ')
  if (mayPass(refusal)) return `does not serve now (${answer}). Try again; see to its server when it lasts`
  if (refusal.status === 401 || refusal.status === 403) return remedies['AccessDenied'] ?? ''
  return `refuses the request (${answer}). See to its server, or correct SVC_CONTENT_URL`
}
