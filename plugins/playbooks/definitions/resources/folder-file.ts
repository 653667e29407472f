import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** Why a file beside a playbook is not read, as a sentence. */
export class FileFault extends Error {
  readonly code: 'unsupported' | 'resource'

  constructor(
    message: string,
    { code = 'resource', cause }: { code?: 'unsupported' | 'resource'; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
  }
}

const mostBytes = 256 * 1024
const scheme = 'file:'

/** The path that `file:./schemas/order.json` names, below the folder of the playbook. @throws FileFault for every other place */
export function fileNamedBy(endpoint: string): string {
  const shown = `"${endpoint.slice(0, 200)}"`
  if (!endpoint.startsWith(scheme))
    throw new FileFault(
      `svc reads ${shown} from no other place: put the file beside the playbook, as file:./name.json.`,
      { code: 'unsupported' },
    )
  const path = endpoint.slice(scheme.length)
  if (path.includes('%')) throw new FileFault(`${shown} is encoded. Write the name of the file as it is, without %.`)
  if (/[\\?#\p{Cc}]/u.test(path)) throw new FileFault(`${shown} is no path: it has \\, ?, # or a control character.`)
  if (path.startsWith('/') || /^[a-z]:/i.test(path))
    throw new FileFault(`${shown} is absolute. Name a file beside the playbook, as file:./name.json.`)
  const parts = path.split('/')
  if (parts.includes('..')) throw new FileFault(`${shown} leads out of the folder of the playbook by "..".`)
  const file = posix.normalize(path)
  if (file === '.' || file.endsWith('/')) throw new FileFault(`${shown} names no file.`)
  return file
}

/** The text of a file of the folder; `file` as {@link fileNamedBy} gives it. No link is followed. @throws FileFault */
export async function textIn(folder: string, file: string): Promise<string> {
  const names = file.split('/')
  for (const [index] of names.entries()) await checkPart(folder, names.slice(0, index + 1), index === names.length - 1)
  // Neither a link that has come since then nor a pipe, which nobody writes into, is opened.
  const handle = await open(join(folder, file), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0)
    if (bytesRead > mostBytes) throw new FileFault(`${file} has more than ${mostBytes} bytes.`)
    return decoded(buffer.subarray(0, bytesRead), file)
  } finally {
    await handle.close()
  }
}

async function checkPart(folder: string, names: readonly string[], isLast: boolean): Promise<void> {
  const shown = names.join('/')
  const found = await lstat(join(folder, ...names)).catch((error: unknown) => {
    throw new FileFault(`There is no file ${shown} beside the playbook.`, { cause: error })
  })
  if (found.isSymbolicLink())
    throw new FileFault(`${shown} is a link, and no link is followed. Put the file itself there.`)
  if (isLast && !found.isFile()) throw new FileFault(`${shown} is no file.`)
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new FileFault(`${file} is not UTF-8 text. Save it as UTF-8.`, { cause: error })
  }
}

/** Changes when the file does; of one that is not there, when it comes. */
export async function stampOf(folder: string, file: string): Promise<string> {
  const found = await lstat(join(folder, file)).catch(() => null)
  return found === null ? 'none' : `${found.mtimeMs} ${found.size} ${found.ino}`
}
