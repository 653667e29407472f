import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

export interface Offered {
  keys: readonly { key: string; title: string }[]
  claims: readonly { claim_id: string; text: string }[]
}

const longest = 60

/** Markdown as reports have it: headings and marks are coloured, keys behind `@` and claims behind `[[` are completed. */
export function reportLanguage({ keys, claims }: Offered): Extension {
  const ofKeys = keys.map(({ key, title }) => ({ label: key, detail: title.slice(0, longest), type: 'variable' }))
  const ofClaims = claims.map(({ claim_id, text }) => ({
    label: text.slice(0, longest),
    apply: `claim:${claim_id}]]`,
    type: 'text',
  }))
  const complete = (context: CompletionContext): CompletionResult | null => {
    const key = context.matchBefore(/@[\p{L}\p{N}_:.+/-]*/u)
    if (key !== null) return { from: key.from + 1, options: ofKeys, validFor: /^[\p{L}\p{N}_:.+/-]*$/u }
    const claim = context.matchBefore(/\[\[[^\]\n]*/)
    if (claim === null) return null
    // What closes the brackets already stands behind the cursor where the editor put it.
    const behind = context.state.sliceDoc(context.pos, context.pos + 2)
    const closed = /^\]{0,2}/.exec(behind)?.[0].length ?? 0
    const options = ofClaims.map(each => ({ ...each, apply: each.apply.slice(0, each.apply.length - closed) }))
    return { from: claim.from + 2, options, filter: true }
  }
  const language = StreamLanguage.define<object>({
    name: 'report',
    startState: () => ({}),
    token(stream) {
      if (stream.sol() && stream.match(/^#{1,6}\s.*/)) return 'heading'
      if (stream.match(/^\[\[[^\]\n]*\]\]/) || stream.match(/^\{\{[^}\n]*\}\}/)) return 'atom'
      if (stream.match(/^@[\p{L}\p{N}_:.+/-]+/u)) return 'variableName'
      stream.next()
      return null
    },
    languageData: { autocomplete: complete, closeBrackets: { brackets: ['(', '[', '{'] } },
  })
  return [language, syntaxHighlighting(colours)]
}

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.atom, color: 'var(--ok)' },
  { tag: tags.variableName, color: 'var(--accent-text)' },
])
