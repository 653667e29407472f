/** A piece of a document that is kept whole if it can be: `content.slice(start, end)`. */
export interface Block {
  kind: 'heading' | 'text' | 'code' | 'table' | 'item'
  start: number
  end: number
  /** The level of a heading, 1 to 6. */
  level?: number
}
