import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

const page = await readFile(join(repositoryRoot, 'docs/architecture.md'), 'utf8')

describe('The plan for contributors', () => {
  it('names files and folders that are there', () => {
    const roots = /^(apps|bench|docs|examples|kernel|manifests|plugins|scripts|sdk|test)\//
    const named = [...page.matchAll(/`([\w./-]+)`/g)].map(([, path]) => path!).filter(path => roots.test(path))

    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(path => !existsSync(join(repositoryRoot, path)))).toEqual([])
  })

  it('has every room of the kernel in its floor plan', async () => {
    const plan = /^kernel\/ [^]*?^plugins\/ /m.exec(page)?.[0] ?? ''
    const rooms = (await readdir(join(repositoryRoot, 'kernel'), { withFileTypes: true })).filter(entry =>
      entry.isDirectory(),
    )

    expect(rooms.map(({ name }) => name).filter(name => !plan.includes(`  ${name}/ `))).toEqual([])
  })
})
