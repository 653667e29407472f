// Generated from config.schema.json by npm run generate. Do not edit.

export interface FilesConfig {
  /**
   * Mebibytes of files that a workspace may hold, older versions and the trash included.
   */
  quota_mb: number
  /**
   * Mebibytes that one file may have.
   */
  max_mb: number
  /**
   * Contents that are kept of a file, the newest among them.
   */
  keep_versions: number
  /**
   * How long an upload in pieces may rest before what came of it is dropped.
   */
  upload_hours: number
}
