import { globSync, readFileSync } from 'node:fs'
import { splitPassages } from '../../plugins/memory/reading/split-passages.ts'

/** A passage that is ranked by itself. */
export interface LabelledPassage {
  id: string
  file: string
  heading: readonly string[]
  text: string
}

export interface LabelledQuestion {
  question: string
  /** How it was asked: in other words, by an identifier, vaguely, with typing errors. */
  kind: 'words' | 'code' | 'vague' | 'typo'
  isRight(passage: LabelledPassage): boolean
}

export interface LabelledSet {
  name: string
  passages: LabelledPassage[]
  questions: LabelledQuestion[]
}

interface DocsQuestion {
  question: string
  file: string
  heading: string
  kind: LabelledQuestion['kind']
}

interface Notes {
  notes: { id: string; text: string }[]
  questions: { question: string; note: string; kind: LabelledQuestion['kind'] }[]
}

const root = new URL('../../', import.meta.url)
const packagePages = [
  ...['isolated-vm/README.md', '@duckdb/node-api/README.md', 'lru-cache/README.md', 'ws/README.md', 'avvio/README.md'],
  ...['fast-json-stringify/README.md', 'croner/README.md', 'prom-client/README.md', 'mammoth/README.md'],
  ...['tsyringe/README.md', 'commander/Readme.md', 'pino/docs/*.md'],
]
const pages = ['docs/*.md', 'docs/decisions/*.md', 'examples/*/README.md', 'manifests/*/README.md']

/** This repository's pages, cut as memory cuts them, with questions whose words mostly do not stand in the passage that answers them. */
export function docsSet(): LabelledSet {
  return pagesSet('pages', { root, patterns: pages, questions: 'docs-questions.json' })
}

/** Manuals that come with packages, in the versions that this repository pins. Nothing is chosen or fitted by it: half of it asks for identifiers. */
export function packagesSet(): LabelledSet {
  const folder = new URL('node_modules/', root)
  return pagesSet('packages', { root: folder, patterns: packagePages, questions: 'packages-questions.json' })
}

function pagesSet(
  name: string,
  { root: cwd, patterns, questions }: { root: URL; patterns: string[]; questions: string },
): LabelledSet {
  const passages = globSync(patterns, { cwd })
    .map(file => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap(file =>
      splitPassages(readFileSync(new URL(file, cwd), 'utf8'), 'markdown').map(({ ordinal, heading, text }) => ({
        id: `${file}#${ordinal}`,
        file,
        heading,
        text,
      })),
    )
  const labelled = read<DocsQuestion[]>(questions).map(({ question, kind, file, heading }) => ({
    question,
    kind,
    isRight: (passage: LabelledPassage) =>
      passage.file === file && passage.heading.at(-1) === heading.replaceAll('`', ''),
  }))
  return { name, passages, questions: labelled }
}

/** Questions that no passage of `notes` and `pages` answers: nonsense, of other fields, and beside what is there. Every second one chose the floor. */
export function unanswerable(): { kind: string; question: string; isFitted: boolean }[] {
  return Object.entries(read<Record<string, string[]>>('nothing.json')).flatMap(([kind, questions]) =>
    questions.map((question, index) => ({ kind, question, isFitted: index % 2 === 0 })),
  )
}

/** What a person may keep, a sentence each. */
export function notesSet(): LabelledSet {
  const { notes, questions } = read<Notes>('notes.json')
  return {
    name: 'notes',
    passages: notes.map(({ id, text }) => ({ id, file: id, heading: [], text })),
    questions: questions.map(({ question, kind, note }) => ({
      question,
      kind,
      isRight: passage => passage.id === note,
    })),
  }
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T
}
