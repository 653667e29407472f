import { memoryLimits } from '../documents/memory-limits.ts'
import type { MemoryConfig } from '../generated/config.ts'

/** How much one document may take, and how many are read at once. */
export interface DocumentLimits {
  /** The limit of the file. */
  maxBytes: number
  /** The limit of its text in UTF-8. */
  maxTextBytes: number
  wallMs: number
  cpuMs: number
  memoryMb: number
  /** Of all workspaces; one of them has at most half at work at once. */
  processes: number
  /** Documents of one workspace that may wait for a process. */
  waiting: number
}

const mebibyte = 1024 * 1024

export const defaultDocumentLimits: DocumentLimits = {
  maxBytes: 100 * mebibyte,
  maxTextBytes: memoryLimits.contentBytes,
  wallMs: 60_000,
  cpuMs: 30_000,
  memoryMb: 512,
  processes: 2,
  waiting: 64,
}

export function documentLimits(config: MemoryConfig): DocumentLimits {
  return {
    ...defaultDocumentLimits,
    maxBytes: config.document_max_mb * mebibyte,
    wallMs: config.document_seconds * 1000,
    cpuMs: config.document_cpu_seconds * 1000,
    memoryMb: config.document_memory_mb,
    processes: config.document_processes,
    waiting: config.document_waiting,
  }
}
