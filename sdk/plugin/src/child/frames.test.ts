import fc from 'fast-check'
import { expect, it } from 'vitest'
import { attachmentHead, FrameReader } from './frames.ts'
import type { Frame } from './frames.ts'

const frame = fc.record({
  text: fc.json(),
  bytes: fc.option(fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes))),
})

function written({ text, bytes }: Frame): Buffer {
  const line = Buffer.from(`${text}\n`)
  return bytes ? Buffer.concat([Buffer.from(attachmentHead(bytes.length)), bytes, line]) : line
}

it('finds the same frames however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(frame), fc.array(fc.nat({ max: 50 })), (frames, cuts) => {
      const reader = new FrameReader(1_000_000)
      const stream = Buffer.concat(frames.map(written))
      const found: Frame[] = []
      let start = 0
      for (const cut of [...cuts, stream.length]) {
        found.push(...reader.push(stream.subarray(start, start + cut)))
        start = Math.min(start + cut, stream.length)
      }
      expect(found).toEqual(frames)
    }),
  )
})

it('refuses a frame that outgrows the limit before it is whole', () => {
  const reader = new FrameReader(10)
  expect(reader.push(Buffer.from('12345'))).toEqual([])
  expect(() => reader.push(Buffer.from('678901'))).toThrow('A frame is larger than 10 bytes.')
})

it('refuses bytes beyond the limit before they come', () => {
  expect(() => new FrameReader(10).push(Buffer.from('#11\n'))).toThrow('What a frame brings is larger than 10 bytes.')
})

it.each(['#-1\n', '#x\n', '#1.5\n', '#99999999999999999999999\n', '#1\na#1\nb{}\n'])('refuses the mark %j', mark => {
  expect(() => new FrameReader(100).push(Buffer.from(mark))).toThrow('a mark of bytes is wrong')
})
