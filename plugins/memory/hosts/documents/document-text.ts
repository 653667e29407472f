export interface SentDocument {
  name: string
  contentType: string | null
  bytes: Uint8Array
  /** The limit of its text in UTF-8. */
  maxTextBytes: number
}

export type DocumentText = {
  text: string
  format: 'markdown' | 'text'
  title: string | null
  warnings: string[]
}
