/** `config.schema.json`, as the kernel hands it over. */
export interface BackupConfig {
  backup_schedule?: string
  backup_keep: number
}
