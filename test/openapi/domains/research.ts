import type { Client } from '../client.ts'
import type { MakeRequest } from '../fitting-requests.ts'
import { unique } from '../records.ts'
import type { MakeRecord } from '../records.ts'
import type { DomainRequests } from './domain-requests.ts'

type Made = Record<string, string>

const projects = '/api/research/projects'
const project = `${projects}/{research_project_id}`
const quote = 'recalled 42 of 50 word pairs after a nap'

const inProject = (made: Readonly<Made>, rest: string): string =>
  `${projects}/${made['research_project_id'] ?? ''}/${rest}`

/** Its title is that of the document's examples, which confirm with it. */
const newProject = async (client: Client): Promise<string> =>
  (await client.made<Made>('POST', projects, { title: 'Sleep and memory' }))['research_project_id'] ?? ''

const addSource = async (client: Client, made: Readonly<Made>, given: object): Promise<string> => {
  const { items } = await client.made<{ items: Made[] }>('POST', inProject(made, 'sources'), given)
  return items[0]?.['source_id'] ?? ''
}

const source: MakeRecord = (client, made) =>
  addSource(client, made, { title: `Naps ${unique()}`, text: `Those who had slept ${quote}. ${unique()}` })

const quoteOf = async (client: Client, made: Readonly<Made>) => ({
  type: 'quote',
  source_id: await source(client, made),
  quote,
})

interface MadeClaim {
  claim_id: string
  evidence: { evidence_id: string }[]
}

const claim = async (client: Client, made: Readonly<Made>): Promise<MadeClaim> => {
  const evidence = [await quoteOf(client, made)]
  return client.made<MadeClaim>('POST', inProject(made, 'claims'), { text: 'Naps help.', evidence })
}

const newNote = async (client: Client): Promise<object> => {
  const made = await client.made<Made>('POST', '/api/workspace/notes', { title: `Note ${unique()}`, body: 'Naps.' })
  return { type: 'note', id: made['note_id'] }
}

/** A CSL file as a form, and the name that it gives the style. */
const styleForm = async (name: string) => {
  const { FormData } = await import('undici')
  const info = `<info><title>${name}</title><id>${name}</id><updated>2026-01-31T12:00:00+00:00</updated></info>`
  const layout = '<layout><text variable="title"/></layout>'
  const parts = `${info}<citation>${layout}</citation><bibliography>${layout}</bibliography>`
  const root = '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text">'
  const form = new FormData()
  form.set('file', new Blob([`<?xml version="1.0" encoding="utf-8"?>${root}${parts}</style>`]), `${name}.csl`)
  return form
}

/** A project as another home exports it. */
const bundle = {
  svc_research: 1,
  project: { title: 'Naps', question: null, description: null, tags: [], style: 'apa', locale: 'en-US' },
  sources: [{ key: 'roe2020', kind: 'reference', csl: { type: 'book', title: 'Sleep' }, tags: [], snapshot: null }],
  claims: [{ claim_id: 'clm_old', text: 'Naps help.', kind: 'finding', tags: [], evidence: [] }],
  links: [],
  reports: [{ title: 'Naps', body: 'So [[claim:clm_old]].', style: null, locale: null, authors: [] }],
}

/** A body that names records of the project it is sent to. */
const ofProject =
  (make: (client: Client, ids: Made) => Promise<{ body?: unknown; ids?: Made }>): MakeRequest =>
  async client => {
    const ids = { research_project_id: await newProject(client) }
    const made = await make(client, ids)
    return { ...made, ids: { ...ids, ...made.ids } }
  }

/** What the operations below /api/research need for a success. */
export const researchRequests: DomainRequests = {
  records: {
    [project]: newProject,
    [`${project}/sources/{source_id}`]: source,
    [`${project}/claims/{claim_id}`]: async (client, made) => (await claim(client, made)).claim_id,
    [`${project}/claims/{claim_id}/evidence/{evidence_id}`]: async (client, made) => {
      const path = inProject(made, `claims/${made['claim_id'] ?? ''}/evidence`)
      const { evidence } = await client.made<MadeClaim>('POST', path, await quoteOf(client, made))
      return evidence.at(-1)?.evidence_id ?? ''
    },
    [`${project}/links/{link_id}`]: async (client, made) =>
      (await client.made<Made>('POST', inProject(made, 'links'), await newNote(client)))['link_id'] ?? '',
    [`${project}/reports/{report_id}`]: async (client, made) =>
      (await client.made<Made>('POST', inProject(made, 'reports'), { title: 'Naps', body: 'Naps help.' }))[
        'report_id'
      ] ?? '',
    '/api/research/styles/{style}': async client => {
      const body = await styleForm(`style-${unique()}`)
      return (await client.made<Made>('POST', '/api/research/styles', undefined, { body }))['style'] ?? ''
    },
  },
  fitting: {
    [`POST ${project}/sources`]: async () => ({ body: { title: `Naps ${unique()}`, text: `Naps help. ${unique()}` } }),
    [`POST ${project}/sources/{source_id}/refresh`]: async (client, { url }) => {
      const research_project_id = await newProject(client)
      return { ids: { research_project_id, source_id: await addSource(client, { research_project_id }, { url }) } }
    },
    [`POST ${project}/claims`]: ofProject(async (client, ids) => ({
      body: { text: 'Naps help.', evidence: [await quoteOf(client, ids)] },
    })),
    [`POST ${project}/claims/{claim_id}/evidence`]: ofProject(async (client, ids) => ({
      body: await quoteOf(client, ids),
    })),
    [`POST ${project}/links`]: async client => ({ body: await newNote(client) }),
    [`POST ${project}/reports/{report_id}/export`]: async () => ({ body: { format: 'md' } }),
    // Any word of a query is no record.
    [`GET ${project}/lineage`]: async () => ({ query: {} }),
    'POST /api/research/import': async () => ({ body: bundle }),
    'POST /api/research/styles': async () => ({ body: await styleForm(`style-${unique()}`) }),
  },
  costly: [`POST ${project}/export`, `POST ${project}/reports/{report_id}/export`, 'POST /api/research/cite'],
  neverFine: {},
}
