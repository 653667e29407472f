import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NotFoundError, PreconditionFailedError } from '@svc/sdk'
import { NoteEditing, savePauseMs } from './note-editing.ts'
import type { NoteDraft, NoteText, StoredNote } from './note-editing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = { status: 412, code: '', message: '', problem: null, body: '', headers: new Headers(), requestId: null }

/** A note on a server that keeps the rule of `If-Match`; `answer` opens the gate of a save that waits. */
function begin({ body = 'one', draft = null as NoteDraft | null, isSlow = false } = {}) {
  const server = { title: 'A', body, tags: [] as readonly string[], version: 1, etag: '"1"' } as StoredNote
  const place = { stored: server as StoredNote | null, draft, saves: 0, answer: () => {} }
  const write = (text: NoteText): StoredNote => {
    const version = (place.stored?.version ?? 0) + 1
    return (place.stored = { ...text, version, etag: `"${version}"` })
  }
  const editing = new NoteEditing(server, draft, {
    read: async () => place.stored as StoredNote,
    keep: next => (place.draft = next),
    async write(text, etag) {
      place.saves += 1
      if (isSlow) await new Promise<void>(done => (place.answer = done))
      if (place.stored === null) throw new NotFoundError({ ...refusal, status: 404 })
      if (place.stored.etag !== etag) throw new PreconditionFailedError(refusal)
      return write(text)
    },
  })
  return { editing, place, elsewhere: (text: string) => write({ title: 'A', body: text, tags: [] }) }
}

const pause = () => vi.advanceTimersByTimeAsync(savePauseMs)

it('saves once when typing has paused, and keeps a draft until then', async () => {
  const { editing, place } = begin()
  editing.type({ body: 'on' })
  await vi.advanceTimersByTimeAsync(savePauseMs - 1)
  editing.type({ body: 'only' })
  expect(place).toMatchObject({ saves: 0, draft: { text: { body: 'only' }, etag: '"1"' } })
  await pause()
  expect(place).toMatchObject({ saves: 1, draft: null, stored: { body: 'only' } })
  expect(editing.state).toMatchObject({ phase: 'saved', text: { body: 'only' } })
})

it('saves what was typed during a save afterwards, over the version that this save made', async () => {
  const { editing, place } = begin({ isSlow: true })
  editing.type({ body: 'two' })
  await pause()
  editing.type({ body: 'three' })
  place.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(editing.state).toMatchObject({ phase: 'unsaved', text: { body: 'three' } })
  expect(place.draft).toEqual({ text: { title: 'A', body: 'three', tags: [] }, etag: '"2"' })
  await pause()
  place.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(place).toMatchObject({ saves: 2, draft: null, stored: { body: 'three', version: 3 } })
})

it('stops at a change of somebody else, with both texts, and ends it either way', async () => {
  for (const [end, body] of [
    ['keepMine', 'mine'],
    ['useTheirs', 'theirs'],
  ] as const) {
    const { editing, place, elsewhere } = begin()
    editing.type({ body: 'mine' })
    elsewhere('theirs')
    await pause()
    expect(editing.state).toMatchObject({ phase: 'conflict', text: { body: 'mine' }, theirs: { body: 'theirs' } })
    expect(place.draft?.text.body).toBe('mine')
    await editing[end]()
    expect(editing.state).toMatchObject({ phase: 'saved', text: { body } })
    expect(place).toMatchObject({ draft: null, stored: { body } })
  }
})

it('shows a newer version at once, unless something typed would be lost', () => {
  const { editing, elsewhere } = begin()
  editing.adopt(elsewhere('theirs'))
  expect(editing.state.text.body).toBe('theirs')
  editing.type({ body: 'mine' })
  editing.adopt(elsewhere('theirs again'))
  expect(editing.state.text.body).toBe('mine')
})

it('goes on with a draft of an earlier visit, also over a note that changed since', async () => {
  const draft = { text: { title: 'A', body: 'drafted', tags: [] }, etag: '"0"' }
  const { editing } = begin({ draft })
  expect(editing.state).toMatchObject({ phase: 'unsaved', text: { body: 'drafted' } })
  await pause()
  expect(editing.state).toMatchObject({ phase: 'conflict', theirs: { body: 'one' } })
})

it('takes a save whose answer was lost for saved', async () => {
  const { editing, place, elsewhere } = begin()
  editing.type({ body: 'mine' })
  elsewhere('mine')
  await pause()
  expect(editing.state.phase).toBe('saved')
  expect(place.draft).toBeNull()
})

it('keeps the text of a note that was deleted elsewhere, and sends none without a title', async () => {
  const { editing, place } = begin()
  editing.type({ title: ' ' })
  await pause()
  expect(place.saves).toBe(0)
  place.stored = null
  editing.type({ title: 'B' })
  await pause()
  expect(editing.state).toMatchObject({ phase: 'gone', text: { title: 'B' } })
  expect(place.draft?.text.title).toBe('B')
})
