// Generated from config.schema.json by npm run generate. Do not edit.

export interface BackupConfig {
  /**
   * When to back the home up into its folder backups, as cron fields in UTC, such as 30 3 * * *; never without it.
   */
  backup_schedule?: string
  /**
   * How many scheduled backups stay; the oldest goes once a newer one was made and checked.
   */
  backup_keep: number
}
