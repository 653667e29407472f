import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameReader } from './frames.ts'

it('finds the same frames however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.json()), fc.array(fc.nat({ max: 50 })), (texts, cuts) => {
      const reader = new FrameReader(1_000_000)
      const stream = Buffer.from(texts.map(text => `${text}\n`).join(''))
      const found: string[] = []
      let start = 0
      for (const cut of [...cuts, stream.length]) {
        found.push(...reader.push(stream.subarray(start, start + cut)))
        start = Math.min(start + cut, stream.length)
      }
      expect(found).toEqual(texts)
    }),
  )
})

it('refuses a frame that outgrows the limit before it is whole', () => {
  const reader = new FrameReader(10)
  expect(reader.push(Buffer.from('12345'))).toEqual([])
  expect(() => reader.push(Buffer.from('678901'))).toThrow('A frame is larger than 10 bytes.')
})
