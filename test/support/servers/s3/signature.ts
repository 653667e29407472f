import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal, refuseUnless } from './refusal.ts'

export interface S3Account {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface SignedRequest {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const amzDate = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const mostSkewMs = 15 * 60_000

/** Checks version 4 of AWS' signatures, computed from the request as it came. Returns the hash that its body must have. @throws Refusal as S3 does */
export function checkSignature(request: SignedRequest, account: S3Account, nowMs = Date.now()): string {
  const given = authorization.exec(request.headers.authorization ?? '')
  refuseUnless(given, 403, 'AccessDenied', 'There is no Authorization header of version 4.')
  const [, keyId, day, region, signedNames = '', signature = ''] = given
  const date = header(request, 'x-amz-date')
  const [, ...parts] = amzDate.exec(date) ?? []
  refuseUnless(parts.length === 6 && date.startsWith(day ?? ' '), 403, 'AccessDenied', 'There is no x-amz-date.')
  const [year, month, dayOfMonth, ...time] = parts
  const skewMs = Math.abs(Date.parse(`${year}-${month}-${dayOfMonth}T${time.join(':')}Z`) - nowMs)
  refuseUnless(skewMs <= mostSkewMs, 403, 'RequestTimeTooSkewed', 'The difference of the clocks is too large.')
  refuseUnless(keyId === account.accessKeyId, 403, 'InvalidAccessKeyId', 'The key does not exist.')
  if (region !== account.region) {
    throw new Refusal(
      400,
      'AuthorizationHeaderMalformed',
      `The region ${region} is wrong; expecting ${account.region}.`,
    )
  }
  const sha256 = header(request, 'x-amz-content-sha256')
  refuseUnless(
    /^[0-9a-f]{64}$/.test(sha256),
    400,
    'InvalidRequest',
    'x-amz-content-sha256 must be the hash of the body.',
  )

  const names = signedNames.split(';')
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter(name => name.startsWith('x-amz-'))]
  const unsigned = mustBeSigned.filter(name => !names.includes(name))
  refuseUnless(unsigned.length === 0, 403, 'AccessDenied', `Headers were not signed: ${unsigned.join(', ')}.`)

  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, hash(canonical(request, names, sha256))]
  const key = ['s3', 'aws4_request'].reduce(
    (above, part) => hmac(above, part),
    hmac(hmac(`AWS4${account.secretAccessKey}`, day ?? ''), account.region),
  )
  const isRight = timingSafeEqual(hmac(key, text.join('\n')), Buffer.from(signature, 'hex'))
  refuseUnless(isRight, 403, 'SignatureDoesNotMatch', 'The signature that was computed is another.')
  return sha256
}

function canonical(request: SignedRequest, names: readonly string[], sha256: string): string {
  const [path = '', search = ''] = (request.url ?? '').split('?')
  const query =
    search === '' ? [] : search.split('&').map(pair => pair.split('=').map(part => encode(decodeURIComponent(part))))
  const sorted = query.map(([name, value = '']) => `${name}=${value}`).toSorted()
  const headers = names.map(name => `${name}:${header(request, name).trim().replace(/\s+/g, ' ')}\n`)
  const encodedPath = path
    .split('/')
    .map(part => encode(decodeURIComponent(part)))
    .join('/')
  return [request.method, encodedPath, sorted.join('&'), headers.join(''), names.join(';'), sha256].join('\n')
}

function header(request: SignedRequest, name: string): string {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
