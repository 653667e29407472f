import { describe, expect, it } from 'vitest'
import type { Account } from '../account/account.ts'
import { decodeMessageId, encodeMessageId } from './message-id.ts'

const account = { username: 'ada', imap: { host: 'imap.example.com' } } as Account
const place = { folder: 'Архив/2026', uidValidity: 4_294_967_295n, uid: 4_294_967_295 }

describe('the id of a message', () => {
  it('leads back to its place', () => {
    expect(decodeMessageId('ws_1', account, encodeMessageId('ws_1', account, place))).toEqual(place)
  })

  it('fits a path, also for the longest folder', () => {
    const long = { ...place, folder: 'я'.repeat(75) }
    const id = encodeMessageId('ws_1', account, long)
    expect([id.length <= 256, encodeURIComponent(id)]).toEqual([true, id])
    expect(decodeMessageId('ws_1', account, id)).toEqual(long)
    expect(() => encodeMessageId('ws_1', account, { ...place, folder: 'x'.repeat(151) })).toThrow('150 bytes')
  })

  it('names nothing in another workspace, for another account, or when it was changed', () => {
    const id = encodeMessageId('ws_1', account, place)
    const changed = Buffer.from(Buffer.from(id, 'base64url').toString().replace('Архив', 'Отпра')).toString('base64url')
    for (const read of [
      () => decodeMessageId('ws_2', account, id),
      () => decodeMessageId('ws_1', { ...account, username: 'eve' }, id),
      () => decodeMessageId('ws_1', account, changed),
      () => decodeMessageId('ws_1', account, ''),
      () => decodeMessageId('ws_1', account, `${id}=`),
    ])
      expect(read).toThrow(expect.objectContaining({ status: 404 }))
  })
})
