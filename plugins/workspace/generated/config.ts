// Generated from config.schema.json by npm run generate. Do not edit.

export interface WorkspaceConfig {
  /**
   * MiB of text that the notes of a workspace may hold.
   */
  notes_quota_mb: number
  /**
   * MiB of text that the tasks of a workspace may hold.
   */
  tasks_quota_mb: number
}
