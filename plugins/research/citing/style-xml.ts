import { UnprocessableError } from '@svc/plugin'

export type StyleKind = 'in-text' | 'note' | 'numeric'

/** What a style says of itself. */
export interface StyleFacts {
  title: string
  kind: StyleKind
  locale: string | null
}

export const mostStyleBytes = 512 * 1024

/**
 * What a style's XML says of itself, before any parser sees it.
 * @throws UnprocessableError `style_invalid` for what is no style or has a DTD, `style_unknown` for one that only names another
 */
export function styleFacts(xml: string): StyleFacts {
  if (Buffer.byteLength(xml) > mostStyleBytes) throw invalid(`is larger than ${mostStyleBytes / 1024} KiB`)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw invalid('has a DTD, which no citation style has')
  const root = /<style\b([^>]*)>/.exec(xml)?.[1]
  if (root === undefined || !xml.trimEnd().endsWith('</style>')) throw invalid('has no element "style" around it')
  const parent = /<link\b(?=[^>]*\brel="independent-parent")[^>]*\bhref="([^"]{1,500})"/.exec(xml)?.[1]
  if (parent !== undefined && !/<citation\b/.test(xml))
    throw new UnprocessableError('style_unknown', `The style only names another, ${parent}: send that one.`, {
      extra: { parent },
    })
  if (!/<citation\b/.test(xml)) throw invalid('has no element "citation"')
  const title = /<title(?:\s[^>]*)?>([^<]{1,300})<\/title>/.exec(xml)?.[1]?.trim()
  const isNumeric = /citation-format="numeric"/.test(xml)
  const isNote = /\bclass="note"/.test(root)
  const kind = isNumeric ? 'numeric' : 'in-text'
  return {
    title: title ?? 'A style without a title',
    kind: isNote ? 'note' : kind,
    locale: /\bdefault-locale="([A-Za-z-]{2,20})"/.exec(root)?.[1] ?? null,
  }
}

function invalid(why: string): UnprocessableError {
  return new UnprocessableError('style_invalid', `The citation style ${why}.`)
}
