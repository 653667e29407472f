import type { Chapter } from '@svc/plugin/contracts/export'
import type { PreparedDocument } from './prepared-document.ts'

/** What goes to the render thread: chapters as the domains gave them. */
export interface UnpreparedDocument extends Omit<PreparedDocument, 'chapters' | 'cover'> {
  cover: (Omit<NonNullable<PreparedDocument['cover']>, 'logo'> & { logo?: Uint8Array }) | null
  chapters: readonly Chapter[]
}
