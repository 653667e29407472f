import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { TestKernel } from '../rooms/kernel.ts'
import { ManifestsFolder, startWithApps } from './agent-apps-support.ts'

/** Of every domain one record, and words that its chapter has. */
interface Chapter {
  item: { type: string; id: string }
  words: string[]
}

const plugins =
  'agent-apps conversations data developer export files jobs memory ml models playbooks research sandbox stats tools workspace'.split(
    ' ',
  )
let apps: ManifestsFolder
let svc: TestKernel
const chapters: Record<string, Chapter> = {}

const ask = async (method: string, path: string, body?: JsonValue): Promise<JsonObject> => {
  const answer = await svc.request<JsonObject>(method, `/api${path}`, body === undefined ? {} : { body })
  expect([path, answer.status, answer.body?.['detail']]).toEqual([path, answer.status, undefined])
  return answer.body
}
const exported = async (body: JsonObject): Promise<{ status: number; bytes: Buffer }> => {
  const answer = await fetch(`${svc.url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const chapter = (type: string, id: JsonValue | undefined, ...words: string[]): void => {
  chapters[type] = { item: { type, id: String(id) }, words }
}

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  svc = await startWithApps(apps, { plugins })
  const note = await ask('POST', '/workspace/notes', { title: 'Minutes', body: 'We agreed on **naps**.' })
  chapter('note', note['note_id'], 'Minutes', '**naps**')
  const put = await fetch(`${svc.url}/api/files/content/plan.md`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'text/markdown' },
    body: '# The plan\n\nSleep at noon.',
  })
  chapter('file', ((await put.json()) as JsonObject)['file_id'], 'plan.md', 'Sleep at noon.')
  const memory = await ask('POST', '/memory', { content: 'Ada naps at noon.', source: 'diary.txt' })
  chapter('memory', memory['id'], 'Ada naps at noon.')
  const rows = Array.from({ length: 20 }, (_, index) => `${index % 2 ? 'nap' : 'none'},${30 + ((index * 7) % 12)}`)
  const data = await ask('POST', '/data/import', {
    name: 'recall',
    format: 'csv',
    content: `kind,words\n${rows.join('\n')}\n`,
  })
  chapter('dataset', data['dataset_id'], 'recall', 'words')
  const analysis = await ask('POST', '/stats/analyze', {
    dataset_id: data['dataset_id'] as string,
    method: 'descriptives',
    variables: { variables: ['words'] },
  })
  chapter('analysis', analysis['analysis_id'], 'words', 'recall')
  const run = await ask('POST', '/ml/runs', { name: 'first nap run', params: { rounds: '7' } })
  await ask('POST', `/ml/runs/${String(run['run_id'])}/log`, { metrics: [{ key: 'accuracy', value: 0.75 }] })
  chapter('run', run['run_id'], 'first nap run', 'accuracy', '0.75', 'rounds')
  const talk = await ask('POST', '/conversations', { title: 'About naps' })
  await ask('POST', `/conversations/${String(talk['id'])}/messages`, { message: 'Do naps help?', stream: false })
  chapter('conversation', talk['id'], 'About naps', 'Do naps help?')
  await apps.drop('counts', 'return { said: ctx.inputs.text, twice: 84 }')
  const app = await ask('POST', '/agent-apps/counts/run', { inputs: { text: 'forty-two' } })
  chapter('app_run', app['run_id'], 'counts', 'forty-two', '84')
  const document = { dsl: '1.0.3', namespace: 'default', name: 'nap-book', version: '1.0.0' }
  await ask('POST', '/playbooks', { definition: { document, do: [{ measure: { set: { minutes: 42 } } }] } })
  const book = await ask('POST', '/playbooks/runs', { playbook_id: 'nap-book', wait_seconds: 30 })
  chapter('playbook_run', book['id'], 'nap-book', 'measure', '42')
  const project = await ask('POST', '/research/projects', { title: 'Naps' })
  const report = await ask('POST', `/research/projects/${String(project['research_project_id'])}/reports`, {
    title: 'The brief',
    body: 'Naps were measured.',
  })
  chapter('report', report['report_id'], 'The brief', 'Naps were measured.')
}, 120_000)
afterAll(async () => {
  await svc?.stop()
  await apps?.delete()
})

it.each(['note', 'file', 'memory', 'dataset', 'analysis', 'run', 'conversation', 'app_run', 'playbook_run', 'report'])(
  'a record of the type %s becomes a chapter, and one that is not there is refused',
  async type => {
    const { item, words } = chapters[type]!
    const { status, bytes } = await exported({ items: [item], format: 'md' })
    // Markdown escapes what would be a mark.
    const text = bytes.toString().replaceAll('\\', '')
    expect([status, words.filter(each => !text.includes(each))]).toEqual([200, []])
    const gone = `${item.id.slice(0, item.id.indexOf('_') + 1)}01jzcq3m5n8v7x2k4w6y9a0b1c`
    expect((await exported({ items: [{ type, id: gone }], format: 'md' })).status).toBe(404)
  },
)

it('a dataset longer than its rows are wanted says how many it has beyond them', async () => {
  const { item } = chapters['dataset']!
  const { export_id, job_id } = (await ask('POST', '/export', {
    items: [item],
    format: 'md',
    options: { rows: 5 },
    mode: 'job',
  })) as { export_id: string; job_id: string }
  await expect.poll(async () => (await ask('GET', `/jobs/${job_id}`))['state'], { timeout: 30_000 }).toBe('succeeded')
  const { warnings } = await ask('GET', `/export/${export_id}`)
  expect(warnings).toEqual([{ code: 'rows_cut', message: expect.stringContaining('15 rows') }])
})

it('all of them together are a document in every format, with their records in the ZIP', async () => {
  const items = Object.values(chapters).map(({ item }) => item)
  const formats = ['pdf', 'docx', 'html', 'json', 'zip']
  const made = []
  for (const format of formats) made.push(await exported({ items, format, sign: { manifest: true } }))
  expect(made.map(({ status }) => status)).toEqual(formats.map(() => 200))
  const html = made[2]!.bytes.toString()
  for (const { words } of Object.values(chapters)) expect(html).toContain(words[0])
  const files = unzipSync(new Uint8Array(made.at(-1)!.bytes))
  const manifest = JSON.parse(Buffer.from(files['svc-manifest.json'] ?? []).toString()) as {
    items: { type: string; id: string }[]
  }
  expect(manifest.items.map(({ type, id }) => ({ type, id }))).toEqual(items)
  const records = Object.keys(files).filter(name => name.endsWith('/record.json'))
  expect(records).toHaveLength(items.length)
  expect(Object.keys(files).some(name => name.endsWith('.csv'))).toBe(true)
}, 120_000)
