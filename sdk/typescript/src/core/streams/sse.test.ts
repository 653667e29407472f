import { expect, it } from 'vitest'
import { EventParser } from './sse.ts'

const text =
  '\uFEFFretry: 2000\r\n\r\n: still here\n\nid: ses_1.1\r\nevent: content\r\ndata: {"delta":"Größe 😀\\n"}\r\n\r\n' +
  'data: one\rdata:two\r\rid: ses_1.2\nevent: done\ndata\ndata: x:y\n\nevent: nothing\n\ndata: cut off'
const whole = [
  { id: 'ses_1.1', type: 'content', data: '{"delta":"Größe 😀\\n"}' },
  { id: 'ses_1.1', type: 'message', data: 'one\ntwo' },
  { id: 'ses_1.2', type: 'done', data: '\nx:y' },
]

it('events are the same wherever the bytes were cut', () => {
  const bytes = new TextEncoder().encode(text)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const parser = new EventParser()
    expect([...parser.read(bytes.subarray(0, cut)), ...parser.read(bytes.subarray(cut))], `cut at ${cut}`).toEqual(
      whole,
    )
  }
})

it('events are the same byte by byte', () => {
  const parser = new EventParser()
  const events = Array.from(new TextEncoder().encode(text), byte => parser.read(Uint8Array.of(byte)))
  expect(events.flat()).toEqual(whole)
})

it('an id alone is a place, once its block is whole', () => {
  const parser = new EventParser()
  const bytes = new TextEncoder().encode('retry: 2000\nid: evt_1\n\nid: evt_2\ndata: {}\n')
  expect([parser.read(bytes), parser.lastEventId]).toEqual([[], 'evt_1'])
})
