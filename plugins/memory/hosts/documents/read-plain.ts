import type { DecodedText } from './decode-text.ts'
import type { DocumentText } from './document-text.ts'

const frontMatter = /^---[ \t]*\r?\n([^]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const titleLine = /^title:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))/im
const firstHeading = /^ {0,3}#[ \t]+([^\n]{1,300})/m

/** Text and Markdown are taken as they are. */
export function readPlain({ text, kind, warnings }: DecodedText): DocumentText {
  if (kind === 'text') return { text, format: 'text', title: null, warnings }
  return { text, format: 'markdown', title: markdownTitle(text), warnings }
}

/** What the document calls itself: in its front matter, or its first heading. */
export function markdownTitle(text: string): string | null {
  const beginning = text.slice(0, 50_000)
  const named = titleLine.exec(frontMatter.exec(beginning)?.[1] ?? '')
  const title = named?.[1] ?? named?.[2] ?? named?.[3]
  return title?.trim() || (firstHeading.exec(beginning)?.[1]?.replace(/[ \t]+#+[ \t\r]*$/, '') ?? null)
}
