import { describe, expect, it } from 'vitest'
import { orAborted } from './or-aborted.ts'

const never = new Promise<never>(() => undefined)

describe('orAborted', () => {
  it('settles as the work does while nobody aborts', async () => {
    const { signal } = new AbortController()
    expect(await orAborted(Promise.resolve(7), signal)).toBe(7)
    await expect(orAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  })

  it('rejects with the reason of the signal, of one that has aborted before too, and drops the error of the work', async () => {
    const aborting = new AbortController()
    const left = Promise.withResolvers<never>()
    const waiting = orAborted(left.promise, aborting.signal)
    aborting.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(orAborted(never, aborting.signal)).rejects.toThrow('enough')
    await expect(orAborted(Promise.reject(new Error('broken')), aborting.signal)).rejects.toThrow('enough')
    // An unhandled rejection would fail the run.
    left.reject(new Error('too late'))
  })
})
