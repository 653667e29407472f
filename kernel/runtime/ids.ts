import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from '@svc/plugin'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const randomLength = 16

function encode(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest >>= 5n) text = alphabet[Number(rest & 31n)] + text
  return text.toLowerCase()
}

/** ULIDs (github.com/ulid/spec), monotonic within a millisecond, behind a prefix. */
export function createIds(clock: Clock): Ids {
  let lastTime = 0
  let lastRandom = 0n
  return {
    create(prefix) {
      const now = Math.max(clock.now(), lastTime)
      lastRandom = now === lastTime ? lastRandom + 1n : BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n
      lastTime = now
      return `${prefix}_${encode(BigInt(now), timeLength)}${encode(lastRandom, randomLength)}`
    },
    secret: bytes => randomBytes(bytes).toString('base64url'),
  }
}
