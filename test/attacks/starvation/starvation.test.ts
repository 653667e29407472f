import { expect, it } from 'vitest'
import { attackServer } from './attack-server.ts'
import type { AttackName } from './attacks.ts'

const most = 20
const tries = 3

/** One for each thing that is scarce: read threads, the event loop, query readers, tool processes. `npm run bench -- starvation` has the others. */
const tested: AttackName[] = [
  'search, a letter that begins 100,000 words',
  'a flood over 300 keys',
  '300 heavy statements',
  '300 expressions without end',
]

it.each(tested)('%s: other members wait at most 20 times as long', { timeout: 120_000 }, async attack => {
  // The machine has other work too, so the best of three counts.
  for (let left = tries; left > 0; left -= 1) {
    const { alone, attacked, answers } = await attackServer(attack, { seconds: 2 })
    const slower = Object.entries(attacked).filter(([call, ms]) => ms > most * alone[call as keyof typeof alone])
    if (slower.length > 0 && left > 1) continue
    expect({ slower, alone }).toEqual({ slower: [], alone })
    expect(Object.keys(answers).filter(status => status >= '500' && status !== '503')).toEqual([])
    return
  }
})
