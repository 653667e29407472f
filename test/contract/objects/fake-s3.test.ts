import { createHash } from 'node:crypto'
import { request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../support/servers/s3/fake-s3.ts'
import type { FakeS3 } from '../../support/servers/s3/fake-s3.ts'
import { checkSignature } from '../../support/servers/s3/signature.ts'

let s3: FakeS3
beforeEach(async () => {
  s3 = await startFakeS3()
})
afterEach(() => s3.close())

interface Sent {
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Changes what was signed before it is sent. */
  spoil?: (headers: Headers) => void
  signer?: Partial<ConstructorParameters<typeof AwsV4Signer>[0]>
}

const sha256 = (body: string | Uint8Array) => createHash('sha256').update(body).digest('hex')
const md5 = (body: string) => createHash('md5').update(body).digest('base64')

/** The status and the code of the answer to a signed request. */
async function send(method: string, path: string, { body = '', headers, spoil, signer }: Sent = {}): Promise<string> {
  const { accessKeyId, secretAccessKey, region } = s3.account
  const signed = await new AwsV4Signer({
    method,
    url: `${s3.url}${path}`,
    headers: { 'x-amz-content-sha256': sha256(body), ...headers },
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    ...signer,
  }).sign()
  spoil?.(signed.headers)
  const answer = await fetch(signed.url, { method, headers: signed.headers, ...(body !== '' && { body }) })
  return `${answer.status} ${/<Code>(\w+)/.exec(await answer.text())?.[1] ?? ''}`.trim()
}

it('computes the signature that AWS gives as an example', () => {
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const signed = 'host;range;x-amz-content-sha256;x-amz-date'
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
  const request = {
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': sha256(''),
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signed},Signature=${signature}`,
    },
  }
  const account = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const now = Date.parse('2013-05-24T00:10:00Z')
  expect(checkSignature(request, account, now)).toBe(sha256(''))
  expect(() => checkSignature({ ...request, url: '/test.txt?x' }, account, now)).toThrow(/signature that was computed/)
})

describe('the server of the tests refuses', () => {
  it('what is not signed, or signed otherwise', async () => {
    const object = '/bucket/one'
    const tenMinutes = new Date(Date.now() - 600_000)
    const hour = new Date(Date.now() - 3_600_000)
    const datetime = (date: Date) => date.toISOString().replace(/[:-]|\.\d{3}/g, '')
    const answers = [
      await send('PUT', object, { body: 'x', spoil: headers => headers.delete('authorization') }),
      await send('PUT', object, { body: 'x', spoil: headers => headers.set('x-amz-meta-new', '1') }),
      await send('PUT', object, { body: 'x', spoil: headers => headers.set('x-amz-content-sha256', sha256('y')) }),
      await send('PUT', object, { body: 'x', signer: { secretAccessKey: 'another' } }),
      await send('PUT', object, { body: 'x', signer: { accessKeyId: 'another' } }),
      await send('PUT', object, { body: 'x', signer: { region: 'us-east-1' } }),
      await send('PUT', object, { body: 'x', signer: { datetime: datetime(hour) } }),
      await send('PUT', object, { body: 'x', headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }),
      await send('PUT', object, { body: 'x', headers: { 'x-amz-content-sha256': sha256('y') } }),
      await send('PUT', object, { body: 'x', signer: { datetime: datetime(tenMinutes) } }),
    ]
    expect(answers).toEqual([
      '403 AccessDenied',
      '403 AccessDenied',
      '403 SignatureDoesNotMatch',
      '403 SignatureDoesNotMatch',
      '403 InvalidAccessKeyId',
      '400 AuthorizationHeaderMalformed',
      '403 RequestTimeTooSkewed',
      '400 InvalidRequest',
      '400 XAmzContentSHA256Mismatch',
      '200',
    ])
  })

  it('a body without its length', async () => {
    const { accessKeyId, secretAccessKey, region } = s3.account
    const headers = { 'x-amz-content-sha256': sha256('x') }
    const url = `${s3.url}/bucket/one`
    const signer = new AwsV4Signer({ method: 'PUT', url, headers, service: 's3', region, accessKeyId, secretAccessKey })
    const signed = Object.fromEntries((await signer.sign()).headers)
    const answer = await new Promise<string>((resolve, reject) => {
      const sending = openRequest(url, { method: 'PUT', headers: { ...signed, 'transfer-encoding': 'chunked' } })
      sending.once('error', reject)
      sending.once('response', response =>
        text(response).then(body => resolve(`${response.statusCode} ${body}`), reject),
      )
      sending.end('x')
    })
    expect(answer).toMatch(/^411 .*MissingContentLength/s)
  })

  it('other buckets, keys that are too long, ranges behind the end, and unknown methods', async () => {
    await send('PUT', '/bucket/one', { body: 'x' })
    const answers = [
      await send('PUT', '/another/one', { body: 'x' }),
      await send('PUT', `/bucket/${'k'.repeat(1024)}`, { body: 'x' }),
      await send('PUT', `/bucket/${'k'.repeat(1025)}`, { body: 'x' }),
      await send('GET', '/bucket/one', { headers: { range: 'bytes=1-2' } }),
      await send('GET', '/bucket/two'),
      await send('PATCH', '/bucket/one', { body: 'x' }),
    ]
    expect(answers).toEqual([
      '404 NoSuchBucket',
      '200',
      '400 KeyTooLongError',
      '416 InvalidRange',
      '404 NoSuchKey',
      '405 MethodNotAllowed',
    ])
  })

  it('parts with bad numbers, in a wrong order, too small, or unknown', async () => {
    const begin = () => send('POST', '/bucket/one?uploads')
    expect(await begin()).toBe('200')
    const [uploadId = ''] = [...s3.bucket.uploads.keys()]
    const large = new Uint8Array(5 * 1024 * 1024)
    const put = (number: string, body: Sent['body']) =>
      send('PUT', `/bucket/one?partNumber=${number}&uploadId=${uploadId}`, { ...(body !== undefined && { body }) })
    for (const number of ['0', '10001', '-1', 'x', '']) expect(await put(number, 'x')).toBe('400 InvalidArgument')
    for (const [number, body] of [
      ['1', large],
      ['2', 'small'],
      ['3', 'last'],
    ] as const)
      expect(await put(number, body)).toBe('200')

    const parts = s3.bucket.uploads.get(uploadId)?.parts
    const complete = (numbers: readonly number[], etag?: string) => {
      const named = numbers.map(number => {
        const tag = etag ?? parts?.get(number)?.etag ?? '"none"'
        return `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`
      })
      const body = `<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`
      return send('POST', `/bucket/one?uploadId=${uploadId}`, { body })
    }
    const answers = [
      await complete([]),
      await complete([2, 1]),
      await complete([1, 4]),
      await complete([1], '"other"'),
      await complete([1, 2, 3]),
      await send('PUT', `/bucket/other?partNumber=1&uploadId=${uploadId}`, { body: 'x' }),
      await complete([1, 3]),
      await complete([1, 3]),
    ]
    expect(answers).toEqual([
      '400 MalformedXML',
      '400 InvalidPartOrder',
      '400 InvalidPart',
      '400 InvalidPart',
      '400 EntityTooSmall',
      '404 NoSuchUpload',
      '200',
      '404 NoSuchUpload',
    ])
    expect(s3.bucket.get('one').size).toBe(large.byteLength + 4)
  })

  it('to remove without a checksum, with a wrong one, or too many at once', async () => {
    const bodyOf = (count: number) => `<Delete>${'<Object><Key>k</Key></Object>'.repeat(count)}</Delete>`
    const remove = (body: string, headers: Record<string, string>) => send('POST', '/bucket?delete', { body, headers })
    const answers = [
      await remove(bodyOf(1), {}),
      await remove(bodyOf(1), { 'content-md5': md5('another') }),
      await remove(bodyOf(1001), { 'content-md5': md5(bodyOf(1001)) }),
      await remove(bodyOf(1000), { 'content-md5': md5(bodyOf(1000)) }),
    ]
    expect(answers).toEqual(['400 InvalidRequest', '400 BadDigest', '400 MalformedXML', '200'])
  })
})
