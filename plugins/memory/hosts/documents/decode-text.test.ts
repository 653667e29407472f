import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const kindOf = (text: string) =>
  decodeText({ bytes: new Uint8Array(Buffer.from(text)), name: 'a', contentType: null, maxTextBytes: 1e6 }).kind

it('a page is known behind a declaration and comments, however many there are', () => {
  const comments = '<!-- c -->\n'.repeat(300)
  expect([`<?xml version="1.0"?>${comments}<!doctype html>x`, `${comments}<p>x`].map(kindOf)).toEqual(['html', 'text'])
})
