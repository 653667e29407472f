import { APIError } from '@svc/sdk'

/**
 * What a 400 or 422 says of each field, by its JSON Pointer (`/inputs/topic`). Empty where the error is about no field: then it is shown as a whole.
 */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof APIError)) return {}
  return Object.fromEntries([...error.errors].reverse().map(({ path, message }) => [path, faultSentence(message)]))
}

/** What the server says of a field, such as "must be a number", as a sentence. */
function faultSentence(message: string): string {
  const sentence = /^(is|must|has|needs|may|cannot|does|can|takes) /.test(message) ? `This ${message}` : message
  return /[.!?:)]$/.test(sentence) ? sentence : `${sentence}.`
}
