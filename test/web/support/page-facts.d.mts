export interface PageFacts {
  headings: number
  mains: number
  title: boolean
  skip: boolean
  sideways: boolean
  small: (string | null)[]
}
export function pageFacts(): PageFacts
export const axeOptions: Record<'all' | 'colours' | 'structure', object>
export function seriousFindings(options: object): Promise<string[]>
/** `2px solid`, or what is there in its place; null: nothing of the page has the focus. */
export function focusRing(): string | null
export function pasteFile(field: unknown, file: { name: string; text: string }): void
export function setHidden(isHidden: boolean): void
