import { TokenMatcher } from '../../../plugins/memory/embedders/built-in/model/token-matcher.ts'
import { UseLite } from '../../../plugins/memory/embedders/built-in/model/use-lite.ts'
import { median } from '../../support/load.ts'
import { atMost, noGoal, timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

/** Milliseconds that the same weights took on TensorFlow.js 4.5 (WebAssembly), on two cores, before ONNX Runtime ran them. */
const before = { passage: 69.5, question: 9.9 }
const clause = 'The archive keeps a copy of each letter for ten years, and a clerk reads the list every spring. '
/** Some 123 pieces, and some 12. */
const passage = clause.repeat(5)
const question = 'Who reads the list of letters in spring?'
const rounds = 20

const runs = [
  { runtime: 'native', precision: 'f32', goal: 5 },
  { runtime: 'portable', precision: 'f32', goal: null },
  { runtime: 'native', precision: 'int8', goal: null },
  { runtime: 'portable', precision: 'int8', goal: 2.5 },
] as const

/** How long the built-in embedder takes for a text, and for comparing a question with passages piece by piece. */
export async function memoryEmbed(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { runtime, precision, goal } of runs) {
    const model = await UseLite.open([runtime], precision)
    const path = `memory, built-in embedder, ${runtime}, ${precision}`
    const passageMs = await msOf(() => model.sentences([passage]))
    const row = {
      path,
      measure: 'p50 of a passage of 100 words',
      ours: passageMs,
      unit: 'ms',
      beside: { name: 'TensorFlow.js, as recorded', value: before.passage },
    }
    rows.push(goal === null ? noGoal(row) : timesFaster(row, goal))
    rows.push(
      noGoal({
        path,
        measure: 'p50 of a question',
        ours: await msOf(() => model.sentences([question])),
        unit: 'ms',
        beside: { name: 'TensorFlow.js, as recorded', value: before.question },
      }),
    )
    // Pieces are computed with weights of a byte, whatever the sentences are.
    if (precision === 'int8') rows.push(...(await matching(path, model)))
  }
  return rows
}

async function matching(path: string, model: UseLite): Promise<Row[]> {
  const passages = Array.from({ length: 10 }, (_, number) => `${number}. ${passage}`)
  const kept = new TokenMatcher(model, 100_000_000)
  await kept.matches(question, passages)
  const measure = 'p50 of a question compared with ten passages piece by piece'
  const uncached = await msOf(() => new TokenMatcher(model, 100_000_000).matches(question, passages), 5)
  const cached = await msOf(() => kept.matches(question, passages))
  const row = (name: string, ours: number, goal: number) =>
    atMost({ path, measure: `${measure}, ${name}`, ours, unit: 'ms', beside: { name: 'the goal', value: goal } }, 1)
  return [row('uncached', uncached, 120), row('cached', cached, 40)]
}

async function msOf(work: () => Promise<unknown>, times = rounds): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < times; round += 1) {
    const startedAt = performance.now()
    await work()
    taken.push(performance.now() - startedAt)
  }
  return median(taken)
}
