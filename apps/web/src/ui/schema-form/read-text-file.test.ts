import { describe, expect, it } from 'vitest'
import { readTextFile } from './read-text-file.ts'

describe('a file that is read into a field', () => {
  it('is its text, without a mark of its byte order', async () => {
    expect(await readTextFile(new File(['\uFEFFname,age\nÅda,36\n'], 'people.csv'))).toBe('name,age\nÅda,36\n')
  })

  it('is refused when it is longer than the field, or no text', async () => {
    await expect(readTextFile(new File(['abcdef'], 'a.csv'), 5)).rejects.toThrow('a.csv is too long: at most 5')
    await expect(readTextFile(new File(['a'.repeat(21)], 'a.csv'), 5)).rejects.toThrow('a.csv is too long')
    const bytes = new Uint8Array([0xff, 0xfe, 0x00])
    await expect(readTextFile(new File([bytes], 'a.xlsx'))).rejects.toThrow('a.xlsx is no text in UTF-8')
  })
})
