import { stat } from 'node:fs/promises'
import { InternalError, NotFoundError, ValidationError } from '@svc/plugin'
import type { ObjectRange } from '@svc/plugin'

export function missingObject(name: string, cause?: unknown): NotFoundError {
  return new NotFoundError(`The object ${name} is not there.`, { cause })
}

/** A range that no byte of the object is in. `size`: null when it is not known. */
export function rangeFault(name: string, { start, end }: ObjectRange, size: number | null): ValidationError {
  const has = size === null ? 'fewer' : size
  return new ValidationError(`The object ${name} has ${has} bytes: none of them is in the range ${start} to ${end}.`)
}

/** @throws InternalError when the file that is to be stored is not there or has another size: its owner changed it, or knows no better */
export async function checkFile({ path, size }: { path: string; size: number }): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new InternalError(`${path} was to be stored and cannot be read.`, { cause })
  })
  if (found.size !== size) throw new InternalError(`${path} was to be stored with ${size} bytes and has ${found.size}.`)
}
