import { hash } from 'node:crypto'
import { decodeBase64url, NotFoundError, UnprocessableError } from '@svc/plugin'
import type { Account } from '../account/account.ts'

/** Where a message stands: in a folder as it is since `uidValidity`. */
export interface MessagePlace {
  folder: string
  uidValidity: bigint
  uid: number
}

const markLength = 10
// A part of a path that is longer than 256 characters is no route's.
const maxFolderBytes = 150
const shape = /^([0-9a-z]{1,14})\.([0-9a-z]{1,7})\.(.+)$/su

/** An opaque id that fits a path. In another workspace, or for another account, it names nothing. @throws UnprocessableError */
export function encodeMessageId(workspaceId: string, account: Account, place: MessagePlace): string {
  const { folder, uidValidity, uid } = place
  if (Buffer.byteLength(folder) > maxFolderBytes)
    throw new UnprocessableError(
      'unprocessable',
      `Messages in this folder cannot be shown: its path is longer than ${maxFolderBytes} bytes.`,
    )
  const text = `${uidValidity.toString(36)}.${uid.toString(36)}.${folder}`
  return Buffer.from(markOf(workspaceId, account, text) + text).toString('base64url')
}

/** @throws NotFoundError for what is no id of this account's */
export function decodeMessageId(workspaceId: string, account: Account, id: string): MessagePlace {
  const decoded = decodeBase64url(id)?.toString('utf8') ?? ''
  const text = decoded.slice(markLength)
  const [, uidValidity, uid, folder] = shape.exec(text) ?? []
  if (!uidValidity || !uid || !folder || decoded.slice(0, markLength) !== markOf(workspaceId, account, text))
    throw noSuchMessage()
  return { folder, uidValidity: BigInt(Number.parseInt(uidValidity, 36)), uid: Number.parseInt(uid, 36) }
}

export function noSuchMessage(): NotFoundError {
  return new NotFoundError('There is no such message: it was moved or deleted, or the id is none of this mailbox.')
}

function markOf(workspaceId: string, { username, imap }: Account, text: string): string {
  return hash('sha256', JSON.stringify([workspaceId, username, imap.host, text]), 'base64url').slice(0, markLength)
}
