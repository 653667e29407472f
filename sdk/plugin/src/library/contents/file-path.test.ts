import { describe, expect, it } from 'vitest'
import { cleanFolder, cleanPath, foldersOf } from './file-path.ts'

describe('a path', () => {
  it.each([
    'a.txt',
    'reports/2026/q3 (final), v2.pdf',
    'Ünï/日本語/ελ.md',
    'what is this?: "x" <y> |z*.txt',
    'نیم‌فاصله.txt',
    '👩‍🚀.png',
    '.gitignore',
    'COM10.txt',
    'console.log',
    Array.from({ length: 32 }, () => 'd').join('/'),
    `${'x'.repeat(255)}`,
  ])('%j is kept as it is', path => {
    expect(cleanPath(path)).toBe(path)
  })

  it('is kept in form C, so that one name is one file', () => {
    expect(cleanPath('Cafe\u0301.txt')).toBe('Café.txt')
  })

  it.each([
    ['../../x', 'leads elsewhere'],
    ['a/../x', 'leads elsewhere'],
    ['./x', 'leads elsewhere'],
    ['..\\..\\x', 'separate folders with "/"'],
    ['/etc/passwd', 'begins with "/"'],
    ['C:/x', 'drive letter'],
    ['a//b', 'an empty part'],
    ['a/', 'an empty part'],
    ['', 'is empty'],
    ['a\0b', 'U+0000'],
    ['a\r\nb', 'U+000D'],
    ['a\u0085b', 'U+0085'],
    ['invoice\u202efdp.exe', 'U+202E'],
    ['a\u2066b', 'U+2066'],
    ['a\u200fb', 'U+200F'],
    ['a\u200bb', 'U+200B'],
    ['a\ufeffb', 'U+FEFF'],
    ['a\u{e0041}', 'U+E0041'],
    ['a\u{10ffff}', 'U+10FFFF'],
    ['a\ud800b', 'lone surrogate'],
    ['a.', 'ends with a dot or a space'],
    ['a /b', 'ends with a dot or a space'],
    ['CON', 'a device on Windows'],
    ['x/nul.txt', 'a device on Windows'],
    ['lpt1', 'a device on Windows'],
    ['x'.repeat(256), 'over 255 bytes'],
    ['é'.repeat(128), 'over 255 bytes'],
    [Array.from({ length: 33 }, () => 'd').join('/'), '33 parts'],
    [Array.from({ length: 6 }, () => 'x'.repeat(200)).join('/'), 'over 1024 bytes'],
    ['x'.repeat(4096), 'over 1024 bytes'],
    ['\u0130'.repeat(100_000), 'over 1024 bytes'],
  ])('%j is refused: %s', (path, message) => {
    expect(() => cleanPath(path)).toThrow(message)
  })
})

it('a folder may end with "/", and the empty one is the top', () => {
  expect(['', '/', 'a', 'a/b/'].map(folder => cleanFolder(folder))).toEqual(['', '', 'a', 'a/b'])
  expect(() => cleanFolder('../a')).toThrow('leads elsewhere')
})

it('the folders of a path are those it lies in', () => {
  expect([foldersOf('a'), foldersOf('a/b/c.txt')]).toEqual([[], ['a', 'a/b']])
})
