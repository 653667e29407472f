import { PayloadTooLargeError, ValidationError } from '@svc/plugin'
import type { Upload } from '@svc/plugin'
import type { NewContent } from '../library/library.ts'

const mostFiles = 100

/** The files of a form, and where they go: known when all have come, for a form may name the path behind the file. */
export class FormFiles {
  readonly #upload: Upload
  readonly #names: string[] = []
  readonly #paths: string[] = []

  constructor(upload: Upload) {
    this.#upload = upload
  }

  async *contents(): AsyncGenerator<NewContent> {
    for await (const part of this.#upload.parts()) {
      if (part.kind === 'field') {
        if (part.name !== 'path') throw unknownField(part.name)
        this.#paths.push(part.value)
        continue
      }
      if (part.name !== 'file') throw unknownField(part.name)
      this.#names.push(part.filename)
      if (this.#names.length > mostFiles)
        throw new PayloadTooLargeError(`A form may have ${mostFiles} files. Send several.`)
      yield { path: null, content: part.body, content_type: part.contentType, length: null }
    }
    if (this.#names.length === 0) throw fault('has no file: send it in the field "file" (curl: -F file=@name)', '/file')
    const isNamed = this.#paths.length <= 1 || this.#paths.length === this.#names.length
    if (!isNamed)
      throw fault('has other numbers of "path" and "file": send one path for each file, or one folder', '/path')
  }

  /** In the order of the files. A path that ends with `/` is a folder; so is one for several files. */
  paths(): string[] {
    const isShared = this.#paths.length === 1 && this.#names.length > 1
    return this.#names.map((name, index) => {
      const path = this.#paths[isShared ? 0 : index]
      if (path === undefined || path === '') return name
      if (path.endsWith('/')) return path + name
      return isShared ? `${path}/${name}` : path
    })
  }
}

function unknownField(name: string): ValidationError {
  const shown = JSON.stringify(name.slice(0, 60))
  return fault(`has the field ${shown}; it takes "file" and "path"`, `/${name.slice(0, 60)}`)
}

function fault(message: string, path: string): ValidationError {
  return new ValidationError(`body ${message}.`, [{ path, message }])
}
