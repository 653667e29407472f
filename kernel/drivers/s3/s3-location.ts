import { ValidationError } from '@svc/plugin'
import { checkedName } from '../objects/object-names.ts'

/** Where a bucket is, as `s3://bucket/prefix?endpoint=&region=&path_style=` says it. */
export interface S3Location {
  bucket: string
  /** Before the name of every object, with a slash at its end; empty without one. */
  prefix: string
  region: string
  /** Where requests for the bucket go, without a slash at its end. */
  bucketUrl: string
  /** `host:port` of it, which may be private: the operator named it. */
  host: string
  /** For messages. */
  description: string
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const regionPattern = /^[a-z0-9-]{1,40}$/
const parameters = new Set(['endpoint', 'region', 'path_style'])
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** @throws ValidationError with all faults of the URL; what may be a secret in it is not shown */
export function readS3Location(url: URL): S3Location {
  const faults: string[] = []
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = readEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  // A certificate for every bucket does not cover one with a dot.
  const isInPath = url.searchParams.has('endpoint') || url.host.includes('.')
  const pathStyle = url.searchParams.get('path_style') ?? String(isInPath)
  const prefix = readPrefix(url)

  if (!bucketPattern.test(url.host)) faults.push('its host is not the name of a bucket')
  if (url.username !== '' || url.password !== '') {
    faults.push('it carries keys, which belong into SVC_CONTENT_ACCESS_KEY_ID and SVC_CONTENT_SECRET_ACCESS_KEY')
  }
  if (prefix === null) faults.push('its path cannot be the beginning of the names of objects')
  if (!regionPattern.test(region)) faults.push('"region" is not one, such as eu-central-1')
  if (!endpoint) faults.push('"endpoint" is not the address of a server, such as https://s3.example.com')
  if (pathStyle !== 'true' && pathStyle !== 'false') faults.push('"path_style" is neither true nor false')
  const unknown = [...url.searchParams.keys()].filter(name => !parameters.has(name))
  if (unknown.length > 0) faults.push(`it has parameters that are not known: ${unknown.join(', ')}`)
  if (faults.length > 0 || !endpoint || prefix === null) {
    throw new ValidationError(
      `SVC_CONTENT_URL is not an address of a bucket: ${faults.join('; ')}. Write it as s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1.`,
    )
  }

  const bucketUrl = urlOfBucket(endpoint, url.host, pathStyle === 'true')
  return {
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    bucketUrl: bucketUrl.href.replace(/\/$/, ''),
    host: `${bucketUrl.hostname}:${bucketUrl.port || defaultPorts[bucketUrl.protocol]}`,
    description: `the bucket ${url.host} at ${endpoint.host}`,
  }
}

function readEndpoint(text: string): URL | null {
  const url = URL.parse(text)
  if (!url || !Object.hasOwn(defaultPorts, url.protocol)) return null
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isPlain ? url : null
}

/** Null when it cannot be one. */
function readPrefix(url: URL): string | null {
  try {
    const prefix = decodeURIComponent(url.pathname).replace(/^\/|\/$/g, '')
    return prefix === '' ? '' : checkedName(prefix)
  } catch {
    return null
  }
}

/** In the host (`bucket.s3.example.com`) or in the path (`s3.example.com/bucket`), as servers without names for buckets need it. */
function urlOfBucket(endpoint: URL, bucket: string, isInPath: boolean): URL {
  const url = new URL(endpoint)
  if (isInPath) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`
  else url.host = `${bucket}.${url.host}`
  return url
}
