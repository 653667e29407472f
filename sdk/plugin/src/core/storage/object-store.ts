import type { Readable } from 'node:stream'

/** Bytes in memory, or a file that nobody changes until it is stored. */
export type ObjectContent = Uint8Array | { path: string; size: number }

/** The first and the last byte, counted from 0, as in HTTP and in `fs.createReadStream`. */
export interface ObjectRange {
  start: number
  end: number
}

export interface GetObjectOptions {
  /** A range that ends behind the object ends with it. */
  range?: ObjectRange
  signal?: AbortSignal
}

export interface OpenedObject {
  /** Bytes of the whole object, whatever the range. */
  size: number
  /** Destroy it when it is not read to its end. It fails with the same errors as {@link ObjectStore.get}. */
  body: Readable
}

export interface ObjectEntry {
  name: string
  size: number
  /** RFC 3339 UTC, by the clock of the store. */
  modified_at: string
}

/**
 * Immutable objects under names such as `w/<workspace_id>/<sha256>`, which several servers share. A name has at most 900 bytes of UTF-8 in parts
 * with `/` between them; a part has 1 to 240 bytes, no control character and no backslash, and does not begin with a dot. No name is the folder
 * of another: beside `a/b` there is no `a`.
 * @throws from every method: ValidationError for a name that is not one, UnavailableError for what may pass or what the operator must correct,
 * StorageFullError, and the signal's reason when it aborts
 */
export interface ObjectStore {
  /** Resolves when the object is durable. The same content may be stored again; when it fails, no half of it can be read. */
  put(name: string, content: ObjectContent, signal?: AbortSignal): Promise<void>
  /** @throws NotFoundError; ValidationError when the range begins behind the object */
  get(name: string, options?: GetObjectOptions): Promise<OpenedObject>
  /** The objects whose names begin with `prefix`, a name or the beginning of one, in the order of their bytes in UTF-8. Pages are read as they are needed. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<ObjectEntry>
  /** Names of objects that are not there are no error. */
  remove(names: readonly string[], signal?: AbortSignal): Promise<void>
  /**
   * For the start and for `/readyz`: whether objects can be listed and, at the first call, stored and removed.
   * @throws UnavailableError that says what is wrong, where, and what to do
   */
  check(signal?: AbortSignal): Promise<void>
}
