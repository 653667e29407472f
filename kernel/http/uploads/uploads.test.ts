import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { route } from '@svc/plugin'
import { startTestHttp } from '../../../test/rooms/http.ts'
import type { TestHttp, TestHttpOptions } from '../../../test/rooms/http.ts'

const hashed = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** How each upload ended for its handler. */
function uploadRoutes() {
  const seen: unknown[] = []
  const noting = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work()
    } catch (error) {
      seen.push(error instanceof Error && 'code' in error ? error.code : error)
      throw error
    }
  }
  const common = {
    permission: 'memory:write',
    responses: { 201: { description: 'What came', schema: {} } },
    idempotent: false,
  } as const
  const routes = [
    route({
      ...common,
      method: 'PUT',
      path: '/api/blobs/*',
      operationId: 'putBlob',
      summary: 'Keep bytes',
      upload: ['raw'],
      bodyLimit: 5_000_000,
      handler: ({ upload, params }) =>
        noting(async () => {
          const hash = createHash('sha256')
          let bytes = 0
          for await (const piece of upload!.body) {
            hash.update(piece as Buffer)
            bytes += (piece as Buffer).byteLength
          }
          return {
            path: params['*'],
            type: upload!.contentType,
            length: upload!.length,
            bytes,
            sha256: hash.digest('hex'),
          }
        }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/forms',
      operationId: 'postForm',
      summary: 'Take a form, or JSON',
      upload: ['multipart'],
      body: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
      example: { body: { name: 'a' } },
      bodyLimit: 1_000_000,
      jsonLimit: 1000,
      handler: ({ upload, body }) =>
        noting(async () => {
          if (upload === null) return { json: body }
          const parts: unknown[] = []
          for await (const part of upload.parts()) {
            if (part.kind === 'field') parts.push([part.name, part.value])
            else if (part.filename === 'skipped') parts.push([part.name, part.filename])
            else {
              const pieces = await part.body.toArray()
              parts.push([part.name, part.filename, part.contentType, hashed(Buffer.concat(pieces as Buffer[]))])
            }
          }
          return { parts }
        }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/large',
      operationId: 'postLarge',
      summary: 'Take large JSON',
      body: { type: 'object' },
      example: { body: {} },
      bodyLimit: 5_000_000,
      handler: () => ({}),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/endless',
      operationId: 'getEndless',
      summary: 'Bytes without end',
      permission: 'memory:read',
      responses: { 200: { description: 'Bytes', contentType: 'application/octet-stream' } },
      etag: false,
      handler: (_request, reply) => {
        const body = new Readable({ read: () => void body.push(Buffer.alloc(65_536)) })
        body.once('close', () => seen.push('let go of'))
        return reply.stream(body, 'application/octet-stream')
      },
    }),
    route({
      ...common,
      method: 'HEAD',
      path: '/api/blobs/:name',
      operationId: 'headBlob',
      summary: 'How much came',
      permission: 'memory:read',
      responses: { 200: { description: 'Its size, in a header' } },
      handler: (_request, reply) => {
        reply.header('upload-offset', '42')
        return undefined
      },
    }),
  ]
  return { routes, seen }
}

const open: TestHttp[] = []
afterEach(async () => {
  for (const http of open.splice(0)) await http[Symbol.asyncDispose]()
})

async function start(options: TestHttpOptions = {}) {
  const { routes, seen } = uploadRoutes()
  const started = await startTestHttp(routes, options)
  open.push(started)
  return { ...started, call: started.call.bind(started), seen }
}

const put = (body: RequestInit['body'], type?: string): RequestInit => ({
  method: 'PUT',
  body,
  ...(type && { headers: { 'content-type': type } }),
})

async function send(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

function head(method: string, path: string, headers: string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Authorization: Bearer svc_owner', ...headers, '', ''].join(
    '\r\n',
  )
}

async function textOf(socket: Socket): Promise<string> {
  const pieces = await socket.toArray()
  return Buffer.concat(pieces as Buffer[]).toString()
}

async function firstOf(socket: Socket): Promise<string> {
  const [first] = (await once(socket, 'data')) as [Buffer]
  return first.toString()
}

describe('an upload', () => {
  it('comes as the bytes it was sent as, of whatever type', async () => {
    const { call } = await start()
    const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 31) % 251)
    const sent = await call('/api/blobs/a/b.json', put(bytes, 'application/json'))
    const facts = { path: 'a/b.json', type: 'application/json', length: 3_000_000, bytes: 3_000_000 }
    expect([sent.status, await sent.json()]).toEqual([201, { ...facts, sha256: hashed(bytes) }])
    const empty = await call('/api/blobs/none', put(''))
    expect(await empty.json()).toMatchObject({ bytes: 0, sha256: hashed('') })
  })

  it('that is not whole never looks whole', async () => {
    const { url, seen } = await start()
    const socket = await send(url, `${head('PUT', '/api/blobs/x', ['Content-Length: 1000'])}half of it`)
    socket.destroy()
    await expect.poll(() => seen).toEqual(['validation_error'])
  })

  it('over its limit is refused by what it says, and by what comes', async () => {
    const { url, call, seen } = await start()
    const stated = await call('/api/blobs/x', put(new Uint8Array(5_000_001)))
    expect([stated.status, await stated.json()]).toMatchObject([
      413,
      { detail: expect.stringContaining('5000000 bytes') },
    ])
    const socket = await send(url, head('PUT', '/api/blobs/x', ['Transfer-Encoding: chunked', 'Connection: close']))
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    for (let sent = 0; sent < 100; sent += 1) socket.write(chunk)
    socket.end('0\r\n\r\n')
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 413 .*"payload_too_large"/s)
    expect(seen).toEqual(['payload_too_large'])
  })

  it('may take longer than a request may, as long as bytes come, and not a moment longer', async () => {
    const limits = { requestTimeoutMs: 300, headersTimeoutMs: 200, handlerTimeoutMs: 300, uploadStallMs: 400 }
    const { url, seen } = await start({ limits })
    const slow = await send(url, head('PUT', '/api/blobs/x', ['Content-Length: 12', 'Connection: close']))
    const pace = setInterval(() => slow.write('x'), 100)
    const answer = await textOf(slow)
    clearInterval(pace)
    expect(answer).toMatch(/^HTTP\/1\.1 201 .*"bytes":12/s)
    const stalled = await send(url, `${head('PUT', '/api/blobs/x', ['Content-Length: 12'])}x`)
    expect(await firstOf(stalled)).toMatch(/^HTTP\/1\.1 504 .*was given up/s)
    stalled.destroy()
    expect(seen).toEqual(['timeout'])
  })

  it('is refused before its body is read', async () => {
    const { url, call } = await start()
    const socket = await send(
      url,
      head('PUT', '/api/blobs/x', ['Content-Length: 4000000']).replace('svc_owner', 'svc_reader'),
    )
    expect(await firstOf(socket)).toMatch(/^HTTP\/1\.1 403 /)
    socket.destroy()
    const packed = await call('/api/blobs/x', { ...put('x'), headers: { 'content-encoding': 'gzip' } })
    const form = await call('/api/blobs/x', { method: 'PUT', body: new FormData() })
    expect([packed.status, form.status]).toEqual([415, 415])
  })
})

describe('uploads that are never ended', () => {
  it('are ended when they were refused, also before anybody looked at the body', async () => {
    const limits = { requestTimeoutMs: 200, headersTimeoutMs: 200, uploadStallMs: 60_000 }
    const { url } = await start({ limits })
    const chunked = ['Transfer-Encoding: chunked']
    const socket = await send(url, head('PUT', '/api/blobs/x', chunked).replace('svc_owner', 'svc_nobody'))
    socket.on('error', () => undefined)
    expect(await firstOf(socket)).toMatch(/^HTTP\/1\.1 401 /)
    const closed = once(socket, 'close')
    const pace = setInterval(() => socket.write('1\r\nx\r\n'), 50)
    await closed
    clearInterval(pace)
  })

  it('are so many for one caller and no more', async () => {
    const { url, call } = await start({ limits: { uploadsPerPrincipal: 2 } })
    const sockets = [await send(url, `${head('PUT', '/api/blobs/x', ['Content-Length: 9'])}x`)]
    sockets.push(await send(url, `${head('PUT', '/api/blobs/x', ['Content-Length: 9'])}x`))
    const refused = async () => (await call('/api/blobs/x', put('x'))).status
    await expect.poll(refused).toBe(429)
    for (const socket of sockets) socket.destroy()
    await expect.poll(refused).toBe(201)
  })

  it('are so many, too, where they are large and held in memory', async () => {
    const { url, call } = await start({ limits: { bodyBytes: 1000, largeBodiesPerPrincipal: 1 } })
    const large = ['Content-Type: application/json', 'Content-Length: 2000']
    const socket = await send(url, `${head('POST', '/api/large', large)}{`)
    const post = async (length: number) =>
      (
        await call('/api/large', {
          method: 'POST',
          body: JSON.stringify({ a: 'x'.repeat(length) }),
          headers: { 'content-type': 'application/json' },
        })
      ).status
    await expect.poll(() => post(2000)).toBe(429)
    expect(await post(10)).toBe(201)
    socket.destroy()
    await expect.poll(() => post(2000)).toBe(201)
    expect(await post(3000)).toBe(201)
  })

  it('cannot pass for JSON on a route that takes both', async () => {
    const limits = { requestTimeoutMs: 200, headersTimeoutMs: 200 }
    const { url } = await start({ limits })
    const socket = await send(url, head('POST', '/api/forms', ['Content-Type: application/json', 'Content-Length: 99']))
    socket.on('error', () => undefined)
    const pace = setInterval(() => socket.write(' '), 50)
    expect(await firstOf(socket)).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(pace)
    socket.destroy()
  })
})

describe('a download', () => {
  it('that nobody reads on is let go of, and one caller has so many and no more', async () => {
    const { url, call, seen } = await start({ limits: { downloadStallMs: 300, downloadsPerPrincipal: 1 } })
    const socket = await send(url, head('GET', '/api/endless', []))
    await firstOf(socket)
    socket.pause()
    expect((await call('/api/endless')).status).toBe(429)
    await expect.poll(() => seen, { timeout: 5000 }).toEqual(['let go of', 'let go of'])
    socket.destroy()
  })
})

describe('a form', () => {
  it('gives its parts in order, and goes on after a file that nobody read', async () => {
    const { call } = await start()
    const form = new FormData()
    form.append('path', 'a/b')
    form.append('file', new Blob(['x'.repeat(200_000)]), 'skipped')
    form.append('file', new Blob(['<b>'], { type: 'text/html' }), '../Ünï c.html')
    form.append('last', 'ω')
    const answer = await call('/api/forms', { method: 'POST', body: form })
    expect(await answer.json()).toEqual({
      parts: [
        ['path', 'a/b'],
        ['file', 'skipped'],
        ['file', '../Ünï c.html', 'text/html', hashed('<b>')],
        ['last', 'ω'],
      ],
    })
  })

  it('may be JSON where the route takes both', async () => {
    const { call } = await start()
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const good = await call('/api/forms', { ...json, body: '{"name":"a"}' })
    const bad = await call('/api/forms', { ...json, body: '{"nam":"a"}' })
    const large = await call('/api/forms', { ...json, body: JSON.stringify({ name: 'a'.repeat(1000) }) })
    expect([large.status, await large.json()]).toMatchObject([413, { limit_bytes: 1000 }])
    const text = await call('/api/forms', { method: 'POST', body: 'name=a' })
    expect([await good.json(), bad.status, text.status]).toEqual([{ json: { name: 'a' } }, 400, 415])
  })

  it.each([
    ['has no boundary', 'multipart/form-data', 'x'],
    ['never begins', 'multipart/form-data; boundary=b', 'nothing of a form'],
    [
      'is cut off in a file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    ],
  ])('that %s is refused', async (_what, type, body) => {
    const { call } = await start()
    const answer = await call('/api/forms', { method: 'POST', body, headers: { 'content-type': type } })
    expect([answer.status, await answer.json()]).toMatchObject([400, { detail: expect.stringMatching(/body .*form/) }])
  })

  it('with too many or too long fields is refused', async () => {
    const { call } = await start()
    const many = new FormData()
    for (let count = 0; count < 101; count += 1) many.append(`f${count}`, '1')
    const long = new FormData()
    long.append('note', 'x'.repeat(70_000))
    const answers = [
      await call('/api/forms', { method: 'POST', body: many }),
      await call('/api/forms', { method: 'POST', body: long }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([413, 413])
  })

  it('of parts that have no name, or are nothing at all, is read or refused', async () => {
    const { call } = await start()
    const send = async (body: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const answer = await call('/api/forms', { method: 'POST', body: `${body}--b--\r\n`, headers })
      return [answer.status, ((await answer.json()) as { parts?: unknown; detail?: string }).parts ?? null]
    }
    const nameless = '--b\r\nContent-Disposition: form-data; filename="skipped"\r\n\r\nx\r\n'
    expect([await send(nameless), await send('--b\r\n\r\n\r\n'.repeat(5000))]).toEqual([
      [201, [['', 'skipped']]],
      [413, null],
    ])
  })

  it('whose client leaves in the midst of a file fails where it is read', async () => {
    const { url, seen } = await start()
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf'
    const socket = await send(
      url,
      head('POST', '/api/forms', ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 9000']) + body,
    )
    socket.destroy()
    await expect.poll(() => seen).toEqual(['validation_error'])
  })
})

describe('a HEAD route', () => {
  it('answers headers and no body', async () => {
    const { call } = await start()
    const answer = await call('/api/blobs/x', { method: 'HEAD' })
    expect([answer.status, answer.headers.get('upload-offset'), await answer.text()]).toEqual([200, '42', ''])
  })

  it('lets go of the bytes that its GET would send', async () => {
    const { call, seen } = await start()
    const answer = await call('/api/endless', { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/octet-stream',
      '',
    ])
    await expect.poll(() => seen).toEqual(['let go of'])
  })
})
