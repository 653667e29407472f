/** The attacker, in a process of its own so that the victim's clock does not wait for it. Started by `attack-server.ts`. */
import { constants, setPriority } from 'node:os'
import { Agent, FormData, request } from 'undici'
import { attacks } from './attacks.ts'
import type { Attack, Attacker, AttackName, AttackRequest } from './attacks.ts'

export interface AttackOrder {
  url: string
  attack: AttackName
  keys: { owner: string; attacker: string; more: readonly string[] }
}

// A real attacker has a machine of its own: what is measured is what the server lets others wait, not the contest for these cores.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', order => {
  void attackServer(order as AttackOrder).catch((error: unknown) => {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  })
})
process.send?.('started')

async function attackServer({ url, attack: name, keys }: AttackOrder): Promise<void> {
  const attack: Attack = attacks[name]
  const dispatcher = new Agent({ connections: 512, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
  const answers = new Map<number, number>()
  const send = async ({ method, path, body, key = keys.attacker }: AttackRequest): Promise<string> => {
    const isJson = body !== undefined && !(body instanceof FormData)
    const answer = await request(url + path, {
      dispatcher,
      method,
      headers: { authorization: `Bearer ${key}`, ...(isJson && { 'content-type': 'application/json' }) },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    })
    answers.set(answer.statusCode, (answers.get(answer.statusCode) ?? 0) + 1)
    return answer.body.text()
  }
  const attacker: Attacker = {
    send,
    async sendAll(requests) {
      const left = requests.values()
      const lane = async () => {
        for (const each of left) await send(each)
      }
      await Promise.all(Array.from({ length: 16 }, lane))
    },
    keys: { owner: keys.owner, more: keys.more },
  }
  await attack.prepare?.(attacker)
  process.once('message', () => {
    answers.clear()
    let turn = 0
    const lane = async () => {
      for (;;) await attack.strike(attacker, turn++).catch(() => undefined)
    }
    for (let lanes = 0; lanes < attack.lanes; lanes += 1) void lane()
    process.once('message', () => {
      process.send?.({ answers: [...answers] }, () => process.exit(0))
    })
  })
  process.send?.('prepared')
}
