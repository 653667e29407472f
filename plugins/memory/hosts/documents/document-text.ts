export interface SentDocument {
  name: string
  contentType: string | null
  bytes: Uint8Array
  /** The limit of its text in UTF-8. */
  maxTextBytes: number
  /** `visible`: as a reader sees it, without the marks of Markdown. */
  form?: 'markdown' | 'visible' | undefined
}

export type DocumentText = {
  text: string
  format: 'markdown' | 'text'
  title: string | null
  warnings: string[]
}
