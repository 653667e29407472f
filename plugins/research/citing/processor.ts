import { createRequire } from 'node:module'
import { messageOf } from '@svc/plugin'
import type { CiteCluster, Cited, CiteTask } from './cite-task.ts'

/** The works that an engine knows. */
interface Registry {
  constructor: new (engine: Engine) => Registry
}

interface Engine {
  rebuildProcessorState(citations: object[], form: string, uncited: string[]): [string, number, string][]
  registry: Registry
  updateUncitedItems(ids: string[]): void
  /** Without citations: all that is left of a task beside the registry is forgotten. */
  restoreProcessorState(): void
  makeBibliography(): [{ entry_ids: string[][]; bibstart: string; bibend: string }, string[]] | false
}

interface Processor {
  Engine: new (system: object, style: string, locale: string, force: boolean) => Engine
}

interface WarmEngine {
  name: string
  engine: Engine
  /** What the engine asks for; exchanged for each task. */
  items: Map<string, object>
}

const mostWarm = 24
/** What the processor writes where a style has nothing to print. */
const unprinted = '[NO_PRINTED_FORM]'
const require = createRequire(import.meta.url)
const warm = new Map<string, WarmEngine>()
let processor: Processor | null | undefined
let locales: Record<string, string> | undefined

/** Cites by CSL. Engines stay warm: a style takes a second to prepare, and a citation less than a millisecond. Runs in a thread. */
export function cite(task: CiteTask): Cited {
  const loaded = load()
  if (loaded === null) return { missing: true }
  let kept: WarmEngine
  try {
    kept = engineOf(loaded, task)
  } catch (error) {
    return { refused: `The citation style cannot be read: ${messageOf(error).slice(0, 300)}` }
  }
  kept.items = new Map(task.items.map(item => [item.id, item]))
  try {
    const cited = written(kept, task)
    forget(kept.engine)
    return cited
  } catch (error) {
    warm.delete(kept.name)
    throw error
  } finally {
    kept.items = new Map()
  }
}

/** The next task may be of another workspace. */
function forget(engine: Engine): void {
  // Else it would sort all works once more before it forgets them, which takes as long as the task.
  engine.registry = new engine.registry.constructor(engine)
  engine.restoreProcessorState()
}

function written({ engine, items }: WarmEngine, { style, clusters, uncited }: CiteTask): Cited {
  const hasPositions = /\sposition\s*=/.test(style.xml)
  const { distinct, places } = distinctClusters(clusters, hasPositions)
  const citations = distinct.map((cluster, index) => ({
    citationID: `c${index}`,
    citationItems: cluster.items.map(asCiteproc),
    properties: { noteIndex: 0, ...(cluster.inText === true ? { mode: 'composite' } : {}) },
  }))
  const texts = new Map(engine.rebuildProcessorState(citations, 'html', []).map(([id, , text]) => [id, text]))
  if (uncited.length > 0) engine.updateUncitedItems(uncited)
  const made = engine.makeBibliography()
  const [facts, entries] = made === false ? [{ entry_ids: [], bibstart: '', bibend: '' }, []] : made
  return {
    entries: entries.map(entry => entry.trim()),
    ids: facts.entry_ids.map(([id = '']) => id),
    html: made === false ? '' : `${facts.bibstart}${entries.join('')}${facts.bibend}`,
    citations: places.map(place => named(texts.get(`c${place}`) ?? '', distinct[place]!, items)),
  }
}

function load(): Processor | null {
  if (processor !== undefined) return processor
  try {
    processor = require('citeproc') as Processor
  } catch {
    // An optional package, under a licence of its own, which an operator may leave out.
    processor = null
  }
  return processor
}

function engineOf(loaded: Processor, { style, locale }: CiteTask): WarmEngine {
  const name = JSON.stringify([style.name, locale, style.xml.length, style.xml])
  const known = warm.get(name)
  if (known) {
    warm.delete(name)
    warm.set(name, known)
    return known
  }
  locales ??= require('@citation-js/plugin-csl/lib-mjs/locales.json') as Record<string, string>
  const there = locales
  const made: WarmEngine = { name, engine: null as never, items: new Map() }
  const system = {
    retrieveLocale: (wanted: string) => there[wanted] ?? there['en-US'],
    retrieveItem: (id: string) => made.items.get(id),
  }
  made.engine = new loaded.Engine(system, style.xml, locale, true)
  warm.set(name, made)
  const [oldest] = warm.keys()
  if (warm.size > mostWarm && oldest !== undefined) warm.delete(oldest)
  return made
}

/** A style that knows nothing of places writes equal citations equally: each is made once. */
function distinctClusters(clusters: readonly CiteCluster[], hasPositions: boolean) {
  if (hasPositions) return { distinct: [...clusters], places: clusters.map((_, index) => index) }
  const distinct: CiteCluster[] = []
  const known = new Map<string, number>()
  const places = clusters.map(cluster => {
    const name = JSON.stringify(cluster)
    const place = known.get(name) ?? distinct.push(cluster) - 1
    known.set(name, place)
    return place
  })
  return { distinct, places }
}

function asCiteproc({ suppress_author, author_only, ...item }: CiteCluster['items'][number]) {
  return {
    ...item,
    ...(suppress_author === true ? { 'suppress-author': true } : {}),
    ...(author_only === true ? { 'author-only': true } : {}),
  }
}

/**
 * In a sentence, a numeric style prints no author and a style of names alone nothing behind the author: the name stands there all the same, and
 * once.
 */
function named(text: string, { items: [first] }: CiteCluster, items: ReadonlyMap<string, object>): string {
  if (!text.includes(unprinted)) return text
  if (!text.startsWith(unprinted)) return text.replace(unprinted, '').trim()
  const { author = [] } = (items.get(first?.id ?? '') ?? {}) as { author?: { family?: string; literal?: string }[] }
  const name = author[0]?.family ?? author[0]?.literal ?? first?.id ?? ''
  return text.replace(unprinted, escaped(author.length > 1 ? `${name} et al.` : name))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&#38;').replaceAll('<', '&#60;').replaceAll('>', '&#62;')
}
