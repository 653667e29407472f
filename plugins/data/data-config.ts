/** `config.schema.json`, as the kernel hands it over. */
export interface DataConfig {
  quota_mb: number
  upload_max_mb: number
  decompressed_max_mb: number
  max_columns: number
  max_rows: number
  line_max_mb: number
  import_timeout_seconds: number
  query_timeout_seconds: number
  answer_max_mb: number
  export_max_mb: number
}

export const mebibyte = 1024 * 1024
