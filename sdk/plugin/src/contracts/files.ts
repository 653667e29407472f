import type { Readable } from 'node:stream'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'

/** A file of a workspace, known by its id; its path is a label. */
export type StoredFile = {
  file_id: string
  /** `reports/2026/q3.pdf`: folders separated by `/`, no leading one. */
  path: string
  /** The last part of the path. */
  name: string
  size: number
  /** The hash of the content, in hex. */
  sha256: string
  /** The type by the bytes, else as the client said, else by the name. */
  content_type: string
  /** Counts contents, from 1. */
  version: number
  created_at: string
  updated_at: string
}

export interface OpenedFile {
  file: StoredFile
  /** Goes on although the file is replaced or deleted meanwhile. Destroy it when it is not read to its end. */
  content: Readable
}

/** The files of a workspace. */
export interface Files {
  /** @throws NotFoundError, also for what is in the trash */
  get(workspaceId: string, fileId: string): StoredFile
  /** Both ends included. @throws NotFoundError */
  open(workspaceId: string, fileId: string, range?: { start: number; end: number }): Promise<OpenedFile>
  /**
   * Runs `work` with the path of a file that has the content and stays as it is until `work` has ended: for programs that read files.
   * @throws NotFoundError
   */
  withPath<T>(workspaceId: string, fileId: string, work: (path: string, file: StoredFile) => Promise<T>): Promise<T>
  /** Makes the file, or a new version of the one at the path. @throws ValidationError (an unsafe path), PayloadTooLargeError (the quota), StorageFullError */
  write(
    file: { path: string; content: Readable | Uint8Array; content_type?: string | null },
    by: { principal: Principal; signal: AbortSignal },
  ): Promise<StoredFile>
}

export const files = defineService<Files>('files.library')
