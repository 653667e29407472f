import type { FileRecord } from '@svc/sdk'
import { expect, it } from 'vitest'
import { folderFault, inFolder, mostImageBytes, previewOf, trail } from './file-paths.ts'

it('leads from the top to a folder', () => {
  expect(trail('')).toEqual([])
  expect(trail('a/b')).toEqual([
    { name: 'a', path: 'a' },
    { name: 'b', path: 'a/b' },
  ])
  expect(inFolder('', 'x.txt')).toBe('x.txt')
  expect(inFolder('a/b', 'x.txt')).toBe('a/b/x.txt')
})

it.each([
  ['image/png', 'a.png', 10, 'image'],
  ['image/png', 'a.png', mostImageBytes + 1, 'none'],
  ['image/svg+xml', 'a.svg', 10, 'text'],
  ['text/html', 'a.html', 10, 'text'],
  ['text/markdown; charset=utf-8', 'a.md', 10, 'markdown'],
  ['text/plain', 'README.md', 10, 'markdown'],
  ['application/json', 'a.json', 10, 'text'],
  ['application/pdf', 'a.pdf', 10, 'none'],
  ['application/octet-stream', 'a.md', 10, 'none'],
])('shows %s (%s, %d bytes) as %s', (content_type, name, size, kind) => {
  expect(previewOf({ content_type, name, size } as FileRecord)).toBe(kind)
})

it.each(['', ' ', '/a', 'a\\b'])('refuses %j as a folder', name => {
  expect(folderFault(name)).not.toBeNull()
})

it('takes folders in folders', () => {
  expect(folderFault('reports/2026')).toBeNull()
})
