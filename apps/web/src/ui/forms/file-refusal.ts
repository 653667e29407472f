import { PayloadTooLargeError } from '@svc/sdk'
import { bytes } from '../words/bytes.ts'
import { sentenceOf } from '../states/sentence-of.ts'

/** Why a file was not taken, in a sentence: where it is too large with its size, and where it cannot be read any more with what to do. */
export function fileRefusal(file: File, error: unknown): string {
  if (error instanceof PayloadTooLargeError) return `${sentenceOf(error)} This file has ${bytes(file.size)}.`
  const reason = causeOf(error)
  if (reason instanceof DOMException && reason.name === 'NotReadableError') return changed(file)
  return sentenceOf(error)
}

/** @throws Error where the file changed, or went, since it was chosen */
export async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new Error(changed(file), { cause })
  }
}

function changed({ name }: File): string {
  return `${name} changed or went away since it was chosen. Choose it again.`
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error
}
