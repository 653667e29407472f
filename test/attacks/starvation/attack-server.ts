import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AttackOrder } from './attacker.ts'
import { attacks } from './attacks.ts'
import type { Attack, AttackName } from './attacks.ts'
import { startAttackedServer } from './members.ts'
import { watchAsVictim } from './victim.ts'
import type { VictimTimes } from './victim.ts'

export interface AttackFigures {
  /** Milliseconds, the 99th percentile of each call of the victim. */
  alone: VictimTimes
  attacked: VictimTimes
  /** How often the attacker was answered with each status. */
  answers: Record<string, number>
}

export interface AttackShape {
  /** How long the victim looks, each time. */
  seconds: number
}

/** What a member of another workspace sees while one attack runs, beside the same server left alone. */
export async function attackServer(attack: AttackName, { seconds }: AttackShape): Promise<AttackFigures> {
  await using server = await startAttackedServer()
  const { keys, url } = server
  const known: Attack = attacks[attack]
  const more = await server.moreKeys(known.keys ?? 0)
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), { execArgv: [] })
  const messages = on(child, 'message', { close: ['exit'] })
  const next = async () => (await messages.next()).value?.[0] as unknown
  try {
    await next()
    const order: AttackOrder = { url, attack, keys: { ...keys, more } }
    child.send(order)
    const prepared = await next()
    if (prepared !== 'prepared')
      throw new Error(`The attack "${attack}" could not be prepared: ${JSON.stringify(prepared)}`)
    await watchAsVictim(server, 1)
    const alone = await watchAsVictim(server, seconds)
    child.send('strike')
    const attacked = await watchAsVictim(server, seconds)
    child.send('stop')
    const { answers } = (await next()) as { answers: [number, number][] }
    return { alone, attacked, answers: Object.fromEntries(answers) }
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
  }
}
