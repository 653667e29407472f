import { wordsOf } from './words.ts'

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
export function isEmptyTalk(text: string): boolean {
  // Signs and pictures may mean something to whoever keeps them; only words can be judged.
  if (text.length > 400) return false
  const words = wordsOf(text)
  return words.length > 0 && words.every(word => emptyWords.has(word))
}
