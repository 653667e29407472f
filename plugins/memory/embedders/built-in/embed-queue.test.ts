import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Principal, SvcError } from '@svc/plugin'
import { openChildProcesses } from '../../../../test/rooms/kernel.ts'
import { cutText } from './model/cut-text.ts'
import { BuiltInEmbedder } from './built-in-embedder.ts'
import { EmbedQueue } from './embed-queue.ts'

const use = { workspaceId: 'ws_1', signal: new AbortController().signal }
const children = openChildProcesses()
const thread = new EmbedQueue({ children, idleMs: 30 })
afterAll(() => children.close())

const embed = (texts: string[], isUrgent = false) => thread.embed(texts, { ...use, isUrgent })
const similarity = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

describe('the built-in embedder', () => {
  it('puts a question nearer to its answer than to another sentence', async () => {
    const [question, answer, other] = await embed([
      'How old are you?',
      'What is your age?',
      'The river flooded the cellar.',
    ])
    expect(similarity(question, answer)).toBeGreaterThan(similarity(question, other) + 0.3)
  })

  it('answers the same vector for a text whatever stands beside it, and after it has rested', async () => {
    const text = 'The spare key is with the neighbours.'
    const [alone] = await embed([text], true)
    const [, among] = await embed(['A cat.', text, 'A much longer sentence about nothing that anybody asked for.'])
    await vi.waitFor(() => expect(thread.isRunning).toBe(false))
    const [again] = await embed([text])
    expect([among, again]).toEqual([alone, alone])
  })

  it('takes hostile texts: megabytes in one word, half characters, what grows, nothing', async () => {
    const texts = [
      'x'.repeat(10_000_000),
      '\ud800\ud800',
      '\ufdfa'.repeat(100_000),
      '💣'.repeat(100_000),
      '',
      '\u0000',
      '</s>__proto__',
    ]
    const vectors = await embed(texts)
    expect(vectors.map(vector => vector.length === 512 && vector.every(Number.isFinite))).toEqual(texts.map(() => true))
  })

  it('answers a question before the documents that came earlier', async () => {
    const order: string[] = []
    const documents = embed(Array.from({ length: 6 }, (_, n) => `Document ${n} ${'has many words '.repeat(30)}`))
    await Promise.all([
      documents.then(() => order.push('documents')),
      embed(['And a question?'], true).then(() => order.push('question')),
    ])
    expect(order).toEqual(['question', 'documents'])
  })

  it('has callers with documents take turns, so that one with many keeps no other waiting', async () => {
    const order: string[] = []
    const many = Array.from({ length: 60 }, (_, n) => `Document ${n} ${'has many words '.repeat(30)}`)
    await Promise.all([
      embed(many).then(() => order.push('many')),
      embed(['One document.']).then(() => order.push('one')),
      thread.match('Which document?', ['One document.'], use).then(() => order.push('question')),
    ])
    expect(order).toEqual(['question', 'one', 'many'])
  })

  it('has workspaces and their persons take turns with questions, and lets documents in after some', async () => {
    const order: string[] = []
    const ask = (name: string, workspaceId: string, person: string) =>
      thread
        .embed([`A question of ${name}?`], { ...use, workspaceId, person, isUrgent: true })
        .then(() => order.push(name))
    const many = Array.from({ length: 30 }, () => ask('many', 'ws_1', 'usr_1'))
    const others = [
      embed(['A document.']).then(() => order.push('document')),
      ask('colleague', 'ws_1', 'usr_2'),
      ask('another workspace', 'ws_2', 'usr_3'),
    ]
    await Promise.all([...many, ...others])
    const places = ['colleague', 'another workspace', 'document'].map(name => order.indexOf(name))
    expect(places.map(place => place < 8)).toEqual([true, true, true])
  })

  it('refuses questions of a workspace in which many wait already, and none of another one', async () => {
    const ask = (workspaceId: string) => thread.embed(['Who is it?'], { ...use, workspaceId, isUrgent: true })
    const asked = await Promise.allSettled([...Array.from({ length: 100 }, () => ask('ws_1')), ask('ws_2')])
    const refused = asked.filter(each => each.status === 'rejected').map(({ reason }) => (reason as SvcError).status)
    expect([new Set(refused), refused.length > 30, asked.at(-1)?.status]).toEqual([new Set([429]), true, 'fulfilled'])
  })

  it('is waited for by a question for some time only', async () => {
    const hurried = new BuiltInEmbedder('built-in', children, 1)
    const asker = { workspace_id: 'ws_1', user_id: 'usr_1' } as Principal
    await expect(hurried.query(asker, 'Is anybody there?', use.signal)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('answers too late') as string,
    })
    await hurried.close()
  })

  it('compares a question with passages piece by piece, in their order', async () => {
    const passages = Array.from({ length: 20 }, (_, n) => `Passage ${n} ${'is about the tides '.repeat(10)}`)
    const { pieces, best } = await thread.match('kitten', [...passages, 'A kitten sleeps.'], use)
    expect(best.map(values => values.length)).toEqual(Array.from({ length: 21 }, () => pieces.length))
    expect(best.at(-1)?.[0]).toBeGreaterThan(Math.max(...best.slice(0, -1).map(values => values[0] ?? 1)))
    expect(thread.latest).toMatchObject({ runtime: 'native', cache: { misses: expect.any(Number) as number } })
  })

  it('says why, where nothing can run the model', async () => {
    const without = new EmbedQueue({ children, runtimes: [] })
    await expect(without.embed(['a text'], { ...use, isUrgent: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Nothing here can run the built-in model.') as string,
    })
    expect([without.problem, thread.problem]).toEqual([expect.stringContaining('Nothing here can run'), null])
    await without.close()
  })

  it('lets go of what nobody waits for any more', async () => {
    const leaving = new AbortController()
    const left = thread.embed(['one', 'two'], { ...use, isUrgent: false, signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await embed(['still here'])).toHaveLength(1)
  })

  it('ends while it computes, and leaves the process as it is', async () => {
    for (let round = 0; round < 4; round += 1) {
      const busy = new EmbedQueue({ children })
      await busy.embed(['the model is loaded'], { ...use, isUrgent: true })
      const long = busy.embed(
        Array.from({ length: 1000 }, () => 'about the tides '.repeat(100)),
        { ...use, isUrgent: false },
      )
      // It is in the middle of a text by the time another thread has read a short one, and far from its end.
      await thread.embed(['about the tides '.repeat(3 * round)], { ...use, isUrgent: true })
      await Promise.all([expect(long).rejects.toMatchObject({ code: 'unavailable' }), busy.close()])
      expect(busy.isRunning).toBe(false)
    }
  })

  it('refuses new texts once it is closed', async () => {
    const other = new EmbedQueue({ children })
    const waiting = other.embed(['never'], { ...use, isUrgent: false })
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'unavailable' }), other.close()])
    await expect(other.embed(['more'], { ...use, isUrgent: false })).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a text for the model', () => {
  it.each([
    [
      'Backup › Every night\nIt runs **daily** as [the page](backup.md) says.',
      'Every night It runs daily as the page says.',
    ],
    ['  two\n\n lines ', 'two lines'],
    ['***', '.'],
  ])('%j is given as %j', (text, given) => {
    expect(cutText(text)).toBe(given)
  })
})
