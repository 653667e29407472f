import type { Socket } from 'node:net'
import type { Ids } from '@svc/plugin'

interface ParserError extends Error {
  code?: string
}

/** What node's parser refuses never becomes a request, so its answer is written by hand. */
const answers: Record<string, { status: string; code: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'validation_error',
    detail: 'The headers are over the limit of 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    detail: 'The request did not arrive in time.',
  },
}
const malformed = { status: '400 Bad Request', code: 'validation_error', detail: 'The request is not valid HTTP.' }

export function clientErrorHandler(
  ids: Ids,
  isUploading: (socket: Socket) => boolean,
): (error: ParserError, socket: Socket) => void {
  return (error, socket) => {
    // It has a time limit of its own, for which each piece that comes counts.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, code, detail } = answers[error.code ?? ''] ?? malformed
    const requestId = ids.create('req')
    const [number, ...title] = status.split(' ')
    const problem = {
      type: `urn:svc:problem:${code}`,
      title: title.join(' '),
      status: Number(number),
      detail,
      code,
      request_id: requestId,
    }
    const body = JSON.stringify(problem)
    const head = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
