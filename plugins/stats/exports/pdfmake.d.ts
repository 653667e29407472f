// The package has no types of its own, and those that others publish bring the whole DOM into the program. This is what is used here.
declare module 'pdfmake' {
  export type Side = 'left' | 'right'
  export type Box = [left: number, top: number, right: number, bottom: number]

  interface Style {
    fontSize?: number
    bold?: boolean
    color?: string
    lineHeight?: number
    alignment?: Side
    margin?: Box
  }

  export interface TextNode extends Style {
    text: string
    id?: string
    tocItem?: boolean
    wordBreak?: 'normal' | 'break-all'
    width?: number | '*'
    colSpan?: number
  }

  export type TableCell = TextNode | { stack: Content[] } | Record<string, never>

  export interface TableLayout {
    hLineWidth?: (row: number, node: TableNode) => number
    hLineColor?: (row: number, node: TableNode) => string
    vLineWidth?: (column: number) => number
    vLineColor?: () => string
    paddingLeft?: (column: number) => number
    paddingRight?: () => number
    paddingTop?: () => number
    paddingBottom?: () => number
    fillColor?: () => string
  }

  export interface TableNode extends Style {
    table: {
      widths: string[]
      body: TableCell[][]
      headerRows?: number
      keepWithHeaderRows?: number
      dontBreakRows?: boolean
    }
    layout: TableLayout
  }

  export type Content =
    | TextNode
    | TableNode
    | ({ stack: Content[]; unbreakable?: boolean } & Style)
    | ({ ul: string[] } & Style)
    | ({ ol: string[] } & Style)
    | ({ columns: Content[] } & Style)
    | ({ toc: { textStyle?: Style; numberStyle?: Style } } & Style)
    | { svg: string; width: number; height: number }
    | {
        canvas: {
          type: 'line'
          x1: number
          y1: number
          x2: number
          y2: number
          lineWidth: number
          lineColor: string
        }[]
      }

  export interface DocumentDefinition {
    pageSize: string
    pageMargins: Box
    info: { title: string; author?: string; creator: string; producer: string }
    defaultStyle: Style & { font: string }
    content: Content[]
    footer: (page: number, pages: number) => Content
  }

  const pdfmake: {
    setFonts(fonts: Record<string, { normal: string; bold: string; italics: string; bolditalics: string }>): void
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Uint8Array> }
  }
  // As the package has it.
  // eslint-disable-next-line no-restricted-syntax
  export default pdfmake
}
