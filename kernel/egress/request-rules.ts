import { ValidationError } from '@svc/plugin'
import type { FieldError } from '@svc/plugin'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type Method = (typeof methods)[number]

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const unsafeValue = /[[\p{Cc}&&\p{ASCII}]--\t]|[^\p{ASCII}\u0080-\u00ff]/v
const maxHeaders = 64
const maxHeaderBytes = 16 * 1024

// The connection is ours: these would change its framing, its target or its life.
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'te',
  'trailer',
  'expect',
  'http2-settings',
])

// To another origin only what names no one; a key may travel under any name, so what is not listed stays behind.
const originNeutral = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-language',
  'user-agent',
])

function isMethod(method: string): method is Method {
  return methods.some(known => known === method)
}

/** @throws ValidationError */
export function checkedMethod(method: string): Method {
  const upper = method.toUpperCase()
  if (isMethod(upper)) return upper
  throw new ValidationError(`The method ${method.slice(0, 20)} is not sent. Use one of ${methods.join(', ')}.`, [
    { path: '/method', message: `must be one of ${methods.join(', ')}` },
  ])
}

function headerFault(name: string, value: string): string | null {
  if (!token.test(name)) return 'is not a header name'
  if (ownHeaders.has(name.toLowerCase()) || name.toLowerCase().startsWith('proxy-'))
    return 'is set by the connection and cannot be given'
  if (unsafeValue.test(value)) return 'has a value with characters that a header cannot carry'
  return null
}

/** The headers in lower case, with our defaults. @throws ValidationError that lists every header that cannot be sent */
export function checkedHeaders(given: Record<string, string>): Record<string, string> {
  const entries = Object.entries(given)
  const errors: FieldError[] = []
  for (const [name, value] of entries) {
    const fault = headerFault(name, value)
    if (fault) errors.push({ path: '/headers', message: `${JSON.stringify(name.slice(0, 100))} ${fault}` })
  }
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (entries.length > maxHeaders || bytes > maxHeaderBytes) {
    errors.push({ path: '/headers', message: `at most ${maxHeaders} headers and ${maxHeaderBytes} bytes are sent` })
  }
  if (errors.length > 0) {
    throw new ValidationError(`The request cannot be sent: ${errors.map(error => error.message).join('; ')}.`, errors)
  }
  const headers: Record<string, string> = { 'user-agent': 'svc', 'accept-encoding': 'gzip, br' }
  for (const [name, value] of entries) headers[name.toLowerCase()] = value
  return headers
}

/** What may follow a redirect to another origin. */
export function headersForOtherOrigin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => originNeutral.has(name)))
}

/** What stays when a redirect turns the request into a GET. */
export function withoutBodyHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}
