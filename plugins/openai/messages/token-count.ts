import { setImmediate as nextTick } from 'node:timers/promises'
import type { ChatMessage, ChatTool } from '@svc/plugin/contracts/models'

const tokensOfAnImage = 1600
const tokensOfAMessage = 4
// A text without words costs the tokenizer a thousand times what prose costs. So that no prompt holds up everyone else, a long one is
// counted in pieces taken evenly from it.
const pieceCharacters = 1024
const mostPieces = 64
// `<|endoftext|>` in a prompt is text as any other.
const asText = { disallowedSpecial: new Set<string>() }

/** About how many tokens a prompt has, by the vocabulary of GPT-4o; other models' differ by some percent. */
export async function countTokens(messages: readonly ChatMessage[], tools: readonly ChatTool[]): Promise<number> {
  const texts = [
    ...messages.flatMap(({ content, tool_calls = [] }) => [
      content,
      ...tool_calls.flatMap(call => [call.name, call.arguments]),
    ]),
    ...tools.map(tool => JSON.stringify(tool)),
  ]
  const images = messages.reduce((count, message) => count + (message.images?.length ?? 0), 0)
  return (await textTokens(texts.join('\n'))) + images * tokensOfAnImage + messages.length * tokensOfAMessage
}

async function textTokens(text: string): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base')
  const stride = pieceCharacters * Math.max(1, Math.ceil(text.length / pieceCharacters / mostPieces))
  let tokens = 0
  let counted = 0
  for (let at = 0; at < text.length; at += stride) {
    const piece = text.slice(at, at + pieceCharacters)
    tokens += count(piece, asText)
    counted += piece.length
    await nextTick()
  }
  return counted === 0 ? 0 : Math.ceil((tokens * text.length) / counted)
}
