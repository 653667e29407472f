import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
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
    apply: (view: EditorView, _chosen: Completion, from: number, to: number) => {
      // What closes the brackets may stand behind the cursor, where the editor put it. One goes on writing behind it.
      const closed = /^\]{0,2}/.exec(view.state.sliceDoc(to, to + 2))?.[0].length ?? 0
      const insert = `claim:${claim_id}]]`
      view.dispatch({
        changes: { from, to: to + closed, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
      })
    },
    type: 'text',
  }))
  const complete = (context: CompletionContext): CompletionResult | null => {
    const key = context.matchBefore(/@[\p{L}\p{N}_:.+/-]*/u)
    if (key !== null) return { from: key.from + 1, options: ofKeys, validFor: /^[\p{L}\p{N}_:.+/-]*$/u }
    const claim = context.matchBefore(/\[\[[^\]\n]*/)
    if (claim === null) return null
    return { from: claim.from + 2, options: ofClaims, filter: true }
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
