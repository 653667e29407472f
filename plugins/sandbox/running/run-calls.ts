import { ConflictError, ForbiddenError, PayloadTooLargeError, RateLimitedError } from '@svc/plugin'
import type { SandboxLimits, SandboxRun } from '@svc/plugin/contracts/sandbox'
import { parseJsonText, toJsonText } from './json-text.ts'

/** The calls that one run makes: within its permissions and budgets, whatever its process has counted. */
export class RunCalls {
  readonly #capabilities: SandboxRun['capabilities']
  readonly #limits: SandboxLimits
  /** Made at the first call: most runs make none. */
  #ended: AbortController | null = null
  #count = 0
  #inFlight = 0

  constructor(capabilities: SandboxRun['capabilities'], limits: SandboxLimits) {
    this.#capabilities = capabilities
    this.#limits = limits
  }

  /** How many calls were made, refused ones over the budget included. */
  get count(): number {
    return this.#count
  }

  /** `argument` and the answer are JSON texts. */
  async call(name: string, argument: string): Promise<string> {
    const { calls, calls_in_flight: inFlight, call_argument_bytes: bytes } = this.#limits
    const capability = Object.hasOwn(this.#capabilities, name) ? this.#capabilities[name] : undefined
    if (!capability) throw new ForbiddenError('forbidden', `ctx has no permission for ${name.slice(0, 100)}.`)
    this.#count += 1
    if (this.#count > calls) throw new RateLimitedError(`A run may make ${calls} calls; this one is over it.`, 0)
    if (this.#inFlight >= inFlight) throw new RateLimitedError(`A run may have ${inFlight} calls at a time.`, 0)
    if (Buffer.byteLength(argument) > bytes)
      throw new PayloadTooLargeError(`An argument may have ${bytes} bytes as JSON; that of ${name} has more.`)
    this.#ended ??= new AbortController()
    this.#inFlight += 1
    try {
      const result = await capability(parseJsonText(argument, `The argument of ${name}`), this.#ended.signal)
      return toJsonText(result ?? null, `The answer of ${name}`)
    } finally {
      this.#inFlight -= 1
    }
  }

  /** Aborts the calls that still go on. */
  end(): void {
    this.#ended?.abort(new ConflictError('cancelled', 'The run has ended.'))
  }
}
