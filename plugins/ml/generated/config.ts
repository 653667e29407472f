// Generated from config.schema.json by npm run generate. Do not edit.

export interface MlConfig {
  /**
   * Mebibytes of artifacts and models that a workspace may hold; the same content counts once.
   */
  quota_mb: number
  /**
   * Mebibytes that one artifact may have.
   */
  max_artifact_mb: number
  /**
   * Mebibytes that the process of a trainer, or of a model that predicts, may take.
   */
  trainer_memory_mb: number
  /**
   * Models that are trained at a time, one of each workspace.
   */
  max_training: number
  /**
   * Requests a minute that a developer key may make in MLflow's protocol, artifacts apart.
   */
  mlflow_rate: number
  /**
   * Days for which a deleted experiment or run can be restored. 0: it is removed permanently within ten minutes.
   */
  keep_deleted_days: number
}
