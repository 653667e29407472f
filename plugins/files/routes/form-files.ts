import { PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type { Upload, UploadPart } from '@svc/plugin'
import { FormReader } from '@svc/plugin/library/form-reader'
import type { NewContent } from '../library/library.ts'

const mostFiles = 100

/** The files of a form, and where they go: known when all have come, for a form may name the path behind the file. */
export class FormFiles {
  readonly #form: FormReader
  readonly #names: string[] = []

  constructor(upload: Upload) {
    this.#form = new FormReader(upload, faultOf)
  }

  async *contents(): AsyncGenerator<NewContent> {
    for await (const { filename, body, contentType } of this.#form.files()) {
      this.#names.push(filename)
      yield { path: null, content: body, content_type: contentType, length: null }
    }
    if (this.#names.length === 0) throw fault('has no file: send it in the field "file" (curl: -F file=@name)', '/file')
    const isNamed = this.#given.length <= 1 || this.#given.length === this.#names.length
    if (!isNamed)
      throw fault('has other numbers of "path" and "file": send one path for each file, or one folder', '/path')
  }

  /** In the order of the files. A path that ends with `/` is a folder; so is one for several files. */
  paths(): string[] {
    const given = this.#given
    const isShared = given.length === 1 && this.#names.length > 1
    return this.#names.map((name, index) => {
      const path = given[isShared ? 0 : index]
      if (path === undefined || path === '') return name
      if (path.endsWith('/')) return path + name
      return isShared ? `${path}/${name}` : path
    })
  }

  get #given(): readonly string[] {
    return this.#form.fields.get('path') ?? []
  }
}

function faultOf({ kind, name }: UploadPart, { fileCount }: FormReader): Error | null {
  if (name !== (kind === 'file' ? 'file' : 'path')) return unknownField(name)
  if (kind === 'field' || fileCount < mostFiles) return null
  return new PayloadTooLargeError(`A form may have ${mostFiles} files. Send several.`)
}

function unknownField(name: string): ValidationError {
  const shown = JSON.stringify(name.slice(0, 60))
  return fault(`has the field ${shown}; it takes "file" and "path"`, `/${name.slice(0, 60)}`)
}

function fault(message: string, path: string): ValidationError {
  return new ValidationError(`body ${message}.`, [{ path, message }])
}
