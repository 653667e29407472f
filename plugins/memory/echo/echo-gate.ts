import { ComparedText } from './compare-texts.ts'
import { wordsOf } from './words.ts'

const containedEnough = 0.9
const containedWithMeaning = 0.7
const sameMeaning = 0.97
/** Fewer words than these stand in other texts by chance. */
const fewestWords = 3
/** What is longer is a document, not a remark. */
const longestRemark = 10_000

/** Why a text is not kept; `restates` is a document's id, `prompt`, or `nothing` for talk that says nothing. */
export interface Echo {
  restates: string
  reason: string
}

/** A text that may have been said before. */
interface EarlierText {
  /** A document's id, or `prompt`. */
  id: string
  text: string
}

/** A text that has to be judged by meaning as well. */
export interface NearText {
  id: string
}

type EchoFinding = { echo: Echo } | { near: NearText[] }

/** Judges a new text by what was said and kept before. */
export class EchoGate {
  readonly #text: ComparedText
  readonly #content: string

  constructor(content: string) {
    this.#content = content
    this.#text = new ComparedText(content.slice(0, longestRemark))
  }

  get isRemark(): boolean {
    return this.#content.length <= longestRemark
  }

  emptyTalk(): Echo | null {
    if (!isEmptyTalk(this.#content)) return null
    return {
      restates: 'nothing',
      reason: 'There is nothing in it to remember: it is a greeting, an assent or a bare request.',
    }
  }

  /** What was just said, the latest first. A request to remember something is no reason to refuse it. */
  prompt(said: readonly string[]): Echo | null {
    if (!this.isRemark) return null
    const isRepeated = said.some(prompt => !asksToRemember(prompt) && this.#restates(new ComparedText(prompt)))
    if (!isRepeated) return null
    const reason = 'It only repeats what was just said in the conversation, which is kept with the conversation.'
    return { restates: 'prompt', reason: `${reason} Keep what will matter later, in a sentence of its own.` }
  }

  /** The very same text is there, under another source. */
  sameText(id: string): Echo {
    return echoOf(id)
  }

  /** The earlier texts that it repeats in words, else those that only a comparison by meaning can find. */
  documents(earlier: readonly EarlierText[]): EchoFinding {
    const near: NearText[] = []
    for (const { id, text } of this.isRemark ? earlier : []) {
      const overlap = this.#overlap(new ComparedText(text))
      if (!overlap.saysNothingNew) continue
      if (overlap.contained >= containedEnough) return { echo: echoOf(id) }
      if (overlap.contained >= containedWithMeaning) near.push({ id })
    }
    return { near }
  }

  /** With the cosine similarity of a document that {@link documents} called near. */
  meaning(id: string, similarity: number): Echo | null {
    return similarity >= sameMeaning ? echoOf(id) : null
  }

  #restates(other: ComparedText): boolean {
    const { contained, saysNothingNew } = this.#overlap(other)
    return saysNothingNew && contained >= containedEnough
  }

  #overlap(other: ComparedText) {
    const { words } = this.#text
    if (words.length >= fewestWords) return this.#text.within(other)
    const isSame = words.length > 0 && words.join(' ') === other.words.join(' ')
    return { contained: isSame ? 1 : 0, saysNothingNew: isSame }
  }
}

function echoOf(id: string): Echo {
  const reason = `It only restates the memory ${id}. Send what is new in it, change that one (PATCH), or send "force": true to keep both.`
  return { restates: id, reason }
}

const request =
  /\b(remember|memori[sz]e|don'?t forget|do not forget|keep in mind|note (that|down|this)|make a note|take a note|save (this|that)|store (this|that)|for future reference|merk(e|en)? dir|behalte|vergiss nicht|souviens-toi|recuerda|ricorda)\b/i
const question = /\b(do|did|can|could|what|which|when|who|where|how|why)\b[^.!\n]*\bremember\b|\?\s*$/i

/** True when the person asked for it to be kept, and did not ask what is kept. */
function asksToRemember(prompt: string): boolean {
  return request.test(prompt) && !question.test(prompt.trim())
}

const emptyWords = new Set(
  (
    'ok okay k yes yeah yep yup no nope nah hi hello hey hallo moin servus bonjour salut hola ciao greetings howdy good morning afternoon evening night day ' +
    'thanks thank thx ty cheers danke merci gracias grazie please bitte welcome sorry pardon bye goodbye tschuess tschüss later see you soon ' +
    'sure fine great nice cool perfect awesome alright right exactly indeed understood gotcha got it done wow hmm hm um uh ah oh lol haha ' +
    'well so and but then now again very much a lot the this that these it is are am i me my we us our your of for to with in on at be ' +
    'can could would will shall should do does did may what how who why when where anything something everything nothing else more ' +
    'remember save store keep note notes memory memorize memorise mind forget dont not never help tell say show give go on continue proceed ' +
    'next repeat summarize summarise explain answer question questions above below here there everyone all there friend ' +
    'how are you doing today test testing ja nein'
  ).split(' '),
)

/** True for greetings, thanks, assents and bare requests: whatever they say, nothing of it is worth finding again. */
function isEmptyTalk(text: string): boolean {
  // Symbols and pictures may matter to the person; only words can be judged.
  if (text.length > 400) return false
  const words = wordsOf(text)
  return words.length > 0 && words.every(word => emptyWords.has(word))
}
