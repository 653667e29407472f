import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AttackOrder } from './attacker.ts'
import { attacks } from './attacks.ts'
import type { Attack, AttackName } from './attacks.ts'
import type { AttackedServer } from './members.ts'
import { watchAsVictim } from './victim.ts'
import type { VictimTimes, Watch } from './victim.ts'

/** Milliseconds, the 99th percentile of each call. */
export interface VictimFigures {
  alone: VictimTimes
  attacked: VictimTimes
}

export interface AttackFigures {
  /** Of a member of another workspace. */
  victim: VictimFigures
  /** Of another member of the attacker's workspace. */
  neighbour: VictimFigures
  /** How often the attacker was answered with each status. */
  answers: Record<string, number>
}

/** What others wait while one attack runs, beside the same server left alone. @throws Error where they are refused anything */
export async function attackServer(
  { url, keys, enlist }: AttackedServer,
  name: AttackName,
  shape: Watch,
): Promise<AttackFigures> {
  const attack: Attack = attacks[name]
  const { attacker, more, neighbour } = await enlist(attack.keys ?? 0)
  const watch = async (how: Watch) => {
    const [ofVictim, ofNeighbour] = await Promise.all([
      watchAsVictim(url, keys.victim, how),
      watchAsVictim(url, neighbour, how),
    ])
    return { victim: ofVictim, neighbour: ofNeighbour }
  }
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), { execArgv: [] })
  const messages = on(child, 'message', { close: ['exit'] })
  const next = async () => (await messages.next()).value?.[0] as unknown
  try {
    await next()
    const order: AttackOrder = { url, attack: name, keys: { owner: keys.owner, attacker, more } }
    child.send(order)
    const prepared = await next()
    if (prepared !== 'prepared')
      throw new Error(`The attack "${name}" could not be prepared: ${JSON.stringify(prepared)}`)
    await watch({ seconds: 1, calls: 1 })
    const alone = await watch(shape)
    child.send('strike')
    const attacked = await watch(shape)
    child.send('stop')
    const { answers } = (await next()) as { answers: [number, number][] }
    const figures = (who: keyof typeof alone): VictimFigures => ({ alone: alone[who], attacked: attacked[who] })
    return { victim: figures('victim'), neighbour: figures('neighbour'), answers: Object.fromEntries(answers) }
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
  }
}
