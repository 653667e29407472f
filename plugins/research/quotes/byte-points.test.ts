import { expect, it } from 'vitest'
import { BytePoints } from './byte-points.ts'
import { CodePoints } from './code-points.ts'

it.each([
  ['one byte a letter', 'those who had slept recalled 42 of 50 word pairs. '.repeat(40)],
  ['one to four bytes a letter', 'Ωμέγα — 漢字 🌙 and é, ñ. '.repeat(60)],
  ['four bytes, over the marks of both', '🌙'.repeat(1100)],
  ['nothing', ''],
])('is counted as the text itself is: %s', (_name, text) => {
  const [bytes, points] = [new BytePoints(Buffer.from(text)), new CodePoints(text)]
  const places = [-5, 0, 1, 7, 511, 512, 513, 1023, 1024, 1099, 1100, points.length - 1, points.length, 9999]
  for (const from of places)
    for (const to of places)
      if (from <= to) expect([from, to, bytes.slice(from, to)]).toEqual([from, to, points.slice(from, to)])
})

it('reads bytes that are no UTF-8 and always ends', () => {
  const read = (...bytes: number[]) => new BytePoints(Buffer.from(bytes)).slice(0, 10)
  expect([read(0x80, 0xbf, 0xc3), read(0x80), read(0xf0, 0x9f)]).toEqual(['\ufffd', '\ufffd', '\ufffd'])
})
