import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppFolder } from '../served/app-folder.ts'
import { Manual } from './manual.ts'

/** Questions of users, with the sections that answer them; most stand in issues of other programs, which are named. */
const questions = JSON.parse(await readFile(new URL('./questions.test.json', import.meta.url), 'utf8')) as Record<
  string,
  { question: string; answers: string[] }[]
>

describe('the manual', () => {
  let folder: string
  let manual: Manual

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-manual-'))
    await mkdir(join(folder, 'web'))
    const docs = new URL('../../../docs/', import.meta.url)
    await cp(docs, join(folder, 'web'), { recursive: true, filter: path => !/\.png$/.test(String(path)) })
    await writeFile(join(folder, 'web/app.js'), '')
    manual = new Manual(new AppFolder(pathToFileURL(`${folder}/`)))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const known = ['of_svc', 'of_others', 'tuned'].flatMap(set => questions[set] ?? [])

  it.each(known)('answers $question first with a section that says it', async ({ question, answers }) => {
    const [first] = await manual.search(question, 1)
    expect(answers.filter(answer => first?.address.startsWith(answer))).not.toEqual([])
  })

  // How many of each set were answered first when it was looked at last: fewer is a loss.
  it.each([
    { set: 'held_out', first: 9, of: 10 },
    { set: 'of_issues_first', first: 18, of: 20 },
    { set: 'of_issues_second', first: 19, of: 20 },
    { set: 'of_issues_third', first: 18, of: 20 },
    { set: 'of_issues_fourth', first: 14, of: 20 },
    { set: 'of_issues_fifth', first: 8, of: 10 },
    { set: 'of_issues_sixth', first: 20, of: 20 },
  ])('answers $first of $of questions in $set with the first section', async ({ set, first, of }) => {
    const asked = questions[set] ?? []
    const found = await Promise.all(
      asked.map(async ({ question, answers }) => {
        const [section] = await manual.search(question, 1)
        return answers.some(answer => section?.address.startsWith(answer)) ? [question] : []
      }),
    )
    expect(asked).toHaveLength(of)
    expect(found.flat().length).toBeGreaterThanOrEqual(first)
  })

  it('finds nothing for what it does not say', async () => {
    expect(await manual.search('zzgl', 3)).toEqual([])
    expect(await manual.search('?', 3)).toEqual([])
  })

  it('says that its pages are still being built, and is there once they are', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'svc-manual-'))
    try {
      const later = new Manual(new AppFolder(pathToFileURL(`${empty}/`)))
      await expect(later.search('backup', 3)).rejects.toThrow('The pages are still being built. Try again in a minute.')
      await mkdir(join(empty, 'web'))
      await writeFile(join(empty, 'web/backup.md'), '# Backup\n\nCopy it.\n')
      await writeFile(join(empty, 'web/asked.txt'), 'backup: save my data\n')
      expect(await later.search('backup', 3)).toMatchObject([{ title: 'Backup', address: '/docs/backup' }])
      expect(await later.search('save my data', 3)).toMatchObject([{ address: '/docs/backup' }])
    } finally {
      await rm(empty, { recursive: true, force: true })
    }
  })
})
