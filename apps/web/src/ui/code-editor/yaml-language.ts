import { StreamLanguage } from '@codemirror/language'
import type { StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

interface State {
  /** Within an expression that goes over several lines. */
  isExpression: boolean
  /** The indentation of the key whose text follows in a block; null: none. */
  block: number | null
}

const key = /^(?:"[^"]*"|'[^']*'|[^\s#:,[\]{}'"&*!|>%@`-][^#:,[\]{}]*?)(?=\s*:(?:\s|$))/
const scalar = /^(?:true|false|null|~|[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=\s*(?:$|[,\]}#]))/

const parser: StreamParser<State> = {
  name: 'yaml',
  startState: () => ({ isExpression: false, block: null }),
  copyState: state => ({ ...state }),
  token(stream, state) {
    if (stream.sol() && state.block !== null) {
      stream.eatSpace()
      const isInside = stream.indentation() > state.block || stream.eol()
      if (!isInside) state.block = null
    } else if (stream.eatSpace()) return null
    if (state.isExpression || stream.match('${')) {
      // Braces within an expression are seldom; one that ends the line or the quote ends it.
      state.isExpression = !stream.skipTo('}')
      if (state.isExpression) stream.skipToEnd()
      else stream.next()
      return 'keyword'
    }
    if (state.block !== null) {
      if (!stream.skipTo('${')) stream.skipToEnd()
      return 'string'
    }
    if (stream.match(/^#.*/)) return 'comment'
    if (stream.match(/^-(?=\s|$)/)) return 'punctuation'
    if (stream.match(key)) return 'propertyName'
    if (stream.match(/^[|>][-+\d]*\s*$/)) {
      state.block = stream.indentation()
      return 'punctuation'
    }
    if (stream.match(/^[:,[\]{}]/)) return 'punctuation'
    if (stream.match(scalar)) return 'number'
    if (stream.match(/^(?:"(?:[^"\\$]|\\.|\$(?!\{))*"?|'(?:[^'$]|''|\$(?!\{))*'?)/)) return 'string'
    if (!stream.match(/^(?:[^\s#,:[\]{}$]|\$(?!\{)|:(?=\S))+/)) stream.next()
    return 'string'
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', "'", '"'] } },
}

/** The colours of YAML with expressions in it; JSON is YAML, too. */
export function yamlLanguage(): Extension {
  return StreamLanguage.define(parser)
}
