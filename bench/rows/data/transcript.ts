import { median } from '../../support/load.ts'
import { runQueue } from '../../support/queue-process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const file = 'bench/peers/data/transcript.ts'
const few = 10
const many = 10_000
const rounds = 3

/** What a question, its answer and a look at the end of the conversation cost; in CPU, since the wait for the disk is the same. */
export async function transcript(): Promise<Row[]> {
  const figures: Record<number, number[]> = { [few]: [], [many]: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const messages of [few, many]) {
      const { cpuMs } = await runQueue<{ cpuMs: number }>(file, { MESSAGES: messages, COUNT: 400 })
      figures[messages]?.push(cpuMs)
    }
  }
  return [
    atMost(
      {
        path: 'transcript, growth',
        measure: 'CPU of an exchange appended and the tail read, 10,000 messages',
        ours: median(figures[many] ?? []),
        unit: 'ms',
        beside: { name: '10 messages', value: median(figures[few] ?? []) },
      },
      1.2,
    ),
  ]
}
