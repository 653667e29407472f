import { draftOf, keepDraft } from '../../../live/drafts.ts'

/** Drafts whose question was sent by this page and is not taken yet. */
const onTheWay = new Set<string>()

const sentName = (draft: string): string => `${draft}:sent`

export function isOnTheWay(draft: string): boolean {
  return onTheWay.has(draft)
}

/** Keeps a question that is sent until the server has taken it. */
export function keepSent(draft: string, text: string): void {
  onTheWay.add(draft)
  keepDraft(sentName(draft), text)
}

/** The server has taken the question. */
export function forgetSent(draft: string): void {
  onTheWay.delete(draft)
  keepDraft(sentName(draft), null)
}

/** The text of the draft with the question that was sent before it and not taken, if there is one. */
export function takeBack(draft: string): string {
  const text = [draftOf(sentName(draft)), draftOf(draft)].filter(Boolean).join('\n\n')
  forgetSent(draft)
  return text
}
