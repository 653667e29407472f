// The package has no types of its own, and those that others publish bring the whole DOM into the program. This is what is used here.
declare module 'pdfmake' {
  export type Side = 'left' | 'right' | 'center'
  export type Box = [left: number, top: number, right: number, bottom: number]

  export interface Style {
    fontSize?: number
    bold?: boolean
    italics?: boolean
    color?: string
    background?: string
    decoration?: 'lineThrough' | 'underline'
    decorationColor?: string
    characterSpacing?: number
    lineHeight?: number
    alignment?: Side
    margin?: Box
    sup?: boolean
    preserveLeadingSpaces?: boolean
    wordBreak?: 'normal' | 'break-all'
  }

  /** Where it leads: an address, or the `id` of another node. */
  export interface Linked {
    id?: string
    link?: string
    linkToDestination?: string
  }

  export interface TextNode extends Style, Linked {
    text: string | TextNode[]
    tocItem?: boolean
    tocMargin?: Box
    outline?: boolean
    outlineText?: string
    outlineParentId?: string
    outlineExpanded?: boolean
    width?: number | '*' | 'auto'
    colSpan?: number
    pageBreak?: 'before' | 'after'
  }

  export type TableCell = TextNode | { stack: Content[] } | Record<string, never>

  export interface TableLayout {
    hLineWidth?: (row: number, node: TableNode) => number
    hLineColor?: (row: number, node: TableNode) => string
    vLineWidth?: (column: number, node: TableNode) => number
    vLineColor?: () => string
    paddingLeft?: (column: number) => number
    paddingRight?: () => number
    paddingTop?: () => number
    paddingBottom?: () => number
    fillColor?: () => string | null
  }

  export interface TableNode extends Style {
    table: {
      widths: (string | number)[]
      body: TableCell[][]
      headerRows?: number
      keepWithHeaderRows?: number
      dontBreakRows?: boolean
      heights?: number
    }
    layout: TableLayout
    unbreakable?: boolean
    id?: string
  }

  interface Line {
    type: 'line'
    x1: number
    y1: number
    x2: number
    y2: number
    lineWidth: number
    lineColor: string
  }

  export type Content =
    | TextNode
    | TableNode
    | ({ stack: Content[]; unbreakable?: boolean; pageBreak?: 'before' | 'after'; width?: number | '*' } & Style)
    | ({ ul: Content[]; type?: string } & Style)
    | ({ ol: Content[]; start?: number } & Style)
    | ({ columns: Content[]; columnGap?: number; unbreakable?: boolean } & Style)
    | ({ toc: { textStyle?: Style; numberStyle?: Style } } & Style)
    | ({ svg: string; width: number; height: number } & Style)
    | ({ image: string; width: number; height: number } & Style)
    | ({ canvas: Line[] } & Style)

  /** In points, from the upper left corner of the page; pages count from 1. */
  export interface Position {
    pageNumber: number
    left: number
    top: number
  }

  export interface DocumentDefinition {
    pageSize: string
    pageOrientation: 'portrait' | 'landscape'
    pageMargins: Box
    language: string
    displayTitle: boolean
    info: { title: string; author?: string; subject?: string; creator: string; producer: string; creationDate: Date }
    defaultStyle: Style & { font: string }
    content: Content[]
    footer: (page: number, pages: number) => Content | null
    /** Called for each node once it has its place. */
    pageBreakBefore?: (node: { id?: string; startPosition: Position }) => boolean
  }

  /** The files of each font by its name. */
  export type Fonts = Record<string, { normal: string; bold: string; italics: string; bolditalics: string }>

  const pdfmake: {
    setFonts(fonts: Fonts): void
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Uint8Array> }
  }
  export default pdfmake
}

declare module 'pdfmake/js/PDFDocument.js' {
  import type { Readable } from 'node:stream'
  import type { Fonts } from 'pdfmake'

  export interface PdfDocument extends Readable {
    end(): void
  }
  const module: {
    default: new (
      fonts: Fonts,
      images: object,
      patterns: object,
      attachments: object,
      options: object,
      virtualFiles: null,
      isAllowed: (path: string) => boolean,
    ) => PdfDocument
  }
  export default module
}

declare module 'pdfmake/js/PageSize.js' {
  import type { Box } from 'pdfmake'

  export interface Size {
    width: number
    height: number
  }
  const module: {
    normalizePageSize(size: string, orientation: string): Size
    normalizePageMargin(margin: Box): object
  }
  export default module
}

declare module 'pdfmake/js/SVGMeasure.js' {
  const module: { default: new () => object }
  export default module
}

declare module 'pdfmake/js/tableLayouts.js' {
  const module: { tableLayouts: object }
  export default module
}

declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { DocumentDefinition } from 'pdfmake'
  import type { Size } from 'pdfmake/js/PageSize.js'
  import type { PdfDocument } from 'pdfmake/js/PDFDocument.js'

  const module: {
    default: new (
      size: Size,
      margins: object,
      svg: object,
    ) => {
      registerTableLayouts(layouts: object): void
      layoutDocument(
        content: DocumentDefinition['content'],
        pdf: PdfDocument,
        styles: object,
        defaultStyle: DocumentDefinition['defaultStyle'],
        background: undefined,
        header: undefined,
        footer: DocumentDefinition['footer'],
        watermark: undefined,
        pageBreakBefore: DocumentDefinition['pageBreakBefore'],
      ): object[]
    }
  }
  export default module
}

declare module 'pdfmake/js/Renderer.js' {
  import type { PdfDocument } from 'pdfmake/js/PDFDocument.js'

  /** A word, or several, in one style. */
  export interface PlacedInline {
    text: string
    /** From the beginning of its line, in points. */
    x: number
    width: number
    font: object
    fontSize: number
    fontFeatures: object | null
    characterSpacing: number
    color: string
    opacity: number
    background: string | null
    decoration: string | null
    decorationColor: string | null
    decorationStyle: string | null
    decorationThickness: number | null
    link: string | null
    linkToDestination: string | null
    sup: boolean
    sub: boolean
    _pageNodeRef?: object
  }
  export interface PlacedLine {
    inlines: PlacedInline[]
  }
  interface Renderer {
    renderPages(pages: object[]): void
    renderLine(line: PlacedLine, x: number, y: number): void
  }
  const module: { default: new (pdf: PdfDocument) => Renderer }
  export default module
}
