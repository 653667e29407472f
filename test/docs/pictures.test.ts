import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

const mostBytes = 150_000

it('the README shows the product before it explains it, in both themes, with pictures that are there and small', () => {
  const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8')
  const pictures = [...readme.matchAll(/"(docs\/screenshots\/[a-z-]+-(light|dark)\.png)"/g)]
  const themes = pictures.map(([, , theme]) => theme)
  expect(themes.length).toBeGreaterThanOrEqual(10)
  expect(themes.filter(theme => theme === 'dark').length).toBe(themes.length / 2)
  expect(readme.indexOf('<picture>')).toBeLessThan(readme.indexOf('\n## '))
  const large = pictures.filter(([, path = '']) => statSync(join(repositoryRoot, path)).size > mostBytes)
  expect(large.map(([, path]) => path)).toEqual([])
})
