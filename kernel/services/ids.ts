import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock, Ids } from '@svc/plugin'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomLength = 16
const poolBytes = 4096
/** Two digits at once: every pair of them, by its number. */
const pairs = Array.from(alphabet, high => Array.from(alphabet, low => high + low)).flat()

function encodeTime(time: number): string {
  let text = ''
  for (let rest = time; text.length < timeLength; rest = Math.floor(rest / 1024))
    text = (pairs[rest % 1024] ?? '') + text
  return text
}

/** Sixteen digits of base 32: drawn anew each millisecond, counted up within one. */
class RandomPart {
  readonly #digits = new Uint8Array(randomLength)
  /** All digits but the last, as text: counting up seldom changes them. */
  #head: string | null = null
  readonly #pool = new Uint8Array(poolBytes)
  #used = poolBytes

  draw(): void {
    if (this.#used + randomLength > poolBytes) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    for (let index = 0; index < randomLength; index += 1)
      this.#digits[index] = (this.#pool[this.#used + index] ?? 0) & 31
    this.#used += randomLength
    // Half of the range stays free to count up in.
    this.#digits[0] = (this.#digits[0] ?? 0) & 15
    this.#head = null
  }

  countUp(): void {
    for (let index = randomLength - 1; index >= 0; index -= 1) {
      const digit = this.#digits[index] ?? 0
      if (digit < 31) {
        this.#digits[index] = digit + 1
        return
      }
      this.#digits[index] = 0
      this.#head = null
    }
  }

  encode(): string {
    const last = randomLength - 1
    this.#head ??= this.#encodeHead()
    return this.#head + alphabet.charAt(this.#digits[last] ?? 0)
  }

  #encodeHead(): string {
    const digits = this.#digits
    let text = ''
    for (let index = 0; index < randomLength - 2; index += 2)
      text += pairs[(digits[index] ?? 0) * 32 + (digits[index + 1] ?? 0)] ?? ''
    return text + alphabet.charAt(digits[randomLength - 2] ?? 0)
  }
}

/** Random bytes, drawn many at a time; each is handed out once, and is not kept. */
class RandomPool {
  readonly #pool = Buffer.alloc(poolBytes)
  #used = poolBytes

  take(bytes: number): string {
    if (bytes > poolBytes) return randomBytes(bytes).toString('base64url')
    if (this.#used + bytes > poolBytes) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    const taken = this.#pool.subarray(this.#used, this.#used + bytes)
    const text = taken.toString('base64url')
    taken.fill(0)
    this.#used += bytes
    return text
  }
}

/** ULIDs (github.com/ulid/spec) in lower case, monotonic within a millisecond, behind a prefix. */
export function createIds(clock: Clock): Ids {
  const random = new RandomPart()
  const secrets = new RandomPool()
  let lastTime = -1
  let timeText = ''
  return {
    create(prefix) {
      const now = clock.now()
      if (now > lastTime) {
        lastTime = now
        timeText = encodeTime(now)
        random.draw()
      } else {
        // The same millisecond, or a clock that was set back: order is kept by counting.
        random.countUp()
      }
      return `${prefix}_${timeText}${random.encode()}`
    },
    secret: bytes => secrets.take(bytes),
  }
}
