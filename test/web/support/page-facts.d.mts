export interface PageFacts {
  headings: number
  mains: number
  title: boolean
  skip: boolean
  sideways: boolean
  small: (string | null)[]
}
export function pageFacts(): PageFacts
export function seriousFindings(): Promise<string[]>
export function pasteFile(field: unknown, file: { name: string; text: string }): void
