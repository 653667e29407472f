import { afterAll, beforeAll, expect, it } from 'vitest'
import { attackServer } from './attack-server.ts'
import { attacks } from './attacks.ts'
import type { AttackName } from './attacks.ts'
import { startAttackedServer } from './members.ts'
import type { AttackedServer } from './members.ts'

let server: AttackedServer

beforeAll(async () => {
  server = await startAttackedServer()
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
})

// How long they wait is measured by `npm run bench -- starvation`.
it.each(Object.keys(attacks) as AttackName[])(
  '%s: others are served while it goes on, in the same workspace and in another one',
  { timeout: 180_000 },
  async attack => {
    // It fails where others are refused anything, and ends only when each of their calls was answered so often.
    const { answers } = await attackServer(server, attack, { seconds: 1, calls: 30 })
    expect(Object.keys(answers).filter(status => status >= '500' && status !== '503')).toEqual([])
  },
)
