import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { exportCover, exportSignatories, exportSigning } from '@svc/plugin/library/contents/document-schemas'

export const closed = { additionalProperties: false }

const id = Type.String({ minLength: 1, maxLength: 200 })
const line = (most: number, description?: string) =>
  Type.String({ minLength: 1, maxLength: most, ...(description !== undefined && { description }) })
const nullableText = (description?: string) =>
  Type.Union([Type.String(), Type.Null()], description === undefined ? {} : { description })
const nullableInteger = Type.Union([Type.Integer(), Type.Null()])
const version = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1, maxLength: 100 })])

export const exportFormats = ['pdf', 'docx', 'html', 'md', 'json', 'zip'] as const

const item = Type.Object(
  {
    type: line(
      50,
      '`note`, `file`, `dataset`, …: see `GET /api/export/types`; `markdown` brings its text as `content`.',
    ),
    id: Type.Optional(id),
    version: Type.Optional(version),
    content: Type.Optional(
      Type.String({ maxLength: 2_000_000, description: 'Markdown; of the type `markdown` alone.' }),
    ),
    title: Type.Optional(line(500, "In place of the record's own.")),
  },
  { ...closed, title: 'ExportItem' },
)

const options = Type.Object(
  {
    paper: Type.Optional(Type.Enum(['a4', 'letter'])),
    orientation: Type.Optional(Type.Enum(['portrait', 'landscape'])),
    lang: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        maxLength: 35,
        description: 'BCP 47, such as `en`.',
      }),
    ),
    toc: Type.Optional(Type.Boolean({ description: 'Default: where there are two chapters or more.' })),
    page_numbers: Type.Optional(Type.Boolean({ default: true })),
    margins_mm: Type.Optional(Type.Integer({ minimum: 10, maximum: 50, default: 20 })),
    rows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 1000,
        description: 'How many rows of a dataset are printed.',
      }),
    ),
    notebook: Type.Optional(Type.Boolean({ description: 'In a ZIP: a notebook of each analysis and run.' })),
    theme: Type.Optional(Type.Enum(['light'])),
  },
  { ...closed, title: 'ExportOptions' },
)

export const exportBody = Type.Object(
  {
    items: Type.Array(item, { minItems: 1, description: 'At most 200, in the order of the chapters.' }),
    format: Type.Enum([...exportFormats]),
    title: Type.Optional(line(500)),
    cover: Type.Optional(
      Type.Union([exportCover, Type.Literal(true)], { description: '`true`: filled from the items.' }),
    ),
    signatories: Type.Optional(exportSignatories),
    sign: Type.Optional(exportSigning),
    options: Type.Optional(options),
    mode: Type.Optional(Type.Enum(['request', 'job'], { description: '`job`: in the background, answered with 202.' })),
  },
  { ...closed, title: 'ExportOrder' },
)

const warning = Type.Object({
  code: Type.Enum(['rows_cut', 'glyphs_missing', 'image_dropped', 'unverified_claims']),
  message: Type.String(),
})

export const exportRecord = Type.Object(
  {
    export_id: Type.String(),
    format: Type.Enum([...exportFormats]),
    title: Type.String(),
    items: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          id: nullableText(),
          version: Type.Union([Type.Number(), Type.String(), Type.Null()]),
          title: Type.String(),
          sha256: Type.String(),
        },
        { title: 'ExportedItem' },
      ),
    ),
    sha256: nullableText('Of the file, in hex; null until it has succeeded.'),
    size: nullableInteger,
    pages: nullableInteger,
    file_name: Type.String(),
    available: Type.Boolean({ description: 'Whether its file is still kept.' }),
    signature: Type.Union([
      Type.Object(
        {
          kind: Type.Literal('pades-b-b'),
          certificate_id: Type.String(),
          subject: Type.String(),
          fingerprint_sha256: Type.String(),
          signed_at: Type.String(),
        },
        { title: 'PdfSignature' },
      ),
      Type.Null(),
    ]),
    manifest: Type.Union([Type.Object({ key_id: Type.String(), sha256: Type.String() }), Type.Null()]),
    warnings: Type.Array(warning),
    status: Type.Enum(['running', 'succeeded', 'failed']),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
    job_id: nullableText(),
    created_by: Type.String({ description: 'A user.' }),
    created_at: Type.String(),
    expires_at: Type.String({ description: 'When its file is deleted; the record stays.' }),
  },
  { title: 'Export' },
)

export const acceptedExport = Type.Object(
  { export_id: Type.String(), job_id: Type.String() },
  { title: 'AcceptedExport' },
)

export const exportTypes = Type.Object({
  items: Type.Array(
    Type.Object({ type: Type.String(), title: Type.String(), permission: Type.String() }, { title: 'ExportType' }),
  ),
})

export const exportParams = Type.Object({ export_id: id }, closed)
export const pageQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    cursor: Type.Optional(Type.String({ maxLength: 2048, description: 'The `next_cursor` of the page before.' })),
  },
  closed,
)

export function pageOfItems(shown: TObject) {
  return Type.Object({ items: Type.Array(shown), next_cursor: nullableText() })
}

const sha256 = Type.String({ description: 'In hexadecimal.' })
/** The document that is signed; its bytes are what the signature is over. */
export const exportManifest = Type.Object(
  {
    manifest: Type.Literal(1),
    export_id: Type.String(),
    created_at: Type.String(),
    title: Type.String(),
    instance: Type.String(),
    key_id: Type.String(),
    public_key: Type.String({ description: 'Ed25519, SPKI DER in base64.' }),
    files: Type.Array(Type.Object({ path: Type.String(), size: Type.Integer(), sha256 }, { title: 'ManifestFile' })),
    items: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          id: Type.Union([Type.String(), Type.Null()]),
          version: Type.Union([Type.Integer(), Type.String(), Type.Null()]),
          sha256,
        },
        { title: 'ManifestItem' },
      ),
    ),
    claims: Type.Optional(Type.Object({ total: Type.Integer(), without_evidence: Type.Integer() })),
  },
  { title: 'ExportManifest' },
)
export const anyFile = Type.Unsafe<string>({ type: 'string', format: 'binary' })
