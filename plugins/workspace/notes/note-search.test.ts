import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchExcerpts } from '@svc/plugin/library/search/excerpt'
import { searchTerms } from '@svc/plugin/library/search/terms'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import workspace from '../migrations/0001-workspace.ts'

const workspaceId = `ws_${'1'.repeat(26)}`
const insert = `INSERT INTO workspace_notes (note_id, title, title_key, body, tags, version, created_by, created_at, updated_at)
  VALUES (@note_id, @title, '', @body, '[]', 1, 'usr_ada', 1, 1)`
const selectSnippet = `SELECT snippet(workspace_notes_search, -1, '**', '**', '…', 24) AS snippet FROM workspace_notes_search
  WHERE workspace_notes_search MATCH ?`
const filler = (count: number, word = 'filler') => `${word} `.repeat(count)

describe('the excerpt of a note', () => {
  it.each([
    ['fox', 'A title', 'The quick brown fox.'],
    ['fox', 'A title', `${filler(40)}quick, (fox) and ${filler(40)}`],
    ['fox', 'The fox', `${filler(40)}fox`],
    ['fox den', 'A title', `${filler(30)}fox ${filler(30)}fox and den ${filler(30)}`],
    ['fox', 'A title', `${filler(40)}ends.\n\nA sentence has the fox in it ${filler(40)}`],
    ['foxes f', 'A title', `foxes ${filler(10)}, four foxes`],
    ['été gross', 'Größe', `${filler(30)}L\u2019E\u0301TE\u0301 ete größer grosses ${filler(30)}`],
    ['हिन्दी 東京', 'भाषा', `${filler(25, 'शब्द')}हिन्दी 東京都 ${filler(25)}`],
    ['x² x', 'Squares', `*x²* + x2 = ${filler(60)}`],
  ])('for %j in %j is the one that FTS5 would choose', async (typed, title, body) => {
    const planes = await openTestPlanes({ migrations: [{ owner: 'workspace', migrations: [workspace] }] })
    const theirs = planes.data.use(workspaceId, db => {
      db.run(insert, { note_id: 'note_1', title, body })
      return db.get<{ snippet: string }>(selectSnippet, searchTerms(typed) ?? '')?.snippet
    })
    await planes.close()
    expect(theirs).toContain('**')
    expect(await searchExcerpts([[title, body]], texts => texts, typed)).toEqual([theirs])
  })

  it('compares the first hits of a frequent word with all of a rare one', async () => {
    const body = `${filler(5000, 'the')}the zebra ${filler(5000, 'the')}`
    expect(await searchExcerpts([body], text => [text], 'the zebra')).toEqual([expect.stringContaining('**zebra**')])
  })

  it('is made while others have their turns, of a single long text too', async () => {
    let turns = 0
    const count = () => void ((turns += 1), (turn = setImmediate(count)))
    let turn = setImmediate(count)
    const body = `${filler(100_000)}zebra`
    expect(await searchExcerpts([body], text => [text], 'zebra')).toEqual([expect.stringContaining('**zebra**')])
    clearImmediate(turn)
    expect(turns).toBeGreaterThan(2)
  })
})

describe('a note of one word', () => {
  let svc: TestKernel
  beforeAll(async () => {
    svc = await startTestKernel({ plugins: ['admin', 'developer', 'workspace'] })
  })
  afterAll(() => svc?.stop())

  it('is found in a moment, however often the word is there and is asked for', async () => {
    await svc.request('POST', '/api/workspace/notes', { body: { title: 'One', body: filler(60_000, 'word') } })
    const search = async (): Promise<[number, unknown]> => {
      const began = performance.now()
      const typed = encodeURIComponent(filler(16, 'word'))
      const { body } = await svc.request<{ items: { match: string }[] }>('GET', `/api/workspace/notes?search=${typed}`)
      return [performance.now() - began, body.items.map(({ match }) => match)]
    }
    const tries = [await search(), await search(), await search()]
    expect(tries.map(([, matches]) => matches)).toEqual(Array(3).fill([`${filler(24, '**word**').trim()}…`]))
    // It was 48 seconds.
    expect(Math.min(...tries.map(([took]) => took))).toBeLessThan(1000)
  })
})
