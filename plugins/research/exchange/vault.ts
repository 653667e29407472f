import type { JsonObject } from '@svc/plugin'
import type { LineageGraph } from '../lineage/lineage.ts'
import type { BundledClaim, BundledSource, ResearchBundle } from './bundle.ts'
import type { ZippedFile } from './write-references.ts'

const unsafe = /[<>:"/\\|?*\p{Cc}#^[\]]+/gu
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i
const longestName = 80
const column = 420
const row = 120

/** A project as a folder of Markdown notes that link to each other, with front matter, a bibliography and a canvas of its lineage. */
export function vaultFiles({
  bundle,
  bibtex,
  graph,
}: {
  bundle: ResearchBundle
  bibtex: string
  graph: LineageGraph
}): ZippedFile[] {
  const { project, sources, claims, reports } = bundle
  const name = namer()
  const ofSource = new Map(sources.map(({ key }) => [key, name('sources', key)]))
  const ofClaim = new Map(claims.map(({ claim_id, text }) => [claim_id, name('claims', text)]))
  const ofReport = reports.map(({ title }) => name('reports', title))
  const linked = (path: string): string => `[[${path.replace(/\.md$/, '')}]]`
  const index = [
    `# ${project.title}`,
    ...(project.question === null ? [] : [project.question]),
    ...(project.description === null ? [] : [project.description]),
    listed('Reports', ofReport.map(linked)),
    listed('Claims', [...ofClaim.values()].map(linked)),
    listed('Sources', [...ofSource.values()].map(linked)),
  ]
  return [
    { path: 'index.md', text: `${index.join('\n\n')}\n` },
    ...sources.map(source => ({ path: ofSource.get(source.key)!, text: sourceNote(source) })),
    ...claims.map(claim => ({
      path: ofClaim.get(claim.claim_id)!,
      text: claimNote(claim, key => linked(ofSource.get(key) ?? key)),
    })),
    ...reports.map(({ title, body, authors }, at) => ({
      path: ofReport[at]!,
      text: noted(
        { title, authors },
        body
          .replaceAll(/\[\[claim:(clm_\w+)\]\]/g, (mark, id: string) =>
            ofClaim.has(id) ? linked(ofClaim.get(id)!) : mark,
          )
          .replaceAll(/\[\[((?:dataset|analysis|query|run):[^\]]+)\]\]/g, '`$1`'),
      ),
    })),
    { path: 'bibliography.bib', text: bibtex },
    { path: 'lineage.canvas', text: `${JSON.stringify(canvas(graph), null, 2)}\n` },
  ]
}

/** Names that every system takes, none twice, whatever the case of letters. */
function namer(): (folder: string, text: string) => string {
  const taken = new Set<string>()
  /** How often each name was asked for, so that nobody counts up to there again. */
  const counts = new Map<string, number>()
  return (folder, text) => {
    const plain = text.normalize('NFC').replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ').trim()
    const cut = Array.from(plain)
      .slice(0, longestName)
      .join('')
      .replace(/[. ]+$/, '')
    const base = cut === '' || reserved.test(cut) ? `_${cut}` : cut
    const name = `${folder}/${base}`.toLowerCase()
    for (let count = (counts.get(name) ?? 0) + 1; ; count += 1) {
      const path = `${folder}/${base}${count === 1 ? '' : ` ${count}`}.md`
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      counts.set(name, count)
      return path
    }
  }
}

/** Front matter in JSON, which is YAML too. */
function noted(facts: JsonObject, text: string): string {
  const lines = Object.entries(facts).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${text.trimEnd()}\n`
}

function sourceNote({ key, csl, tags, snapshot }: BundledSource): string {
  const kept =
    snapshot === null ? {} : { sha256: snapshot.sha256, ...(snapshot.final_url && { url: snapshot.final_url }) }
  const text = snapshot?.text ?? 'Nothing was kept of the work itself.'
  return noted({ key, tags, ...kept, csl }, `# ${String(csl['title'] ?? key)}\n\n${text}`)
}

function claimNote({ claim_id, text, kind, tags, evidence }: BundledClaim, source: (key: string) => string): string {
  const lines = evidence.map(({ type, relation, note, source_key, body }) => {
    const said =
      typeof body['quote'] === 'string' ? `> ${body['quote'].replaceAll('\n', '\n> ')}` : `\`${JSON.stringify(body)}\``
    const from = source_key === undefined ? type : source(source_key)
    return `${relation}: ${from}\n\n${said}${note === null ? '' : `\n\n${note}`}`
  })
  const ids = evidence.map(({ evidence_id }) => evidence_id)
  return noted({ claim_id, kind, tags, evidence: ids }, [`# ${text}`, ...lines].join('\n\n'))
}

function listed(title: string, links: readonly string[]): string {
  return `## ${title}\n\n${links.length === 0 ? 'None.' : links.map(link => `- ${link}`).join('\n')}`
}

/** JSON Canvas 1.0: a column for each type of record. */
function canvas({ nodes, edges }: LineageGraph) {
  const columns = ['report', 'claim', 'quote', 'snapshot', 'source']
  const places = new Map<string, number>()
  const shown = nodes.map(({ id, type, title, state }) => {
    const at = columns.indexOf(type) === -1 ? columns.length : columns.indexOf(type)
    const place = places.get(type) ?? 0
    places.set(type, place + 1)
    const text = `**${type}**${state === null ? '' : ` (${state})`}\n${title}`
    return { id, type: 'text', text, x: at * column, y: place * row, width: column - 80, height: row - 20 }
  })
  const lines = edges.map(({ from, to, relation }, at) => ({
    id: `e${at}`,
    fromNode: from,
    toNode: to,
    label: relation,
  }))
  return { nodes: shown, edges: lines }
}
