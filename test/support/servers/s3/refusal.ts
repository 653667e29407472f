/** What S3 refuses, with its status and the code of its XML. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export function refuseUnless(condition: unknown, status: number, code: string, message: string): asserts condition {
  if (!condition) throw new Refusal(status, code, message)
}
