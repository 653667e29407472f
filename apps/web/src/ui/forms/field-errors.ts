import { APIError } from '@svc/sdk'

/**
 * What a 400 or 422 says of each field, by its JSON Pointer (`/inputs/topic`). Empty where the error is about no field: then it is shown as a whole.
 */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof APIError)) return {}
  return Object.fromEntries([...error.errors].reverse().map(({ path, message }) => [path, message]))
}
