/** `config.schema.json`, as the kernel hands it over. */
export interface FilesConfig {
  quota_mb: number
  max_mb: number
  keep_versions: number
  upload_hours: number
}

export const mebibyte = 1024 * 1024
