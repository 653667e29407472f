/** `config.schema.json`, as the kernel hands it over. */
export interface MemoryConfig {
  embedder: string
  max_documents: number
  import_max_mb: number
  document_max_mb: number
  document_seconds: number
  document_cpu_seconds: number
  document_memory_mb: number
}
