import { describe, expect, it } from 'vitest'
import { SvcError } from '@svc/plugin'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { createEgress } from '../../egress/egress.ts'
import { createIds, systemClock } from '../../services/index.ts'
import { FolderObjects } from '../folder/folder-objects.ts'
import { readS3Location } from '../s3/s3-location.ts'
import { S3Objects } from '../s3/s3-objects.ts'
import { openObjectStore } from './open-object-store.ts'

const log = recordingLog()
const keys = { access_key_id: 'KEY', secret_access_key: 'hush-hush' }

function open(url: string, given: typeof keys | null = keys) {
  const services = { egress: createEgress({ allow: [], log }), clock: systemClock, ids: createIds(systemClock), log }
  return openObjectStore({ url, keys: given, ...services })
}
function refusal(url: string, given: typeof keys | null = keys): string {
  try {
    open(url, given)
    return 'opened'
  } catch (error) {
    return error instanceof SvcError ? `${error.code}: ${error.message}` : String(error)
  }
}

describe('the store of SVC_CONTENT_URL', () => {
  it('is a folder or a bucket', () => {
    expect(open('file:///shared/folder/', null)).toBeInstanceOf(FolderObjects)
    expect(open('s3://bucket/prefix?region=eu-central-1')).toBeInstanceOf(S3Objects)
  })

  it.each(['', 'bucket', '/shared/folder', 'https://s3.example.com/bucket', 'gs://bucket', 's3//bucket', 'S3'])(
    'is refused as %j, with the name of the setting',
    url => {
      expect(refusal(url)).toMatch(/^validation_error: SVC_CONTENT_URL is neither a folder nor a bucket\. Write it as /)
    },
  )

  it.each(['file:///', 'file:folder', 'file:/folder', 'file://host/folder', 'file:///a%2Fb', 'file:///folder?x=1'])(
    'is refused as %j',
    url => {
      expect(refusal(url)).toMatch(/^validation_error: SVC_CONTENT_URL does not name a folder/)
    },
  )

  it('needs both keys for a bucket', () => {
    for (const given of [null, { ...keys, access_key_id: '' }, { ...keys, secret_access_key: '' }]) {
      expect(refusal('s3://bucket', given)).toMatch(
        /SVC_CONTENT_ACCESS_KEY_ID and SVC_CONTENT_SECRET_ACCESS_KEY must be/,
      )
    }
  })

  it('is refused with all faults of a bucket, and without its secrets', () => {
    const message = refusal('s3://me:hush-hush@B_/..%2f?region=Mars!&endpoint=ftp://x&path_style=maybe&sse=1')
    expect(message).not.toContain('hush-hush')
    for (const fault of [
      'its host is not the name of a bucket',
      'it carries keys',
      'its path cannot be',
      '"region" is not one',
      '"endpoint" is not the address of a server',
      '"path_style" is neither true nor false',
      'not known: sse',
    ]) {
      expect(message).toContain(fault)
    }
  })
})

describe('the address of a bucket', () => {
  it.each([
    ['s3://bucket', 'https://bucket.s3.us-east-1.amazonaws.com', 'bucket.s3.us-east-1.amazonaws.com:443', ''],
    [
      's3://bucket/a/b?region=eu-west-3',
      'https://bucket.s3.eu-west-3.amazonaws.com',
      'bucket.s3.eu-west-3.amazonaws.com:443',
      'a/b/',
    ],
    ['s3://bucket/ä%20b/?endpoint=http://minio:9000', 'http://minio:9000/bucket', 'minio:9000', 'ä b/'],
    ['s3://bucket?endpoint=http://minio:9000&path_style=false', 'http://bucket.minio:9000', 'bucket.minio:9000', ''],
    ['s3://bucket?endpoint=https://x.example/storage/s3/', 'https://x.example/storage/s3/bucket', 'x.example:443', ''],
    ['s3://my.bucket', 'https://s3.us-east-1.amazonaws.com/my.bucket', 's3.us-east-1.amazonaws.com:443', ''],
    ['s3://bucket?endpoint=http://[::1]:9000', 'http://[::1]:9000/bucket', '[::1]:9000', ''],
  ])('of %s', (url, bucketUrl, host, prefix) => {
    expect(readS3Location(new URL(url))).toMatchObject({ bucketUrl, host, prefix })
  })
})
