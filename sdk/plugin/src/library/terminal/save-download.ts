import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ValidationError } from '../../errors.ts'
import type { Signatory } from '../../contracts/export.ts'

/** Writes what a command downloads into a file that is there once it is whole. `mode` is that of a new file; 0o666 less the umask by default. */
export async function saveDownload(
  content: Promise<Readable>,
  target: string,
  signal: AbortSignal,
  mode?: number,
): Promise<void> {
  const unfinished = `${target}.part`
  try {
    await pipeline(await content, createWriteStream(unfinished, mode === undefined ? {} : { mode }), { signal })
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Refuses to write over a file that is there. @throws ValidationError */
export function assertFree(target: string, isForced: boolean | undefined): void {
  if (isForced || !existsSync(target)) return
  throw new ValidationError(`${target} is there already. Name another file, or write over it with --force.`)
}

/** `Ada Lovelace, Head of Engines, Analytical Engines`, as `--signatory` takes it. @throws ValidationError without a name */
export function signatoryOf(text: string): Signatory {
  const [name = '', role, organisation] = text.split(',').map(part => part.trim())
  if (name === '') throw new ValidationError('--signatory needs a name: "Ada Lovelace, Head of Engines".')
  return { name, ...(role && { role }), ...(organisation && { organisation }) }
}
