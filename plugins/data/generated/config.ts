// Generated from config.schema.json by npm run generate. Do not edit.

export interface DataConfig {
  /**
   * Mebibytes of datasets that a workspace may hold, older versions and uploads under way included.
   */
  quota_mb: number
  /**
   * Mebibytes that a file to import may have.
   */
  upload_max_mb: number
  /**
   * Mebibytes that a file to import may have once it is decompressed.
   */
  decompressed_max_mb: number
  /**
   * Columns that a dataset may have.
   */
  max_columns: number
  /**
   * Rows that a version of a dataset may have.
   */
  max_rows: number
  /**
   * Mebibytes that one line of a file to import may have.
   */
  line_max_mb: number
  /**
   * How long the reading of a file may take, once it has come.
   */
  import_timeout_seconds: number
  /**
   * The longest time that a query or an export may ask for.
   */
  query_timeout_seconds: number
  /**
   * Mebibytes that the answer of a query may have; exports are written to a file first and may have more.
   */
  answer_max_mb: number
  /**
   * Mebibytes that an exported file may have.
   */
  export_max_mb: number
}
