import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SvcError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { Command, CommandInput } from '@svc/plugin/contracts/cli'
import { testCommandContext } from '../../../test/support/command-context.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { addMemory, deleteMemory, listMemory, searchMemory } from '../cli/memory-commands.ts'
import { exportMemory } from '../cli/export-memory.ts'
import { importMemory } from '../cli/import-memory.ts'
import { addTo, endedJob, exportOf, sendForm, startTestMemory } from '../../../test/rooms/plugins/memory.ts'
import type { TestMemory } from '../../../test/rooms/plugins/memory.ts'

let svc: TestKernel
let elsewhere: TestMemory['elsewhere']
beforeAll(async () => {
  ;({ svc, elsewhere } = await startTestMemory())
})
afterAll(() => svc?.stop())

const add = (body: JsonObject) => addTo(svc, body)
const form = (fields: [string, string | File][]) => sendForm(svc, fields)

describe('an import', () => {
  const markdown = new File(['# Harbour\n\n## Opening\n\nThe harbour opens at five.\n'], 'harbour.md')

  it('takes a form of several files, each its own source', async () => {
    const html = new File(['<h1>Ferry</h1><script>no</script><p>The ferry crosses twice a day.</p>'], 'ferry.html')
    const { status, body } = await form([
      ['file', markdown],
      ['file', html],
      ['tags', 'sea, coast'],
    ])
    expect(status).toBe(201)
    expect(body).toMatchObject({ documents: 2, duplicates: 0, failed: 0, faults: [], source: null })
    const [found] = (await svc.request('POST', '/api/memory/search', { body: { query: 'harbour opens' } })).body.results
    expect(found).toMatchObject({
      source: 'harbour.md',
      tags: ['sea', 'coast'],
      provenance: { via: 'import', username: 'owner', file_name: 'harbour.md' },
      chunk: { heading: ['Harbour', 'Opening'], text: 'The harbour opens at five.' },
    })
    const again = await form([
      ['file', markdown],
      ['tags', 'sea'],
    ])
    expect([again.status, again.body['documents'], again.body['duplicates']]).toEqual([201, 0, 1])
  })

  it('goes on past a file that cannot be read, and says why', async () => {
    const bad = new File([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])], 'tool.md')
    const good = new File(['Lighthouses blink every ten seconds.'], 'light.txt')
    const { status, body } = await form([
      ['file', bad],
      ['file', good],
      ['source', 'mixed'],
    ])
    expect([status, body['documents'], body['failed'], body['source']]).toEqual([201, 1, 1, 'mixed'])
    expect(body['faults']).toEqual([
      { file_name: 'tool.md', code: 'unsupported_media_type', detail: expect.any(String) },
    ])
    const alone = await form([['file', bad]])
    expect([alone.status, alone.body['code']]).toEqual([415, 'unsupported_media_type'])
  })

  it('runs as a job when it is asked to, and leaves no file behind', async () => {
    const files = Array.from({ length: 21 }, (_, n): [string, File] => [
      'file',
      new File([`Buoy ${n} is red.`], `buoy-${n}.txt`),
    ])
    const { status, body } = await form([...files, ['source', 'buoys']])
    const job = await endedJob(svc, body['job_id'])
    expect(status).toBe(202)
    expect(job.result).toMatchObject({ documents: 21, duplicates: 0, failed: 0, source: 'buoys' })
    const { items } = (await svc.request('GET', '/api/memory?source=buoys&limit=1')).body
    expect(items[0].provenance).toMatchObject({ via: 'import', job_id: body['job_id'] })
    const [workspace] = await readdir(join(svc.home, 'workspaces'))
    const left = await readdir(join(svc.home, 'workspaces', workspace ?? '', 'memory'), {
      recursive: true,
      withFileTypes: true,
    })
    expect(left.filter(entry => entry.isFile())).toEqual([])
  })

  it('takes JSON too', async () => {
    const content_base64 = Buffer.from('The tide table is blue.').toString('base64')
    const one = await svc.request('POST', '/api/memory/import', { body: { name: 'docs/tide.txt', content_base64 } })
    const [item] = one.body.items
    expect([one.status, item.file_name, item.duplicate]).toEqual([201, 'docs/tide.txt', false])
    const files = ['a', 'b'].map(name => ({ name, content: `The ${name} of the pier.` }))
    const two = await svc.request('POST', '/api/memory/import', { body: { files } })
    const places = [one, two].map(({ headers }) => headers.get('location')?.slice(svc.url.length))
    expect(places).toEqual([`/api/memory/${item.id}`, '/api/memory'])
    const faults: JsonObject[] = [
      {},
      { name: 'a' },
      { name: 'a', content: 'b', files: [{ name: 'c', content: 'd' }] },
      { name: 'a', content_base64: '%' },
    ]
    const statuses = faults.map(async body => (await svc.request('POST', '/api/memory/import', { body })).status)
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 400])
  })

  it.each<[string, [string, string | File][]]>([
    ['no file', [['source', 'x']]],
    [
      'another part',
      [
        ['file', markdown],
        ['files', 'x'],
      ],
    ],
    [
      'an unknown mode',
      [
        ['file', markdown],
        ['mode', 'later'],
      ],
    ],
    [
      'a long source',
      [
        ['file', markdown],
        ['source', 'x'.repeat(501)],
      ],
    ],
  ])('refuses a form with %s', async (_what, fields) => {
    expect((await form(fields)).status).toBe(400)
  })
})

describe('an export', () => {
  beforeAll(async () => {
    for (const name of ['one', 'two'])
      await add({ content: `Sheet ${name} of the atlas.`, source: 'atlas', tags: [name] })
    const facts = { metadata: { scale: 10 }, valid_from: '2026-01-01T00:00:00Z', valid_until: '2999-01-01T00:00:00Z' }
    await add({ content: `# Atlas\n\n${'A long sheet of the atlas. '.repeat(400)}`, source: 'atlas', ...facts })
  })

  it('adds nothing when it is imported again, and everything with its ids elsewhere', async () => {
    const { body: text } = await exportOf(svc)
    const lines = text.trim().split('\n')
    const again = await form([['file', new File([text], 'memory.jsonl')]])
    expect([again.body['documents'], again.body['duplicates'], again.body['failed']]).toEqual([0, lines.length, 0])
    const there = { name: 'memory.jsonl', content: text }
    const moved = await svc.request('POST', '/api/memory/import', { as: 'owner', headers: elsewhere, body: there })
    expect([moved.status, moved.body.documents]).toEqual([201, lines.length])
    const back = await exportOf(svc, '', elsewhere)
    const shown = (line: string) => {
      const {
        provenance,
        updated_at: _,
        version: __,
        ...rest
      } = JSON.parse(line) as JsonObject & { provenance: JsonObject }
      return { ...rest, from: provenance['original'] ?? provenance }
    }
    const texts = (of: string) => of.trim().split('\n').map(shown)
    const original = (line: string) => ({ ...shown(line), from: (JSON.parse(line) as JsonObject)['provenance'] })
    expect(texts(back.body)).toEqual(lines.map(original))
  })

  it('reports lines that have too many tags with those of the import, which no import would take again', async () => {
    const tags = (word: string) => Array.from({ length: 30 }, (_, index) => `${word}-${index}`)
    const lines = ['line', 'all'].map(word => JSON.stringify({ content: `Tags of ${word}.`, tags: tags(word) }))
    const { body } = await form([
      ['file', new File([lines.join('\n')], 'tags.jsonl')],
      ['tags', tags('all').join(',')],
    ])
    expect(body).toMatchObject({ documents: 1, failed: 1, faults: [{ line: 1, detail: 'tags must be at most 50.' }] })
  })

  it('is narrowed, and its broken lines are reported when they come back', async () => {
    const { body: text, headers } = await exportOf(svc, '?source=atlas')
    expect([text.trim().split('\n').length, headers.get('content-type')]).toEqual([3, 'application/x-ndjson'])
    const broken = `${text}{"content": 5}\nno json\n{"content": "Line of its own", "id": "../x", "tags": ["kept"]}\n`
    const { body } = await form([
      ['file', new File([broken], 'a.jsonl')],
      ['source', 'mended'],
      ['tags', 'late'],
    ])
    expect(body).toMatchObject({ documents: 1, duplicates: 3, failed: 2 })
    expect((body['faults'] as JsonObject[]).map(({ line, detail }) => [line, detail])).toEqual([
      [4, 'content must be text'],
      [5, 'it is not JSON'],
    ])
    const [own] = (await svc.request('GET', '/api/memory?source=mended')).body.items
    expect([own.id, own.tags]).toEqual([expect.stringMatching(/^mem_[0-9a-z]{26}$/), ['kept', 'late']])
  })
})

describe('lines made to harm', () => {
  it('are reported one by one, and end neither the import nor the trust in what stands beside them', async () => {
    const [{ id }] = (await svc.request('GET', '/api/memory?limit=1')).body.items
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const lines = [
      JSON.stringify({ content: 'A line with the id of another.', id, created_at: '9999-12-31T23:59:59Z' }),
      `{"content": "A forged line.", "provenance": {"via": "tool", "username": "root", "original": {"via": "api"}, "key_id": 5}}`,
      `{"content": "Too deep a line.", "metadata": ${nested(2000)}}`,
      `{"content": "A bottomless line.", "provenance": ${nested(200_000)}}`,
      '{"content": "A line with a key.", "metadata": {"__proto__": {"x": 1}}}',
      '{"content": "A late line.", "valid_from": "275760-09-13T00:00:00Z"}',
      '{"content": "A line cut at half a letter \\ud83d"}',
      '[]',
    ]
    const { body } = await form([
      ['file', new File([lines.join('\n')], 'harm.jsonl')],
      ['source', 'harm'],
    ])
    expect((body['faults'] as JsonObject[]).map(({ line, detail }) => [line, detail])).toEqual([
      [3, 'metadata must not be nested deeper than 60 levels.'],
      [4, 'it is nested too deep'],
      [5, 'metadata must not have a key "__proto__" in it.'],
      [6, expect.stringContaining('valid_from must be a time')],
      [7, expect.stringContaining('half of a surrogate pair')],
      [8, 'it is not a JSON object'],
    ])
    const { items } = (await svc.request('GET', '/api/memory?source=harm')).body
    expect(items).toMatchObject([
      {
        content: 'A forged line.',
        provenance: { via: 'import', username: 'owner', original: { via: 'tool', username: 'root' } },
      },
      { content: 'A line with the id of another.' },
    ])
    expect([items[1].id === id, items[1].created_at < new Date().toISOString()]).toEqual([false, true])
    expect(items[0].provenance.original).toEqual({ via: 'tool', username: 'root' })
  })
})

describe('svc memory', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-memory-'))
    await mkdir(join(folder, 'notes', 'deep', '.git'), { recursive: true })
    const files: [string, string | Uint8Array][] = [
      ['notes/a.md', '# Vineyard\n\nThe vineyard is pruned in March.'],
      ['notes/deep/b.txt', 'The cellar keeps eleven degrees.'],
      ['notes/deep/bad.pdf', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
      ['notes/picture.png', new Uint8Array(8)],
      ['notes/deep/.git/c.md', 'hidden'],
    ]
    for (const [path, content] of files) await writeFile(join(folder, path), content)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A command at a terminal in the folder, over the real API. */
  async function run<Input extends CommandInput>(command: Command<Input>, given: Input) {
    const shown: string[] = []
    const context = testCommandContext<Input>({
      ...given,
      io: {
        cwd: folder,
        result: (_value, text) => void shown.push(text),
        note: text => void shown.push(`# ${text}`),
        print: text => void shown.push(text.trim()),
      },
      server: {
        request: async (method, path, body) => {
          const answer = await svc.request(method, path, body === undefined ? {} : { body })
          if (answer.status >= 400) throw new SvcError(answer.status, answer.body.code, answer.body.detail)
          return answer.body
        },
      },
    })
    return { code: await command(context), shown }
  }

  it('imports a folder, reports what failed, finds, lists, exports and forgets', async () => {
    const imported = await run(importMemory, { arguments: { path: 'notes/' }, options: { tag: ['cli'] } })
    const counts = imported.shown.filter(line => line.includes('can be found'))
    expect(counts.at(-1)).toMatch(/^# \d+ passages can be found by words, none by meaning, which is off$/)
    expect({ ...imported, shown: imported.shown.filter(line => !counts.includes(line)) }).toEqual({
      code: 1,
      shown: [
        '# Left out: 1 that is not text, Markdown, HTML, PDF or DOCX by name',
        '# 3 of 3 files: 2 new documents, 2 passages',
        expect.stringMatching(/^# notes\/deep\/bad\.pdf: /),
        'Imported 2 documents in 2 passages from notes/, 1 failed.',
      ],
    })
    const found = await run(searchMemory, {
      arguments: { query: 'when is the vineyard pruned' },
      options: { tag: ['cli'], top: 1 },
    })
    expect(found.shown.join('\n')).toMatch(
      /1\. \d\.\d{3} {2}notes\/a\.md > Vineyard\n {3}The vineyard is pruned in March\./,
    )
    const exported = await run(exportMemory, { arguments: { file: 'out.jsonl' }, options: { tag: 'cli' } })
    expect(exported.shown).toEqual(['Wrote 2 documents to out.jsonl.'])
    const again = await run(importMemory, { arguments: { path: 'out.jsonl' }, options: { tag: [] } })
    expect(again).toMatchObject({
      code: 0,
      shown: expect.arrayContaining([expect.stringContaining('2 were there already')]),
    })
    const added = await run(addMemory, { arguments: { text: 'Casks are washed in May.' }, options: { tag: ['cli'] } })
    const id = /mem_\w+/.exec(added.shown[0] ?? '')?.[0] ?? ''
    expect((await run(listMemory, { arguments: {}, options: { tag: 'cli' } })).shown[0]?.split('\n')).toHaveLength(3)
    expect((await run(deleteMemory, { arguments: { id }, options: {} })).shown).toEqual([`Forgot ${id}.`])
    expect((await run(deleteMemory, { arguments: {}, options: { source: 'notes/a.md' } })).shown).toEqual([
      'Forgot 1 of notes/a.md.',
    ])
  })

  it('says what is wrong with a call', async () => {
    await expect(run(importMemory, { arguments: { path: 'nowhere' }, options: { tag: [] } })).rejects.toThrow(
      'no file or folder nowhere',
    )
    await expect(run(deleteMemory, { arguments: {}, options: {} })).rejects.toThrow('Name the id of a document')
  })
})
