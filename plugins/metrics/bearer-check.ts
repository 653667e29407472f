import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether an `Authorization` header carries the token; with no token to ask for, everyone's does. */
export function bearerCheck(token: string | null): (authorization: string | undefined) => boolean {
  if (token === null) return () => true
  const expected = digest(`Bearer ${token}`)
  return authorization => authorization !== undefined && timingSafeEqual(digest(authorization), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
