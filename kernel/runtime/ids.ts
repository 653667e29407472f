import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock, Ids } from '@svc/plugin'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomLength = 16
const poolBytes = 4096

function encodeTime(time: number): string {
  let text = ''
  for (let rest = time; text.length < timeLength; rest = Math.floor(rest / 32)) text = alphabet.charAt(rest % 32) + text
  return text
}

/** Sixteen digits of base 32: drawn anew each millisecond, counted up within one. */
class RandomPart {
  readonly #digits = new Uint8Array(randomLength)
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
  }

  countUp(): void {
    for (let index = randomLength - 1; index >= 0; index -= 1) {
      const digit = this.#digits[index] ?? 0
      if (digit < 31) {
        this.#digits[index] = digit + 1
        return
      }
      this.#digits[index] = 0
    }
  }

  encode(): string {
    let text = ''
    for (const digit of this.#digits) text += alphabet.charAt(digit)
    return text
  }
}

/** ULIDs (github.com/ulid/spec) in lower case, monotonic within a millisecond, behind a prefix. */
export function createIds(clock: Clock): Ids {
  const random = new RandomPart()
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
    secret: bytes => randomBytes(bytes).toString('base64url'),
  }
}
