import type { Upload, UploadPart } from '../http.ts'

export type FormFile = Extract<UploadPart, { kind: 'file' }>

/** Reads a form part by part: its fields are gathered, its files are given on as they come. */
export class FormReader {
  /** Those that have come so far: the values of each in their order. */
  readonly fields = new Map<string, string[]>()
  fileCount = 0
  readonly #upload: Upload
  readonly #faultOf: (part: UploadPart, soFar: FormReader) => Error | null

  /** `faultOf` says why a part is refused, before any of it is taken. */
  constructor(upload: Upload, faultOf: (part: UploadPart, soFar: FormReader) => Error | null) {
    this.#upload = upload
    this.#faultOf = faultOf
  }

  /** Each must be read before the next comes; what is left of it is dropped. */
  async *files(): AsyncGenerator<FormFile> {
    for await (const part of this.#upload.parts()) {
      const fault = this.#faultOf(part, this)
      if (fault !== null) throw fault
      if (part.kind === 'file') {
        this.fileCount += 1
        yield part
      } else {
        const values = this.fields.get(part.name)
        if (values) values.push(part.value)
        else this.fields.set(part.name, [part.value])
      }
    }
  }

  /** The first value of each field, for a form in which none stands twice. */
  single(): Map<string, string> {
    return new Map(this.fields.entries().map(([name, [value = '']]) => [name, value]))
  }
}
