import type * as argon2 from '@node-rs/argon2'
import { UnavailableError, ValidationError } from '@svc/plugin'

/** OWASP's second choice of parameters for argon2id, the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxRunning = 2
const maxWaiting = 256

export const passwordLength = { minLength: 8, maxLength: 256 } as const

/** The hash of a random text nobody has: an unknown user's password is compared with it, which takes as long as any other. */
const unknownUserHash =
  '$argon2id$v=19$m=19456,t=2,p=1$YADqzCvd/NNu7pPYegNv8Q$iMFiEZyVHlfti50sS36eG/sEaJAC4Np8/vE73KaXM8M'

/** @throws ValidationError naming the field at `path` */
export function checkNewPassword(password: string, path: string): void {
  const length = Array.from(password).length
  if (length >= passwordLength.minLength && length <= passwordLength.maxLength) return
  const message = `must have ${passwordLength.minLength} to ${passwordLength.maxLength} characters`
  throw new ValidationError(`The password ${message}; this one has ${length}.`, [{ path, message }])
}

/** How a password becomes a hash; the library's own functions outside of tests. */
export type Hashing = Pick<typeof argon2, 'hash' | 'verify'>

/** Hashes and compares passwords, at most two at once, so that a storm of sign-ins takes 40 MiB and not the machine. */
export class Passwords {
  readonly #hashing: () => Promise<Hashing>
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(hashing?: Hashing) {
    // A native library, loaded with the first password: most starts see none.
    this.#hashing = async () => hashing ?? import('@node-rs/argon2')
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(async () => (await this.#hashing()).hash(normalized(password), cost))
  }

  /** `stored` is null for an unknown user: the same work is done and the answer is false. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const matches = await this.#inTurn(async () =>
      (await this.#hashing()).verify(stored ?? unknownUserHash, normalized(password)),
    )
    return matches && stored !== null
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= maxRunning) {
      if (this.#waiting.length >= maxWaiting)
        throw new UnavailableError('Too many sign-ins at once; try again in a moment.')
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.push(resolve)
      await promise
    }
    this.#running += 1
  }
}

/** One password typed on two keyboards can differ in bytes (é composed or not); NIST 800-63B asks for one form. */
function normalized(password: string): string {
  return password.normalize('NFKC')
}
