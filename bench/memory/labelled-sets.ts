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
const pages = ['docs/*.md', 'docs/decisions/*.md', 'examples/*/README.md', 'manifests/*/README.md']

/** This repository's pages, cut as memory cuts them, with questions whose words mostly do not stand in the passage that answers them. */
export function docsSet(): LabelledSet {
  const passages = globSync(pages, { cwd: root })
    .map(file => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap(file =>
      splitPassages(readFileSync(new URL(file, root), 'utf8'), 'markdown').map(({ ordinal, heading, text }) => ({
        id: `${file}#${ordinal}`,
        file,
        heading,
        text,
      })),
    )
  const questions = read<DocsQuestion[]>('docs-questions.json').map(({ question, kind, file, heading }) => ({
    question,
    kind,
    isRight: (passage: LabelledPassage) =>
      passage.file === file && passage.heading.at(-1) === heading.replaceAll('`', ''),
  }))
  return { name: 'pages', passages, questions }
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
