import type { ChatMessage, ChatTool } from '@svc/plugin/contracts/models'
import { dataTokens } from '@svc/plugin/library/models/provider-data'

const tokensAMessage = 4
const tokensAnImage = 1100
const tokensASmallImage = 85
const bytesAToken = 4
const separatorBytes = 1
const longText = 20_000
// The tokenizer takes the square of a text's length where it has no words: a second for a page of Chinese, counted in one piece.
const pieceCharacters = 256

/** How many tokens a text takes. */
export type CountTokens = (text: string) => number

/** Four bytes a token, which is about right for most text. */
export const guessTokens: CountTokens = text => Math.ceil(Buffer.byteLength(text) / bytesAToken)

/** The tokenizer; it takes a fifth of a second to load, so it is loaded when a guess will not do. */
export class TokenCount {
  #loading: Promise<CountTokens> | undefined

  load(): Promise<CountTokens> {
    this.#loading ??= import('gpt-tokenizer').then(({ countTokens }) => text => {
      // Very long texts would hold up everybody else.
      if (text.length > longText) return guessTokens(text)
      let tokens = 0
      for (let at = 0; at < text.length; at += pieceCharacters)
        tokens += countTokens(text.slice(at, at + pieceCharacters), { allowedSpecial: 'all' })
      return tokens
    })
    return this.#loading
  }
}

export function tokensOfMessage({ content, images = [], tool_calls = [] }: ChatMessage, count: CountTokens): number {
  const seen = images.map(({ detail }) => (detail === 'low' ? tokensASmallImage : tokensAnImage))
  const called = tool_calls.map(call => count(call.name + call.arguments) + dataTokens(call) + tokensAMessage)
  return [...seen, ...called].reduce((total, tokens) => total + tokens, count(content) + tokensAMessage)
}

const toolBytes = new WeakMap<ChatTool, number>()

/** As JSON; what one tool comes to is counted once, since the same tools are offered again and again. */
export function tokensOfTools(tools: readonly ChatTool[]): number {
  const bytes = tools.reduce((total, tool) => total + bytesOf(tool) + separatorBytes, 0)
  return Math.ceil(bytes / bytesAToken)
}

function bytesOf(tool: ChatTool): number {
  const known = toolBytes.get(tool)
  if (known !== undefined) return known
  const bytes = Buffer.byteLength(JSON.stringify(tool))
  toolBytes.set(tool, bytes)
  return bytes
}
