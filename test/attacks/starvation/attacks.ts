import { FormData } from 'undici'
import { madeZip } from '../../support/made-documents.ts'

export interface AttackRequest {
  method: 'GET' | 'POST'
  path: string
  body?: object | FormData
  /** Which of the keys; the attacker's own by default. */
  key?: string
}

/** What an attacker has: sends a request and answers the body, whatever the status. */
export interface Attacker {
  send(request: AttackRequest): Promise<string>
  /** The same for many, sixteen at a time. */
  sendAll(requests: readonly AttackRequest[]): Promise<void>
  keys: { owner: string; more: readonly string[] }
}

export interface Attack {
  /** Requests under way at once. */
  lanes: number
  /** Keys besides its own. */
  keys?: number
  prepare?(attacker: Attacker): Promise<void>
  strike(attacker: Attacker, turn: number): Promise<unknown>
}

const get = (path: string): AttackRequest => ({ method: 'GET', path })
const post = (path: string, body: object): AttackRequest => ({ method: 'POST', path, body })
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** Written as two bytes each, and refused once it is read: what is left is the cost of reading it. */
const lineBreaks = { content: '\n'.repeat(8_000_000) }

const note = (title: string, body: string) => post('/api/workspace/notes', { title, body, tags: [] })
const search = (text: string, limit: number) =>
  get(`/api/workspace/notes?${String(new URLSearchParams({ search: text, limit: String(limit) }))}`)

/** Each the way of one member to make the others wait. */
export const attacks = {
  'search, a note of 60,000 times one word': {
    lanes: 4,
    prepare: attacker => attacker.sendAll(times(4, index => note(`n${index}`, 'word '.repeat(60_000)))),
    strike: attacker => attacker.send(search('word', 20)),
  },
  'search, 4,000 notes and eight letters': {
    lanes: 4,
    prepare: attacker => attacker.sendAll(times(4000, index => note(`n${index}`, 'a '.repeat(8)))),
    strike: attacker => attacker.send(search('a a a a a a a a', 200)),
  },
  'search, a letter that begins 100,000 words': {
    lanes: 4,
    prepare: attacker => attacker.sendAll(times(20, index => note(`n${index}`, manyWords(index)))),
    strike: attacker => attacker.send(search('a', 200)),
  },
  'claims of 100 jobs of 0.95 MB': {
    lanes: 2,
    prepare: attacker =>
      attacker.sendAll(
        times(100, () => post('/api/jobs', { kind: 'large', max_attempts: 100, payload: 'x'.repeat(950_000) })),
      ),
    strike: attacker => attacker.send(post('/api/jobs/claim', { worker_id: 'w', limit: 100, lease_seconds: 1 })),
  },
  '10,000 names of queues and kinds': {
    lanes: 4,
    prepare: attacker =>
      attacker.sendAll(times(10_000, index => post('/api/jobs', { kind: `kind-${index}`, queue: `queue-${index}` }))),
    strike: (attacker, turn) =>
      attacker.send(
        turn % 2 === 0
          ? get('/api/jobs/stats')
          : post('/api/jobs/claim', { worker_id: 'w', limit: 100, lease_seconds: 1 }),
      ),
  },
  '200 runs that answer 3 MB': {
    lanes: 200,
    strike: attacker => attacker.send(post('/api/agent-apps/large/run', { inputs: {} })),
  },
  '300 heavy statements': {
    lanes: 300,
    strike: attacker =>
      attacker.send(
        post('/api/data/query', { sql: 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b' }),
      ),
  },
  '300 expressions without end': {
    lanes: 300,
    strike: attacker =>
      attacker.send(
        post('/api/tools/json_query/call', {
          arguments: { data: {}, query: '($f := function($x) { $f($x) }; $f(1))' },
        }),
      ),
  },
  'documents that unpack to 200 MB': {
    lanes: 32,
    strike: attacker => {
      const form = new FormData()
      form.append('file', new Blob([largeDocument()]), 'large.docx')
      return attacker.send({ method: 'POST', path: '/api/memory/import', body: form })
    },
  },
  'JSON of 16 MB': {
    lanes: 8,
    strike: attacker => attacker.send(post('/api/memory', lineBreaks)),
  },
  'a flood over 300 keys': {
    lanes: 300,
    keys: 300,
    strike: ({ send, keys }, turn) =>
      send({ ...get('/api/workspace/notes?limit=200'), key: keys.more[turn % keys.more.length] ?? '' }),
  },
  'backups of the whole home': {
    lanes: 1,
    prepare: attacker => attacker.sendAll(times(500, index => note(`n${index}`, 'some text '.repeat(1000)))),
    strike: ({ send, keys }) => send({ ...post('/api/backups', {}), key: keys.owner }),
  },
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks

/** Words that begin with one letter, others in each note. */
function manyWords(index: number): string {
  return times(60_000, word => `a${(index * 60_000 + word).toString(36)}`).join(' ')
}

let document: Buffer | undefined

function largeDocument(): Buffer {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
  const body = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${'<w:p><w:r><w:t>word</w:t></w:r></w:p>'.repeat(1_500_000)}</w:body></w:document>`
  return (document ??= madeZip([
    { name: '[Content_Types].xml', content: types },
    { name: '_rels/.rels', content: rels },
    { name: 'word/document.xml', content: body },
    ...times(4, index => ({ name: `word/part${index}.xml`, content: body })),
  ]))
}
