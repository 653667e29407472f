// Generated from config.schema.json by npm run generate. Do not edit.

export interface ExportConfig {
  /**
   * Days for which the file of an export is kept; its record stays.
   */
  keep_days: number
  /**
   * How long an export may take in its request; what takes longer is made by a job.
   */
  request_seconds: number
  /**
   * Megabytes that the kept files of exports of one workspace may have.
   */
  quota_mb: number
  /**
   * Documents that are written at once; of one workspace at most two.
   */
  threads: number
}
