import type { Readable } from 'node:stream'
import type { Role } from '../../principal.ts'
import { defineService } from '../../service.ts'

/** A finished archive in the home's `backups` folder. */
export interface Backup {
  /** The archive's file name. */
  name: string
  path: string
  bytes: number
  sha256: string
  created_at: string
  /** Why it was made. */
  reason: 'manual' | 'scheduled' | 'before-migration'
}

/** An archive to send: complete and checked before its first byte, gone from the disk after its last. */
export interface SentBackup {
  name: string
  bytes: number
  sha256: string
  body: Readable
}

/** Archives of the whole home, or of one workspace, taken while everything runs. */
export interface Backups {
  /** Into the home's `backups` folder. @throws StorageFullError; ConflictError `backup_running` while another one is being made */
  create(options: { reason: Backup['reason']; signal?: AbortSignal }): Promise<Backup>
  /** Newest first. */
  list(): Promise<Backup[]>
  /** @throws NotFoundError */
  get(name: string): Promise<Backup>
  remove(name: string): Promise<void>
  /** Resolves when none is being made. */
  idle(): Promise<void>
  /** One workspace with its members and keys, to send; without the passwords of members whose role is higher than `reader`. */
  workspace(workspaceId: string, signal: AbortSignal, reader: Role): Promise<SentBackup>
  /** The whole home, to send. */
  home(signal: AbortSignal): Promise<SentBackup>
}

export const backups = defineService<Backups>('core.backups')
