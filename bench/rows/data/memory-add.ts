import { notesSet } from '../../memory/labelled-sets.ts'
import { median } from '../../support/load.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const notes = 1000
const rounds = 3
const mostByWordsMs = 2000
const mostByMeaningMs = 20_000
const pollMs = 20
const path = 'memory, 1,000 notes imported'

interface Times {
  words: number
  meaning: number
}

/** How long after `POST /api/memory/import` a thousand notes of two sentences are all found by their words, and by meaning with the built-in embedder. */
export async function memoryAdd(): Promise<Row[]> {
  const server = await startSvc()
  try {
    const times: Times[] = []
    // The first round loads the model and counts for nothing.
    for (let round = 0; round <= rounds; round += 1) {
      const measured = await imported(server, round)
      if (round > 0) times.push(measured)
    }
    const row = (measure: string, ours: number, goal: number): Row =>
      atMost({ path, measure, ours, unit: 'ms', beside: { name: 'the goal', value: goal } }, 1)
    return [
      row('found by words', median(times.map(({ words }) => words)), mostByWordsMs),
      row('found by meaning', median(times.map(({ meaning }) => meaning)), mostByMeaningMs),
    ]
  } finally {
    await server.stop()
  }
}

async function imported(server: SvcServer, round: number): Promise<Times> {
  const { passages } = notesSet()
  const textAt = (number: number): string => passages[number % passages.length]?.text ?? ''
  const lines = Array.from({ length: notes }, (_, number) =>
    JSON.stringify({ content: `${round}-${number}. ${textAt(number)} ${textAt(number * 7 + 3)}` }),
  )
  const form = new FormData()
  form.append('file', new File([lines.join('\n')], 'notes.jsonl', { type: 'application/x-ndjson' }))
  const before = await counts(server)
  const startedAt = performance.now()
  const headers = { authorization: `Bearer ${server.key}` }
  const answer = await fetch(`${server.url}/api/memory/import`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`The import was refused: ${await answer.text()}`)
  const until = async (isDone: (now: { passages: number; embedded: number }) => boolean): Promise<number> => {
    while (!isDone(await counts(server))) await new Promise(resolve => setTimeout(resolve, pollMs))
    return performance.now() - startedAt
  }
  const words = await until(now => now.passages >= before.passages + notes)
  return { words, meaning: await until(now => now.embedded === now.passages) }
}

async function counts(server: SvcServer): Promise<{ passages: number; embedded: number }> {
  const headers = { authorization: `Bearer ${server.key}` }
  const answer = await fetch(`${server.url}/api/memory/stats`, { headers })
  return (await answer.json()) as { passages: number; embedded: number }
}
