import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { route } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import { KnownCredentials, startTestHttp } from '../../../test/rooms/http.ts'
import type { Credentials } from '../../auth/index.ts'

/** Finds out with a wait who calls, as it is where a database is asked. */
class SlowCredentials extends KnownCredentials {
  asked = 0
  changed: () => void = () => undefined
  readonly #found: Promise<void>

  constructor(found: Promise<void>) {
    super()
    this.#found = found
  }

  override async authenticate(credentials: Credentials): Promise<Principal | null> {
    this.asked += 1
    await this.#found
    return super.authenticate(credentials)
  }

  override onChange(listener?: () => void): void {
    if (listener) this.changed = listener
  }
}

it('one who left while it was looked up who they are takes no place, and nobody asks about them again', async () => {
  const { promise: found, resolve: find } = Promise.withResolvers<void>()
  const auth = new SlowCredentials(found)
  let handled = 0
  const upload = route({
    method: 'PUT',
    path: '/api/blobs/*',
    operationId: 'putBlob',
    summary: 'Keep bytes',
    permission: 'memory:write',
    idempotent: false,
    upload: ['raw'],
    responses: { 201: { description: 'What came', schema: {} } },
    handler: async request => {
      handled += 1
      await request.upload!.body.toArray()
      return {}
    },
  })
  const limits = { uploadsPerPrincipal: 1 }
  await using server = await startTestHttp([upload], { limits, options: { auth } })
  const left = new Promise<void>(resolve => server.http.server.onRequestFinished(() => resolve()))
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = ['PUT /api/blobs/x HTTP/1.1', 'Host: localhost', 'Authorization: Bearer svc_owner', 'Content-Length: 9']
  socket.write([...head, '', ''].join('\r\n'))
  await expect.poll(() => auth.asked).toBe(1)
  socket.destroy()
  await left
  find()
  expect((await server.call('/api/blobs/y', { method: 'PUT', body: 'x' })).status).toBe(201)
  auth.changed()
  await nextTurn()
  expect([auth.asked, handled]).toEqual([2, 1])
})
