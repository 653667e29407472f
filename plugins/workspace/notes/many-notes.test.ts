import { expect, it } from 'vitest'
import type { Actor, AuditLog, Page } from '@svc/plugin'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { ManualClock } from '@svc/plugin/testing'
import { eventTables, openEvents } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import workspace from '../migrations/0001-workspace.ts'
import { Notes } from './notes.ts'
import type { NoteRow } from './note-store.ts'
import { noteStore } from './note-store.ts'
import { linkStore } from './link-store.ts'

const actor: Actor = {
  user_id: 'usr_ada',
  username: 'ada',
  role: 'owner',
  workspace_id: `ws_${'1'.repeat(26)}`,
  via: 'session',
  scopes: ['*'],
}
const count = 10_000
type NotePage = Page<{ note_id: string }>

it('pages through 10,000 notes, newest first and best first, each once, and shows a note with its 200 newest backlinks', async () => {
  const clock = new ManualClock()
  const planes = await openTestPlanes({
    migrations: [eventTables, { owner: 'workspace', migrations: [workspace] }],
    clock,
  })
  const types = ['note.created', 'note.updated'].map(type => ({
    type,
    title: type,
    data: {},
    audience: 'workspace' as const,
    owner: 'test',
  }))
  const events = openEvents(planes, { clock, types })
  const audit: AuditLog = { append: async () => {}, list: async () => ({ items: [], next_cursor: null }) }
  const ids = countingIds()
  const notes = new Notes({ data: planes.data, quota: { grow: () => undefined }, events, audit, ids, clock })
  const hub = notes.create(actor, { title: 'Hub', body: '' })
  planes.data.use(actor.workspace_id, db =>
    db.transaction(() => {
      for (let index = 0; index < count; index += 1) {
        const title = `Entry ${index}`
        const row: NoteRow = {
          note_id: ids.create('note'),
          title,
          title_key: title.toLowerCase(),
          body: `belongs to [[Hub]], and is number ${index} of many`,
          tags: index % 10 === 0 ? '["tenth"]' : '[]',
          version: 1,
          created_by: 'usr_ada',
          created_at: clock.now(),
          updated_at: clock.now() + index,
        }
        noteStore.insert(db, row)
        linkStore.replace(db, row.note_id, [{ text: 'Hub', target: 'hub', base: 'hub' }])
      }
    }),
  )
  const all = async (page: (cursor?: string) => NotePage | Promise<NotePage>) => {
    const seen = new Set<string>()
    let answer = await page()
    while (answer.items.length > 0) {
      for (const { note_id } of answer.items) seen.add(note_id)
      if (answer.next_cursor === null) break
      answer = await page(answer.next_cursor)
    }
    return seen.size
  }
  const at = (cursor?: string) => ({ limit: 200, ...(cursor === undefined ? {} : { cursor }) })
  expect([
    await all(cursor => notes.list(actor.workspace_id, at(cursor))),
    await all(cursor => notes.list(actor.workspace_id, { ...at(cursor), sort: 'updated', tag: 'tenth' })),
    await all(cursor => notes.find(actor.workspace_id, 'number 77', at(cursor))),
  ]).toEqual([count + 1, count / 10, 111])
  const { backlinks } = notes.get(actor.workspace_id, hub.note_id)
  expect([backlinks.length, backlinks[0]?.title]).toEqual([200, 'Entry 9999'])
  events.close()
  await planes.close()
})

it('gives no more than about 1 MiB of text at once, and every note over the pages', async () => {
  const clock = new ManualClock()
  const planes = await openTestPlanes({
    migrations: [eventTables, { owner: 'workspace', migrations: [workspace] }],
    clock,
  })
  const types = [{ type: 'note.created', title: '', data: {}, audience: 'workspace' as const, owner: 'test' }]
  const events = openEvents(planes, { clock, types })
  const audit: AuditLog = { append: async () => {}, list: async () => ({ items: [], next_cursor: null }) }
  const notes = new Notes({
    data: planes.data,
    quota: { grow: () => undefined },
    events,
    audit,
    ids: countingIds(),
    clock,
  })
  for (let index = 0; index < 5; index += 1) notes.create(actor, { title: `Long ${index}`, body: 'x'.repeat(400_000) })
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = notes.list(actor.workspace_id, { limit: 50, ...(cursor === undefined ? {} : { cursor }) })
    pages.push(page.items.map(({ title }) => title))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(pages).toEqual([['Long 4', 'Long 3'], ['Long 2', 'Long 1'], ['Long 0']])
  events.close()
  await planes.close()
})
