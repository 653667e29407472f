import { expect, it } from 'vitest'
import { ReaderFiles } from './reader-files.ts'

/** Two may be open; notes what is opened and closed. */
function twoFiles() {
  const notes: string[] = []
  const files = new ReaderFiles(2, path => {
    notes.push(`opens ${path}`)
    return { path, close: () => notes.push(`closes ${path}`) }
  })
  return { notes, use: (path: string) => files.use(path, file => file.path), files }
}

it('closes the file that was unused for longest when another one is needed', () => {
  const { notes, use } = twoFiles()
  expect(['a', 'b', 'a', 'c', 'a'].map(use)).toEqual(['a', 'b', 'a', 'c', 'a'])
  expect(notes).toEqual(['opens a', 'opens b', 'closes b', 'opens c'])
})

it('closes a file with which something failed, and opens it again', () => {
  const { files, notes, use } = twoFiles()
  const failing = (): never => {
    throw new Error('disk I/O error')
  }
  expect(() => files.use('a', failing)).toThrow('disk I/O error')
  use('a')
  expect(notes).toEqual(['opens a', 'closes a', 'opens a'])
})
