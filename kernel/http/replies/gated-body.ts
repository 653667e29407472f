import { AsyncResource } from 'node:async_hooks'
import { pipeline, Transform } from 'node:stream'
import type { Readable, TransformCallback } from 'node:stream'

/** The same bytes, each piece once `kept` resolves: a body may be made while it is sent, from what is not kept yet. */
export function gatedBody(body: Readable, kept: () => Promise<void> | undefined): Readable {
  // A piece is asked for when the client reads on, and that is no part of the request's work.
  const resolved = AsyncResource.bind(async () => kept())
  const pass = (done: TransformCallback, piece?: unknown): void => void resolved().then(() => done(null, piece), done)
  const gate = new Transform({
    transform: (piece, _encoding, done) => pass(done, piece),
    // The end says something too: that there is no more.
    flush: done => pass(done),
  })
  return pipeline(body, gate, () => undefined)
}
