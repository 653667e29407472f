import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { RemoteError } from '@svc/plugin/child'
import { engineFailure } from '../engine-failure.ts'
import { byteSize } from './byte-size.ts'

/** Real tables pack to a twentieth; no table worth its room to a five-hundredth. */
const maxRatio = 500
const unsuspicious = 64 * 1024 * 1024

/** Unpacks all members of a gzip file, to at most so many bytes. @throws RemoteError */
export async function unpackGzip(from: string, to: string, maxBytes: number): Promise<void> {
  const packed = (await stat(from)).size
  let bytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      done(refusal(), piece)
    },
  })
  try {
    await pipeline(createReadStream(from), createGunzip(), counted, createWriteStream(to))
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR')
      throw engineFailure('import_failed', 'The gzip file is cut off: its end is missing. Send the whole file again.')
    if (code?.startsWith('Z_'))
      throw engineFailure(
        'import_failed',
        'The gzip file is damaged: it cannot be unpacked. Pack it again and send it.',
      )
    throw error
  }

  function refusal(): RemoteError | null {
    if (bytes > maxBytes)
      return engineFailure(
        'payload_too_large',
        `The file unpacks to more than ${byteSize(maxBytes)}, the most that is read. Import it in parts.`,
      )
    if (bytes > unsuspicious && bytes > packed * maxRatio)
      return engineFailure(
        'import_failed',
        `The gzip file unpacks to more than ${maxRatio} times its size. It may be made to exhaust its reader.`,
      )
    return null
  }
}
