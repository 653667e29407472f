import type { Signatory } from '@svc/plugin/contracts/export'
import { oneLine } from '@svc/plugin/library/text/visible-text'
import { fixedWords } from './fixed-words.ts'
import type { CoverPage } from './prepared-document.ts'

/** Who signs, in the order of the lines below the line to sign on. */
export function signatoryLines({ name, role, organisation }: Signatory): string[] {
  return [name, role, organisation].flatMap(part => (part === undefined ? [] : oneLine(part)))
}

/** `Place, date`: filled in, or a line to write on. */
export function signatoryPlaces({ place, date }: Signatory): { label: string; value: string | null }[] {
  return [
    { label: fixedWords.place, value: place === undefined ? null : oneLine(place) },
    { label: fixedWords.date, value: date === undefined ? null : oneLine(date) },
  ]
}

export interface CoverParts {
  title: string
  subtitle: string
  organisation: string
  authors: string
  abstract: string[]
  classification: string
  /** Label and value, in order. */
  facts: { label: string; value: string }[]
}

/** The texts of a cover, cleaned; empty where there is none. */
export function coverParts(cover: CoverPage): CoverParts {
  const line = (text: string | undefined): string => (text === undefined ? '' : oneLine(text))
  const facts = [
    { label: fixedWords.date, value: line(cover.date) },
    { label: fixedWords.version, value: line(cover.version) },
    { label: fixedWords.reference, value: line(cover.reference) },
    ...(cover.fields ?? []).map(({ label, value }) => ({ label: line(label), value: line(value) })),
  ]
  return {
    title: line(cover.title),
    subtitle: line(cover.subtitle),
    organisation: line(cover.organisation),
    authors: (cover.authors ?? [])
      .map(line)
      .filter(author => author !== '')
      .join(', '),
    abstract: (cover.abstract ?? '')
      .split(/\n\s*\n/)
      .map(line)
      .filter(part => part !== ''),
    classification: line(cover.classification),
    facts: facts.filter(({ value }) => value !== ''),
  }
}
