import { Type } from 'typebox'
import type { TObject } from 'typebox'

export const closed = { additionalProperties: false }

const fileFields = {
  file_id: Type.String(),
  path: Type.String({ description: 'Folders separated by `/`, no leading one.' }),
  name: Type.String({ description: 'The last part of the path.' }),
  size: Type.Integer(),
  sha256: Type.String({ description: 'Of the content; in quotes it is its ETag.' }),
  content_type: Type.String({
    description: 'What the bytes are, as far as they show it; else what the upload said, else by the name.',
  }),
  version: Type.Integer({ description: 'Counts contents, from 1.' }),
  created_at: Type.String(),
  updated_at: Type.String(),
}
export const file = Type.Object(fileFields, { title: 'FileRecord' })
export const trashedFile = Type.Object({ ...fileFields, deleted_at: Type.String() }, { title: 'TrashedFile' })
export const version = Type.Object(
  {
    file_id: Type.String(),
    version: Type.Integer(),
    size: Type.Integer(),
    sha256: Type.String(),
    content_type: Type.String(),
    created_at: Type.String(),
    created_by: Type.String({ description: "A user's id." }),
  },
  { title: 'FileVersion' },
)
export const folder = Type.Object({ path: Type.String(), name: Type.String() }, { title: 'Folder' })

export function pageOfItems(item: TObject) {
  return Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })
}

export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 8192 })),
}
export const pageQuery = Type.Object(pageFields, closed)

const id = Type.String({ minLength: 1, maxLength: 100 })
export const fileParams = Type.Object({ file_id: id }, closed)
export const uploadParams = Type.Object({ upload_id: id }, closed)
export const pathParams = Type.Object({ '*': Type.String() }, closed)
export const path = Type.String({ minLength: 1, maxLength: 4096, description: 'Such as `reports/2026/q3.pdf`.' })
export const downloadFields = {
  download: Type.Optional(Type.Boolean({ default: false, description: 'True: as an attachment, whatever it is.' })),
}
