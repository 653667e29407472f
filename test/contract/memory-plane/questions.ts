import { describe, expect, it } from 'vitest'
import { spaceA, vectorOf } from './kit.ts'
import type { TestMemory } from './kit.ts'

const hostile = [
  '',
  ' \n\t ',
  '***',
  '"',
  '""" OR "',
  "'; DROP TABLE kernel_passages; --",
  'NEAR(a b, 5)',
  'heading: x',
  'text : ^refund AND NOT money',
  '{heading text}: a*',
  'a AND OR NOT b',
  'refund*',
  '-refund',
  '(((((',
  'a\0b',
  '\ud800',
  '\u202e\u200f',
  '%_\\',
  'é'.repeat(5000),
  '退'.repeat(5000),
  '"'.repeat(5000),
]

/** What people ask, in any script, and what they should not. */
export function describeQuestions(workspace: () => TestMemory): void {
  describe('questions', () => {
    it('finds words in any case, with and without their diacritics', async () => {
      const ws = workspace()
      ws.put('mem_fr', 'La crème brûlée de l’hôtel')
      ws.put('mem_de', 'Übergrößenträger tragen Maßanzüge')
      ws.put('mem_hi', 'यह हिन्दी में लिखा है')
      ws.put('mem_ru', 'Возврат товара в магазин')
      const asked = ['CREME brulee', 'ubergroßentrager', 'हिन्दी', 'ВОЗВРАТ', 'hôtel', 'маг']
      expect(await Promise.all(asked.map(text => ws.keyword(text)))).toEqual([
        ['mem_fr'],
        ['mem_de'],
        ['mem_hi'],
        ['mem_ru'],
        ['mem_fr'],
        [],
      ])
    })

    it('finds parts of what is written without spaces, of one letter too, beside words', async () => {
      const ws = workspace()
      ws.put('mem_zh', '我们的退款政策适用于所有订单。')
      ws.put('mem_ja', 'ご注文のキャンセルは三日以内にお願いします。')
      ws.put('mem_th', 'นโยบายการคืนเงินของเรา')
      ws.put('mem_ko', '환불정책은 모든 주문에 적용됩니다')
      ws.put('mem_en', 'our refund policy')
      const asked = [
        '退款政策',
        '退款',
        '订单',
        '单',
        'キャンセル',
        '三日',
        'คืนเงิน',
        '환불정책',
        '주문',
        '書',
        'policy 退款',
      ]
      expect(await Promise.all(asked.map(async text => (await ws.keyword(text)).toSorted()))).toEqual([
        ['mem_zh'],
        ['mem_zh'],
        ['mem_zh'],
        ['mem_zh'],
        ['mem_ja'],
        ['mem_ja'],
        ['mem_th'],
        ['mem_ko'],
        ['mem_ko'],
        [],
        ['mem_en', 'mem_zh'],
      ])
      const { found } = await ws.search({ mode: 'keyword', text: '退款' })
      expect(found[0]?.keyword?.index).toBe('trigrams')
    })

    it('prefers the document with more of the words to one that repeats the rarest', async () => {
      const ws = workspace()
      for (let number = 0; number < 10; number += 1) ws.put(`mem_order_${number}`, `an order of number ${number}`)
      for (let number = 0; number < 20; number += 1) ws.put(`mem_${number}`, `an invoice of number ${number}`)
      ws.put('mem_both', 'how to cancel when the order is placed')
      ws.put('mem_rare', 'cancel this, or cancel that, whatever it may be')
      expect((await ws.keyword('cancel an order')).slice(0, 2)).toEqual(['mem_both', 'mem_rare'])
    })

    it('takes what is asked for words, whatever it looks like', async () => {
      const ws = workspace()
      ws.put('mem_1', 'the refund of money')
      ws.embed(spaceA, { mem_1: 1 })
      const vector = { space: spaceA, values: vectorOf(2, spaceA) }
      for (const text of hostile) {
        const { found } = await ws.search({ mode: 'keyword', text })
        const expected = /refund/.test(text) ? ['mem_1'] : []
        expect([text.slice(0, 20), found.map(each => each.document_id)]).toEqual([text.slice(0, 20), expected])
        expect((await ws.search({ text, vector })).found.map(each => each.document_id)).toEqual(['mem_1'])
      }
    })

    it('finds the telling word of a question of ten thousand', async () => {
      const ws = workspace()
      ws.put('mem_1', 'the refund of money')
      ws.put('mem_2', 'something else')
      const words = Array.from({ length: 10_000 }, (_, number) => `word${number}`)
      expect(await ws.keyword(['refund', ...words].join(' '))).toEqual(['mem_1'])
    })

    it('answers as many documents as were asked for, in the same order each time', async () => {
      const ws = workspace()
      for (let number = 0; number < 30; number += 1) {
        ws.put(`mem_${number}`, 'the very same words')
        ws.embed(spaceA, { [`mem_${number}`]: 7 })
      }
      const vector = { space: spaceA, values: vectorOf(7, spaceA) }
      const [first, again, more] = [
        await ws.ids({ text: 'same', vector, limit: 5 }),
        await ws.ids({ text: 'same', vector, limit: 5 }),
        await ws.ids({ text: 'same', vector, limit: 200 }),
      ]
      expect([first.length, again, more?.length, new Set(more).size]).toEqual([5, first, 30, 30])
    })

    it('ends with the reason of its signal', async () => {
      const ws = workspace()
      ws.put('mem_1', 'alpha')
      const search = { mode: 'keyword', text: 'alpha', vector: null, filter: { at: 1 }, limit: 1 } as const
      const reason = new Error('the client has left')
      await expect(ws.plane.search(ws.workspaceId, search, AbortSignal.abort(reason))).rejects.toBe(reason)
      const leaving = new AbortController()
      const [left, stayed] = [
        ws.plane.search(ws.workspaceId, search, leaving.signal),
        ws.plane.search(ws.workspaceId, search, AbortSignal.timeout(10_000)),
      ]
      leaving.abort(reason)
      await expect(left).rejects.toBe(reason)
      expect((await stayed).candidates.map(each => each.document_id)).toEqual(['mem_1'])
    })
  })
}
