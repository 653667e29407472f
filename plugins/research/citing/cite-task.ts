import type { CslItem } from '../sources/csl-item.ts'

/** One work in a citation: `see Doe 2020, p. 12`. */
export interface CiteItem {
  id: string
  locator?: string
  label?: string
  prefix?: string
  suffix?: string
  suppress_author?: boolean
  author_only?: boolean
}

/** Works cited together at one place. `inText`: the author stands in the sentence, `Doe (2020)`. */
export interface CiteCluster {
  items: CiteItem[]
  inText?: boolean
}

/** A style by what it is known by, and its XML. */
export interface CiteStyle {
  name: string
  xml: string
}

export interface CiteTask {
  style: CiteStyle
  locale: string
  items: ({ id: string } & CslItem)[]
  clusters: CiteCluster[]
  /** Works of the bibliography beside those that are cited. */
  uncited: string[]
}

export type Cited =
  | { missing: true }
  | { refused: string }
  | {
      /** The processor's own markup, each with a `csl-entry`. */
      entries: string[]
      ids: string[]
      html: string
      /** HTML, one for each cluster. */
      citations: string[]
    }
