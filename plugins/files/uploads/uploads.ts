import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  CallerError,
  codeOf,
  ConflictError,
  isDiskFull,
  linkOrCopy,
  NotFoundError,
  PayloadTooLargeError,
  storageFull,
  SvcError,
  ValidationError,
} from '@svc/plugin'
import type { ByteQuota, Clock, Contents, DataPlane, Ids, StagedContent } from '@svc/plugin'
import type { UnderWay } from '@svc/plugin/library/contents/under-way'
import type { Library, Writer } from '../library/library.ts'
import type { UploadMetadata } from './upload-metadata.ts'
import { uploadStore } from './upload-store.ts'
import type { UploadRow } from './upload-store.ts'

export interface UploadsOptions {
  data: DataPlane
  contents: Contents
  library: Library
  quota: ByteQuota
  underWay: UnderWay
  clock: Clock
  ids: Ids
  /** How long one may rest. */
  restMs: number
}

export interface PieceChecksum {
  algorithm: 'sha1' | 'sha256' | 'md5'
  /** In base64. */
  digest: string
}

/** Bytes after which what has come is made durable and noted, so that no crash loses more. */
const noteEvery = 4 * 1024 * 1024
const mostOpen = 1000
/** Open uploads of one user, so that one user cannot block the others of the workspace. */
const mostOwnOpen = 250

/** Uploads in pieces, which go on after a connection or the server was lost (tus 1.0). */
export class Uploads {
  readonly #options: UploadsOptions
  /** Who is at work on an upload: one at a time. */
  readonly #working = new Map<string, { body: Readable | null; done: Promise<void> }>()

  constructor(options: UploadsOptions) {
    this.#options = options
  }

  /** @throws PayloadTooLargeError when it cannot fit, ConflictError */
  async begin(
    writer: Writer,
    length: number,
    { path, content_type }: UploadMetadata,
    metadata: string,
  ): Promise<UploadRow> {
    const { clock, contents, data, ids, library, quota, restMs, underWay } = this.#options
    const { workspace_id, user_id } = writer
    if (length > library.maxBytes) {
      throw new PayloadTooLargeError(
        `Upload-Length ${length} is over the limit of ${library.maxBytes} bytes a file (SVC_FILES_MAX_MB).`,
      )
    }
    const upload: UploadRow = {
      upload_id: ids.create('up'),
      path,
      content_type,
      metadata,
      length,
      came: 0,
      file_id: null,
      created_by: user_id,
      expires_at: clock.now() + restMs,
    }
    return underWay.during(workspace_id, async () => {
      await contents.growing(workspace_id, upload.upload_id)
      data.use(workspace_id, db =>
        db.transaction(() => {
          const { count, own } = uploadStore.countOpen(db, user_id)
          if (own >= mostOwnOpen)
            throw new ConflictError('conflict', `${own} uploads of yours are under way. End or delete some.`)
          if (count >= mostOpen)
            throw new ConflictError('conflict', `${count} uploads are under way in this workspace. End or delete some.`)
          quota.check(quota.used(workspace_id), length)
          uploadStore.insert(db, upload)
        }),
      )
      return length === 0 ? this.#end(workspace_id, upload) : upload
    })
  }

  /** What has come for sure; a piece that is still on its way from a lost connection is cut off. @throws NotFoundError */
  get(workspaceId: string, uploadId: string): Promise<UploadRow> {
    return this.#alone(workspaceId, uploadId, null, () => this.#settled(workspaceId, uploadId))
  }

  /**
   * Adds a piece at `offset`. What came of it stays, also when it was cut off; with a checksum that does not fit nothing stays.
   * @throws NotFoundError; ConflictError when the offset is another; SvcError 460 for a wrong checksum
   */
  async add(
    writer: Writer,
    uploadId: string,
    piece: { offset: number; body: Readable; length: number | null; checksum: PieceChecksum | null },
  ): Promise<UploadRow> {
    const { workspace_id } = writer
    // While nobody reads it yet, its error must not end the process.
    piece.body.on('error', () => undefined)
    return this.#alone(workspace_id, uploadId, piece.body, () =>
      this.#options.underWay.during(workspace_id, async () => {
        const upload = this.#row(workspace_id, uploadId)
        assertFits(upload, piece.offset, piece.length)
        const from = { ...upload, came: piece.offset }
        const grown = from.came === from.length ? upload : await this.#write(workspace_id, from, piece)
        return isWithoutFile(grown) ? await this.#end(workspace_id, grown) : grown
      }),
    )
  }

  /** @throws NotFoundError */
  delete(workspaceId: string, uploadId: string): Promise<void> {
    return this.#alone(workspaceId, uploadId, null, async () => {
      await this.#settled(workspaceId, uploadId)
      await this.#drop(workspaceId, uploadId)
    })
  }

  /** Drops those that rested too long. */
  async expire(workspaceId: string): Promise<void> {
    const { clock, data } = this.#options
    for (;;) {
      const expired = data.use(workspaceId, db => uploadStore.expired(db, clock.now()))
      if (expired.length === 0) return
      for (const uploadId of expired) await this.#drop(workspaceId, uploadId)
    }
  }

  /** The ids of those that can go on. */
  open(workspaceId: string): string[] {
    return this.#options.data.use(workspaceId, db => uploadStore.open(db))
  }

  async #write(
    workspaceId: string,
    upload: UploadRow,
    { body, checksum }: { body: Readable; checksum: PieceChecksum | null },
  ): Promise<UploadRow> {
    const file = await this.#openAt(workspaceId, upload)
    const digest = checksum && createHash(checksum.algorithm)
    let { came } = upload
    let noted = came
    const note = async () => {
      await file.sync()
      this.#note(workspaceId, upload, came)
      noted = came
    }
    try {
      for await (const bytes of body as AsyncIterable<Buffer>) {
        if (came + bytes.byteLength > upload.length) throw tooMuch(upload)
        await writeAll(file, bytes, came)
        came += bytes.byteLength
        digest?.update(bytes)
        if (!digest && came - noted >= noteEvery) await note()
      }
      if (digest && digest.digest('base64') !== checksum?.digest) {
        throw new SvcError(
          460,
          'checksum_mismatch',
          'The piece is not what its Upload-Checksum says: it was dropped. Send it again.',
        )
      }
      await note()
      return { ...upload, came }
    } catch (error) {
      // What came of a piece that nobody vouches for is kept; what does not fit its checksum is written over.
      if (!digest) await note()
      throw fullOr(error)
    } finally {
      await file.close()
    }
  }

  /** The rest of a piece that was cut off by a crash is written over. */
  async #openAt(workspaceId: string, upload: UploadRow): Promise<FileHandle> {
    const { upload_id, came } = upload
    const path = await this.#options.contents.growing(workspaceId, upload_id)
    try {
      const file = await open(path, came === 0 ? 'w' : 'r+', 0o600)
      if (came === 0 || (await file.stat()).size >= came) return file
      await file.close()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw fullOr(error)
    }
    throw this.#gone(workspaceId, upload)
  }

  #gone(workspaceId: string, { upload_id }: UploadRow): NotFoundError {
    this.#options.data.use(workspaceId, db => uploadStore.delete(db, upload_id))
    return new NotFoundError('What came of this upload is gone. Begin it anew.')
  }

  /** Makes the file. Where that fails for a reason that may pass, such as a full disk, what came stays, and the next request tries again. */
  async #end(workspaceId: string, upload: UploadRow): Promise<UploadRow> {
    const { upload_id, path, content_type } = upload
    try {
      const staged = await this.#staged(workspaceId, upload)
      const { files } = await this.#options.library.record(
        { workspace_id: workspaceId, user_id: upload.created_by },
        [{ path, staged, content_type }],
        {
          // It counts no longer as an upload, but as the content that it is.
          before: ({ db }) => uploadStore.end(db, upload_id, ''),
          within: ({ db }, [row]) => uploadStore.end(db, upload_id, row?.file_id ?? ''),
        },
      )
      await rm(await this.#options.contents.growing(workspaceId, upload_id), { force: true })
      return { ...upload, came: upload.length, file_id: files[0]?.file_id ?? null }
    } catch (error) {
      if (error instanceof CallerError) await this.#drop(workspaceId, upload_id)
      throw error
    }
  }

  /** By another name: the file in which it grew stays where it is until all is recorded. */
  async #staged(workspaceId: string, upload: UploadRow): Promise<StagedContent> {
    const { contents } = this.#options
    try {
      const grown = await contents.stageGrown(workspaceId, upload.upload_id, upload.length)
      const path = await contents.scratch(workspaceId)
      await linkOrCopy(grown.path, path)
      return { ...grown, path }
    } catch (error) {
      throw error instanceof NotFoundError ? this.#gone(workspaceId, upload) : error
    }
  }

  #note(workspaceId: string, { upload_id }: UploadRow, came: number): void {
    const { clock, data, restMs } = this.#options
    data.use(workspaceId, db => uploadStore.move(db, { upload_id, came, expires_at: clock.now() + restMs }))
  }

  /** The bytes first: on a full disk they make the room in which the record of it can be written. */
  async #drop(workspaceId: string, uploadId: string): Promise<void> {
    await rm(await this.#options.contents.growing(workspaceId, uploadId), { force: true })
    this.#options.data.use(workspaceId, db => uploadStore.delete(db, uploadId))
  }

  #row(workspaceId: string, uploadId: string): UploadRow {
    const { clock, data } = this.#options
    const row = data.use(workspaceId, db => uploadStore.get(db, uploadId, clock.now()))
    if (row) return row
    throw new NotFoundError('There is no such upload: it never was, or rested for too long. Begin it anew.')
  }

  /**
   * When the server ended between the last byte and the file, the file is made now. Where that fails for a reason that may pass, the last byte
   * is shown as missing: a client that sees all bytes come takes the upload for done.
   */
  async #settled(workspaceId: string, uploadId: string): Promise<UploadRow> {
    const upload = this.#row(workspaceId, uploadId)
    if (!isWithoutFile(upload)) return upload
    try {
      return await this.#options.underWay.during(workspaceId, () => this.#end(workspaceId, upload))
    } catch (error) {
      if (error instanceof CallerError || upload.length === 0) throw error
      return { ...upload, came: upload.length - 1 }
    }
  }

  /**
   * Runs `work` while nobody else works on the upload. A piece that still arrives over a lost connection is ended first, and its
   * received bytes are recorded. `body` is the stream that the next caller ends.
   */
  async #alone<T>(workspaceId: string, uploadId: string, body: Readable | null, work: () => Promise<T>): Promise<T> {
    this.#row(workspaceId, uploadId)
    const key = `${workspaceId}/${uploadId}`
    // Again after each wait: several may have waited for the same one.
    for (let other = this.#working.get(key); other; other = this.#working.get(key)) {
      other.body?.destroy(new ConflictError('conflict', 'Another request goes on with this upload.'))
      await other.done
    }
    const done = Promise.withResolvers<void>()
    this.#working.set(key, { body, done: done.promise })
    try {
      return await work()
    } finally {
      this.#working.delete(key)
      done.resolve()
    }
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0
  while (written < bytes.byteLength)
    written += (await file.write(bytes, written, bytes.byteLength - written, position + written)).bytesWritten
}

function fullOr(error: unknown): unknown {
  return isDiskFull(error) ? storageFull('a piece of the upload', error) : error
}

/** All bytes have come, and the file could not be made of them. */
function isWithoutFile({ came, length, file_id }: UploadRow): boolean {
  return came === length && file_id === null
}

function assertFits(upload: UploadRow, offset: number, pieceLength: number | null): void {
  const { came, length } = upload
  const isLastByteAgain = isWithoutFile(upload) && offset === length - 1
  if (offset !== came && !isLastByteAgain) {
    throw new ConflictError(
      'conflict',
      `Upload-Offset is ${offset}, and ${came} bytes have come. Ask with HEAD and go on from there.`,
    )
  }
  if (pieceLength !== null && offset + pieceLength > length)
    throw new ValidationError(`The piece ends at ${offset + pieceLength}, behind the Upload-Length of ${length}.`)
}

function tooMuch({ length }: UploadRow): PayloadTooLargeError {
  return new PayloadTooLargeError(`More came than the Upload-Length of ${length} bytes.`)
}
