// Generated from config.schema.json by npm run generate. Do not edit.

export interface ResearchConfig {
  /**
   * Research projects that a workspace may hold.
   */
  max_projects: number
  /**
   * Mebibytes that one source may have.
   */
  source_max_mb: number
  /**
   * Mebibytes of sources that a workspace may hold, with their texts.
   */
  sources_quota_mb: number
  /**
   * Where DOIs are looked up, such as https://doi.org. Empty: nowhere; people paste BibTeX then.
   */
  doi_resolver: string
}
