import { open } from 'node:fs/promises'
import { engineFailure } from '../engine-failure.ts'
import { checkText } from './check-text.ts'
import { fileHead, filePieces } from './file-pieces.ts'
import { knownEncoding } from './known-encoding.ts'
import type { OpenedText, UploadSource } from './open-upload.ts'

/** As much as is looked at to find out delimiter, header and types. */
const headBytes = 4 * 1024 * 1024

type PlainText = Omit<OpenedText, 'format' | 'compression'>

/** The text as UTF-8: the file itself where it is that, otherwise a copy in the staging folder. @throws RemoteError */
export async function plainText(path: string, source: Omit<UploadSource, 'file'>): Promise<PlainText> {
  const { staging, options, limits } = source
  const given = options.encoding === undefined ? null : knownEncoding(options.encoding)
  const start = await fileHead(path, 4096)
  const marked = byteOrderMark(start)
  const wide = marked ?? withoutMark(start)
  const warnings: string[] = []
  if (marked !== null && given !== null && given !== marked)
    warnings.push(`The file's byte order mark says ${marked}; it was read as that, not as ${given}.`)
  if (marked === null && given === null && wide !== null)
    warnings.push(`The text has no byte order mark; it was read as ${wide}.`)
  const encoding = marked ?? given ?? wide
  if (encoding !== null && encoding !== 'utf-8') return rewritten(encoding, encoding === given)

  const facts = await checkText(path, limits.max_line_bytes)
  if (!facts.isUtf8) {
    if (given !== null || marked !== null) throw notEncoded('utf-8')
    warnings.push(
      'The text is not UTF-8; it was read as windows-1252 (Western European). Where letters are wrong, import it again and give its "encoding".',
    )
    return rewritten('windows-1252', false)
  }
  if (facts.hasNul) return rewritten('utf-8', false)
  return { path, bytes: facts.bytes, encoding: 'utf-8', warnings, hasReturn: facts.hasReturn, ...(await headOf(path)) }

  async function rewritten(from: string, isGiven: boolean): Promise<PlainText> {
    const text = `${staging}/text`
    const nuls = await transcode(path, text, from, isGiven)
    if (nuls > 0)
      warnings.push(`${nuls === 1 ? 'A NUL character was' : `${nuls} NUL characters were`} left out of the text.`)
    const facts = await checkText(text, limits.max_line_bytes)
    return {
      path: text,
      bytes: facts.bytes,
      encoding: from,
      warnings,
      hasReturn: facts.hasReturn,
      ...(await headOf(text)),
    }
  }
}

function byteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** In UTF-16 every second byte of most tables is zero. */
function withoutMark(bytes: Buffer): string | null {
  const pairs = Math.floor(bytes.length / 2)
  if (pairs < 2) return null
  const zeros = [0, 0]
  for (let index = 0; index < pairs * 2; index++) if (bytes[index] === 0) zeros[index % 2]! += 1
  const [even, odd] = zeros.map(count => count / pairs) as [number, number]
  if (odd > 0.6 && even < 0.05) return 'utf-16le'
  return even > 0.6 && odd < 0.05 ? 'utf-16be' : null
}

/** How many NUL characters were left out. */
async function transcode(from: string, to: string, encoding: string, isGiven: boolean): Promise<number> {
  const decoder = new TextDecoder(encoding, { fatal: isGiven })
  const file = await open(to, 'w')
  let nuls = 0
  const write = async (decoded: string): Promise<void> => {
    const text = decoded.includes('\0') ? decoded.replaceAll('\0', '') : decoded
    nuls += decoded.length - text.length
    await file.appendFile(text)
  }
  try {
    for await (const piece of filePieces(from)) await write(decoder.decode(piece, { stream: true }))
    await write(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError) throw notEncoded(encoding)
    throw error
  } finally {
    await file.close()
  }
  return nuls
}

function notEncoded(encoding: string) {
  return engineFailure(
    'import_failed',
    `The text is not ${encoding}: some of its bytes stand for no character there. Give its "encoding", or leave it out.`,
  )
}

async function headOf(path: string): Promise<{ head: string; isWholeInHead: boolean }> {
  const bytes = await fileHead(path, headBytes)
  const head = new TextDecoder().decode(bytes, { stream: bytes.length === headBytes })
  if (head.trim() === '') throw engineFailure('import_failed', 'The file is empty: it holds nothing but white space.')
  return { head, isWholeInHead: bytes.length < headBytes }
}
