import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementsOf } from '../support/storage/count-statements.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const most = 60
const question = 'How many seats do the 17 tables of 6 in the workshop have?'

let svc: TestKernel

beforeAll(async () => {
  svc = await startTestKernel()
  const content = 'The workshop has 17 tables, each of them with 6 seats.'
  await svc.request('POST', '/api/memory', { body: { content } })
})
afterAll(() => svc?.stop())

/** `conversations_turns`: the first table that a statement names, or its first word. */
function subjectOf(sql: string): string {
  return /(?:FROM|INTO|UPDATE)\s+(\w+)/i.exec(sql)?.[1] ?? sql.split(/\s/)[0] ?? ''
}

it(`a turn of the agent runs at most ${most} SQL statements, all built-in tools offered, memory asked`, async () => {
  const { body } = await svc.request('POST', '/api/conversations', { body: { model: 'svc/offline' } })
  const ask = () => svc.request('POST', `/api/conversations/${body.id}/messages`, { body: { message: question } })
  // The first turn names the conversation, and finds caches empty.
  await ask()
  const statements = await statementsOf(async () => {
    const answer = await ask()
    expect(answer.body).toMatchObject({ finish_reason: 'stop', memories: [{}] })
  })
  const tools = await svc.request('GET', '/api/tools?limit=200')
  const counts = Map.groupBy(statements, subjectOf)
  const lines = Array.from(counts, ([subject, each]) => `${String(each.length).padStart(4)} ${subject}`)
  console.log(
    `A turn with ${tools.body.items.length} tools offered runs ${statements.length} SQL statements:\n${lines.join('\n')}`,
  )
  expect(statements.length).toBeLessThanOrEqual(most)
})
