import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { defineService } from '../../service.ts'
import type { Reservation } from './byte-quota.ts'
import type { WorkspaceDatabase } from './data-plane.ts'

/** How many bytes from the start are kept of what is staged, to recognize its type. */
export const headBytes = 4096

/** Bytes that have come and lie whole on the disk of this server, under no name of theirs yet. */
export interface StagedContent {
  workspace_id: string
  path: string
  sha256: string
  size: number
  /** The first bytes, by which the type is recognized. */
  head: Buffer
}

export interface ContentsOptions {
  /** Whether a record names the content; asked in a transaction. */
  isKept(db: WorkspaceDatabase, sha256: string): boolean
  /** A part of the plugin's contents that has a folder of its own, such as `snapshots`; without it they lie in the plugin's. */
  part?: string
}

/**
 * Bytes that a plugin keeps for workspaces, each content once, under the SHA-256 of what it is. Records decide what is kept: a content that no record
 * names is swept. Bytes are staged, made durable, named by {@link place}, and only then recorded.
 * @throws from every method: UnavailableError when the place of the contents cannot be reached or has a damaged content, StorageFullError
 */
export interface Contents {
  /** Takes what comes to its end. Nothing is left of it when that fails. @throws what `reservation` and the stream throw */
  stage(workspaceId: string, content: Readable | Uint8Array, reservation: Reservation): Promise<StagedContent>
  /** Takes over a file of this server's disk, which nobody writes to any more. */
  stageFile(workspaceId: string, path: string): Promise<StagedContent>
  /**
   * Gives what was staged its name, then runs `record`, which writes the records in a transaction and confirms each content there. The
   * temporary files are gone afterwards, whatever comes of it.
   */
  place<T>(staged: readonly StagedContent[], record: () => T): Promise<T>
  /** For the transaction that records it, in which nobody can sweep. @throws UnavailableError when it was swept just before */
  confirm(staged: StagedContent): void
  discard(staged: StagedContent): Promise<void>
  /** A file of this server with the content, to be closed; it can be read to its end whatever becomes of the content. @throws NotFoundError when it is gone */
  open(workspaceId: string, sha256: string): Promise<FileHandle>
  /** Runs `work` with the path of a file of the content, for engines that read files; it stays until `work` has ended. @throws NotFoundError */
  withPath<T>(workspaceId: string, sha256: string, work: (path: string) => Promise<T>): Promise<T>
  /**
   * As {@link withPath} for many, with the paths of those that are there. Of contents in the home, one that is swept meanwhile is not there any
   * more.
   */
  withPaths<T>(
    workspaceId: string,
    contents: readonly string[],
    work: (paths: ReadonlyMap<string, string>) => Promise<T>,
  ): Promise<T>
  /** All of a content that fits in memory. @throws NotFoundError */
  read(workspaceId: string, sha256: string): Promise<Buffer>
  /** Deletes those of these contents that no record names. */
  sweep(workspaceId: string, contents: ReadonlySet<string>): Promise<void>
  /** The file of this server in which an upload grows before it is staged; it is the caller's to open and to write. */
  growing(workspaceId: string, uploadId: string): Promise<string>
  /** Stages what has grown, cut to `size`. @throws NotFoundError when the file is gone */
  stageGrown(workspaceId: string, uploadId: string, size: number): Promise<StagedContent>
  /** A new path on the disk of this server, for a file or a folder that a task needs while it runs. No backup takes it; the task removes it. */
  scratch(workspaceId: string): Promise<string>
  /** Where an earlier version of the plugin kept something in its folder of the home, under a name of its own. */
  earlier(workspaceId: string, name: string): Promise<string>
  /** At a start: removes half files and scratch folders of a process that has ended, but for those of these uploads. */
  removeTemporary(workspaceId: string, uploadIds: readonly string[]): Promise<void>
  /** At a start: contents that a process which ended in the midst named and did not record. */
  sweepAll(workspaceId: string): Promise<void>
  /** The workspaces that may have something on the disk of this server. */
  workspaceIds(): Promise<string[]>
}

/** Where the plugin's bytes are: in a folder beside each workspace's file, or in the place that `SVC_CONTENT_URL` names. */
export interface ContentStore {
  of(options: ContentsOptions): Contents
}

export const contentStore = defineService<ContentStore>('core.content')
