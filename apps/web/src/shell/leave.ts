import { signOut } from '../live/account.ts'
import { notice } from '../ui/overlays/notices.ts'
import { sentenceOf } from '../ui/states/sentence-of.ts'

/** Signs out, or says why that failed: the menu that asked for it has closed. */
export function leave(): void {
  signOut().catch((error: unknown) => notice(`You are still signed in. ${sentenceOf(error)}`))
}
