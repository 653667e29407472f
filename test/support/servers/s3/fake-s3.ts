import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { listenLocally } from '../local-server.ts'
import type { LocalServer } from '../local-server.ts'
import { Bucket, rangeOf } from './bucket.ts'
import { Refusal, refuseUnless } from './refusal.ts'
import { checkSignature } from './signature.ts'
import type { S3Account } from './signature.ts'

/** What goes wrong with requests of a method whose path or query has `in` in it, as often as it says. */
export interface S3Fault {
  method: string
  in?: string
  times?: number
  /** `cut`: half of a body comes back. `drop`: the connection ends at once. `lost`: the work is done, and its answer never comes. `hang`: nothing comes. `slow`: a body comes in small pieces. `whole`: a range is ignored. */
  as: { status: number; code: string; late?: boolean } | 'cut' | 'drop' | 'lost' | 'hang' | 'slow' | 'whole'
}

export interface FakeS3 extends LocalServer {
  bucket: Bucket
  account: S3Account
  /** Each as `GET /bucket/key?query 200`; those whose answer did not come end with `-`. */
  requests: string[]
  connections(): Promise<number>
  /** Later faults come first. */
  fail(fault: S3Fault): void
  /** `s3://bucket/<prefix>` with this server's endpoint. */
  contentUrl(prefix?: string): string
}

interface Call {
  request: IncomingMessage
  response: ServerResponse
  key: string
  query: URLSearchParams
  /** That its body must have. */
  sha256: string
}

const account: S3Account = { region: 'eu-test-1', accessKeyId: 'AKIDTEST', secretAccessKey: 'secret/of+the=test' }

/** S3 on a real port, for one bucket of the name `bucket`: it refuses what S3 refuses, and goes wrong as it is asked to. `pageSize`: of lists. */
export async function startFakeS3({ pageSize = 1000 }: { pageSize?: number } = {}): Promise<FakeS3> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-s3-'))
  const bucket = new Bucket(folder)
  const requests: string[] = []
  const faults: Required<S3Fault>[] = []

  const takeFault = ({ method, url = '' }: IncomingMessage): S3Fault['as'] | null => {
    const fault = faults.find(({ method: on, in: part, times }) => times > 0 && on === method && url.includes(part))
    if (!fault) return null
    fault.times -= 1
    return fault.as
  }
  const server = createServer(async (request, response) => {
    const fault = takeFault(request)
    const index = requests.push(`${request.method} ${request.url} -`) - 1
    response.once('finish', () => (requests[index] = `${request.method} ${request.url} ${response.statusCode}`))
    if (fault === 'hang') return
    if (fault === 'drop') return void request.destroy()
    try {
      if (typeof fault === 'object' && fault && !fault.late) throw new Refusal(fault.status, fault.code, 'as asked')
      const call = openCall(request, response)
      if (fault === 'whole') delete request.headers.range
      if (fault === 'slow') return await answerSlowly(bucket.get(call.key).path, response)
      if (fault === 'cut') return await cutAnswer(bucket.get(call.key).path, bucket.get(call.key).size, response)
      if (fault === 'lost') response.end = () => response.destroy()
      if (typeof fault === 'object' && fault) {
        await text(request)
        return void send(response, 200, errorXml(fault.code, 'as asked'))
      }
      await serve(bucket, call, pageSize)
    } catch (error) {
      refuse(request, response, error)
    }
  })
  const listening = await listenLocally(server)
  return {
    ...listening,
    bucket,
    account,
    requests,
    connections: () => promisify(server.getConnections.bind(server))(),
    fail: fault => void faults.unshift({ in: '', times: 1, ...fault }),
    contentUrl: (prefix = '') => `s3://bucket/${prefix}?endpoint=${listening.url}&region=${account.region}`,
    close: async () => {
      await listening.close()
      await rm(folder, { recursive: true })
    },
  }
}

function openCall(request: IncomingMessage, response: ServerResponse): Call {
  const sha256 = checkSignature(request, account)
  const url = new URL(request.url ?? '', 'http://s3')
  const [, name = '', ...parts] = url.pathname.split('/')
  refuseUnless(name === 'bucket', 404, 'NoSuchBucket', 'The specified bucket does not exist.')
  return { request, response, key: parts.map(decodeURIComponent).join('/'), query: url.searchParams, sha256 }
}

async function serve(bucket: Bucket, call: Call, pageSize: number): Promise<void> {
  const { request, response, key, query } = call
  const uploadId = query.get('uploadId')
  const action = `${request.method} ${key === '' ? 'bucket' : 'object'}`
  if (action === 'GET bucket' && query.get('list-type') === '2') return list(bucket, call, pageSize)
  if (action === 'POST bucket' && query.has('delete')) return removeMany(bucket, call)
  if (action === 'GET object') return read(bucket, call)
  if (action === 'HEAD object') {
    const { size, etag } = bucket.get(key)
    return void response.writeHead(200, { 'content-length': size, etag }).end()
  }
  if (action === 'PUT object' && uploadId !== null) {
    const upload = bucket.upload(uploadId, key)
    const part = await bucket.receive(request, call.sha256)
    bucket.addPart(upload, query.get('partNumber') ?? '', part)
    return void response.writeHead(200, { etag: part.etag }).end()
  }
  if (action === 'PUT object') {
    const object = await bucket.receive(request, call.sha256)
    bucket.put(key, object)
    return void response.writeHead(200, { etag: object.etag }).end()
  }
  if (action === 'POST object' && query.has('uploads')) {
    const id = bucket.begin(key)
    return send(
      response,
      200,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  if (action === 'POST object' && uploadId !== null) {
    const upload = bucket.upload(uploadId, key)
    const named = [...(await bodyText(bucket, call)).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g)]
    const parts = named.map(([, number, etag = '']) => ({ number: Number(number), etag: unescaped(etag) }))
    await bucket.complete(uploadId, upload, parts)
    return send(response, 200, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>')
  }
  if (action === 'DELETE object' && uploadId !== null) {
    bucket.upload(uploadId, key)
    bucket.uploads.delete(uploadId)
    return void response.writeHead(204).end()
  }
  throw new Refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
}

function list(bucket: Bucket, { query, response }: Call, pageSize: number): void {
  const limit = Math.min(Number(query.get('max-keys') ?? pageSize), pageSize)
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString()
  const { keys, next } = bucket.list(query.get('prefix') ?? '', after, limit)
  const contents = keys.map(key => {
    const { size, etag, modified } = bucket.get(key)
    const facts = `<LastModified>${modified.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${size}</Size>`
    return `<Contents><Key>${escaped(key)}</Key>${facts}<StorageClass>STANDARD</StorageClass></Contents>`
  })
  const token =
    next === null ? '' : `<NextContinuationToken>${Buffer.from(next).toString('base64url')}</NextContinuationToken>`
  const head = `<Name>bucket</Name><Prefix/><KeyCount>${keys.length}</KeyCount><IsTruncated>${next !== null}</IsTruncated>`
  const xmlns = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
  send(response, 200, `<ListBucketResult ${xmlns}>${head}${token}${contents.join('')}</ListBucketResult>`)
}

async function removeMany(bucket: Bucket, call: Call): Promise<void> {
  const md5 = call.request.headers['content-md5']
  refuseUnless(md5 !== undefined, 400, 'InvalidRequest', 'Missing required header for this request: Content-MD5.')
  const keys = [...(await bodyText(bucket, call)).matchAll(/<Object><Key>([^<]+)<\/Key><\/Object>/g)]
  refuseUnless(keys.length >= 1 && keys.length <= 1000, 400, 'MalformedXML', 'There must be 1 to 1000 keys.')
  for (const [, key = ''] of keys) bucket.objects.delete(unescaped(key))
  send(call.response, 200, '<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>')
}

async function read(bucket: Bucket, { request, response, key }: Call): Promise<void> {
  const { path, size, etag } = bucket.get(key)
  const range = request.headers.range === undefined ? null : rangeOf(request.headers.range, size)
  const length = range ? range.end - range.start + 1 : size
  const part = range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }
  response.writeHead(range ? 206 : 200, { 'content-length': length, etag, ...part })
  await pipeline(createReadStream(path, range ?? {}), response)
}

async function cutAnswer(path: string, size: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': size })
  for await (const piece of createReadStream(path, { end: Math.floor(size / 2) })) response.write(piece)
  await new Promise<void>(resolve => response.write('', () => resolve()))
  response.destroy()
}

async function answerSlowly(path: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': (await stat(path)).size })
  for await (const piece of createReadStream(path, { highWaterMark: 4096 })) {
    await new Promise(resolve => response.write(piece, resolve))
    await new Promise(setImmediate)
  }
  response.end()
}

async function bodyText(bucket: Bucket, { request, sha256 }: Call): Promise<string> {
  const received = await bucket.receive(request, sha256)
  return text(createReadStream(received.path))
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (!(error instanceof Refusal)) return void response.destroy()
  // The rest of a body that is refused is read, so that the client gets the answer.
  request.resume()
  send(response, error.status, errorXml(error.code, error.message), error.headers)
}

function send(response: ServerResponse, status: number, xml: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

function errorXml(code: string, message: string): string {
  return `<Error><Code>${code}</Code><Message>${escaped(message)}</Message><RequestId>1</RequestId></Error>`
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function unescaped(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
