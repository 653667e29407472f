import { Type } from 'typebox'

// What stands around an exported document, as every route takes it that makes one.

const closed = { additionalProperties: false }
const line = (most: number, description?: string) =>
  Type.String({ minLength: 1, maxLength: most, ...(description !== undefined && { description }) })

export const exportCover = Type.Object(
  {
    title: Type.Optional(line(500)),
    subtitle: Type.Optional(line(500)),
    organisation: Type.Optional(line(300)),
    authors: Type.Optional(Type.Array(line(200), { maxItems: 50 })),
    date: Type.Optional(line(100, 'As it is to be printed.')),
    reference: Type.Optional(line(200)),
    version: Type.Optional(line(100)),
    classification: Type.Optional(line(100, 'Such as `Confidential`.')),
    abstract: Type.Optional(line(5000, 'Paragraphs, an empty line between.')),
    logo_file_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'A PNG or JPEG of the workspace.' }),
    ),
    fields: Type.Optional(Type.Array(Type.Object({ label: line(100), value: line(500) }, closed), { maxItems: 20 })),
  },
  { ...closed, title: 'ExportCover' },
)

const signatory = Type.Object(
  {
    name: line(200),
    role: Type.Optional(line(200)),
    organisation: Type.Optional(line(200)),
    place: Type.Optional(line(200)),
    date: Type.Optional(line(100)),
  },
  { ...closed, title: 'Signatory' },
)

export const exportSignatories = Type.Array(signatory, {
  maxItems: 12,
  description: 'Each gets a line to sign on, after the text.',
})

export const exportSigning = Type.Object(
  {
    pdf: Type.Optional(Type.Boolean({ description: 'A signature in the PDF, which any PDF reader checks.' })),
    manifest: Type.Optional(
      Type.Boolean({ description: 'A signed list of the files with their hashes, for any format.' }),
    ),
    certificate_id: Type.Optional(line(200)),
    reason: Type.Optional(line(300)),
    location: Type.Optional(line(300)),
    contact: Type.Optional(line(300)),
    visible: Type.Optional(
      Type.Boolean({ default: false, description: 'Shows at the end of the PDF who signed it, when, and why.' }),
    ),
  },
  { ...closed, title: 'ExportSigning' },
)
