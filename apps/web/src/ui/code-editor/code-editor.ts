import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorSelection, EditorState, Prec, StateEffect, StateField } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, keymap, lineNumbers, tooltips } from '@codemirror/view'
import type { DecorationSet } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { getNonce } from 'get-nonce'

/** A place in a text that something is said about. */
export interface Mark {
  from: number
  to: number
  message: string
}

export interface CodeEditorOptions {
  /** Its accessible name. */
  label: string
  text: string
  /** What colours the text and completes it. */
  language: Extension
  /** It is most of its page, and may be as high. */
  isTall?: boolean
  onChange: (text: string) => void
  /** Ctrl-Enter, or ⌘-Enter. */
  onRun: () => void
}

export interface CodeEditor {
  setText(text: string): void
  setLanguage(language: Extension): void
  setMarks(marks: readonly Mark[]): void
  /** Puts the cursor there, or selects from there. */
  focus(at?: number, to?: number): void
  destroy(): void
}

/** An editor for code in an element. Tab leaves it; Ctrl-Space offers what the language knows. */
export function createCodeEditor(parent: HTMLElement, options: CodeEditorOptions): CodeEditor {
  const language = new Compartment()
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      selection: EditorSelection.cursor(options.text.length),
      extensions: [
        EditorView.cspNonce.of(getNonce() ?? ''),
        // What can be edited takes the focus; axe wants that in writing, for the box that scrolls it.
        EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'false', tabindex: '0' }),
        EditorView.lineWrapping,
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (options.onRun(), true) }])),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.domEventHandlers({ beforeinput: typeOver }),
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false }),
        tooltips({ position: 'fixed' }),
        syntaxHighlighting(colours),
        underlined,
        look,
        options.isTall === true ? tall : [],
        language.of(options.language),
        EditorView.updateListener.of(update => {
          if (update.docChanged) options.onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    setText(text) {
      const { doc } = view.state
      if (doc.toString() === text) return
      view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, selection: { anchor: text.length } })
    },
    setLanguage: next => view.dispatch({ effects: language.reconfigure(next) }),
    setMarks(marks) {
      const { length } = view.state.doc
      const shown = marks.filter(({ from, to }) => from < to && to <= length)
      view.dispatch({ effects: underline.of(shown) })
    },
    focus(at, to = at) {
      view.focus()
      const { length } = view.state.doc
      if (at === undefined || to === undefined) return
      view.dispatch({ selection: { anchor: Math.min(at, length), head: Math.min(to, length) }, scrollIntoView: true })
    },
    destroy: () => view.destroy(),
  }
}

/**
 * Types over what is selected. The browser would keep the colour of the old text in an attribute of the new one, which the policy of the page refuses and the
 * console reports.
 */
function typeOver({ inputType, isComposing, data }: InputEvent, view: EditorView): boolean {
  const selected = document.getSelection()
  if (inputType !== 'insertText' || isComposing || data === null || selected?.rangeCount !== 1) return false
  const range = selected.getRangeAt(0)
  if (!view.contentDOM.contains(range.commonAncestorContainer)) return false
  const from = view.posAtDOM(range.startContainer, range.startOffset)
  const to = view.posAtDOM(range.endContainer, range.endOffset)
  if (from === to) return false
  const insert = () =>
    view.state.update({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    })
  // A bracket around what is selected is one of these.
  const handlers = view.state.facet(EditorView.inputHandler)
  if (!handlers.some(handle => handle(view, from, to, data, insert))) view.dispatch(insert())
  return true
}

const underline = StateEffect.define<readonly Mark[]>()

/** What is underlined moves with the text around it. */
const underlined = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    const marks = effects.find(effect => effect.is(underline))?.value
    if (marks === undefined) return before.map(changes)
    const drawn = marks.map(({ from, to, message }) =>
      Decoration.mark({ class: 'cm-mistake', attributes: { title: message } }).range(from, to),
    )
    return Decoration.set(drawn, true)
  },
  provide: field => EditorView.decorations.from(field),
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info)' },
  { tag: tags.propertyName, color: 'var(--info)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--warn)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--text-3)', fontStyle: 'italic' },
])

const look = EditorView.theme({
  '&': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-control)',
    background: 'var(--bg)',
    color: 'var(--text)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { minHeight: '96px', maxHeight: '420px', fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': {
    border: 'none',
    borderRadius: 'var(--radius-control) 0 0 var(--radius-control)',
    background: 'var(--bg-sunken)',
    color: 'var(--text-3)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--bg-active)' },
  '.cm-mistake': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '4px' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-control)',
    background: 'var(--bg-raised)',
    boxShadow: 'var(--shadow-2)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 12px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--accent-text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal' },
})

const tall = EditorView.theme({ '.cm-scroller': { minHeight: '360px', maxHeight: '72vh' } })
