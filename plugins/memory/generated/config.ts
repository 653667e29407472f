// Generated from config.schema.json by npm run generate. Do not edit.

export interface MemoryConfig {
  /**
   * What workspaces embed with that have chosen nothing else: built-in (English), built-in-int8 (faster), the id of a model, or off.
   */
  embedder: string
  /**
   * Whether searches compare the best passages with the question piece by piece: better first places for a tenth of a second.
   */
  rerank: 'auto' | 'off'
  /**
   * Documents that a workspace may have.
   */
  max_documents: number
  /**
   * MiB of text that the documents of a workspace may hold, with their earlier versions.
   */
  documents_quota_mb: number
  /**
   * Megabytes that one import may have, all its files together.
   */
  import_max_mb: number
  /**
   * Megabytes that one document may have, where it is no export as JSONL.
   */
  document_max_mb: number
  /**
   * How long reading one document may take.
   */
  document_seconds: number
  /**
   * How much computing reading one document may take.
   */
  document_cpu_seconds: number
  /**
   * Megabytes of memory that reading one document may take.
   */
  document_memory_mb: number
  /**
   * Processes that read documents; a workspace has at most half of them at work at once.
   */
  document_processes: number
  /**
   * Documents of one workspace that may wait for a process; more get 429.
   */
  document_waiting: number
}
