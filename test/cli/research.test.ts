import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'

describe('svc research', () => {
  let folder: string
  let server: TestKernel
  let project: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-research-cli-'))
    server = await startTestKernel({ plugins: ['developer', 'export', 'research', 'workspace'] })
    await writeFile(join(folder, 'naps.txt'), 'Those who had slept recalled 42 of 50 word pairs after a nap.')
    await writeFile(
      join(folder, 'refs.bib'),
      '@book{hopper1952, title = {Sleep}, author = {Hopper, Grace}, year = 1952}',
    )
    await writeFile(join(folder, 'broken.bib'), '@book{x,\n title = {Open')
    project = (await ask('POST', '', { title: 'Naps' })).research_project_id as string
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = async (method: string, path: string, body?: JsonValue) =>
    (await server.request(method, `/api/research/projects${path}`, body === undefined ? {} : { body })).body
  const svc = (...args: string[]) =>
    runSvcHere(['research', ...args], {
      cwd: folder,
      env: { SVC_HOME: join(folder, 'none'), SVC_BASE_URL: server.url, SVC_API_KEY: server.key },
    })

  it('adds files and references, and lists what a project has', async () => {
    const text = await svc('add', 'Naps', 'naps.txt', '--key', 'ada2024')
    expect([text.code, text.stdout]).toEqual([0, 'ada2024  naps\n'])
    const references = await svc('add', project, 'refs.bib', '--json')
    expect([references.code, JSON.parse(references.stdout).items[0].key]).toEqual([0, 'hopper1952'])
    const broken = await svc('add', project, 'broken.bib')
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringMatching(/Line \d+ .*Nothing was added/)])
    expect((await svc('add', project, 'nowhere.txt')).code).toBe(2)
    expect((await svc('sources', 'list', 'Naps')).stdout).toMatch(/ada2024 +naps +ok +0/)
    expect((await svc('projects', 'list')).stdout).toMatch(/Naps +2 +0 +0 +rp_/)
    expect((await svc('claims', 'list', 'Nobody')).code).toBe(1)
  })

  it('verify and lint end with 1 on an error, and an export waits until there is none', async () => {
    const { items } = await ask('GET', `/${project}/sources`)
    const { source_id } = items.find(({ key }: { key: string }) => key === 'ada2024')
    const note = await server.request('POST', '/api/workspace/notes', {
      body: { title: 'N', body: 'Sleep at noon, we said.' },
    })
    const evidence: JsonValue[] = [
      { type: 'quote', source_id, quote: 'recalled 42 of 50 word pairs' },
      { type: 'note', note_id: note.body.note_id as string, quote: 'Sleep at noon' },
    ]
    const { claim_id } = await ask('POST', `/${project}/claims`, { text: 'Naps help.', evidence })
    const body = `It was so [[claim:${claim_id as string}]] [@ada2024; @hopper1952].`
    const { report_id } = await ask('POST', `/${project}/reports`, { title: 'Brief', body })
    const sound = await svc('verify', 'Naps')
    expect([sound.code, sound.stdout]).toEqual([0, expect.stringContaining('all of it holds')])
    expect((await svc('claims', 'list', project)).stdout).toMatch(/supported +Naps help\. +2/)
    // It is found behind a project that has no such report.
    await ask('POST', '', { title: 'Later' })
    const linted = await svc('lint', report_id)
    expect([linted.code, linted.stdout]).toEqual([0, expect.stringContaining('Brief: 0 errors')])
    const made = await svc('export', report_id, '--output', 'brief.md', '--signatory', 'Ada Lovelace, Head of Engines')
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('brief.md') as string })
    expect(readFileSync(join(folder, 'brief.md'), 'utf8')).toContain('Ada Lovelace')

    const path = `/api/workspace/notes/${note.body.note_id as string}`
    await server.request('PUT', path, { body: { title: 'N', body: 'Sleep at four, we said.' } })
    const broken = await svc('verify', project)
    expect([broken.code, broken.stdout]).toEqual([1, expect.stringMatching(/note_changed[^]*then: Sleep at noon/)])
    const wrong = await svc('lint', report_id, '--project', 'Naps')
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringMatching(/^1:\d+ {2}error {2}claim_broken/)])
    const refused = await svc('export', report_id, '--output', 'late.md')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('does not leave')])
    expect((await svc('export', report_id, '--output', 'brief.odt')).code).toBe(2)
    const none = await svc('lint', 'rpt_none')
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no report rpt_none')])
  })
})
