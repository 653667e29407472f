// Generated from the OpenAPI document by npm run generate. Do not edit.

export interface paths {
    readonly "/api/2.0/mlflow-artifacts/artifacts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowListArtifactFiles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow-artifacts/artifacts/{path}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowDownloadArtifact"];
        readonly put: operations["mlflowUploadArtifact"];
        readonly post?: never;
        readonly delete: operations["mlflowDeleteArtifact"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/artifacts/list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowListArtifacts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowCreateExperiment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowDeleteExperiment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/delete-experiment-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowDeleteExperimentTag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetExperiment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/get-by-name": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetExperimentByName"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowRestoreExperiment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowListExperiments"];
        readonly put?: never;
        readonly post: operations["mlflowSearchExperiments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/search-datasets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowSearchDatasets"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/set-experiment-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowSetExperimentTag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/experiments/update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowUpdateExperiment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/logged-models": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowCreateLoggedModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/logged-models/{model_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetLoggedModel"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["mlflowDeleteLoggedModel"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["mlflowFinalizeLoggedModel"];
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/logged-models/{model_id}/artifacts/directories": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowListLoggedModelArtifacts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/logged-models/{model_id}/params": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowLogLoggedModelParams"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/logged-models/{model_id}/tags": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["mlflowSetLoggedModelTags"];
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/logged-models/{model_id}/tags/{tag_key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["mlflowDeleteLoggedModelTag"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/logged-models/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowSearchLoggedModels"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/metrics/get-history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetMetricHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/metrics/get-history-bulk": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetMetricHistoryBulk"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/metrics/get-history-bulk-interval": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetMetricHistoryBulkInterval"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowCreateModelVersion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["mlflowDeleteModelVersion"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/delete-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["mlflowDeleteModelVersionTag"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetModelVersion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/get-download-uri": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetDownloadUri"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowSearchModelVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/set-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowSetModelVersionTag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/transition-stage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowTransitionStage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/model-versions/update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["mlflowUpdateModelVersion"];
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/alias": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetVersionByAlias"];
        readonly put?: never;
        readonly post: operations["mlflowSetModelAlias"];
        readonly delete: operations["mlflowDeleteModelAlias"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowCreateRegisteredModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["mlflowDeleteRegisteredModel"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/delete-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["mlflowDeleteRegisteredModelTag"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetRegisteredModel"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/get-latest-versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowListLatestVersions"];
        readonly put?: never;
        readonly post: operations["mlflowGetLatestVersions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/rename": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowRenameRegisteredModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowSearchRegisteredModels"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/set-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowSetRegisteredModelTag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/registered-models/update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["mlflowUpdateRegisteredModel"];
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowCreateRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowDeleteRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/delete-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowDeleteTag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowGetRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/log-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowLogBatch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/log-inputs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowLogInputs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/log-metric": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowLogMetric"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/log-model": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowLogModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/log-parameter": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowLogParam"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/outputs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowLogOutputs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowRestoreRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowSearchRuns"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/set-tag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowSetTag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/2.0/mlflow/runs/update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["mlflowUpdateRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/3.0/mlflow/server-info": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["mlflowServerInfo"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listAuditEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getConfiguration"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["changeConfiguration"];
        readonly trace?: never;
    };
    readonly "/api/admin/placements": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPlacements"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/placements/{workspace_id}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["moveWorkspace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/plugins": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPlugins"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/plugins/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["setPluginEnabled"];
        readonly trace?: never;
    };
    readonly "/api/admin/servers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listServers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/servers/{server_id}/drain": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["drainServer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent-apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listAgentApps"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent-apps/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getAgentApp"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent-apps/{name}/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["runAgentApp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent-apps/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listAgentAppRuns"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent-apps/runs/{run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getAgentAppRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent-apps/runs/{run_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["cancelAgentAppRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/agent-apps/runs/{run_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["streamAgentAppRunEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/approvals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listApprovals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/approvals/{approval_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getApproval"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/approvals/{approval_id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["approveCall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/approvals/{approval_id}/deny": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["denyCall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["login"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["logout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateMe"];
        readonly trace?: never;
    };
    readonly "/api/auth/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["changePassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["register"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["revokeSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/setup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["setUp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getAuthStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/backups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listBackups"];
        readonly put?: never;
        readonly post: operations["createBackup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/backups/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getBackup"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/backups/{name}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["downloadBackup"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listConversations"];
        readonly put?: never;
        readonly post: operations["createConversation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getConversation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteConversation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateConversation"];
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["cancelTurn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["streamConversationEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["exportConversation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/messages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listMessages"];
        readonly put?: never;
        readonly post: operations["sendMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/messages/{message_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMessage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["editMessage"];
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/messages/{message_id}/activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["activateMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/messages/{message_id}/regenerate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["regenerateMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/{session_id}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["retryTurn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/conversations/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["importConversations"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/backup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["downloadDataBackup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/catalog": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listDatasets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/datasets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["deriveDataset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/datasets/{dataset_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getDataset"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteDataset"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateDataset"];
        readonly trace?: never;
    };
    readonly "/api/data/datasets/{dataset_id}/diff": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["diffDatasetVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/datasets/{dataset_id}/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["previewDataset"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/datasets/{dataset_id}/profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["profileDataset"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/datasets/{dataset_id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["restoreDatasetVersion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/datasets/{dataset_id}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listDatasetVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["exportData"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["importDataset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/planes/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPlanesStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/queries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSavedQueries"];
        readonly put?: never;
        readonly post: operations["createSavedQuery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/queries/{query_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSavedQuery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSavedQuery"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateSavedQuery"];
        readonly trace?: never;
    };
    readonly "/api/data/queries/{query_id}/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["runSavedQuery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/query": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["queryDatasets"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/data/receipts/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["verifyReceipt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listKeys"];
        readonly put?: never;
        readonly post: operations["createKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/keys/{key_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["revokeKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/keys/{key_id}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["rotateKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/platform": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPlatform"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/sdks/{file}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["downloadSdk"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/webhooks/{webhook_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getWebhook"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateWebhook"];
        readonly trace?: never;
    };
    readonly "/api/developer/webhooks/{webhook_id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/webhooks/{webhook_id}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/webhooks/{webhook_id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["testWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/webhooks/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getWebhookDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/developer/webhooks/deliveries/{delivery_id}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["redeliverWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getEmailAccount"];
        readonly put: operations["setEmailAccount"];
        readonly post?: never;
        readonly delete: operations["deleteEmailAccount"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/account/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["testEmailAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/folders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listEmailFolders"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/messages/{message_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getEmail"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/messages/{message_id}/attachments/{n}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getEmailAttachment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/recent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listRecentEmail"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["searchEmail"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/email/send": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["sendEmail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["streamEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/events/types": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listEventTypes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listExports"];
        readonly put?: never;
        readonly post: operations["createExport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/{export_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteExport"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/{export_id}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getExportContent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/{export_id}/manifest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getExportManifest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/{export_id}/signature": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getExportSignature"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/certificates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSigningCertificates"];
        readonly put?: never;
        readonly post: operations["addSigningCertificate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/certificates/{certificate_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteSigningCertificate"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["activateSigningCertificate"];
        readonly trace?: never;
    };
    readonly "/api/export/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSigningKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/keys/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["rotateSigningKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/types": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listExportTypes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/export/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["verifyExport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listFiles"];
        readonly put?: never;
        readonly post: operations["uploadFiles"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteFile"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["moveFile"];
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["downloadFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}/copy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["copyFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["linkFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["endFileLinks"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}/remember": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["rememberFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["restoreFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/{file_id}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listFileVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/content/{path}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["downloadFileByPath"];
        readonly put: operations["putFile"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/folders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteFolder"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/folders/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["moveFolder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/links/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["openFileLink"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/text": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["writeFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/trash": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTrash"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["emptyTrash"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/trash/{file_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["purgeFile"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/uploads": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["beginUpload"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/files/uploads/{upload_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUpload"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["endUpload"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["continueUpload"];
        readonly trace?: never;
    };
    readonly "/api/files/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getFilesUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listJobs"];
        readonly put?: never;
        readonly post: operations["enqueueJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/{job_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/{job_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["cancelJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/{job_id}/complete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["completeJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/{job_id}/fail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["failJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/{job_id}/heartbeat": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["heartbeatJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/{job_id}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["retryJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/claim": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["claimJobs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/redrive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["redriveJobs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/schedules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listJobSchedules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/schedules/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getJobSchedule"];
        readonly put: operations["putJobSchedule"];
        readonly post?: never;
        readonly delete: operations["deleteJobSchedule"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/jobs/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getJobStats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/mcp/servers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listMcpServers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/mcp/servers/{name}/reconnect": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["reconnectMcpServer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listMemories"];
        readonly put?: never;
        readonly post: operations["addMemory"];
        readonly delete: operations["deleteMemoriesOfSource"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMemory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteMemory"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateMemory"];
        readonly trace?: never;
    };
    readonly "/api/memory/{id}/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listMemoryVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory/{id}/history/{version}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMemoryVersion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory/embedder": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMemoryEmbedder"];
        readonly put: operations["setMemoryEmbedder"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["exportMemories"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["importMemories"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["searchMemory"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/memory/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMemoryStats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/experiments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listExperiments"];
        readonly put?: never;
        readonly post: operations["createExperiment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/experiments/{experiment_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getExperiment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteExperiment"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateExperiment"];
        readonly trace?: never;
    };
    readonly "/api/ml/experiments/{experiment_id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["restoreExperiment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/models": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listRegisteredModels"];
        readonly put?: never;
        readonly post: operations["createRegisteredModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getRegisteredModel"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteRegisteredModel"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateRegisteredModel"];
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}/alias-changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listModelAliasChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}/aliases/{alias}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put: operations["setModelAlias"];
        readonly post?: never;
        readonly delete: operations["deleteModelAlias"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}/drift": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["checkDrift"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}/predict": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["predict"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listModelVersions"];
        readonly put?: never;
        readonly post: operations["registerModelVersion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}/versions/{version}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getModelVersion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteModelVersion"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateModelVersion"];
        readonly trace?: never;
    };
    readonly "/api/ml/models/{name}/versions/{version}/onnx": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["exportOnnx"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["searchMlRuns"];
        readonly put?: never;
        readonly post: operations["createMlRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs/{run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMlRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteMlRun"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateMlRun"];
        readonly trace?: never;
    };
    readonly "/api/ml/runs/{run_id}/artifacts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listMlArtifacts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs/{run_id}/artifacts/{path}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["downloadMlArtifact"];
        readonly put: operations["uploadMlArtifact"];
        readonly post?: never;
        readonly delete: operations["deleteMlArtifact"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs/{run_id}/log": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["logToMlRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs/{run_id}/metrics/{path}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getMetricHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs/{run_id}/predictions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listHeldOutPredictions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs/{run_id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["restoreMlRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/runs/compare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["compareMlRuns"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/train": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["train"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ml/trainers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTrainers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/models": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listModels"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/models/budget": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getTokenBudget"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/models/calls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listModelCalls"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/models/providers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listModelProviders"];
        readonly put?: never;
        readonly post: operations["createModelProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/models/providers/{provider_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getModelProvider"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteModelProvider"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateModelProvider"];
        readonly trace?: never;
    };
    readonly "/api/models/providers/{provider_id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["testModelProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/models/providers/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["testUnsavedModelProvider"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/models/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getModelSettings"];
        readonly put: operations["setModelSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getOpenApi"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPlaybooks"];
        readonly put?: never;
        readonly post: operations["createPlaybook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/{playbook_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPlaybook"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deletePlaybook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updatePlaybook"];
        readonly trace?: never;
    };
    readonly "/api/playbooks/{playbook_id}/dry-run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["dryRunPlaybook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/{playbook_id}/validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["validateStoredPlaybook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/{playbook_id}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPlaybookVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/dry-run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["dryRunPlaybookDefinition"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["publishPlaybookEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPlaybookRuns"];
        readonly put?: never;
        readonly post: operations["startPlaybook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPlaybookRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deletePlaybookRun"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["approvePlaybookRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["cancelPlaybookRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/deny": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["denyPlaybookRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["streamPlaybookRunEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["resumePlaybookRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/suspend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["suspendPlaybookRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/tasks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPlaybookTasks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/runs/{run_id}/tasks/{task_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getPlaybookTask"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/secrets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPlaybookSecrets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/secrets/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put: operations["setPlaybookSecret"];
        readonly post?: never;
        readonly delete: operations["deletePlaybookSecret"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/playbooks/validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["validatePlaybook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/cite": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["citeWorks"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["importResearchProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listResearchProjects"];
        readonly put?: never;
        readonly post: operations["createResearchProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getResearchProject"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteResearchProject"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateResearchProject"];
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/claims": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listResearchClaims"];
        readonly put?: never;
        readonly post: operations["createResearchClaim"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/claims/{claim_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getResearchClaim"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteResearchClaim"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateResearchClaim"];
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/claims/{claim_id}/evidence": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["addResearchEvidence"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/claims/{claim_id}/evidence/{evidence_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteResearchEvidence"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["exportResearchProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/lineage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getResearchLineage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listResearchLinks"];
        readonly put?: never;
        readonly post: operations["addResearchLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/links/{link_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteResearchLink"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/reports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listResearchReports"];
        readonly put?: never;
        readonly post: operations["createResearchReport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/reports/{report_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getResearchReport"];
        readonly put: operations["replaceResearchReport"];
        readonly post?: never;
        readonly delete: operations["deleteResearchReport"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/reports/{report_id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["exportResearchReport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/reports/{report_id}/lint": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["lintResearchReport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/reports/{report_id}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listResearchReportVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/sources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listResearchSources"];
        readonly put?: never;
        readonly post: operations["addResearchSource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/sources/{source_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getResearchSource"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteResearchSource"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateResearchSource"];
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/sources/{source_id}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["downloadResearchSource"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/sources/{source_id}/refresh": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["refreshResearchSource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/sources/{source_id}/text": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["readResearchSource"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/projects/{research_project_id}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["verifyResearchProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/styles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listCitationStyles"];
        readonly put?: never;
        readonly post: operations["addCitationStyle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/research/styles/{style}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteCitationStyle"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sandboxed-tools": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listSandboxedTools"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sandboxed-tools/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSandboxedTool"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/server/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getServerStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/server/stream-probe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["probeStream"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/stats/analyses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listAnalyses"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/stats/analyses/{analysis_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getAnalysis"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteAnalysis"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/stats/analyze": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["analyze"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/stats/datasets/{dataset_id}/variables": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listStatVariables"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/stats/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["exportAnalyses"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/stats/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["importForStats"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/stats/methods": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listStatMethods"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/tools": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTools"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/tools/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getTool"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/tools/{name}/call": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["callTool"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/tools/{name}/grant": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put: operations["putToolGrant"];
        readonly post?: never;
        readonly delete: operations["deleteToolGrant"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/tools/calls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listToolCalls"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/tools/grants": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listToolGrants"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listUsers"];
        readonly put?: never;
        readonly post: operations["createUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteUser"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateUser"];
        readonly trace?: never;
    };
    readonly "/api/users/{id}/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["resetUserPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/invites": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listInvites"];
        readonly put?: never;
        readonly post: operations["inviteUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/invites/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getInvite"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["revokeInvite"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/web/pages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listPluginPages"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspace/notes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listNotes"];
        readonly put?: never;
        readonly post: operations["createNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspace/notes/{note_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getNote"];
        readonly put: operations["replaceNote"];
        readonly post?: never;
        readonly delete: operations["deleteNote"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspace/notes/{note_id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["restoreNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspace/sample": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getSample"];
        readonly put?: never;
        readonly post: operations["addSample"];
        readonly delete: operations["removeSample"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspace/tasks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listTasks"];
        readonly put?: never;
        readonly post: operations["createTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspace/tasks/{task_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getTask"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteTask"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["updateTask"];
        readonly trace?: never;
    };
    readonly "/api/workspace/tasks/{task_id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["restoreTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWorkspaces"];
        readonly put?: never;
        readonly post: operations["createWorkspace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspaces/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getWorkspace"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteWorkspace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch: operations["renameWorkspace"];
        readonly trace?: never;
    };
    readonly "/api/workspaces/{id}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listWorkspaceMembers"];
        readonly put?: never;
        readonly post: operations["addWorkspaceMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/workspaces/{id}/members/{user_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["removeWorkspaceMember"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AcceptedExport: {
            readonly export_id: string;
            readonly job_id: string;
        };
        readonly Account: {
            /** Format: date-time */
            readonly created_at: string;
            readonly id: string;
            readonly role: ("owner" | "admin" | "user") | (string & {});
            readonly username: string;
        };
        readonly ActivateSigningCertificateRequest: {
            /** @constant */
            readonly active: true;
        };
        readonly AddCitationStyleForm: {
            /**
             * Format: binary
             * @description The CSL file.
             */
            readonly file: string;
            /** @description Its name; default that of the file. */
            readonly style?: string;
        };
        readonly AddedSources: {
            readonly items: readonly components["schemas"]["ResearchSource"][];
            readonly warnings: readonly string[];
        };
        readonly AddMemoryRequest: {
            /** @description Text or Markdown, at most 10 MiB. Long ones are found by their passages. */
            readonly content: string;
            /**
             * @description Keep it although it restates another.
             * @default false
             */
            readonly force?: boolean;
            /** @description At most 16 KiB as JSON. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /** @description Where it came from: a page, a meeting, a file. */
            readonly source?: string | null;
            readonly tags?: readonly string[];
            /** @description It is found from then on; null: always. */
            readonly valid_from?: string | null;
            /** @description It is found until then; null: always. */
            readonly valid_until?: string | null;
        };
        readonly AddResearchEvidenceRequest: components["schemas"]["NewQuoteEvidence"] | components["schemas"]["NewDatasetEvidence"] | components["schemas"]["NewAnalysisEvidence"] | components["schemas"]["NewQueryEvidence"] | components["schemas"]["NewRunEvidence"] | components["schemas"]["NewNoteEvidence"] | components["schemas"]["NewFileEvidence"];
        readonly AddResearchLinkRequest: {
            readonly id: string;
            /** @enum {string} */
            readonly type: "note" | "file" | "dataset" | "analysis" | "query" | "run" | "model" | "session" | "job";
            readonly version?: number;
        };
        readonly AddResearchSourceRequest: {
            readonly bibtex?: string;
            readonly csl?: components["schemas"]["CslItem"] | readonly components["schemas"]["CslItem"][];
            readonly doi?: string;
            readonly file_id?: string;
            /** @description Made of author, year and title when it is left out. */
            readonly key?: string;
            readonly ris?: string;
            readonly tags?: readonly string[];
            readonly text?: string;
            /** @description With `text`. */
            readonly title?: string;
            /** @description Fetched once; text, HTML and PDF. */
            readonly url?: string;
        };
        readonly AddSigningCertificateForm: {
            /**
             * Format: binary
             * @description At most 256 KiB.
             */
            readonly file: string;
            /** @description For people; default: its common name. */
            readonly name?: string;
            readonly password: string;
        };
        readonly AddWorkspaceMemberRequest: {
            readonly username: string;
        };
        readonly AgentApp: {
            readonly description: string | null;
            readonly display_name: string | null;
            /** @description False: the operator has switched it off. */
            readonly enabled: boolean;
            readonly error?: components["schemas"]["FolderError"];
            readonly examples: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The folder's `icon.svg` as a `data:` URL, for an `img`; null: it has none, or one of more than 16 KiB. */
            readonly icon: string | null;
            readonly inputs: {
                readonly [key: string]: unknown;
            } | null;
            /** @description The newest run in this workspace; null: there is none. */
            readonly last_run: components["schemas"]["AgentAppLastRun"] | null;
            /** @description What one run may use. */
            readonly limits: {
                readonly [key: string]: unknown;
            };
            readonly name: string;
            readonly outputs: {
                readonly [key: string]: unknown;
            } | null;
            /** @description What the manifest grants. */
            readonly permissions: {
                readonly [key: string]: unknown;
            };
            readonly runners: readonly components["schemas"]["AgentAppRunner"][];
            readonly schedule: components["schemas"]["AgentAppSchedule"] | null;
            readonly version: string | null;
        };
        readonly AgentAppLastRun: {
            readonly run_id: string;
            readonly started_at: string;
            readonly status: components["schemas"]["AgentAppRunStatus"];
        };
        readonly AgentAppLogLevel: ("debug" | "info" | "warn" | "error") | (string & {});
        readonly AgentAppRun: {
            readonly app: string;
            readonly error: components["schemas"]["AgentAppRunError"] | null;
            readonly finished_at: string | null;
            readonly logs: readonly components["schemas"]["AgentAppRunLog"][];
            /** @description What the app answered: any JSON value. */
            readonly output: unknown;
            /** @description The run of the playbook that the app is; null: it is none, or its run has not begun. */
            readonly playbook_run_id: string | null;
            readonly run_id: string;
            readonly runner: components["schemas"]["AgentAppRunner"];
            readonly started_at: string;
            readonly status: components["schemas"]["AgentAppRunStatus"];
            /** @description What started it: the runner that was asked for, the schedule of the manifest, or for a job somebody who is signed in (`ui`). */
            readonly trigger: "api" | "ui" | "cli" | "job" | "schedule" | "playbook";
            readonly usage: components["schemas"]["AgentAppRunUsage"];
            readonly version: string;
        };
        /** @description The run has ended; no event follows. */
        readonly AgentAppRunDoneEvent: {
            readonly error: components["schemas"]["AgentAppRunFailure"] | null;
            readonly finished_at: string | null;
            readonly run_id: string;
            readonly status: components["schemas"]["AgentAppRunStatus"];
            readonly type: "done";
        };
        /** @description Frames of the stack read `main.ts:LINE:COLUMN`. */
        readonly AgentAppRunError: {
            readonly code?: string;
            readonly message: string;
            readonly name: string;
            readonly stack: string;
        };
        readonly AgentAppRunEvent: components["schemas"]["AgentAppRunLogEvent"] | components["schemas"]["AgentAppRunModelEvent"] | components["schemas"]["AgentAppRunToolEvent"] | components["schemas"]["AgentAppRunProgressEvent"] | components["schemas"]["AgentAppRunDoneEvent"] | components["schemas"]["StreamErrorEvent"];
        readonly AgentAppRunFailure: {
            readonly code?: string;
            readonly message: string;
            readonly name: string;
        };
        readonly AgentAppRunLog: {
            readonly at: string;
            readonly level: components["schemas"]["AgentAppLogLevel"];
            readonly message: string;
        };
        /** @description A line of the log of the app. */
        readonly AgentAppRunLogEvent: {
            /** @description When it happened. */
            readonly at: string;
            readonly level: components["schemas"]["AgentAppLogLevel"];
            readonly message: string;
            readonly run_id: string;
            readonly type: "log";
        };
        /** @description A model has answered the app. */
        readonly AgentAppRunModelEvent: {
            /** @description When it happened. */
            readonly at: string;
            readonly completion_tokens: number;
            readonly duration_ms: number;
            readonly model: string;
            /** @description True for `svc/offline`, which is no language model. */
            readonly offline: boolean;
            readonly prompt_tokens: number;
            readonly run_id: string;
            readonly type: "agent";
        };
        readonly AgentAppRunner: ("api" | "ui" | "cli" | "job" | "playbook") | (string & {});
        /** @description How far the app has come, as it says. */
        readonly AgentAppRunProgressEvent: {
            /** @description When it happened. */
            readonly at: string;
            /** @description From 0 to 1. */
            readonly fraction: number;
            readonly note: string | null;
            readonly run_id: string;
            readonly type: "progress";
        };
        readonly AgentAppRunResult: {
            readonly app: string;
            readonly error: components["schemas"]["AgentAppRunError"] | null;
            readonly finished_at: string | null;
            readonly logs: readonly components["schemas"]["AgentAppRunLog"][];
            /** @description What the app answered: any JSON value. */
            readonly output: unknown;
            /** @description The run of the playbook that the app is; null: it is none, or its run has not begun. */
            readonly playbook_run_id: string | null;
            readonly run_id: string;
            readonly runner: components["schemas"]["AgentAppRunner"];
            readonly started_at: string;
            readonly status: components["schemas"]["AgentAppRunStatus"];
            /** @description What started it: the runner that was asked for, the schedule of the manifest, or for a job somebody who is signed in (`ui`). */
            readonly trigger: "api" | "ui" | "cli" | "job" | "schedule" | "playbook";
            readonly usage: components["schemas"]["AgentAppRunUsage"];
            readonly version: string;
            /** @description Set while the newest edit of the folder is broken: the last good version ran. What is wrong, and where. */
            readonly warnings?: readonly components["schemas"]["AgentAppWarning"][];
        };
        readonly AgentAppRunStatus: ("queued" | "running" | "succeeded" | "failed" | "cancelled") | (string & {});
        /** @description The app has called a tool. */
        readonly AgentAppRunToolEvent: {
            /** @description When it happened. */
            readonly at: string;
            readonly duration_ms: number;
            readonly error: string | null;
            readonly ok: boolean;
            readonly run_id: string;
            readonly tool_name: string;
            readonly type: "tool_call";
        };
        readonly AgentAppRunUsage: {
            readonly agent_calls: number;
            readonly completion_tokens: number;
            readonly cpu_ms: number;
            readonly duration_ms: number;
            readonly prompt_tokens: number;
            readonly tool_calls: number;
        };
        readonly AgentAppSchedule: {
            readonly cron: string;
            /** @description The inputs of each run. */
            readonly inputs: {
                readonly [key: string]: unknown;
            };
            /** @description Null while it is not run by the clock: schedules are switched off, or nobody is set up yet. */
            readonly next_run_at: string | null;
            readonly timezone: string;
        };
        readonly AgentAppWarning: {
            readonly file: string;
            readonly line: number | null;
            readonly message: string;
        };
        readonly Analysis: {
            readonly analysis_id: string;
            readonly assumptions: readonly components["schemas"]["AnalysisAssumption"][];
            readonly created_at: string;
            readonly created_by: {
                readonly user_id: string;
                readonly username: string;
            };
            readonly dataset: string | null;
            readonly dataset_id: string | null;
            readonly duration_ms: number;
            readonly engine: {
                readonly name: string;
                readonly version: string;
            };
            /** @description Rows left out because something is missing in them. */
            readonly excluded: number;
            readonly filter: string | null;
            /** @description In plain words. */
            readonly interpretation: string;
            readonly method: string;
            /** @description Rows that were analysed. */
            readonly n: number;
            /** @description With the defaults of those that were left out. */
            readonly options: {
                readonly [key: string]: unknown;
            };
            readonly plots: readonly components["schemas"]["AnalysisPlot"][];
            /** @description By the method; full doubles. */
            readonly result: {
                readonly [key: string]: unknown;
            };
            readonly syntax: {
                readonly python: string;
                readonly r: string;
            };
            readonly tables: readonly components["schemas"]["AnalysisTable"][];
            readonly title: string;
            /** @description Which columns took which part. */
            readonly variables: {
                readonly [key: string]: unknown;
            };
            readonly version: number | null;
            readonly warnings: readonly string[];
        };
        readonly AnalysisAssumption: {
            readonly name: string;
            readonly note: string;
            /** @description Null: it cannot be said. */
            readonly ok: boolean | null;
            readonly p_value: number | null;
            readonly statistic: number | null;
        };
        /** @description A statistical analysis was made. */
        readonly AnalysisCompletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["AnalysisCompletedEventData"];
            readonly id: string;
            readonly type: "analysis.completed";
        };
        readonly AnalysisCompletedEventData: {
            readonly analysis_id: string;
            /** @description Null: the method needs no data. */
            readonly dataset_id: string | null;
            readonly method: string;
            readonly version: number | null;
        };
        /** @description A statistical analysis was deleted. */
        readonly AnalysisDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["AnalysisDeletedEventData"];
            readonly id: string;
            readonly type: "analysis.deleted";
        };
        readonly AnalysisDeletedEventData: {
            readonly analysis_id: string;
            readonly method: string;
            readonly user_id: string;
        };
        readonly AnalysisPlot: {
            /** @description Vega-Lite 6, its data within. */
            readonly spec: {
                readonly [key: string]: unknown;
            };
            readonly title: string;
        };
        readonly AnalysisSummary: {
            readonly analysis_id: string;
            readonly created_at: string;
            readonly created_by: {
                readonly user_id: string;
                readonly username: string;
            };
            readonly dataset: string | null;
            readonly dataset_id: string | null;
            readonly duration_ms: number;
            /** @description Rows left out because something is missing in them. */
            readonly excluded: number;
            /** @description In plain words. */
            readonly interpretation: string;
            readonly method: string;
            /** @description Rows that were analysed. */
            readonly n: number;
            readonly title: string;
            readonly version: number | null;
        };
        readonly AnalysisTable: {
            readonly columns: readonly {
                readonly name: string;
                readonly type: ("text" | "number" | "integer" | "p_value" | "boolean") | (string & {});
            }[];
            readonly rows: readonly (readonly (string | number | boolean | null)[])[];
            readonly title: string;
        };
        readonly AnalyzeRequest: {
            /** @description Its id, also as `ds_…@2` for that version, or the name of its table. */
            readonly dataset_id?: string;
            /** @description A condition in SQL: the rows for which it is true are analysed. */
            readonly filter?: string | null;
            readonly method: string;
            /**
             * @default request
             * @enum {string}
             */
            readonly mode?: "request" | "job";
            /** @description By the method’s schema. */
            readonly options?: {
                readonly [key: string]: unknown;
            };
            /** @description Which columns take which part; by the method’s schema. */
            readonly variables?: {
                readonly [key: string]: unknown;
            };
            readonly version?: number;
        };
        readonly Answer: {
            readonly approvals?: readonly components["schemas"]["WaitingCall"][];
            readonly content: string;
            /** @description Null while the turn goes on. */
            readonly finish_reason: components["schemas"]["FinishReason"] | null;
            /** @description Of the answer, a message. */
            readonly id: string;
            /** @description What the answer was given of the memory of the workspace, the best first. */
            readonly memories: readonly components["schemas"]["RecalledMemory"][];
            readonly model: string;
            /** @constant */
            readonly role: "assistant";
            readonly session_id: string;
            readonly status: ("done" | "waiting") | (string & {});
            /** @description The calls of the turn, each with its `result` or `error`. */
            readonly tool_calls: readonly components["schemas"]["ToolCall"][];
            readonly turn_id: string;
            readonly usage: components["schemas"]["TokenUsage"];
        } & {
            readonly [key: string]: unknown;
        };
        readonly AnyApproval: components["schemas"]["Approval"] | components["schemas"]["PlaybookApproval"];
        readonly ApiKey: {
            readonly created_at: string;
            /** @description Null: never. */
            readonly expires_at: string | null;
            readonly id: string;
            /** @description To the minute; null: not yet. */
            readonly last_used_at: string | null;
            /** @description Null: every model. */
            readonly models: readonly string[] | null;
            readonly name: string;
            /** @description The first characters of the key, enough to recognise it. */
            readonly prefix: string;
            readonly scopes: readonly string[];
            /** @description Null: as many tokens as it likes. */
            readonly token_budget: components["schemas"]["KeyTokenBudget"] | null;
            /** @description Null: the model finds its tools. */
            readonly tools: readonly string[] | null;
        };
        /** @description The folder of an agent app cannot be served as it is. Published in the first owner's workspace. */
        readonly AppFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["AppFailedEventData"];
            readonly id: string;
            readonly type: "app.failed";
        };
        readonly AppFailedEventData: {
            readonly app: string;
            /** @description How many things are wrong; the list of agent apps names them. */
            readonly problems: number;
            /** @description The last good version, which is still served */
            readonly serving: string | null;
        };
        /** @description An agent app was added, changed or repaired. Published in the first owner's workspace. */
        readonly AppLoadedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["AppLoadedEventData"];
            readonly id: string;
            readonly type: "app.loaded";
        };
        readonly AppLoadedEventData: {
            readonly app: string;
            readonly version: string;
        };
        /** @description The folder of an agent app was removed. Published in the first owner's workspace. */
        readonly AppRemovedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["AppRemovedEventData"];
            readonly id: string;
            readonly type: "app.removed";
        };
        readonly AppRemovedEventData: {
            readonly app: string;
        };
        readonly Approval: {
            readonly approval_id: string;
            readonly arguments: {
                readonly [key: string]: unknown;
            };
            readonly created_at: string;
            readonly decided_at: string | null;
            readonly decided_by: {
                readonly user_id: string;
                readonly username: string;
            } | null;
            readonly error: {
                readonly code: string;
                readonly message: string;
            } | null;
            readonly expires_at: string;
            readonly finished_at: string | null;
            /** @constant */
            readonly kind: "tool";
            readonly origin: components["schemas"]["CallOrigin"];
            readonly reason: string | null;
            readonly requested_by: components["schemas"]["ApprovalRequester"];
            /** @description What the tool gave. In a list, null when it is over 64 KiB. */
            readonly result: unknown;
            /** @description `approved` also while the call runs and after: `finished_at` says whether it has ended. */
            readonly status: ("pending" | "approved" | "denied" | "expired") | (string & {});
            readonly tool_name: string;
        };
        /** @description What waited was approved or denied, or its time ran out. */
        readonly ApprovalDecidedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ApprovalDecidedEventData"];
            readonly id: string;
            readonly type: "approval.decided";
        };
        readonly ApprovalDecidedEventData: {
            readonly approval_id: string;
            /** @description Of a run of a playbook. */
            readonly run_id?: string;
            readonly status: ("approved" | "denied" | "expired" | "withdrawn") | (string & {});
            readonly task?: string;
            /** @description Of a call of a tool. */
            readonly tool_name?: string;
        };
        /** @description A call of a tool, or a run of a playbook, waits for a person. */
        readonly ApprovalRequestedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ApprovalRequestedEventData"];
            readonly id: string;
            readonly type: "approval.requested";
        };
        readonly ApprovalRequestedEventData: {
            readonly approval_id: string;
            readonly effect?: ("read" | "write" | "external" | "destructive") | (string & {});
            readonly expires_at: string;
            /** @description Of a run of a playbook. */
            readonly run_id?: string;
            readonly task?: string;
            readonly title?: string;
            /** @description Of a call of a tool. */
            readonly tool_name?: string;
        };
        readonly ApprovalRequester: {
            readonly key_id: string | null;
            readonly user_id: string;
            readonly username: string;
        };
        readonly ApproveCallRequest: {
            /** @description Of a run: what its form asks for. */
            readonly form?: {
                readonly [key: string]: unknown;
            };
            /** @description Told to the model that asked, or kept with the run. */
            readonly reason?: string;
        };
        readonly ApprovePlaybookRunRequest: {
            /** @description May be left out while one waits. */
            readonly approval_id?: string;
            /** @description What was filled in. */
            readonly form?: {
                readonly [key: string]: unknown;
            };
            readonly reason?: string;
        };
        readonly Attachment: {
            readonly content_type: string;
            /** @description Of the file it was read from. */
            readonly file_id?: string;
            readonly kind: ("text" | "image") | (string & {});
            readonly name: string;
            /** @description Of that file, in bytes. */
            readonly size?: number;
        };
        readonly AuditActor: {
            readonly key_id: string | null;
            readonly user_id: string | null;
            readonly username: string | null;
            readonly via: string;
        };
        readonly AuditEntry: {
            readonly action: string;
            readonly actor: components["schemas"]["AuditActor"];
            /** Format: date-time */
            readonly at: string;
            readonly details: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly ip: string | null;
            readonly request_id: string | null;
            readonly target: string | null;
        };
        readonly AuthStatus: {
            /** @description False: one account; nobody can be invited or registered. */
            readonly multi_user_enabled: boolean;
            /** @description Whether anybody may register, without an invitation. */
            readonly registration_enabled: boolean;
            readonly setup_required: boolean;
            /** @description Whether the credentials of this very request are good. */
            readonly signed_in: boolean;
        };
        readonly Backup: {
            /** @description The agent apps in the archive. Null: they lie in the home, or it has none. */
            readonly app_folders: components["schemas"]["BackupAppFolders"] | null;
            readonly bytes: number;
            /** Format: date-time */
            readonly created_at: string;
            readonly name: string;
            /** @description Where the archive is on the machine of the server */
            readonly path: string;
            readonly reason: ("manual" | "scheduled" | "before-migration") | (string & {});
            readonly sha256: string;
        };
        readonly BackupAppFolders: {
            /** @description The folder that holds them (`SVC_MANIFESTS`) */
            readonly from: string;
            /** @description What lies there and is not in the archive, and why */
            readonly left_out: readonly {
                readonly path: string;
                readonly reason: string;
            }[];
            /** @description Each is a folder below `manifests/` of the archive */
            readonly names: readonly string[];
        };
        /** @description A scheduled backup of the home was made and checked. */
        readonly BackupCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["BackupCreatedEventData"];
            readonly id: string;
            readonly type: "backup.created";
        };
        readonly BackupCreatedEventData: {
            readonly bytes: number;
            readonly name: string;
            /** @enum {string} */
            readonly reason: "scheduled";
            readonly sha256: string;
        };
        /** @description A scheduled backup of the home could not be made. */
        readonly BackupFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["BackupFailedEventData"];
            readonly id: string;
            readonly type: "backup.failed";
        };
        readonly BackupFailedEventData: {
            readonly error: {
                readonly message: string;
            };
            /** @enum {string} */
            readonly reason: "scheduled";
        };
        readonly Bibliography: {
            readonly entries: readonly string[];
            /** @description The processor’s own markup: `csl-bib-body`, `csl-entry`. */
            readonly html: string;
            readonly ids: readonly string[];
        };
        readonly BrokenPlaybookFolder: {
            readonly errors: readonly components["schemas"]["PlaybookMistake"][];
            readonly file: string;
            readonly name: string;
        };
        readonly BundledClaim: {
            readonly claim_id: string;
            readonly evidence: readonly components["schemas"]["BundledEvidence"][];
            /** @enum {string} */
            readonly kind: "finding" | "assumption" | "opinion";
            readonly tags: readonly string[];
            readonly text: string;
        };
        readonly BundledEvidence: {
            readonly body: {
                readonly [key: string]: unknown;
            };
            readonly evidence_id: string;
            readonly note: string | null;
            /** @enum {string} */
            readonly relation: "supports" | "contradicts" | "context";
            readonly source_key?: string;
            /** @enum {string} */
            readonly type: "quote" | "dataset" | "analysis" | "query" | "run" | "note" | "file";
        };
        readonly BundledLink: {
            readonly id: string;
            /** @enum {string} */
            readonly type: "note" | "file" | "dataset" | "analysis" | "query" | "run" | "model" | "session" | "job";
            readonly version: number | null;
        };
        readonly BundledProject: {
            readonly description: string | null;
            /** @enum {string} */
            readonly locale: "en-US" | "de-DE" | "fr-FR" | "es-ES" | "nl-NL";
            readonly question: string | null;
            readonly style: string;
            readonly tags: readonly string[];
            readonly title: string;
        };
        readonly BundledReport: {
            readonly authors: readonly string[];
            readonly body: string;
            readonly locale: string | null;
            readonly style: string | null;
            readonly title: string;
        };
        readonly BundledSnapshot: {
            /** @description Base64. */
            readonly content: string;
            readonly content_type: string;
            readonly extractor: {
                readonly name: string;
                readonly version: string;
            } | null;
            readonly fetched_at: string;
            readonly final_url: string | null;
            /** @description 64 digits of hexadecimal. */
            readonly sha256: string;
            readonly text: string | null;
            readonly text_sha256: string | null;
            readonly url: string | null;
        };
        readonly BundledSource: {
            readonly csl: {
                readonly [key: string]: unknown;
            };
            readonly key: string;
            /** @enum {string} */
            readonly kind: "file" | "url" | "reference" | "text";
            readonly snapshot: components["schemas"]["BundledSnapshot"] | null;
            readonly tags: readonly string[];
        };
        readonly CallOrigin: {
            readonly app?: string;
            readonly call_id?: string;
            readonly idempotency_key?: string;
            readonly kind: ("direct" | "mcp" | "app" | "turn" | "playbook") | (string & {});
            readonly run_id?: string | null;
            readonly session_id?: string;
            /** @description Of a playbook: its place in the definition. */
            readonly task?: string;
            readonly turn_id?: string;
        };
        readonly CallToolRequest: {
            readonly arguments: {
                readonly [key: string]: unknown;
            };
        };
        readonly CancelledAgentAppRun: {
            /** @constant */
            readonly cancel_requested: true;
            readonly run_id: string;
            readonly status: components["schemas"]["AgentAppRunStatus"];
        };
        readonly CancelledTurn: {
            readonly session_id: string;
            /** @description Null: nothing was under way. */
            readonly turn_id: string | null;
        };
        readonly CancelPlaybookRunRequest: {
            readonly reason?: string;
        };
        readonly ChangeConfigurationRequest: {
            /** @description By key; null takes back what was chosen in the app. */
            readonly values: {
                readonly [key: string]: unknown;
            };
        };
        readonly ChangedRow: {
            readonly from: {
                readonly [key: string]: unknown;
            };
            readonly key: {
                readonly [key: string]: unknown;
            };
            readonly to: {
                readonly [key: string]: unknown;
            };
        };
        readonly ChangePasswordRequest: {
            readonly current_password: string;
            readonly new_password: string;
        };
        readonly CheckDriftRequest: {
            readonly alias?: string;
            readonly dataset_id: string;
            /** @description Default: the latest. */
            readonly dataset_version?: number;
            /**
             * @description `job`: answers at once; else the answer waits for the end, 60 s at most.
             * @enum {string}
             */
            readonly mode?: "wait" | "job";
            /**
             * @description Of the PSI.
             * @default 0.2
             */
            readonly threshold?: number;
            /** @description Default: that of the alias `champion`, else the highest. */
            readonly version?: number;
        };
        readonly CheckedPlaybook: {
            readonly errors: readonly components["schemas"]["PlaybookMistake"][];
            readonly graph: components["schemas"]["PlaybookGraph"];
            readonly inputs_schema: {
                readonly [key: string]: unknown;
            } | null;
            readonly needs: components["schemas"]["PlaybookNeeds"];
            readonly valid: boolean;
            readonly warnings: readonly components["schemas"]["PlaybookMistake"][];
        };
        readonly CitationStyle: {
            readonly builtin: boolean;
            readonly created_at: string | null;
            readonly kind: ("in-text" | "note" | "numeric") | (string & {});
            readonly locale: string | null;
            readonly style: string;
            readonly title: string;
        };
        readonly CitedWorks: {
            readonly bibliography: components["schemas"]["Bibliography"];
            readonly citations: readonly string[];
            readonly locale: string;
            readonly style: string;
            readonly warnings: readonly string[];
        };
        readonly CiteItem: {
            readonly author_only?: boolean;
            readonly id: string;
            readonly label?: string;
            readonly locator?: string;
            readonly prefix?: string;
            readonly suffix?: string;
            readonly suppress_author?: boolean;
        };
        readonly CiteWorksRequest: {
            readonly citations?: readonly (readonly components["schemas"]["CiteItem"][])[];
            /** @enum {string} */
            readonly format?: "html" | "text" | "md";
            /** @description Each with an `id`. */
            readonly items?: readonly components["schemas"]["CslItem"][];
            /** @description Sources of the project; default all. */
            readonly keys?: readonly string[];
            /** @enum {string} */
            readonly locale?: "en-US" | "de-DE" | "fr-FR" | "es-ES" | "nl-NL";
            readonly research_project_id?: string;
            /** @description One of GET /api/research/styles. */
            readonly style?: string;
            /** @description A style of your own as XML, without a DTD. */
            readonly style_xml?: string;
        };
        readonly ClaimedJob: {
            /** @description Starts so far; 0 before the first */
            readonly attempt: number;
            readonly cancel_requested: boolean;
            readonly claim_token: string;
            /** Format: date-time */
            readonly created_at: string;
            readonly error: {
                readonly message: string;
            } | null;
            readonly finished_at: string | null;
            readonly job_id: string;
            readonly kind: string;
            readonly lease_expires_at: string | null;
            readonly max_attempts: number;
            readonly payload: unknown;
            readonly priority: number;
            readonly progress: number;
            readonly queue: string;
            readonly result: unknown;
            /** Format: date-time */
            readonly run_at: string;
            readonly started_at: string | null;
            readonly state: components["schemas"]["JobState"];
            readonly worker_id: string | null;
        };
        /** @description With the fields of its type. */
        readonly ClaimEvidence: {
            readonly analysis_id?: string;
            readonly columns?: readonly string[];
            readonly created_at: string;
            readonly created_by: components["schemas"]["RecordWriter"];
            readonly dataset_id?: string;
            readonly evidence_id: string;
            readonly file_id?: string;
            readonly metric?: string;
            readonly note: string | null;
            readonly note_id?: string;
            readonly path?: string;
            readonly pointer?: string;
            readonly problem: components["schemas"]["EvidenceProblem"] | null;
            readonly quote?: string;
            /** @description As an answer to `POST /api/data/query` gives it. */
            readonly receipt?: {
                readonly [key: string]: unknown;
            };
            readonly relation: ("supports" | "contradicts" | "context") | (string & {});
            readonly run_id?: string;
            readonly selector?: components["schemas"]["QuoteSelector"];
            readonly sha256?: string;
            readonly source_id?: string;
            readonly tolerance?: number;
            readonly type: ("quote" | "dataset" | "analysis" | "query" | "run" | "note" | "file") | (string & {});
            readonly value?: unknown;
            readonly version?: number | null;
        };
        readonly ClaimJobsRequest: {
            /** @description When left out: every kind but those that the server’s own workers alone may run */
            readonly kinds?: readonly string[];
            /**
             * @description How long the job is held without a heartbeat
             * @default 60
             */
            readonly lease_seconds?: number;
            /** @default 1 */
            readonly limit?: number;
            /** @description All when left out */
            readonly queues?: readonly string[];
            /**
             * @description How long to wait when there is no job
             * @default 0
             */
            readonly wait_seconds?: number;
            /** @description Names the worker, for people who look at its jobs. One line without control characters. */
            readonly worker_id: string;
        };
        readonly ClusterServers: {
            readonly items: readonly components["schemas"]["Server"][];
            readonly next_cursor: string | null;
            /** @description What may lose changes that were answered */
            readonly warnings: readonly components["schemas"]["ClusterWarning"][];
        };
        readonly ClusterWarning: {
            readonly detail: string;
            /** @description What to do about it */
            readonly remedy: string;
        };
        readonly Column: {
            readonly name: string;
            readonly type: string;
        };
        readonly ColumnChange: {
            readonly from: string;
            readonly name: string;
            readonly to: string;
        };
        readonly ColumnProfile: {
            readonly distinct: number;
            /** @description False above a million rows: `distinct` is an estimate. */
            readonly distinct_is_exact: boolean;
            /** @description Of numbers: at most 20 bins of equal width; `to` is excluded but in the last. */
            readonly histogram: readonly components["schemas"]["HistogramBin"][];
            readonly max: unknown;
            readonly mean: number | null;
            readonly min: unknown;
            readonly missing: number;
            readonly name: string;
            readonly quantiles: readonly components["schemas"]["Quantile"][];
            readonly sd: number | null;
            /** @description The ten most frequent values, most frequent first. */
            readonly top: readonly components["schemas"]["FrequentValue"][];
            readonly type: string;
        };
        readonly ComparedMetric: {
            readonly best: string | null;
            readonly key: string;
            readonly values: readonly ((number | (("NaN" | "Infinity" | "-Infinity") | (string & {}))) | null)[];
        };
        readonly ComparedParam: {
            readonly differs: boolean;
            readonly key: string;
            readonly values: readonly (string | null)[];
        };
        readonly CompleteJobRequest: {
            /** @description From the answer of the claim, as it stands there. */
            readonly claim_token: string;
            /** @description Any JSON up to 1 MiB */
            readonly result?: unknown;
        };
        readonly Conversation: {
            readonly created_at: string;
            /** @description A user. Every member of the workspace may read and continue it. */
            readonly created_by: string;
            readonly id: string;
            /** @description Whether its questions are answered with what the workspace remembers. */
            readonly memory: boolean;
            /** @description Null: the workspace's default. */
            readonly model: string | null;
            /** @description The turn that runs or waits; null when nothing is under way. */
            readonly running_turn_id: string | null;
            readonly session_id: string;
            readonly settings: components["schemas"]["ConversationSettings"];
            /** @description `api`, `cli`, `web`, `v1`, or the program that it was imported from. */
            readonly source: string;
            /** @description `waiting`: a person is asked about a tool call. */
            readonly status: ("idle" | "running" | "waiting") | (string & {});
            /** @description Instructions that stand before every turn. */
            readonly system: string | null;
            /** @description Null until one is given or found. */
            readonly title: string | null;
            readonly title_by: ("nobody" | "model" | "person") | (string & {});
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools: (("all" | "none") | (string & {})) | readonly string[];
            readonly updated_at: string;
        };
        /** @description A person is asked about a call. */
        readonly ConversationApprovalEvent: {
            readonly approval_id: string;
            /** @description When it was stored. */
            readonly at: string;
            readonly call_id: string;
            readonly expires_at: string;
            readonly tool_name: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "approval";
        };
        /** @description A person has approved the call, and it runs; `tool_result` follows. */
        readonly ConversationApprovedEvent: {
            readonly approval_id: string;
            /** @description When it was stored. */
            readonly at: string;
            readonly call_id: string;
            readonly tool_name: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "approved";
        };
        /** @description A piece of the answer. */
        readonly ConversationContentEvent: {
            /** @description When it was stored. */
            readonly at: string;
            /** @description The next piece of the text. */
            readonly delta: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "content";
        };
        /** @description The oldest messages no longer fit the model. */
        readonly ConversationContextEvent: {
            /** @description When it was stored. */
            readonly at: string;
            readonly dropped_messages: number;
            readonly strategy: ("summarise" | "drop") | (string & {});
            /** @description What the model is given in their place; null: nothing. */
            readonly summary: string | null;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "context";
        };
        /** @description A conversation was begun. */
        readonly ConversationCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ConversationCreatedEventData"];
            readonly id: string;
            readonly type: "conversation.created";
        };
        readonly ConversationCreatedEventData: {
            readonly session_id: string;
            /** @description Who did it */
            readonly user_id: string;
        };
        /** @description A conversation was deleted, with all that was said in it. */
        readonly ConversationDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ConversationDeletedEventData"];
            readonly id: string;
            readonly type: "conversation.deleted";
        };
        readonly ConversationDeletedEventData: {
            readonly session_id: string;
            /** @description Who did it */
            readonly user_id: string;
        };
        /** @description The turn is over. */
        readonly ConversationDoneEvent: {
            /** @description When it was stored. */
            readonly at: string;
            /** @description Which limit it was. */
            readonly detail?: string;
            readonly finish_reason: components["schemas"]["FinishReason"];
            /** @description Of the answer. */
            readonly message_id: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "done";
            readonly usage: components["schemas"]["TokenUsage"];
        };
        /** @description Why the turn failed; `done` follows. */
        readonly ConversationErrorEvent: {
            /** @description When it was stored. */
            readonly at: string;
            readonly code: string;
            readonly detail: string;
            readonly status: number;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "error";
        };
        readonly ConversationEvent: components["schemas"]["ConversationMessageEvent"] | components["schemas"]["ConversationContentEvent"] | components["schemas"]["ConversationReasoningEvent"] | components["schemas"]["ConversationMemoryEvent"] | components["schemas"]["ConversationToolCallEvent"] | components["schemas"]["ConversationToolResultEvent"] | components["schemas"]["ConversationApprovalEvent"] | components["schemas"]["ConversationApprovedEvent"] | components["schemas"]["ConversationWaitingEvent"] | components["schemas"]["ConversationRunEvent"] | components["schemas"]["ConversationContextEvent"] | components["schemas"]["ConversationStepEvent"] | components["schemas"]["ConversationTitleEvent"] | components["schemas"]["ConversationErrorEvent"] | components["schemas"]["ConversationDoneEvent"];
        readonly ConversationMatch: {
            readonly created_at: string;
            readonly message_id: string;
            readonly role: components["schemas"]["MessageRole"];
            /** @description Plain text; the words that fit stand in `**`. */
            readonly snippet: string;
        };
        /** @description What the answer is given of the memory of the workspace, the best first. */
        readonly ConversationMemoryEvent: {
            /** @description When it was stored. */
            readonly at: string;
            readonly memories: readonly components["schemas"]["RecalledMemory"][];
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "memory";
        };
        /** @description What was asked. */
        readonly ConversationMessageEvent: {
            /** @description When it was stored. */
            readonly at: string;
            readonly content: string;
            readonly message_id: string;
            readonly role: components["schemas"]["MessageRole"];
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "message";
        };
        /** @description What the model thinks before it answers; no part of the answer. */
        readonly ConversationReasoningEvent: {
            /** @description When it was stored. */
            readonly at: string;
            /** @description The next piece of the text. */
            readonly delta: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "reasoning";
        };
        /** @description The agent app that answers has run. */
        readonly ConversationRunEvent: {
            readonly app: string;
            /** @description When it was stored. */
            readonly at: string;
            readonly run_id: string;
            readonly status: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "run";
        };
        readonly ConversationSettings: {
            /** @description What happens to the oldest messages when the history no longer fits the model. */
            readonly context?: ("summarise" | "drop") | (string & {});
            /** @description Answers of the model within one turn. */
            readonly step_limit?: number;
            /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
            readonly token_limit?: number | null;
        };
        readonly ConversationSettingsInput: {
            /**
             * @description What happens to the oldest messages when the history no longer fits the model.
             * @enum {string}
             */
            readonly context?: "summarise" | "drop";
            /** @description Answers of the model within one turn. */
            readonly step_limit?: number;
            /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
            readonly token_limit?: number | null;
        };
        /** @description One answer of the model is complete; a turn that calls tools has several. */
        readonly ConversationStepEvent: {
            /** @description When it was stored. */
            readonly at: string;
            readonly model: string;
            /** @description From 1. */
            readonly step: number;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "step";
            readonly usage: components["schemas"]["TokenUsage"];
        };
        /** @description The conversation has a title. */
        readonly ConversationTitleEvent: {
            /** @description When it was stored. */
            readonly at: string;
            readonly title: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "title";
        };
        /** @description The model calls a tool. */
        readonly ConversationToolCallEvent: {
            /** @description An object; a string where the model wrote no JSON. */
            readonly arguments: unknown;
            /** @description When it was stored. */
            readonly at: string;
            readonly call_id: string;
            readonly tool_name: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "tool_call";
        };
        /** @description What came of a call: `result` or `error`. */
        readonly ConversationToolResultEvent: {
            /** @description When it was stored. */
            readonly at: string;
            readonly call_id: string;
            readonly error?: components["schemas"]["ToolError"];
            /** @description What the tool gave; text of more than 64 KiB is cut. */
            readonly result?: unknown;
            readonly tool_name: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "tool_result";
        };
        /** @description An answer is complete, or was broken off. */
        readonly ConversationTurnEndedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ConversationTurnEndedEventData"];
            readonly id: string;
            readonly type: "conversation.turn.ended";
        };
        readonly ConversationTurnEndedEventData: {
            readonly finish_reason: ("stop" | "length" | "content_filter" | "tool_calls" | "cancelled" | "interrupted" | "step_limit" | "token_limit" | "failed") | (string & {});
            readonly session_id: string;
            readonly turn_id: string;
            readonly usage: {
                readonly completion_tokens: number;
                readonly prompt_tokens: number;
            };
        };
        /** @description A question was asked; the agent answers. */
        readonly ConversationTurnStartedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ConversationTurnStartedEventData"];
            readonly id: string;
            readonly type: "conversation.turn.started";
        };
        readonly ConversationTurnStartedEventData: {
            readonly model: string;
            readonly session_id: string;
            readonly turn_id: string;
            /** @description Who asked */
            readonly user_id: string;
        };
        /** @description A conversation has another title or other settings, or another branch of it is read. */
        readonly ConversationUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ConversationUpdatedEventData"];
            readonly id: string;
            readonly type: "conversation.updated";
        };
        readonly ConversationUpdatedEventData: {
            readonly session_id: string;
            /** @description Who did it; null: it got its title by its first answer */
            readonly user_id: string | null;
        };
        /** @description The turn goes on when a person has decided about these. */
        readonly ConversationWaitingEvent: {
            readonly approval_ids: readonly string[];
            /** @description When it was stored. */
            readonly at: string;
            /** @description The turn it belongs to; null: none. */
            readonly turn_id: string | null;
            readonly type: "waiting";
        };
        readonly CopyFileRequest: {
            /** @description Such as `reports/2026/q3.pdf`. */
            readonly path: string;
        };
        readonly CreateConversationRequest: {
            /** @description Tell the agent what the workspace remembers about each question. Default: as the installation has it (`SVC_CONVERSATIONS_MEMORY`). */
            readonly memory?: boolean;
            readonly model?: string | null;
            readonly settings?: components["schemas"]["ConversationSettingsInput"];
            /**
             * @description What it is begun with.
             * @default api
             * @enum {string}
             */
            readonly source?: "api" | "cli" | "web";
            readonly system?: string | null;
            readonly title?: string | null;
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools?: ("all" | "none") | readonly string[];
        };
        readonly CreateExperimentRequest: {
            readonly description?: string;
            readonly name: string;
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly CreateKeyRequest: {
            /** Format: date-time */
            readonly expires_at?: string;
            /** @description The only models that the key may ask. Default: every model. */
            readonly models?: readonly string[];
            /** @description What the key is for. */
            readonly name: string;
            /** @description `<domain>:read` and `<domain>:write`. Default: `["*"]`, everything. */
            readonly scopes?: readonly string[];
            readonly token_budget?: components["schemas"]["KeyTokenBudget"];
            /** @description The tools that a model is offered, whole, in conversations of the key that name none. No permission: scopes and grants decide what may be called. Default: the model is offered a few and finds the others. */
            readonly tools?: readonly string[];
        };
        readonly CreateMlRunRequest: {
            readonly dataset?: components["schemas"]["RunDatasetReference"];
            readonly experiment_id?: string;
            /** Format: date-time */
            readonly finished_at?: string;
            readonly job_id?: string;
            readonly name?: string;
            readonly params?: {
                readonly [key: string]: string;
            };
            readonly parent_run_id?: string;
            readonly session_id?: string;
            /** Format: date-time */
            readonly started_at?: string;
            /**
             * @description Default: running, or finished where `finished_at` is given.
             * @enum {string}
             */
            readonly status?: "queued" | "running" | "finished" | "failed" | "killed";
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly CreateModelProviderRequest: {
            /** @description Visible ASCII characters without spaces. Sent to that address alone. Write-only; null removes it. */
            readonly api_key?: string | null;
            /** @description An http:// or https:// address up to and with its version, without user, query or fragment: https://api.openai.com/v1. A private address (a model server beside this one) may be named by an owner, or stands in `SVC_EGRESS_ALLOW`. */
            readonly base_url?: string | null;
            /** @description `openai-compatible`, or a kind that a plugin brings. */
            readonly kind: string;
            /** @description What the provider does not say: sizes and prices of its models, and models that it does not list. */
            readonly models?: readonly components["schemas"]["ModelFactsInput"][];
            /** @description 1 to 63 lower-case letters, digits or . _ - and a letter or a digit first; names it in model ids, `<name>/<model>`. `svc`, `agent` and `app` are taken. */
            readonly name: string;
            /**
             * @description `installation`: it serves every workspace, and admins alone see and change it.
             * @default workspace
             * @enum {string}
             */
            readonly scope?: "workspace" | "installation";
            /** @description Until an answer begins, and then between two of its pieces; an answer that goes on may take an hour. */
            readonly timeout_seconds?: number;
        };
        readonly CreateNoteRequest: {
            /** @description Markdown. `[[Title]]` links to another note. */
            readonly body: string;
            readonly tags?: readonly string[];
            /** @description One line. */
            readonly title: string;
        };
        readonly CreatePlaybookRequest: {
            /** @description The definition as JSON; in place of `source`. */
            readonly definition?: {
                readonly [key: string]: unknown;
            };
            /** @description The definition as YAML or JSON text. */
            readonly source?: string;
        };
        readonly CreateRegisteredModelRequest: {
            readonly description?: string;
            readonly name: string;
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly CreateResearchClaimRequest: {
            readonly evidence?: readonly (components["schemas"]["NewQuoteEvidence"] | components["schemas"]["NewDatasetEvidence"] | components["schemas"]["NewAnalysisEvidence"] | components["schemas"]["NewQueryEvidence"] | components["schemas"]["NewRunEvidence"] | components["schemas"]["NewNoteEvidence"] | components["schemas"]["NewFileEvidence"])[];
            /**
             * @description Default `finding`.
             * @enum {string}
             */
            readonly kind?: "finding" | "assumption" | "opinion";
            readonly tags?: readonly string[];
            readonly text: string;
        };
        readonly CreateResearchProjectRequest: {
            readonly description?: string | null;
            /** @enum {string} */
            readonly locale?: "en-US" | "de-DE" | "fr-FR" | "es-ES" | "nl-NL";
            readonly question?: string | null;
            /** @description One of GET /api/research/styles. */
            readonly style?: string;
            readonly tags?: readonly string[];
            readonly title: string;
        };
        readonly CreateResearchReportRequest: {
            readonly authors?: readonly string[];
            /** @description Markdown with `[@key, p. 12]`, `@key says`, `[[claim:clm_…]]`, `{{value:evd_…|.3f}}` and `[unverified]`. */
            readonly body: string;
            readonly locale?: ("en-US" | "de-DE" | "fr-FR" | "es-ES" | "nl-NL") | null;
            readonly style?: string | null;
            readonly title: string;
        };
        readonly CreateSavedQueryRequest: {
            readonly description?: string;
            readonly name: string;
            /** @description For each `?` in order. */
            readonly params?: readonly (null | boolean | number | string)[];
            readonly sql: string;
        };
        readonly CreateTaskRequest: {
            /** @description Markdown. */
            readonly body?: string;
            /** @description A day (`2026-03-01`), which is over when it ends in UTC, or a time with its offset (`2026-03-01T17:00:00+01:00`). */
            readonly due?: string | null;
            readonly priority?: components["schemas"]["TaskPriority"];
            readonly status?: components["schemas"]["TaskStatus"];
            readonly tags?: readonly string[];
            /** @description One line. */
            readonly title: string;
        };
        readonly CreateUserRequest: {
            readonly password: string;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "user";
            /** @description Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit. */
            readonly username: string;
        };
        readonly CreateWebhookRequest: {
            readonly description?: string | null;
            /** @description Event types, `job.*` and its like, or `*`. Events for admins are sent to webhooks that an admin made. */
            readonly events: readonly string[];
            /** @description http or https. Private addresses are refused unless the operator allows them (`SVC_EGRESS_ALLOW`). */
            readonly url: string;
        };
        readonly CreateWorkspaceRequest: {
            readonly name: string;
        };
        /** @description A work as CSL-JSON: `type`, `title`, `author: [{family, given}]`, `issued: {"date-parts": [[2024]]}`, `DOI`, … */
        readonly CslItem: {
            readonly [key: string]: unknown;
        };
        readonly Dataset: {
            readonly bytes: number;
            readonly columns: readonly components["schemas"]["Column"][];
            readonly created_at: string;
            readonly dataset_id: string;
            readonly description: string;
            readonly key: readonly string[] | null;
            readonly latest_version: number;
            readonly name: string;
            readonly origin: components["schemas"]["DatasetOrigin"];
            readonly reading: {
                readonly [key: string]: unknown;
            } | null;
            readonly rejected: components["schemas"]["RejectedRows"];
            readonly rows: number;
            readonly schema_changes: components["schemas"]["DatasetSchemaChanges"] | null;
            /** @description Of the file. */
            readonly sha256: string;
            /** @description The name in SQL; an older version is `"sales@2"`. */
            readonly table: string;
            readonly tags: readonly string[];
            readonly updated_at: string;
            readonly warnings: readonly string[];
        };
        /** @description A dataset was made, with its first version. */
        readonly DatasetCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["DatasetCreatedEventData"];
            readonly id: string;
            readonly type: "dataset.created";
        };
        readonly DatasetCreatedEventData: {
            readonly dataset_id: string;
            readonly name: string;
            readonly origin: ("import" | "query" | "restore" | "run" | "analysis") | (string & {});
            readonly rows: number;
            /** @description The name in SQL */
            readonly table: string;
            /** @description Who did it */
            readonly user_id: string;
            readonly version: number;
        };
        /** @description A dataset was deleted with all its versions. */
        readonly DatasetDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["DatasetDeletedEventData"];
            readonly id: string;
            readonly type: "dataset.deleted";
        };
        readonly DatasetDeletedEventData: {
            readonly dataset_id: string;
            readonly name: string;
            /** @description The name in SQL */
            readonly table: string;
            /** @description Who did it */
            readonly user_id: string;
        };
        readonly DatasetDiff: {
            readonly added: number;
            readonly changed: number;
            readonly dataset_id: string;
            readonly from: number;
            readonly key: readonly string[] | null;
            readonly removed: number;
            readonly sample: components["schemas"]["DatasetDiffSample"];
            readonly schema: components["schemas"]["DatasetSchemaChanges"];
            readonly to: number;
        };
        readonly DatasetDiffSample: {
            readonly added: readonly {
                readonly [key: string]: unknown;
            }[];
            readonly changed: readonly components["schemas"]["ChangedRow"][];
            readonly removed: readonly {
                readonly [key: string]: unknown;
            }[];
        };
        /** @description What made it: an import, a query, a restore, a run, an analysis. */
        readonly DatasetOrigin: {
            readonly detail: {
                readonly [key: string]: unknown;
            };
            readonly kind: ("import" | "query" | "restore" | "run" | "analysis") | (string & {});
        };
        readonly DatasetPreview: {
            readonly columns: readonly components["schemas"]["Column"][];
            readonly dataset_id: string;
            readonly limit: number;
            readonly offset: number;
            readonly rows: readonly (readonly unknown[])[];
            /** @description Rows of the version. */
            readonly total: number;
            readonly version: number;
        };
        readonly DatasetProfile: {
            readonly columns: readonly components["schemas"]["ColumnProfile"][];
            readonly dataset_id: string;
            readonly rows: number;
            readonly version: number;
        };
        readonly DatasetSchemaChanges: {
            readonly added: readonly components["schemas"]["Column"][];
            readonly changed: readonly components["schemas"]["ColumnChange"][];
            readonly removed: readonly components["schemas"]["Column"][];
        };
        readonly DatasetSummary: {
            readonly bytes: number;
            /** @description How many there are. */
            readonly columns: number;
            readonly created_at: string;
            readonly dataset_id: string;
            readonly description: string;
            readonly key: readonly string[] | null;
            readonly latest_version: number;
            readonly name: string;
            readonly rows: number;
            /** @description The name in SQL. */
            readonly table: string;
            readonly tags: readonly string[];
            readonly updated_at: string;
        };
        readonly DatasetVersion: {
            readonly bytes: number;
            readonly columns: readonly components["schemas"]["Column"][];
            readonly created_at: string;
            readonly created_by: {
                readonly user_id: string;
                readonly username: string;
            } | null;
            readonly dataset_id: string;
            readonly name: string;
            readonly origin: components["schemas"]["DatasetOrigin"];
            readonly reading: {
                readonly [key: string]: unknown;
            } | null;
            readonly rejected: components["schemas"]["RejectedRows"];
            readonly rows: number;
            readonly schema_changes: components["schemas"]["DatasetSchemaChanges"] | null;
            /** @description Of the file. */
            readonly sha256: string;
            /** @description The name in SQL; an older version is `"sales@2"`. */
            readonly table: string;
            readonly version: number;
            readonly warnings: readonly string[];
        };
        /** @description A dataset got a new version. */
        readonly DatasetVersionCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["DatasetVersionCreatedEventData"];
            readonly id: string;
            readonly type: "dataset.version.created";
        };
        readonly DatasetVersionCreatedEventData: {
            readonly dataset_id: string;
            readonly name: string;
            readonly origin: ("import" | "query" | "restore" | "run" | "analysis") | (string & {});
            readonly rows: number;
            /** @description The name in SQL */
            readonly table: string;
            /** @description Who did it */
            readonly user_id: string;
            readonly version: number;
        };
        readonly DeleteDatasetRequest: {
            readonly confirm: string;
            /**
             * @description Delete it although records, such as runs, rest on it.
             * @default false
             */
            readonly force?: boolean;
        };
        readonly DeleteResearchProjectRequest: {
            /** @description The title. */
            readonly confirm: string;
        };
        readonly DenyCallRequest: {
            /** @description Told to the model that asked, or kept with the run. */
            readonly reason?: string;
        };
        readonly DenyPlaybookRunRequest: {
            /** @description May be left out while one waits. */
            readonly approval_id?: string;
            /** @description What was filled in. */
            readonly form?: {
                readonly [key: string]: unknown;
            };
            readonly reason?: string;
        };
        readonly DeriveDatasetRequest: {
            readonly dataset_id?: string;
            readonly name?: string;
            /** @description For each `?` in order. */
            readonly params?: readonly (null | boolean | number | string)[];
            readonly sql: string;
        };
        readonly DocumentSigner: {
            /** @description SHA-256, 64 digits of hexadecimal. */
            readonly fingerprint_sha256?: string;
            readonly issuer?: string;
            readonly key_id?: string;
            /** Format: date-time */
            readonly not_after?: string;
            /** Format: date-time */
            readonly not_before?: string;
            /** @description Made with a key or certificate of this instance. */
            readonly ours: boolean;
            readonly subject?: string;
            /** @description The key is known from elsewhere than the file. */
            readonly trusted: boolean;
        };
        readonly DownloadDataBackupRequest: {
            /**
             * @description workspace (the default): this workspace, its members and its keys. home: everything; for owners.
             * @enum {string}
             */
            readonly scope?: "workspace" | "home";
        };
        readonly DriftDataset: {
            readonly dataset_id: string;
            readonly version: number;
        };
        readonly DriftModel: {
            readonly name: string;
            readonly version: number;
        };
        readonly DriftReport: {
            readonly baseline: components["schemas"]["DriftDataset"];
            readonly dataset: components["schemas"]["DriftDataset"];
            readonly drifted: boolean;
            readonly features: readonly components["schemas"]["FeatureDrift"][];
            readonly model: components["schemas"]["DriftModel"];
            /** @description Where the dataset has the target: held-out rows of the training, and now. */
            readonly performance: {
                readonly [key: string]: components["schemas"]["MetricThenAndNow"];
            } | null;
            readonly prediction: components["schemas"]["PredictionDrift"];
            readonly warnings: readonly components["schemas"]["MlWarning"][];
        };
        readonly DryRunPlaybookDefinitionRequest: {
            /** @description The definition as JSON; in place of `source`. */
            readonly definition?: {
                readonly [key: string]: unknown;
            };
            /** @description As a start takes them; default {}. */
            readonly inputs?: {
                readonly [key: string]: unknown;
            };
            /** @description What calls give, by the name of their task or its reference; `{"error": {type, status, detail}}` in place of an output is a fault. */
            readonly mocks?: {
                readonly [key: string]: unknown;
            };
            /** @description The definition as YAML or JSON text. */
            readonly source?: string;
        };
        readonly DryRunPlaybookRequest: {
            /** @description As a start takes them; default {}. */
            readonly inputs?: {
                readonly [key: string]: unknown;
            };
            /** @description What calls give, by the name of their task or its reference; `{"error": {type, status, detail}}` in place of an output is a fault. */
            readonly mocks?: {
                readonly [key: string]: unknown;
            };
            readonly version?: string;
        };
        readonly EditMessageRequest: {
            /** @description Of each answer of the model. */
            readonly max_tokens?: number;
            /** @description At most 1 MiB of text, not blank. */
            readonly message: string;
            /** @description A model of `GET /v1/models`, `agent`, or `app:<name>`. */
            readonly model?: string;
            readonly seed?: number;
            readonly stop?: readonly string[];
            /**
             * @description True: server-sent events, with the ids that `…/events` gives them.
             * @default false
             */
            readonly stream?: boolean;
            readonly temperature?: number;
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools?: ("all" | "none") | readonly string[];
            readonly top_p?: number;
        };
        readonly Email: {
            readonly attachments: readonly components["schemas"]["EmailAttachment"][];
            readonly cc: readonly components["schemas"]["EmailAddress"][];
            /** @description As the message says. */
            readonly date: string | null;
            readonly folder: string;
            readonly from: components["schemas"]["EmailAddress"] | null;
            readonly id: string;
            readonly message_id: string | null;
            readonly references: readonly string[];
            readonly reply_to: readonly components["schemas"]["EmailAddress"][];
            readonly size: number;
            readonly subject: string;
            /** @description Plain text; of a message in HTML alone what a reader would see, with nothing loaded. */
            readonly text: string;
            readonly text_from: ("text" | "html" | "none") | (string & {});
            readonly to: readonly components["schemas"]["EmailAddress"][];
            /** @description The text is longer than the 200,000 characters that are given. */
            readonly truncated: boolean;
            readonly unread: boolean;
        };
        readonly EmailAccount: {
            readonly address: string;
            /** @description Null for that of the configuration. */
            readonly created_at: string | null;
            /** @description Why it cannot be used. */
            readonly error: string | null;
            /** @description The password itself is never shown. */
            readonly has_password: boolean;
            readonly imap: components["schemas"]["EmailServer"];
            /** @description Stands beside the address in what is sent. */
            readonly name: string | null;
            /** @description That of the configuration is changed there. */
            readonly origin: ("configuration" | "workspace") | (string & {});
            readonly smtp: components["schemas"]["EmailServer"];
            /** @description An owner chose the servers, which may be in a private network. */
            readonly trusted: boolean;
            /** @description Null for that of the configuration. */
            readonly updated_at: string | null;
            readonly username: string;
        };
        readonly EmailAccountCheck: {
            readonly imap: components["schemas"]["EmailServerCheck"];
            readonly ok: boolean;
            readonly smtp: components["schemas"]["EmailServerCheck"];
        };
        /** @description An admin removed the workspace's mail account. */
        readonly EmailAccountDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["EmailAccountDeletedEventData"];
            readonly id: string;
            readonly type: "email.account.deleted";
        };
        readonly EmailAccountDeletedEventData: {
            readonly address: string;
        };
        /** @description An admin set the workspace's mail account. */
        readonly EmailAccountUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["EmailAccountUpdatedEventData"];
            readonly id: string;
            readonly type: "email.account.updated";
        };
        readonly EmailAccountUpdatedEventData: {
            readonly address: string;
        };
        readonly EmailAddress: {
            readonly address: string;
            readonly name: string | null;
        };
        readonly EmailAttachment: {
            /** @description As the message says. */
            readonly content_type: string;
            /** @description Part of what the text shows, such as a picture. */
            readonly inline: boolean;
            /** @description Names it in the path of its download. */
            readonly n: number;
            /** @description A label, never a path. */
            readonly name: string;
            readonly size: number;
        };
        readonly EmailFolder: {
            readonly messages: number | null;
            readonly name: string;
            readonly path: string;
            /** @description What it is for, where the server says so. */
            readonly role: (("inbox" | "sent" | "drafts" | "trash" | "junk" | "archive" | "all" | "flagged") | (string & {})) | null;
            readonly unread: number | null;
        };
        /** @description A message was handed to the mail server. */
        readonly EmailSentEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["EmailSentEventData"];
            readonly id: string;
            readonly type: "email.sent";
        };
        readonly EmailSentEventData: {
            readonly key_id: string | null;
            /** @description The message's Message-ID */
            readonly message_id: string;
            /** @description How many addresses the server took it for */
            readonly recipients: number;
            readonly user_id: string;
        };
        readonly EmailServer: {
            readonly host: string;
            readonly port: number;
            readonly security: ("tls" | "starttls" | "none") | (string & {});
        };
        readonly EmailServerCheck: {
            readonly duration_ms: number;
            readonly error: {
                readonly code: string;
                readonly message: string;
            } | null;
            readonly ok: boolean;
            /** @description Where it ended: the name or the rules for addresses, the connection, TLS, the sign-in, the inbox. */
            readonly step: (("address" | "connect" | "tls" | "login" | "folder" | "send") | (string & {})) | null;
        };
        readonly EmailSummary: {
            /** @description When it was written, as it says itself; else when it arrived. */
            readonly date: string | null;
            readonly from: components["schemas"]["EmailAddress"] | null;
            readonly has_attachments: boolean;
            /** @description Opaque; good while the message stays in its folder. */
            readonly id: string;
            /** @description The beginning of the text, up to 200 characters. */
            readonly preview: string;
            readonly subject: string;
            /** @description The first 20. */
            readonly to: readonly components["schemas"]["EmailAddress"][];
            readonly unread: boolean;
        };
        readonly EnqueueJobRequest: {
            /** @description What is to be done, such as thumbnails.make: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
            readonly kind: string;
            /** @description Starts before the job is given up; when left out its kind's own number, or 5 */
            readonly max_attempts?: number;
            /** @description Any JSON up to 1 MiB; what the worker is given */
            readonly payload?: unknown;
            /**
             * @description Higher first
             * @default 0
             */
            readonly priority?: number;
            /**
             * @description Which line the job waits in: 1 to 128 letters, digits or . _ : - and a letter or a digit first.
             * @default default
             */
            readonly queue?: string;
            /**
             * Format: date-time
             * @description Not before this time
             */
            readonly run_at?: string;
            /** @description While a job with this key is queued or running, it is answered instead of a new one. One line without control characters. */
            readonly unique_key?: string;
        };
        readonly EventType: {
            /** @description `admin`: for admins and owners alone */
            readonly audience: ("workspace" | "admin") | (string & {});
            /** @description The JSON Schema of `data` */
            readonly data: {
                readonly [key: string]: unknown;
            };
            /** @description `kernel`, or the plugin that declares it */
            readonly owner: string;
            /** @description When it happens */
            readonly title: string;
            readonly type: string;
        };
        readonly EvidenceProblem: {
            readonly code: string;
            /** @description What is there now. */
            readonly is?: string;
            readonly message: string;
            /** @description What was kept. */
            readonly was?: string;
        } & {
            readonly [key: string]: unknown;
        };
        readonly Experiment: {
            readonly created_at: string;
            readonly description: string;
            readonly experiment_id: string;
            readonly name: string;
            /** @description How many it has, deleted ones apart. */
            readonly runs: number;
            readonly state: ("active" | "deleted") | (string & {});
            readonly tags: {
                readonly [key: string]: string;
            };
            readonly updated_at: string;
        };
        readonly Export: {
            /** @description Whether its file is still kept. */
            readonly available: boolean;
            readonly created_at: string;
            /** @description A user. */
            readonly created_by: string;
            readonly error: {
                readonly code: string;
                readonly message: string;
            } | null;
            /** @description When its file is deleted; the record stays. */
            readonly expires_at: string;
            readonly export_id: string;
            readonly file_name: string;
            readonly format: ("pdf" | "docx" | "html" | "md" | "json" | "zip") | (string & {});
            readonly items: readonly components["schemas"]["ExportedItem"][];
            readonly job_id: string | null;
            readonly manifest: {
                readonly key_id: string;
                readonly sha256: string;
            } | null;
            readonly pages: number | null;
            /** @description Of the file, in hex; null until it has succeeded. */
            readonly sha256: string | null;
            readonly signature: components["schemas"]["PdfSignature"] | null;
            readonly size: number | null;
            readonly status: ("running" | "succeeded" | "failed") | (string & {});
            readonly title: string;
            readonly warnings: readonly {
                readonly code: ("rows_cut" | "glyphs_missing" | "image_dropped" | "unverified_claims") | (string & {});
                readonly message: string;
            }[];
        };
        readonly ExportAnalysesRequest: {
            /** @description In the order of the report. */
            readonly analysis_ids: readonly string[];
            readonly cover?: components["schemas"]["ReportCover"];
            /** @enum {string} */
            readonly format: "html" | "pdf" | "md" | "csv" | "json" | "r";
        };
        /** @description Another certificate signs PDF files, or one is gone. */
        readonly ExportCertificateChangedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ExportCertificateChangedEventData"];
            readonly id: string;
            readonly type: "export.certificate_changed";
        };
        readonly ExportCertificateChangedEventData: {
            readonly certificate_id: string;
            /** @description `made`: the instance made a new one for itself */
            readonly change: ("made" | "added" | "activated" | "deleted") | (string & {});
            /** @description Of the certificate's DER, in hexadecimal */
            readonly fingerprint_sha256: string;
        };
        readonly ExportCover: {
            /** @description Paragraphs, an empty line between. */
            readonly abstract?: string;
            readonly authors?: readonly string[];
            /** @description Such as `Confidential`. */
            readonly classification?: string;
            /** @description As it is to be printed. */
            readonly date?: string;
            readonly fields?: readonly {
                readonly label: string;
                readonly value: string;
            }[];
            /** @description A PNG or JPEG of the workspace. */
            readonly logo_file_id?: string;
            readonly organisation?: string;
            readonly reference?: string;
            readonly subtitle?: string;
            readonly title?: string;
            readonly version?: string;
        };
        /** @description An export was made. */
        readonly ExportCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ExportCreatedEventData"];
            readonly id: string;
            readonly type: "export.created";
        };
        readonly ExportCreatedEventData: {
            readonly export_id: string;
            readonly format: string;
            /** @description Who made it */
            readonly user_id: string;
        };
        readonly ExportDataRequest: {
            readonly dataset_id?: string;
            /** @enum {string} */
            readonly format: "csv" | "parquet" | "json" | "ndjson" | "xlsx" | "arrow";
            /** @description For each `?` in order. */
            readonly params?: readonly (null | boolean | number | string)[];
            readonly sql?: string;
            readonly timeout_ms?: number;
            readonly version?: number;
        };
        readonly ExportedItem: {
            readonly id: string | null;
            readonly sha256: string;
            readonly title: string;
            readonly type: string;
            readonly version: number | string | null;
        };
        /** @description An export could not be made. */
        readonly ExportFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ExportFailedEventData"];
            readonly id: string;
            readonly type: "export.failed";
        };
        readonly ExportFailedEventData: {
            /** @description Why, as a code */
            readonly code: string;
            readonly export_id: string;
            /** @description Who asked for it */
            readonly user_id: string | null;
        };
        readonly ExportItem: {
            /** @description Markdown; of the type `markdown` alone. */
            readonly content?: string;
            readonly id?: string;
            /** @description In place of the record's own. */
            readonly title?: string;
            /** @description `note`, `file`, `dataset`, …: see `GET /api/export/types`; `markdown` brings its text as `content`. */
            readonly type: string;
            readonly version?: number | string;
        };
        readonly ExportManifest: {
            readonly claims?: {
                readonly total: number;
                readonly without_evidence: number;
            };
            readonly created_at: string;
            readonly export_id: string;
            readonly files: readonly components["schemas"]["ManifestFile"][];
            readonly instance: string;
            readonly items: readonly components["schemas"]["ManifestItem"][];
            readonly key_id: string;
            /** @constant */
            readonly manifest: 1;
            /** @description Ed25519, SPKI DER in base64. */
            readonly public_key: string;
            readonly title: string;
        };
        readonly ExportOptions: {
            /** @description BCP 47, such as `en`. */
            readonly lang?: string;
            /** @default 20 */
            readonly margins_mm?: number;
            /** @description In a ZIP: a notebook of each analysis and run. */
            readonly notebook?: boolean;
            /** @enum {string} */
            readonly orientation?: "portrait" | "landscape";
            /** @default true */
            readonly page_numbers?: boolean;
            /** @enum {string} */
            readonly paper?: "a4" | "letter";
            /**
             * @description How many rows of a dataset are printed.
             * @default 1000
             */
            readonly rows?: number;
            /** @enum {string} */
            readonly theme?: "light";
            /** @description Default: where there are two chapters or more. */
            readonly toc?: boolean;
        };
        readonly ExportOrder: {
            /** @description `true`: filled from the items. */
            readonly cover?: components["schemas"]["ExportCover"] | true;
            /** @enum {string} */
            readonly format: "pdf" | "docx" | "html" | "md" | "json" | "zip";
            /** @description At most 200, in the order of the chapters. */
            readonly items: readonly components["schemas"]["ExportItem"][];
            /**
             * @description `job`: in the background, answered with 202.
             * @enum {string}
             */
            readonly mode?: "request" | "job";
            readonly options?: components["schemas"]["ExportOptions"];
            readonly sign?: components["schemas"]["ExportSigning"];
            /** @description Each gets a line to sign on, after the text. */
            readonly signatories?: readonly components["schemas"]["Signatory"][];
            readonly title?: string;
        };
        readonly ExportResearchProjectRequest: {
            /** @enum {string} */
            readonly format: "bibtex" | "csl" | "ris" | "vault" | "json";
        };
        readonly ExportResearchReportRequest: {
            /** @description Claims that rest on nothing are named in the text and on the cover. */
            readonly allow_unverified?: boolean;
            readonly cover?: true | components["schemas"]["ExportCover"];
            /** @enum {string} */
            readonly format: "md" | "html" | "pdf" | "docx" | "zip";
            /** @enum {string} */
            readonly locale?: "en-US" | "de-DE" | "fr-FR" | "es-ES" | "nl-NL";
            readonly sign?: components["schemas"]["ExportSigning"];
            /** @description Each gets a line to sign on, after the text. */
            readonly signatories?: readonly components["schemas"]["Signatory"][];
            /** @description One of GET /api/research/styles. */
            readonly style?: string;
        };
        readonly ExportSigning: {
            readonly certificate_id?: string;
            readonly contact?: string;
            readonly location?: string;
            /** @description A signed list of the files with their hashes, for any format. */
            readonly manifest?: boolean;
            /** @description A signature in the PDF, which any PDF reader checks. */
            readonly pdf?: boolean;
            readonly reason?: string;
            /**
             * @description Shows at the end of the PDF who signed it, when, and why.
             * @default false
             */
            readonly visible?: boolean;
        };
        readonly ExportType: {
            readonly permission: string;
            readonly title: string;
            readonly type: string;
        };
        readonly FailJobRequest: {
            /** @description From the answer of the claim, as it stands there. */
            readonly claim_token: string;
            readonly error: {
                readonly message: string;
            };
            /**
             * @description False: another try cannot help, the job is dead at once
             * @default true
             */
            readonly retry?: boolean;
        };
        readonly FeatureDrift: {
            readonly drifted: boolean;
            readonly feature: string;
            readonly kind: string;
            readonly p_value: number;
            readonly psi: number;
            readonly statistic: number;
            readonly test: ("ks" | "chi_square") | (string & {});
        };
        /** @description A file was made. */
        readonly FileCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["FileCreatedEventData"];
            readonly id: string;
            readonly type: "file.created";
        };
        readonly FileCreatedEventData: {
            readonly file_id: string;
            /** @description Who did it */
            readonly user_id: string;
            /** @description Counts contents, from 1 */
            readonly version: number;
        };
        /** @description A file was moved to the trash, or deleted for good. */
        readonly FileDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["FileDeletedEventData"];
            readonly id: string;
            readonly type: "file.deleted";
        };
        readonly FileDeletedEventData: {
            readonly file_id: string;
            /** @description False: it is in the trash */
            readonly permanent: boolean;
            /** @description Who did it */
            readonly user_id: string;
            /** @description Counts contents, from 1 */
            readonly version: number;
        };
        readonly FilePage: {
            readonly folders?: readonly components["schemas"]["Folder"][];
            readonly items: readonly components["schemas"]["FileRecord"][];
            readonly next_cursor: string | null;
        };
        readonly FileRecord: {
            /** @description What the bytes are, as far as they show it; else what the upload said, else by the name. */
            readonly content_type: string;
            readonly created_at: string;
            readonly file_id: string;
            /** @description The last part of the path. */
            readonly name: string;
            /** @description Folders separated by `/`, no leading one. */
            readonly path: string;
            /** @description Of the content; in quotes it is its ETag. */
            readonly sha256: string;
            readonly size: number;
            readonly updated_at: string;
            /** @description Counts contents, from 1. */
            readonly version: number;
        };
        /** @description A file came back out of the trash. */
        readonly FileRestoredEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["FileRestoredEventData"];
            readonly id: string;
            readonly type: "file.restored";
        };
        readonly FileRestoredEventData: {
            readonly file_id: string;
            /** @description Who did it */
            readonly user_id: string;
            /** @description Counts contents, from 1 */
            readonly version: number;
        };
        readonly FilesUsage: {
            readonly bytes: number;
            readonly files: number;
            readonly quota: number;
            readonly trashed: number;
        };
        /** @description A file got new content or another path. */
        readonly FileUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["FileUpdatedEventData"];
            readonly id: string;
            readonly type: "file.updated";
        };
        readonly FileUpdatedEventData: {
            readonly file_id: string;
            /** @description Who did it */
            readonly user_id: string;
            /** @description Counts contents, from 1 */
            readonly version: number;
        };
        readonly FileVersion: {
            readonly content_type: string;
            readonly created_at: string;
            /** @description A user's id. */
            readonly created_by: string;
            readonly file_id: string;
            readonly sha256: string;
            readonly size: number;
            readonly version: number;
        };
        readonly FinishReason: ("stop" | "length" | "content_filter" | "tool_calls" | "cancelled" | "interrupted" | "step_limit" | "token_limit" | "failed") | (string & {});
        readonly Folder: {
            readonly name: string;
            readonly path: string;
        };
        /** @description Set while the folder is broken. The last good version, if there is one, stays up. */
        readonly FolderError: components["schemas"]["FolderProblem"] & {
            readonly problems: readonly components["schemas"]["FolderProblem"][];
        };
        /** @description Where the folder is wrong: the rule, the place and the remedy. */
        readonly FolderProblem: {
            readonly column: number | null;
            readonly file: string;
            readonly frame: string | null;
            readonly line: number | null;
            readonly message: string;
        };
        readonly FrequentValue: {
            readonly count: number;
            readonly value: unknown;
        };
        /** @description Some events behind `after` are no longer kept. */
        readonly GapEvent: {
            /** @description The event that the reader named. */
            readonly after: string;
            /** @description The event that comes next; null: none is left. */
            readonly resumes_at: string | null;
            readonly type: "gap";
        };
        readonly HeartbeatJobRequest: {
            /** @description From the answer of the claim, as it stands there. */
            readonly claim_token: string;
            /**
             * @description How long the job is held without a heartbeat
             * @default 60
             */
            readonly lease_seconds?: number;
            /** @description The part that is done */
            readonly progress?: number;
        };
        readonly HeldOutPrediction: {
            readonly fold: number;
            readonly prediction: string | number | boolean;
            readonly probabilities?: {
                readonly [key: string]: number;
            };
            /** @description Of the dataset, from 1. */
            readonly row: number;
            readonly y: string | number | boolean;
        };
        readonly HistogramBin: {
            readonly count: number;
            readonly from: number;
            readonly to: number;
        };
        readonly ImapServerSettings: {
            /** @description The name or IP address of a server, such as mail.example.com. Messages are read from it. */
            readonly host: string;
            /** @description Default: 993, with `starttls` and `none` 143. */
            readonly port?: number;
            /**
             * @description `tls` (the default): from the first byte. `starttls`: after the greeting. `none`: only for servers of this machine. Certificates are always checked.
             * @enum {string}
             */
            readonly security?: "tls" | "starttls" | "none";
        };
        readonly ImportanceOptions: {
            /**
             * @description 0: none.
             * @default 5
             */
            readonly repeats?: number;
        };
        readonly ImportConversationsRequest: {
            readonly conversations: readonly components["schemas"]["ImportedConversation"][];
            /** @description The program that they were held in, such as `chatgpt`. */
            readonly source: string;
        };
        readonly ImportDatasetForm: {
            readonly columns?: string;
            readonly dataset_id?: string;
            readonly decimal_separator?: string;
            readonly delimiter?: string;
            readonly description?: string;
            readonly encoding?: string;
            /** Format: binary */
            readonly file: string;
            /** @enum {string} */
            readonly format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx";
            readonly header?: string;
            readonly key?: string;
            /** @enum {string} */
            readonly mode?: "request" | "job";
            readonly name?: string;
            readonly sheet?: string;
            readonly tags?: string;
        };
        readonly ImportDatasetRequest: {
            /** @description Names (of all columns, in order) and types (by name). */
            readonly columns?: readonly {
                readonly name: string;
                readonly type?: string;
            }[];
            /** @description The file as text; for JSON also the rows themselves. */
            readonly content?: string | readonly unknown[];
            readonly dataset_id?: string;
            /** @enum {string} */
            readonly decimal_separator?: "." | ",";
            readonly delimiter?: string;
            readonly description?: string;
            readonly encoding?: string;
            /** @description A file of the workspace. */
            readonly file_id?: string;
            /** @enum {string} */
            readonly format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx";
            /** @description Whether the first line has the names of the columns. */
            readonly header?: boolean;
            /** @description Columns that identify a row, for diffs. */
            readonly key?: readonly string[];
            /** @enum {string} */
            readonly mode?: "request" | "job";
            readonly name?: string;
            readonly sheet?: string | number;
            readonly tags?: readonly string[];
        };
        readonly ImportedConversation: {
            /** Format: date-time */
            readonly created_at: string;
            /** @description Its id where it was held. The same one is taken once. */
            readonly key: string;
            /** @description The `key` of the last message of the branch that is read. Default: the last one. */
            readonly leaf?: string;
            /** @description Of all branches, each behind its parent. */
            readonly messages: readonly components["schemas"]["ImportedMessage"][];
            readonly title: string | null;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly ImportedConversationOutcome: {
            readonly key: string;
            readonly session_id: string;
            /** @description `present`: it came before; nothing was changed. */
            readonly status: ("created" | "present") | (string & {});
        };
        readonly ImportedMemory: {
            readonly chunks: number;
            readonly duplicate: boolean;
            readonly file_name: string;
            readonly id: string;
            readonly warnings: readonly string[];
        };
        readonly ImportedMessage: {
            readonly content: string;
            /** Format: date-time */
            readonly created_at: string;
            /** @description Its name within the conversation. */
            readonly key: string;
            /** @description Which wrote it. */
            readonly model?: string;
            /** @description The `key` of the message that it follows, which stands before it in the list; null: it is a first one. */
            readonly parent: string | null;
            /** @enum {string} */
            readonly role: "user" | "assistant";
        };
        readonly ImportedRecords: {
            readonly claims: number;
            readonly evidence: number;
            readonly links: number;
            readonly reports: number;
            readonly sources: number;
        };
        readonly ImportForStatsForm: {
            readonly columns?: readonly {
                readonly name: string;
                readonly type?: string;
            }[];
            /** @description Its id, also as `ds_…@2` for that version, or the name of its table. */
            readonly dataset_id?: string;
            /** @enum {string} */
            readonly decimal_separator?: "." | ",";
            readonly delimiter?: string;
            readonly encoding?: string;
            /** Format: binary */
            readonly file: string;
            /** @enum {string} */
            readonly format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx";
            readonly header?: boolean;
            /** @description Of the dataset; of a file, its name. */
            readonly name?: string;
            readonly sheet?: string | number;
            readonly variables?: readonly components["schemas"]["StatVariableInput"][];
            /** @description Of an existing dataset; else the latest. */
            readonly version?: number;
        };
        readonly ImportForStatsRequest: {
            readonly columns?: readonly {
                readonly name: string;
                readonly type?: string;
            }[];
            readonly content?: string;
            /** @description Its id, also as `ds_…@2` for that version, or the name of its table. */
            readonly dataset_id?: string;
            /** @enum {string} */
            readonly decimal_separator?: "." | ",";
            readonly delimiter?: string;
            readonly encoding?: string;
            /** @enum {string} */
            readonly format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx";
            readonly header?: boolean;
            /** @description Of the dataset; of a file, its name. */
            readonly name?: string;
            readonly sheet?: string | number;
            readonly variables?: readonly components["schemas"]["StatVariableInput"][];
            /** @description Of an existing dataset; else the latest. */
            readonly version?: number;
        };
        readonly ImportMemoriesRequest: {
            /** @description The file as text. */
            readonly content?: string;
            /** @description The file as bytes. */
            readonly content_base64?: string;
            readonly files?: readonly components["schemas"]["MemoryImportFile"][];
            /**
             * @default auto
             * @enum {string}
             */
            readonly mode?: "auto" | "job";
            /** @description The file name; a path is kept as it is. */
            readonly name?: string;
            readonly source?: string;
            readonly tags?: readonly string[];
        };
        readonly ImportProblem: {
            readonly claim?: string;
            readonly code: string;
            readonly message: string;
            readonly source_key?: string;
        };
        readonly Invite: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string;
            /** Format: date-time */
            readonly expires_at: string;
            readonly id: string;
            readonly role: ("owner" | "admin" | "user") | (string & {});
        };
        readonly InviteUserRequest: {
            /** @default 604800 */
            readonly expires_seconds?: number;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "user";
        };
        readonly Job: {
            /** @description Starts so far; 0 before the first */
            readonly attempt: number;
            readonly cancel_requested: boolean;
            /** Format: date-time */
            readonly created_at: string;
            readonly error: {
                readonly message: string;
            } | null;
            readonly finished_at: string | null;
            readonly job_id: string;
            readonly kind: string;
            readonly lease_expires_at: string | null;
            readonly max_attempts: number;
            readonly payload: unknown;
            readonly priority: number;
            readonly progress: number;
            readonly queue: string;
            readonly result: unknown;
            /** Format: date-time */
            readonly run_at: string;
            readonly started_at: string | null;
            readonly state: components["schemas"]["JobState"];
            readonly worker_id: string | null;
        };
        /** @description A job was cancelled. */
        readonly JobCancelledEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["JobCancelledEventData"];
            readonly id: string;
            readonly type: "job.cancelled";
        };
        readonly JobCancelledEventData: {
            /** @description How often it was begun, this time included */
            readonly attempt: number;
            readonly job_id: string;
            readonly kind: string;
            readonly queue: string;
        };
        readonly JobCounts: {
            readonly cancelled: number;
            readonly dead: number;
            readonly queued: number;
            readonly running: number;
            readonly succeeded: number;
        };
        /** @description A job was put into the queue. */
        readonly JobCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["JobCreatedEventData"];
            readonly id: string;
            readonly type: "job.created";
        };
        readonly JobCreatedEventData: {
            /** @description How often it was begun, this time included */
            readonly attempt: number;
            readonly job_id: string;
            readonly kind: string;
            readonly queue: string;
        };
        /** @description A job failed for good. */
        readonly JobDeadEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["JobDeadEventData"];
            readonly id: string;
            readonly type: "job.dead";
        };
        readonly JobDeadEventData: {
            /** @description How often it was begun, this time included */
            readonly attempt: number;
            readonly error: {
                readonly message: string;
            };
            readonly job_id: string;
            readonly kind: string;
            readonly queue: string;
        };
        readonly JobQueueStats: {
            readonly cancelled: number;
            readonly dead: number;
            readonly oldest_queued_at: string | null;
            readonly queue: string;
            readonly queued: number;
            readonly running: number;
            readonly succeeded: number;
        };
        /** @description A job waits for another try: one failed, was given back, or a person asked for it. */
        readonly JobRetryingEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["JobRetryingEventData"];
            readonly id: string;
            readonly type: "job.retrying";
        };
        readonly JobRetryingEventData: {
            /** @description How often it was begun, this time included */
            readonly attempt: number;
            readonly error?: {
                readonly message: string;
            };
            readonly job_id: string;
            readonly kind: string;
            readonly queue: string;
        };
        readonly JobSchedule: {
            /** Format: date-time */
            readonly created_at: string;
            readonly cron: string;
            readonly enabled: boolean;
            readonly job: components["schemas"]["ScheduledJob"];
            readonly last_job_id: string | null;
            readonly last_run_at: string | null;
            readonly misfire: ("run_once" | "skip") | (string & {});
            readonly name: string;
            readonly next_run_at: string | null;
            readonly timezone: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        /** @description A worker began a job. */
        readonly JobStartedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["JobStartedEventData"];
            readonly id: string;
            readonly type: "job.started";
        };
        readonly JobStartedEventData: {
            /** @description How often it was begun, this time included */
            readonly attempt: number;
            readonly job_id: string;
            readonly kind: string;
            readonly queue: string;
        };
        readonly JobState: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
        readonly JobStats: {
            readonly oldest_queued_at: string | null;
            readonly queues: readonly components["schemas"]["JobQueueStats"][];
            /** @description Queues beyond the 1,000 that are listed. */
            readonly queues_left_out: number;
            readonly states: components["schemas"]["JobCounts"];
        };
        /** @description A job ended well. */
        readonly JobSucceededEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["JobSucceededEventData"];
            readonly id: string;
            readonly type: "job.succeeded";
        };
        readonly JobSucceededEventData: {
            /** @description How often it was begun, this time included */
            readonly attempt: number;
            readonly job_id: string;
            readonly kind: string;
            readonly queue: string;
        };
        readonly KeptMemoryDocument: {
            /** @description In how many passages it is found. */
            readonly chunks: number;
            readonly content: string;
            readonly created_at: string;
            /** @description True: it was there already. */
            readonly duplicate?: boolean;
            readonly id: string;
            /** @description Facts of its own, as they were sent. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            readonly provenance: components["schemas"]["MemoryProvenance"];
            /** @description Where it came from, in the words of the one who kept it. */
            readonly source: string | null;
            readonly tags: readonly string[];
            readonly updated_at: string;
            /** @description Found from then on; null: always. */
            readonly valid_from: string | null;
            /** @description Found until then; null: always. */
            readonly valid_until: string | null;
            /** @description Counts changes, from 1. */
            readonly version: number;
        };
        /** @description An API key was made. */
        readonly KeyCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["KeyCreatedEventData"];
            readonly id: string;
            readonly type: "key.created";
        };
        readonly KeyCreatedEventData: {
            readonly expires_at: string | null;
            readonly key_id: string;
            readonly name: string;
            readonly scopes: readonly string[];
            /** @description Whose key it is */
            readonly user_id: string;
        };
        /** @description An API key ended. */
        readonly KeyRevokedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["KeyRevokedEventData"];
            readonly id: string;
            readonly type: "key.revoked";
        };
        readonly KeyRevokedEventData: {
            readonly key_id: string;
            /** @description Whose key it is */
            readonly user_id: string;
        };
        /** @description An API key got a successor. */
        readonly KeyRotatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["KeyRotatedEventData"];
            readonly id: string;
            readonly type: "key.rotated";
        };
        readonly KeyRotatedEventData: {
            /** @description How long the old key still works */
            readonly grace_seconds: number;
            readonly key_id: string;
            readonly successor_key_id: string;
            /** @description Whose key it is */
            readonly user_id: string;
        };
        readonly KeyTokenBudget: {
            /** @description Prompt and completion tokens a day, in UTC. */
            readonly day?: number;
            /** @description Prompt and completion tokens a month, in UTC. */
            readonly month?: number;
        };
        readonly LineageEdge: {
            readonly from: string;
            readonly relation: ("cites" | "claims" | "quotes" | "snapshot_of" | "computed_from" | "version_of" | "imported_from" | "produced_by" | "trained_on" | "mentions") | (string & {});
            /** @description What `from` rests on. */
            readonly to: string;
        };
        readonly LineageNode: {
            readonly id: string;
            readonly sha256?: string;
            readonly state: string | null;
            readonly title: string;
            readonly type: ("report" | "claim" | "source" | "snapshot" | "quote" | "dataset" | "dataset_version" | "analysis" | "query" | "run" | "model" | "note" | "file" | "session" | "job") | (string & {});
            readonly version?: number;
        };
        readonly LinkFileRequest: {
            /** @default 3600 */
            readonly expires_seconds?: number;
        };
        readonly LintFinding: {
            readonly claim_id?: string;
            readonly code: string;
            /** @description In code points, from 1. */
            readonly column: number;
            readonly fix?: components["schemas"]["LintFix"];
            readonly key?: string;
            readonly line: number;
            readonly message: string;
        };
        /** @description `text` in place of `length` code points from there on. */
        readonly LintFix: {
            readonly column: number;
            readonly length: number;
            readonly line: number;
            readonly text: string;
            readonly title: string;
        };
        readonly LintResult: {
            readonly errors: readonly components["schemas"]["LintFinding"][];
            readonly ok: boolean;
            readonly stats: components["schemas"]["LintStats"];
            readonly warnings: readonly components["schemas"]["LintFinding"][];
        };
        readonly LintStats: {
            readonly citations: number;
            readonly claims: number;
            readonly with_evidence: number;
        };
        readonly ListedAgentAppRun: {
            readonly app: string;
            readonly error: components["schemas"]["AgentAppRunError"] | null;
            readonly finished_at: string | null;
            /** @description Of the output as JSON; 0 without one. The run itself has `output` and `logs`. */
            readonly output_bytes: number;
            /** @description The run of the playbook that the app is; null: it is none, or its run has not begun. */
            readonly playbook_run_id: string | null;
            readonly run_id: string;
            readonly runner: components["schemas"]["AgentAppRunner"];
            readonly started_at: string;
            readonly status: components["schemas"]["AgentAppRunStatus"];
            /** @description What started it: the runner that was asked for, the schedule of the manifest, or for a job somebody who is signed in (`ui`). */
            readonly trigger: "api" | "ui" | "cli" | "job" | "schedule" | "playbook";
            readonly usage: components["schemas"]["AgentAppRunUsage"];
            readonly version: string;
        };
        readonly ListedConversation: {
            readonly created_at: string;
            /** @description A user. Every member of the workspace may read and continue it. */
            readonly created_by: string;
            readonly id: string;
            /** @description With `search`: the message that fits best; null when it is the title that fits. */
            readonly match?: components["schemas"]["ConversationMatch"] | null;
            /** @description Whether its questions are answered with what the workspace remembers. */
            readonly memory: boolean;
            /** @description Null: the workspace's default. */
            readonly model: string | null;
            /** @description The turn that runs or waits; null when nothing is under way. */
            readonly running_turn_id: string | null;
            readonly session_id: string;
            readonly settings: components["schemas"]["ConversationSettings"];
            /** @description `api`, `cli`, `web`, `v1`, or the program that it was imported from. */
            readonly source: string;
            /** @description `waiting`: a person is asked about a tool call. */
            readonly status: ("idle" | "running" | "waiting") | (string & {});
            /** @description Instructions that stand before every turn. */
            readonly system: string | null;
            /** @description Null until one is given or found. */
            readonly title: string | null;
            readonly title_by: ("nobody" | "model" | "person") | (string & {});
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools: (("all" | "none") | (string & {})) | readonly string[];
            readonly updated_at: string;
        };
        readonly ListedMemoryDocument: {
            /** @description In how many passages it is found. */
            readonly chunks: number;
            readonly content: string;
            /** @description True: the content is longer than 8,000 characters; read the document for the whole. */
            readonly content_truncated?: boolean;
            readonly created_at: string;
            readonly id: string;
            /** @description Facts of its own, as they were sent. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            readonly provenance: components["schemas"]["MemoryProvenance"];
            /** @description Where it came from, in the words of the one who kept it. */
            readonly source: string | null;
            readonly tags: readonly string[];
            readonly updated_at: string;
            /** @description Found from then on; null: always. */
            readonly valid_from: string | null;
            /** @description Found until then; null: always. */
            readonly valid_until: string | null;
            /** @description Counts changes, from 1. */
            readonly version: number;
        };
        readonly ListedNote: {
            /** @description Markdown. */
            readonly body: string;
            readonly created_at: string;
            /** @description A user. */
            readonly created_by: string;
            /** @description With `search`: the place that fits, in plain text; the words that fit stand in `**`. */
            readonly match?: string;
            readonly note_id: string;
            readonly tags: readonly string[];
            readonly title: string;
            readonly updated_at: string;
            /** @description Counts changes, from 1. */
            readonly version: number;
        };
        readonly ListedPlaybookRun: {
            /** Format: date-time */
            readonly created_at: string;
            readonly ended_at: string | null;
            readonly error: {
                readonly [key: string]: unknown;
            } | null;
            readonly id: string;
            /** @description Words of the caller, to find runs by. */
            readonly labels: {
                readonly [key: string]: string;
            };
            readonly name: string;
            readonly parent_run_id: string | null;
            readonly playbook_id: string;
            readonly progress: {
                readonly finished: number;
                readonly total: number;
            };
            readonly revision: number;
            readonly started_at: string | null;
            readonly started_by: {
                readonly key_id: string | null;
                readonly user_id: string;
            };
            readonly status: ("pending" | "running" | "waiting" | "suspended" | "completed" | "faulted" | "cancelled") | (string & {});
            readonly trigger: string;
            readonly usage: components["schemas"]["PlaybookRunUsage"];
            readonly version: string;
            readonly wake_at: string | null;
        };
        readonly LoggedCounts: {
            readonly metrics: number;
            readonly params: number;
            readonly tags: number;
        };
        readonly LoggedMetric: {
            readonly key: string;
            /** @default 0 */
            readonly step?: number;
            /** @description Milliseconds since 1970; default: now. */
            readonly timestamp?: number;
            /** @description JSON has no number for NaN and the infinities: they are text. */
            readonly value: number | ("NaN" | "Infinity" | "-Infinity");
        };
        readonly LoginRequest: {
            readonly password: string;
            readonly username: string;
        };
        readonly LogToMlRunRequest: {
            readonly metrics?: readonly components["schemas"]["LoggedMetric"][];
            readonly params?: {
                readonly [key: string]: string;
            };
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly ManifestFile: {
            readonly path: string;
            /** @description In hexadecimal. */
            readonly sha256: string;
            readonly size: number;
        };
        readonly ManifestItem: {
            readonly id: string | null;
            /** @description In hexadecimal. */
            readonly sha256: string;
            readonly type: string;
            readonly version: number | string | null;
        };
        readonly McpServer: {
            readonly error: string | null;
            /** @description As in mcp.json */
            readonly name: string;
            readonly protocol_version: string | null;
            readonly status: ("connecting" | "connected" | "unreachable" | "closed" | "disabled" | "invalid") | (string & {});
            /** @description Their names here; listed also while the server is unreachable */
            readonly tools: readonly string[];
            readonly transport: ("http" | "stdio") | (string & {});
        };
        /** @description Another MCP server changed the descriptions of its tools. Published in the first owner's workspace. */
        readonly McpServerChangedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["McpServerChangedEventData"];
            readonly id: string;
            readonly type: "mcp.server.changed";
        };
        readonly McpServerChangedEventData: {
            /** @description The name it has in mcp.json. */
            readonly server: string;
            /** @description The tools whose title, description, schema or annotations changed. */
            readonly tools: readonly string[];
        };
        readonly McpServers: {
            /** @description What is wrong with mcp.json as a whole */
            readonly error: string | null;
            readonly items: readonly components["schemas"]["McpServer"][];
            readonly next_cursor: null;
        };
        readonly Me: {
            /** @description The caller's own, as clients have set them; empty before. */
            readonly preferences: {
                readonly [key: string]: unknown;
            };
            readonly scopes: readonly string[];
            readonly user: components["schemas"]["Account"];
            readonly via: ("session" | "api_key" | "operator" | "agent_app") | (string & {});
            readonly workspace: {
                readonly id: string;
                readonly name: string;
            };
        };
        readonly MemoryChunk: {
            readonly end: number;
            /** @description The headings it stands under, the outermost first. */
            readonly heading: readonly string[];
            readonly ordinal: number;
            /** @description Where it stands in the content, in UTF-16 units. */
            readonly start: number;
            readonly text: string;
        };
        /** @description A text is remembered. */
        readonly MemoryCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MemoryCreatedEventData"];
            readonly id: string;
            readonly type: "memory.created";
        };
        readonly MemoryCreatedEventData: {
            readonly id: string;
            readonly source: string | null;
            readonly version: number;
        };
        /** @description A memory was deleted, or some of those that came from a source. */
        readonly MemoryDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MemoryDeletedEventData"];
            readonly id: string;
            readonly type: "memory.deleted";
        };
        readonly MemoryDeletedEventData: {
            readonly documents: number;
            /** @description Null: documents of the source. */
            readonly id: string | null;
            readonly source: string | null;
        };
        readonly MemoryDocument: {
            /** @description In how many passages it is found. */
            readonly chunks: number;
            readonly content: string;
            readonly created_at: string;
            readonly id: string;
            /** @description Facts of its own, as they were sent. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            readonly provenance: components["schemas"]["MemoryProvenance"];
            /** @description Where it came from, in the words of the one who kept it. */
            readonly source: string | null;
            readonly tags: readonly string[];
            readonly updated_at: string;
            /** @description Found from then on; null: always. */
            readonly valid_from: string | null;
            /** @description Found until then; null: always. */
            readonly valid_until: string | null;
            /** @description Counts changes, from 1. */
            readonly version: number;
        };
        readonly MemoryEmbedder: {
            readonly dimensions: number | null;
            /** @description `built-in`, `built-in-int8`, the id of a model, or `off`. */
            readonly embedder: string;
            readonly job_id: string | null;
            readonly language: string | null;
            /** @description Why the built-in model could not run last; search uses words alone meanwhile. Null: it could. */
            readonly problem: string | null;
            /** @description The share of passages that have its vectors. */
            readonly progress: number;
            /** @description What runs the built-in model: native code, or WebAssembly, which is several times slower. Null before its first text, and for other models. */
            readonly runtime: (("native" | "portable") | (string & {})) | null;
            readonly searching_with: string | null;
            readonly state: ("ready" | "preparing" | "off") | (string & {});
        };
        /** @description Everything is embedded by another embedder; searches use it from now on. */
        readonly MemoryEmbedderChangedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MemoryEmbedderChangedEventData"];
            readonly id: string;
            readonly type: "memory.embedder.changed";
        };
        readonly MemoryEmbedderChangedEventData: {
            readonly dimensions: number;
            readonly embedder: string;
        };
        readonly MemoryExplanation: {
            /** @description Of the identifiers, numbers and quoted words asked for, the share that stands there. */
            readonly exact: number;
            readonly fusion: components["schemas"]["MemoryFusion"];
            readonly keyword: components["schemas"]["MemoryKeywordScore"] | null;
            /** @description From 0; higher, the closer together words of the question stand. */
            readonly proximity: number;
            readonly semantic: components["schemas"]["MemorySemanticScore"] | null;
            readonly tokens: components["schemas"]["MemoryTokenScore"] | null;
        };
        /** @description What each part added to the score. */
        readonly MemoryFusion: {
            readonly exact: number;
            readonly meaning: number;
            /** @description `sum` and `ranks`: the score is 1 / (1 + e^-sum) of the five below; `ranks` takes words and meaning by their places. Otherwise the score is what words or meaning added alone. */
            readonly method: ("sum" | "ranks" | "keyword" | "semantic") | (string & {});
            readonly proximity: number;
            readonly tokens: number;
            readonly words: number;
        };
        readonly MemoryImport: {
            readonly chunks: number;
            /** @description New ones. */
            readonly documents: number;
            /** @description Those that were there already. */
            readonly duplicates: number;
            readonly failed: number;
            /** @description Why some did not come in; the first 100. */
            readonly faults: readonly components["schemas"]["MemoryImportFault"][];
            /** @description The first 100. */
            readonly items: readonly components["schemas"]["ImportedMemory"][];
            /** @description Null: each file is a source of its own, by its name. */
            readonly source: string | null;
        };
        /** @description Files were imported; their documents have no other event. */
        readonly MemoryImportedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MemoryImportedEventData"];
            readonly id: string;
            readonly type: "memory.imported";
        };
        readonly MemoryImportedEventData: {
            readonly documents: number;
            /** @description Those that were there already. */
            readonly duplicates: number;
            readonly job_id: string | null;
            /** @description Null: the files have sources of their own. */
            readonly source: string | null;
        };
        readonly MemoryImportFault: {
            readonly code: string;
            readonly detail: string;
            readonly file_name: string;
            readonly line?: number;
        };
        readonly MemoryImportFile: {
            /** @description The file as text. */
            readonly content?: string;
            /** @description The file as bytes. */
            readonly content_base64?: string;
            /** @description The file name; a path is kept as it is. */
            readonly name: string;
        };
        /** @description Null: not among the best by words. */
        readonly MemoryKeywordScore: {
            readonly bm25: number;
            /** @description Of what was asked, how much the passage has, 0 to 1. */
            readonly coverage: number;
            readonly index: ("words" | "trigrams") | (string & {});
            readonly rank: number;
            /** @description Of the best found by words. */
            readonly share: number;
        };
        /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
        readonly MemoryProvenance: {
            /** @description How it came in. */
            readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
        } & {
            readonly [key: string]: unknown;
        };
        readonly MemoryResult: {
            readonly chunk: components["schemas"]["MemoryChunk"];
            /** @description In how many passages it is found. */
            readonly chunks: number;
            readonly content: string;
            /** @description True: the content is longer than 8,000 characters; read the document for the whole. */
            readonly content_truncated?: boolean;
            readonly created_at: string;
            readonly explain?: components["schemas"]["MemoryExplanation"];
            readonly id: string;
            /** @description Facts of its own, as they were sent. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            readonly provenance: components["schemas"]["MemoryProvenance"];
            readonly score: number;
            /** @description Where it came from, in the words of the one who kept it. */
            readonly source: string | null;
            readonly tags: readonly string[];
            readonly updated_at: string;
            /** @description Found from then on; null: always. */
            readonly valid_from: string | null;
            /** @description Found until then; null: always. */
            readonly valid_until: string | null;
            /** @description Counts changes, from 1. */
            readonly version: number;
        };
        readonly MemorySearchResult: {
            /** @description The mode that was used. */
            readonly mode: ("hybrid" | "keyword" | "semantic") | (string & {});
            /** @description Why it is not the mode that was asked for, or what is not embedded yet. */
            readonly notice: string | null;
            readonly results: readonly components["schemas"]["MemoryResult"][];
        };
        /** @description Null: there is no vector to compare. */
        readonly MemorySemanticScore: {
            readonly rank: number | null;
            /** @description Cosine, -1 to 1. */
            readonly similarity: number;
        };
        readonly MemorySourceStats: {
            readonly documents: number;
            readonly passages: number;
            /** @description Null: no source. */
            readonly source: string | null;
        };
        readonly MemoryStats: {
            readonly documents: number;
            /** @description Passages with a vector of the active embedder. */
            readonly embedded: number;
            readonly passages: number;
            /** @description The 100 sources with most documents. */
            readonly sources: readonly components["schemas"]["MemorySourceStats"][];
        };
        /** @description Null: not compared piece by piece. */
        readonly MemoryTokenScore: {
            /** @description Cosine, -1 to 1. */
            readonly similarity: number;
        };
        /** @description A memory was changed. */
        readonly MemoryUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MemoryUpdatedEventData"];
            readonly id: string;
            readonly type: "memory.updated";
        };
        readonly MemoryUpdatedEventData: {
            readonly id: string;
            readonly source: string | null;
            readonly version: number;
        };
        readonly MemoryVersion: {
            readonly at: string;
            readonly by: components["schemas"]["MemoryProvenance"];
            /** @description What differs from the version before; empty for the first. */
            readonly changed: readonly string[];
            readonly content: string;
            /** @description True: the content is longer than 8,000 characters; read the document for the whole. */
            readonly content_truncated?: boolean;
            /** @description Facts of its own, as they were sent. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            /** @description Where it came from, in the words of the one who kept it. */
            readonly source: string | null;
            readonly tags: readonly string[];
            /** @description Found from then on; null: always. */
            readonly valid_from: string | null;
            /** @description Found until then; null: always. */
            readonly valid_until: string | null;
            readonly version: number;
        };
        readonly Message: {
            readonly attachments?: readonly components["schemas"]["Attachment"][];
            /** @description The messages in its place, oldest first, itself among them: more than one after an edit or a regeneration. */
            readonly branches: readonly string[];
            readonly content: string;
            readonly created_at: string;
            readonly error?: components["schemas"]["TurnError"];
            /** @description On an answer that is complete or broken off. */
            readonly finish_reason: components["schemas"]["FinishReason"] | null;
            readonly id: string;
            /** @description What the answer was given of the memory of the workspace, the best first. */
            readonly memories?: readonly components["schemas"]["RecalledMemory"][];
            /** @description Which wrote it. */
            readonly model: string | null;
            /** @description What it follows; null for the first. */
            readonly parent_id: string | null;
            readonly role: components["schemas"]["MessageRole"];
            readonly tool_call_id?: string;
            readonly tool_calls?: readonly components["schemas"]["ToolCall"][];
            readonly tool_name?: string;
            /** @description The turn in which it was said. */
            readonly turn_id: string | null;
            readonly usage: components["schemas"]["TokenUsage"] | null;
        };
        readonly MessageRole: ("system" | "user" | "assistant" | "tool") | (string & {});
        readonly MetricHistory: {
            readonly key: string;
            readonly points: readonly components["schemas"]["MetricHistoryPoint"][];
            /** @description Whether points were left out. */
            readonly sampled: boolean;
            /** @description Points from `from_step` on. */
            readonly total: number;
        };
        readonly MetricHistoryPoint: {
            readonly step: number;
            readonly timestamp: number;
            /** @description JSON has no number for NaN and the infinities: they are text. */
            readonly value: number | (("NaN" | "Infinity" | "-Infinity") | (string & {}));
        };
        readonly MetricThenAndNow: {
            readonly baseline: number;
            readonly now: number;
        };
        readonly MlArtifact: {
            readonly is_dir: boolean;
            readonly path: string;
            readonly sha256: string | null;
            readonly size: number | null;
        };
        /** @description The rows of a dataset are not those any more that a model was trained on. */
        readonly MlDriftDetectedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MlDriftDetectedEventData"];
            readonly id: string;
            readonly type: "ml.drift.detected";
        };
        readonly MlDriftDetectedEventData: {
            readonly dataset_id: string;
            readonly dataset_version: number;
            /** @description Those that have drifted, at most 50. */
            readonly features: readonly string[];
            readonly model_id: string;
            readonly name: string;
            readonly prediction_drifted: boolean;
            readonly version: number;
        };
        readonly MlflowCreateExperimentRequest: {
            /** @description Text. */
            readonly artifact_location?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description A list. */
            readonly tags?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowCreateLoggedModelRequest: {
            /** @description Text. */
            readonly experiment_id?: unknown;
            /** @description Text. */
            readonly model_type?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description A list. */
            readonly params?: unknown;
            /** @description Text. */
            readonly source_run_id?: unknown;
            /** @description A list. */
            readonly tags?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowCreateModelVersionRequest: {
            /** @description Text. */
            readonly description?: unknown;
            /** @description Text. */
            readonly model_id?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly source?: unknown;
            /** @description A list. */
            readonly tags?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowCreateRegisteredModelRequest: {
            /** @description Text. */
            readonly description?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description A list. */
            readonly tags?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowCreateRunRequest: {
            /** @description Text. */
            readonly experiment_id?: unknown;
            /** @description Text. */
            readonly run_name?: unknown;
            /** @description A whole number; text is taken too. */
            readonly start_time?: unknown;
            /** @description A list. */
            readonly tags?: unknown;
            /** @description Text. */
            readonly user_id?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteExperimentRequest: {
            /** @description Text. */
            readonly experiment_id?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteExperimentTagRequest: {
            /** @description Text. */
            readonly experiment_id?: unknown;
            /** @description Text. */
            readonly key?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteLoggedModelRequest: {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteLoggedModelTagRequest: {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteModelAliasRequest: {
            /** @description Text. */
            readonly alias?: unknown;
            /** @description Text. */
            readonly name?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteModelVersionRequest: {
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly version?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteModelVersionTagRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly version?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteRegisteredModelRequest: {
            /** @description Text. */
            readonly name?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteRegisteredModelTagRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly name?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteRunRequest: {
            /** @description Text. */
            readonly run_id?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowDeleteTagRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowFinalizeLoggedModelRequest: {
            /** @description Text. */
            readonly status?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowGetLatestVersionsRequest: {
            /** @description Text. */
            readonly name?: unknown;
            /** @description A list. */
            readonly stages?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowLogBatchRequest: {
            /** @description A list. */
            readonly metrics?: unknown;
            /** @description A list. */
            readonly params?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
            /** @description A list. */
            readonly tags?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowLogInputsRequest: {
            /** @description A list. */
            readonly datasets?: unknown;
            /** @description A list. */
            readonly models?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowLogLoggedModelParamsRequest: {
            /** @description A list. */
            readonly params?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowLogMetricRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
            /** @description A whole number; text is taken too. */
            readonly step?: unknown;
            /** @description A whole number; text is taken too. */
            readonly timestamp?: unknown;
            /** @description A number, or "NaN", "Infinity", "-Infinity". */
            readonly value?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowLogModelRequest: {
            /** @description Text. */
            readonly model_json?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowLogOutputsRequest: {
            /** @description A list. */
            readonly models?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowLogParamRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
            /** @description Text. */
            readonly value?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowRenameRegisteredModelRequest: {
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly new_name?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowRestoreExperimentRequest: {
            /** @description Text. */
            readonly experiment_id?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowRestoreRunRequest: {
            /** @description Text. */
            readonly run_id?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSearchDatasetsRequest: {
            /** @description A list. */
            readonly experiment_ids?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSearchExperimentsRequest: {
            /** @description Text. */
            readonly filter?: unknown;
            /** @description A whole number; text is taken too. */
            readonly max_results?: unknown;
            /** @description A list. */
            readonly order_by?: unknown;
            /** @description Text. */
            readonly page_token?: unknown;
            /** @description Text. */
            readonly view_type?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSearchLoggedModelsRequest: {
            /** @description A list. */
            readonly experiment_ids?: unknown;
            /** @description Text. */
            readonly filter?: unknown;
            /** @description A whole number; text is taken too. */
            readonly max_results?: unknown;
            /** @description A list. */
            readonly order_by?: unknown;
            /** @description Text. */
            readonly page_token?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSearchRunsRequest: {
            /** @description A list. */
            readonly experiment_ids?: unknown;
            /** @description Text. */
            readonly filter?: unknown;
            /** @description A whole number; text is taken too. */
            readonly max_results?: unknown;
            /** @description A list. */
            readonly order_by?: unknown;
            /** @description Text. */
            readonly page_token?: unknown;
            /** @description Text. */
            readonly run_view_type?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSetExperimentTagRequest: {
            /** @description Text. */
            readonly experiment_id?: unknown;
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly value?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSetLoggedModelTagsRequest: {
            /** @description A list. */
            readonly tags?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSetModelAliasRequest: {
            /** @description Text. */
            readonly alias?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly version?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSetModelVersionTagRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly value?: unknown;
            /** @description Text. */
            readonly version?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSetRegisteredModelTagRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly value?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowSetTagRequest: {
            /** @description Text. */
            readonly key?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
            /** @description Text. */
            readonly value?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowTransitionStageRequest: {
            readonly archive_existing_versions?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly stage?: unknown;
            /** @description Text. */
            readonly version?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowUpdateExperimentRequest: {
            /** @description Text. */
            readonly experiment_id?: unknown;
            /** @description Text. */
            readonly new_name?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowUpdateModelVersionRequest: {
            /** @description Text. */
            readonly description?: unknown;
            /** @description Text. */
            readonly name?: unknown;
            /** @description Text. */
            readonly version?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowUpdateRegisteredModelRequest: {
            /** @description Text. */
            readonly description?: unknown;
            /** @description Text. */
            readonly name?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        readonly MlflowUpdateRunRequest: {
            /** @description A whole number; text is taken too. */
            readonly end_time?: unknown;
            /** @description Text. */
            readonly run_id?: unknown;
            /** @description Text. */
            readonly run_name?: unknown;
            /** @description Text. */
            readonly run_uuid?: unknown;
            /** @description Text. */
            readonly status?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description An alias of a model points to another version, or to none. */
        readonly MlModelAliasChangedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MlModelAliasChangedEventData"];
            readonly id: string;
            readonly type: "ml.model.alias_changed";
        };
        readonly MlModelAliasChangedEventData: {
            readonly alias: string;
            readonly model_id: string;
            readonly name: string;
            /** @description Null: the alias is new. */
            readonly previous_version: number | null;
            /** @description Null: the alias was taken away. */
            readonly version: number | null;
        };
        /** @description A model got a new version. */
        readonly MlModelVersionCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MlModelVersionCreatedEventData"];
            readonly id: string;
            readonly type: "ml.model.version_created";
        };
        readonly MlModelVersionCreatedEventData: {
            readonly model_id: string;
            readonly name: string;
            readonly version: number;
        };
        readonly MlRun: {
            readonly artifact_count: number;
            readonly created_at: string;
            readonly dataset: components["schemas"]["RunDataset"] | null;
            readonly experiment_id: string;
            readonly failure: string | null;
            readonly finished_at: string | null;
            readonly job_id: string | null;
            /** @description The last value of each: of the highest step, then time, then value. */
            readonly metrics: {
                readonly [key: string]: number | (("NaN" | "Infinity" | "-Infinity") | (string & {}));
            };
            readonly name: string;
            readonly params: {
                readonly [key: string]: string;
            };
            readonly parent_run_id: string | null;
            readonly run_id: string;
            readonly session_id: string | null;
            readonly started_at: string | null;
            readonly state: ("active" | "deleted") | (string & {});
            readonly status: ("queued" | "running" | "finished" | "failed" | "killed") | (string & {});
            readonly tags: {
                readonly [key: string]: string;
            };
        };
        /** @description A run of machine learning began. */
        readonly MlRunCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MlRunCreatedEventData"];
            readonly id: string;
            readonly type: "ml.run.created";
        };
        readonly MlRunCreatedEventData: {
            readonly experiment_id: string;
            readonly run_id: string;
            readonly status: ("queued" | "running" | "finished" | "failed" | "killed") | (string & {});
        };
        /** @description A run of machine learning is over, however it ended. */
        readonly MlRunFinishedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MlRunFinishedEventData"];
            readonly id: string;
            readonly type: "ml.run.finished";
        };
        readonly MlRunFinishedEventData: {
            readonly experiment_id: string;
            readonly run_id: string;
            readonly status: ("queued" | "running" | "finished" | "failed" | "killed") | (string & {});
        };
        /** @description Metrics, params or tags were logged to a run. At most once a second and run. */
        readonly MlRunLoggedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MlRunLoggedEventData"];
            readonly id: string;
            readonly type: "ml.run.logged";
        };
        readonly MlRunLoggedEventData: {
            readonly experiment_id: string;
            readonly run_id: string;
            readonly status: ("queued" | "running" | "finished" | "failed" | "killed") | (string & {});
        };
        /** @description A run of machine learning that was deleted was removed for good. */
        readonly MlRunRemovedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["MlRunRemovedEventData"];
            readonly id: string;
            readonly type: "ml.run.removed";
        };
        readonly MlRunRemovedEventData: {
            readonly experiment_id: string;
            readonly run_id: string;
            readonly status: ("queued" | "running" | "finished" | "failed" | "killed") | (string & {});
        };
        readonly MlWarning: {
            readonly code: string;
            readonly columns?: readonly string[];
            readonly message: string;
        };
        readonly Model: {
            /** @description Tokens of question and answer together, where it is known. */
            readonly context_window: number | null;
            /** @description Seconds since the epoch, as its provider gives it. */
            readonly created: number | null;
            /** @description As its provider names it; `<provider>/<id>` where two clash. */
            readonly id: string;
            /** @description Asked when no model is named. */
            readonly is_default: boolean;
            /** @description True for `svc/offline`, which is no language model. */
            readonly offline: boolean;
            /** @description US dollars a million tokens, where they are known; those of the provider's cache where it has prices of its own. */
            readonly prices: components["schemas"]["ModelPrices"] | null;
            /** @description The name of its provider. */
            readonly provider: string;
        };
        readonly ModelAliasChange: {
            readonly alias: string;
            readonly changed_at: string;
            readonly changed_by: {
                readonly user_id: string;
                readonly username: string;
            };
            readonly previous_version: number | null;
            readonly version: number | null;
        };
        readonly ModelCall: {
            readonly at: string;
            /** @description Of the prompt's, those that it wrote into its cache. */
            readonly cache_write_tokens: number;
            /** @description Of the prompt's, those that the provider read from its cache. */
            readonly cached_tokens: number;
            readonly completion_tokens: number;
            /** @description Where the prices are known. */
            readonly cost_usd: number | null;
            readonly duration_ms: number;
            readonly id: string;
            /** @description Null: a sign-in asked. */
            readonly key_id: string | null;
            readonly kind: ("chat" | "embedding") | (string & {});
            readonly model: string;
            readonly outcome: ("succeeded" | "failed" | "cancelled") | (string & {});
            readonly prompt_tokens: number;
            readonly provider: string;
            readonly user_id: string;
        };
        readonly ModelFacts: {
            /** @description Of tokens read from the provider's cache. Default: as other input. */
            readonly cache_read_usd_per_million?: number;
            /** @description Of tokens written into the provider's cache. Default: as other input. */
            readonly cache_write_usd_per_million?: number;
            readonly context_window?: number;
            /** @description The model’s id as its provider has it, without spaces. */
            readonly id: string;
            readonly input_usd_per_million?: number;
            readonly output_usd_per_million?: number;
        };
        readonly ModelFactsInput: {
            /** @description Of tokens read from the provider's cache. Default: as other input. */
            readonly cache_read_usd_per_million?: number;
            /** @description Of tokens written into the provider's cache. Default: as other input. */
            readonly cache_write_usd_per_million?: number;
            readonly context_window?: number;
            /** @description The model’s id as its provider has it, without spaces. */
            readonly id: string;
            readonly input_usd_per_million?: number;
            readonly output_usd_per_million?: number;
        };
        readonly ModelPrices: {
            readonly cache_read_usd_per_million?: number;
            readonly cache_write_usd_per_million?: number;
            readonly input_usd_per_million: number;
            readonly output_usd_per_million: number;
        };
        readonly ModelProvider: {
            /** @description Null: the address that its kind knows. */
            readonly base_url: string | null;
            /** @description Null for one of the configuration. */
            readonly created_at: string | null;
            /** @description Why it cannot be used. */
            readonly error: string | null;
            /** @description The key itself is never shown. */
            readonly has_api_key: boolean;
            readonly id: string;
            readonly kind: string;
            readonly models: readonly components["schemas"]["ModelFacts"][];
            /** @description Stands before a model id where two clash. */
            readonly name: string;
            /** @description Those of the configuration are changed there; those of the installation serve every workspace. */
            readonly origin: ("configuration" | "installation" | "workspace") | (string & {});
            readonly timeout_seconds: number;
            /** @description An owner chose its address, which may be a private one. */
            readonly trusted: boolean;
            /** @description Null for one of the configuration. */
            readonly updated_at: string | null;
        };
        readonly ModelProviderCheck: {
            readonly duration_ms: number;
            /** @description What is wrong, in a sentence. */
            readonly error: {
                readonly code: string;
                readonly message: string;
            } | null;
            /** @description Whether the `model` of the request is among them; null when it named none, or there is no list. */
            readonly lists_model: boolean | null;
            /** @description How many it lists. */
            readonly models: number;
            readonly ok: boolean;
            /** @description The first 20 of them. */
            readonly sample: readonly string[];
        };
        /** @description An admin connected a provider of models. */
        readonly ModelProviderCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ModelProviderCreatedEventData"];
            readonly id: string;
            readonly type: "model.provider.created";
        };
        readonly ModelProviderCreatedEventData: {
            readonly kind: string;
            readonly name: string;
            readonly provider_id: string;
        };
        /** @description An admin removed a provider of models. */
        readonly ModelProviderDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ModelProviderDeletedEventData"];
            readonly id: string;
            readonly type: "model.provider.deleted";
        };
        readonly ModelProviderDeletedEventData: {
            readonly kind: string;
            readonly name: string;
            readonly provider_id: string;
        };
        /** @description An admin changed a provider of models. */
        readonly ModelProviderUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ModelProviderUpdatedEventData"];
            readonly id: string;
            readonly type: "model.provider.updated";
        };
        readonly ModelProviderUpdatedEventData: {
            readonly kind: string;
            readonly name: string;
            readonly provider_id: string;
        };
        readonly ModelSettings: {
            /** @description Asked when no model is named; null: as the configuration has it. */
            readonly default_model: string | null;
        };
        /** @description An admin chose the model that is asked when none is named. */
        readonly ModelSettingsUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ModelSettingsUpdatedEventData"];
            readonly id: string;
            readonly type: "model.settings.updated";
        };
        readonly ModelSettingsUpdatedEventData: {
            readonly default_model: string | null;
        };
        readonly MoveFileRequest: {
            /** @description Such as `reports/2026/q3.pdf`. */
            readonly path: string;
        };
        readonly MoveFolderRequest: {
            /** @description Such as `reports/2026/q3.pdf`. */
            readonly from: string;
            /** @description Empty: the top. */
            readonly to: string;
        };
        readonly MoveWorkspaceRequest: {
            readonly server_id: string;
        };
        readonly NewAnalysisEvidence: {
            readonly analysis_id: string;
            readonly note?: string;
            /** @description A JSON pointer: `/result/p_value`. */
            readonly pointer?: string;
            /**
             * @description Default `supports`.
             * @enum {string}
             */
            readonly relation?: "supports" | "contradicts" | "context";
            readonly tolerance?: number;
            /** @constant */
            readonly type: "analysis";
            readonly value?: number | string | boolean;
        };
        readonly NewApiKey: {
            readonly created_at: string;
            /** @description Null: never. */
            readonly expires_at: string | null;
            readonly id: string;
            /** @description Shown this once. */
            readonly key: string;
            /** @description Null: every model. */
            readonly models: readonly string[] | null;
            readonly name: string;
            /** @description The first characters of the key, enough to recognise it. */
            readonly prefix: string;
            readonly scopes: readonly string[];
            /** @description Null: as many tokens as it likes. */
            readonly token_budget: components["schemas"]["KeyTokenBudget"] | null;
            /** @description Null: the model finds its tools. */
            readonly tools: readonly string[] | null;
        };
        readonly NewAttachment: {
            readonly content_type?: string;
            /** @description Base64. A PNG, JPEG, WebP or GIF is known by its first bytes; all else must be text. */
            readonly data?: string;
            readonly name: string;
            /** @description Text as it is; this or `data`. */
            readonly text?: string;
        };
        readonly NewDatasetEvidence: {
            readonly columns?: readonly string[];
            readonly dataset_id: string;
            readonly note?: string;
            /**
             * @description Default `supports`.
             * @enum {string}
             */
            readonly relation?: "supports" | "contradicts" | "context";
            /** @constant */
            readonly type: "dataset";
            readonly version: number;
        };
        readonly NewestBackup: {
            readonly bytes: number;
            readonly created_at: string;
            readonly name: string;
            readonly reason: string;
        };
        readonly NewFileEvidence: {
            readonly file_id: string;
            readonly note?: string;
            /**
             * @description Default `supports`.
             * @enum {string}
             */
            readonly relation?: "supports" | "contradicts" | "context";
            /** @description What the file must have: 64 digits of hexadecimal. */
            readonly sha256?: string;
            /** @constant */
            readonly type: "file";
        };
        readonly NewInvite: {
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string;
            /** Format: date-time */
            readonly expires_at: string;
            readonly id: string;
            readonly role: ("owner" | "admin" | "user") | (string & {});
            /** @description For `invite` of POST /api/auth/register. */
            readonly token: string;
            /** @description The page where the invited person registers. */
            readonly url: string;
        };
        readonly NewNoteEvidence: {
            readonly note?: string;
            readonly note_id: string;
            /** @description As it stands there; `[…]` leaves out up to 2,000 characters. */
            readonly quote: string;
            /**
             * @description Default `supports`.
             * @enum {string}
             */
            readonly relation?: "supports" | "contradicts" | "context";
            /** @constant */
            readonly type: "note";
        };
        readonly NewQueryEvidence: {
            readonly note?: string;
            /** @description As an answer to `POST /api/data/query` gives it. */
            readonly receipt: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Default `supports`.
             * @enum {string}
             */
            readonly relation?: "supports" | "contradicts" | "context";
            /** @constant */
            readonly type: "query";
        };
        readonly NewQuoteEvidence: {
            readonly end?: number;
            readonly note?: string;
            readonly page?: number;
            /** @description As it stands there; `[…]` leaves out up to 2,000 characters. */
            readonly quote: string;
            /**
             * @description Default `supports`.
             * @enum {string}
             */
            readonly relation?: "supports" | "contradicts" | "context";
            readonly source_id: string;
            /** @description Of several places the one nearest to this code point. */
            readonly start?: number;
            /** @constant */
            readonly type: "quote";
        };
        readonly NewRunEvidence: {
            readonly metric?: string;
            readonly note?: string;
            /**
             * @description Default `supports`.
             * @enum {string}
             */
            readonly relation?: "supports" | "contradicts" | "context";
            readonly run_id: string;
            /** @constant */
            readonly type: "run";
            readonly value?: number;
        };
        readonly NewWebhook: {
            readonly created_at: string;
            /** @description What it is for. */
            readonly description: string | null;
            /** @description Why it is disabled, in a sentence. */
            readonly disabled_reason: string | null;
            readonly events: readonly string[];
            /** @description Since when every try has failed; null: the last one did not. */
            readonly failing_since: string | null;
            readonly id: string;
            /** @description Signs every delivery (Standard Webhooks 1.0). Shown this once. */
            readonly secret: string;
            /** @description A disabled webhook collects nothing. */
            readonly status: ("enabled" | "disabled") | (string & {});
            readonly updated_at: string;
            readonly url: string;
        };
        readonly Note: {
            /** @description The notes that link here, those changed last first, at most 200. */
            readonly backlinks: readonly {
                readonly note_id: string;
                readonly title: string;
            }[];
            /** @description Markdown. */
            readonly body: string;
            readonly created_at: string;
            /** @description A user. */
            readonly created_by: string;
            /** @description What the text names: `[[Title]]`, or the id of a note. The first 500. */
            readonly links: readonly {
                /** @description Null while there is no such note. */
                readonly note_id: string | null;
                readonly text: string;
            }[];
            readonly note_id: string;
            readonly tags: readonly string[];
            readonly title: string;
            readonly updated_at: string;
            /** @description Counts changes, from 1. */
            readonly version: number;
        };
        /** @description A note was written. */
        readonly NoteCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["NoteCreatedEventData"];
            readonly id: string;
            readonly type: "note.created";
        };
        readonly NoteCreatedEventData: {
            readonly note_id: string;
            /** @description Who did it. */
            readonly user_id: string;
        };
        /** @description A note was deleted. */
        readonly NoteDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["NoteDeletedEventData"];
            readonly id: string;
            readonly type: "note.deleted";
        };
        readonly NoteDeletedEventData: {
            readonly note_id: string;
            /** @description Who did it. */
            readonly user_id: string;
        };
        /** @description A note was changed. */
        readonly NoteUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["NoteUpdatedEventData"];
            readonly id: string;
            readonly type: "note.updated";
        };
        readonly NoteUpdatedEventData: {
            readonly note_id: string;
            /** @description Who did it. */
            readonly user_id: string;
        };
        readonly PdfSignature: {
            readonly certificate_id: string;
            readonly fingerprint_sha256: string;
            /** @constant */
            readonly kind: "pades-b-b";
            readonly signed_at: string;
            readonly subject: string;
        };
        readonly PendingApproval: {
            readonly approval_id: string;
            readonly expires_at: string;
            /** @description Who decides, and how. */
            readonly message: string;
            /** @constant */
            readonly status: "pending";
            readonly tool_name: string;
            /** @description Where the approval is, with what came of it; also in the header `Location`. */
            readonly url: string;
        };
        readonly PendingEmail: {
            readonly approval_id: string;
            readonly expires_at: string;
            /** @constant */
            readonly status: "pending";
            readonly tool_name: string;
        };
        readonly Placement: {
            /** @description Grows with each owner */
            readonly epoch: number;
            /** @description Of its log in PostgreSQL since the last snapshot */
            readonly log_bytes: number;
            readonly server_id: string | null;
            readonly snapshot_at: string | null;
            readonly state: ("free" | "restoring" | "owned" | "moving") | (string & {});
            readonly workspace_id: string;
        };
        readonly Planes: {
            readonly analytics: components["schemas"]["PlaneStatus"];
            readonly control: components["schemas"]["PlaneStatus"];
            readonly data: components["schemas"]["PlaneStatus"];
            readonly memory: components["schemas"]["PlaneStatus"];
        };
        readonly PlaneStatus: {
            /** @description What was checked, or what is wrong */
            readonly detail: string;
            /** @description registry, postgres, sqlite, pgvector or duckdb */
            readonly driver: string;
            readonly healthy: boolean;
            /** @description Where it is, without credentials */
            readonly location: string;
            readonly version: string | null;
        };
        readonly Platform: {
            readonly base_url: string;
            readonly docs_url: string;
            /** @description Plugins, and whether they run. */
            readonly features: {
                readonly [key: string]: boolean;
            };
            readonly models: readonly components["schemas"]["PlatformModel"][];
            readonly name: string;
            readonly openapi_url: string;
            /** @description What a key may carry; `*` is all but those that want to be named. */
            readonly scopes: readonly string[];
            /** @description The client libraries that this server hands out. */
            readonly sdks: readonly components["schemas"]["PlatformSdk"][];
            readonly version: string;
        };
        readonly PlatformModel: {
            readonly id: string;
            readonly offline: boolean;
            readonly provider: string;
        };
        readonly PlatformSdk: {
            readonly download_url: string;
            /** @description The command that installs it. */
            readonly install: string;
            readonly language: string;
            readonly package: string;
            /** @description Of the package, in hexadecimal. */
            readonly sha256: string;
            readonly version: string;
        };
        readonly Playbook: {
            /** Format: date-time */
            readonly created_at: string;
            readonly enabled: boolean;
            /** @description What is wrong with its folder as it is now. Its last good version stays up. */
            readonly error?: {
                readonly errors: readonly components["schemas"]["PlaybookMistake"][];
                readonly file: string;
            };
            readonly id: string;
            readonly inputs_schema: {
                readonly [key: string]: unknown;
            } | null;
            readonly limits: components["schemas"]["PlaybookLimits"];
            readonly name: string;
            readonly namespace: string;
            readonly needs: components["schemas"]["PlaybookNeeds"];
            readonly output_schema: {
                readonly [key: string]: unknown;
            } | null;
            readonly revision: number;
            readonly schedule: components["schemas"]["PlaybookSchedule"] | null;
            readonly source: ("api" | "manifest") | (string & {});
            readonly summary: string | null;
            readonly tags: {
                readonly [key: string]: string;
            };
            readonly title: string | null;
            readonly tool_name: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            readonly version: string;
            /** @description What its author may want to change. */
            readonly warnings?: readonly string[];
        };
        readonly PlaybookApproval: {
            readonly approval_id: string;
            readonly approvals_needed: number;
            readonly assignees: readonly string[];
            readonly body: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** @description What is decided about. */
            readonly data: unknown;
            readonly decisions: readonly components["schemas"]["PlaybookDecision"][];
            /** Format: date-time */
            readonly expires_at: string;
            readonly form: {
                readonly [key: string]: unknown;
            } | null;
            /** @constant */
            readonly kind: "playbook";
            /** @description The name of the playbook. */
            readonly playbook: string;
            readonly run_id: string;
            readonly status: ("pending" | "approved" | "denied" | "expired" | "withdrawn") | (string & {});
            /** @description Its place in the definition. */
            readonly task: string;
            readonly title: string;
        };
        /** @description A person has decided. */
        readonly PlaybookApprovalDecidedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task, approval_id, decision, by. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "approval.decided";
        };
        /** @description A task asks people. */
        readonly PlaybookApprovalRequestedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task, approval_id, title, expires_at. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "approval.requested";
        };
        /** @description An agent says more. */
        readonly PlaybookContentEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task, delta. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "content";
        };
        /** @description What the agent of this task has said since its last `tool_result`, or its beginning, is void. */
        readonly PlaybookContentResetEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "content_reset";
        };
        /** @description A task has the events that belong together. */
        readonly PlaybookCorrelationCompletedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task, correlations: what they share. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.correlation-completed";
        };
        /** @description A task waits for events that belong together. */
        readonly PlaybookCorrelationStartedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task, correlations. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.correlation-started";
        };
        readonly PlaybookDecision: {
            /** Format: date-time */
            readonly at: string;
            readonly decision: ("approved" | "denied") | (string & {});
            readonly reason: string | null;
            readonly user_id: string;
            readonly username: string;
        };
        readonly PlaybookDetail: {
            /** Format: date-time */
            readonly created_at: string;
            /** @description The definition. */
            readonly definition: {
                readonly [key: string]: unknown;
            };
            readonly enabled: boolean;
            /** @description What is wrong with its folder as it is now. Its last good version stays up. */
            readonly error?: {
                readonly errors: readonly components["schemas"]["PlaybookMistake"][];
                readonly file: string;
            };
            readonly graph: components["schemas"]["PlaybookGraph"];
            readonly id: string;
            readonly inputs_schema: {
                readonly [key: string]: unknown;
            } | null;
            readonly limits: components["schemas"]["PlaybookLimits"];
            readonly name: string;
            readonly namespace: string;
            readonly needs: components["schemas"]["PlaybookNeeds"];
            readonly output_schema: {
                readonly [key: string]: unknown;
            } | null;
            readonly revision: number;
            readonly schedule: components["schemas"]["PlaybookSchedule"] | null;
            readonly source: ("api" | "manifest") | (string & {});
            readonly summary: string | null;
            readonly tags: {
                readonly [key: string]: string;
            };
            /** @description As it was written. */
            readonly text: string;
            readonly title: string | null;
            readonly tool_name: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            readonly version: string;
            /** @description What its author may want to change. */
            readonly warnings?: readonly string[];
        };
        /** @description The run has ended; no event follows. */
        readonly PlaybookDoneEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description status, usage, and output or error. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "done";
        };
        readonly PlaybookDryRun: {
            readonly error: {
                readonly [key: string]: unknown;
            } | null;
            /** @description Null unless it completed. */
            readonly output: unknown;
            readonly status: ("completed" | "faulted") | (string & {});
            readonly tasks: readonly components["schemas"]["PlaybookTask"][];
            readonly warnings: readonly components["schemas"]["PlaybookDryRunWarning"][];
        };
        readonly PlaybookDryRunWarning: {
            readonly message: string;
            readonly task: string;
        };
        /** @description A playbook emitted an event. */
        readonly PlaybookEventEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookEventEventData"];
            readonly id: string;
            readonly type: "playbook.event";
        };
        readonly PlaybookEventEventData: {
            /** @description specversion, id, source, type, time, data and what else the author gave. */
            readonly event: Record<string, never>;
            readonly run_id: string | null;
        };
        /** @description A folder with a playbook has problems; its last good version stays up. */
        readonly PlaybookFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookFailedEventData"];
            readonly id: string;
            readonly type: "playbook.failed";
        };
        readonly PlaybookFailedEventData: {
            readonly name: string;
            readonly problems: number;
            /** @description Of what is served now. */
            readonly version: string | null;
        };
        /** @description Its tasks, each below the one it stands in, and where a run goes from each. Branches of a `fork` have no edges. */
        readonly PlaybookGraph: {
            readonly edges: readonly components["schemas"]["PlaybookGraphEdge"][];
            readonly nodes: readonly components["schemas"]["PlaybookGraphNode"][];
        };
        readonly PlaybookGraphEdge: {
            readonly from: string;
            readonly label: string | null;
            /** @description A task of the same list; `exit`: that list ends; `end`: the run ends. */
            readonly to: string;
            readonly when: string | null;
        };
        readonly PlaybookGraphNode: {
            readonly kind: string;
            readonly name: string;
            readonly parent: string | null;
            readonly reference: string;
            readonly summary: string | null;
        };
        /** @description As its definition sets them. */
        readonly PlaybookLimits: {
            readonly max_active_runs: number | null;
            readonly timeout_seconds: number | null;
            readonly token_budget: number | null;
        };
        /** @description A folder with a playbook was read. */
        readonly PlaybookLoadedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookLoadedEventData"];
            readonly id: string;
            readonly type: "playbook.loaded";
        };
        readonly PlaybookLoadedEventData: {
            readonly name: string;
            readonly problems: number;
            /** @description Of what is served now. */
            readonly version: string | null;
        };
        /** @description What an agent app has written into its log. */
        readonly PlaybookLogEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description level, message, task. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "log";
        };
        readonly PlaybookMistake: {
            readonly code: string;
            readonly column: number | null;
            readonly end_column: number | null;
            readonly end_line: number | null;
            readonly frame: string | null;
            readonly line: number | null;
            readonly message: string;
            /** @description A JSON Pointer. */
            readonly path: string;
            readonly suggestion?: string;
        };
        /** @description What it reaches of the workspace and the world. */
        readonly PlaybookNeeds: {
            readonly agent: boolean;
            readonly approvals: boolean;
            readonly apps: readonly string[];
            readonly memory: boolean;
            readonly network: boolean;
            readonly playbooks: readonly string[];
            readonly secrets: readonly string[];
            readonly sql: boolean;
            readonly tools: readonly string[];
        };
        readonly PlaybookPage: {
            readonly items: readonly components["schemas"]["Playbook"][];
            readonly next_cursor: string | null;
            readonly problems: readonly components["schemas"]["BrokenPlaybookFolder"][];
        };
        /** @description How many tasks of the definition have completed. */
        readonly PlaybookProgressEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description finished, total. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "progress";
        };
        /** @description A folder with a playbook is gone. */
        readonly PlaybookRemovedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookRemovedEventData"];
            readonly id: string;
            readonly type: "playbook.removed";
        };
        readonly PlaybookRemovedEventData: {
            readonly name: string;
            readonly problems: number;
            /** @description Of what is served now. */
            readonly version: string | null;
        };
        readonly PlaybookRun: {
            /** @description What its tasks have exported. */
            readonly context: unknown;
            /** Format: date-time */
            readonly created_at: string;
            readonly current: readonly string[];
            readonly ended_at: string | null;
            readonly error: {
                readonly [key: string]: unknown;
            } | null;
            readonly id: string;
            /** @description As they were given; of a schedule `on` events the list of them. */
            readonly inputs: unknown;
            /** @description Words of the caller, to find runs by. */
            readonly labels: {
                readonly [key: string]: string;
            };
            readonly name: string;
            /** @description Null until it has completed. */
            readonly output: unknown;
            readonly parent_run_id: string | null;
            readonly playbook_id: string;
            readonly progress: {
                readonly finished: number;
                readonly total: number;
            };
            readonly revision: number;
            readonly started_at: string | null;
            readonly started_by: {
                readonly key_id: string | null;
                readonly user_id: string;
            };
            readonly status: ("pending" | "running" | "waiting" | "suspended" | "completed" | "faulted" | "cancelled") | (string & {});
            readonly trigger: string;
            readonly usage: components["schemas"]["PlaybookRunUsage"];
            readonly version: string;
            readonly waiting_for: readonly components["schemas"]["PlaybookWaiting"][];
            readonly wake_at: string | null;
        };
        /** @description A run of a playbook was cancelled. */
        readonly PlaybookRunCancelledEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookRunCancelledEventData"];
            readonly id: string;
            readonly type: "playbook.run.cancelled";
        };
        readonly PlaybookRunCancelledEventData: {
            readonly name: string;
            readonly playbook_id: string;
            readonly run_id: string;
            readonly version: string;
        };
        /** @description A run of a playbook completed. */
        readonly PlaybookRunCompletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookRunCompletedEventData"];
            readonly id: string;
            readonly type: "playbook.run.completed";
        };
        readonly PlaybookRunCompletedEventData: {
            readonly name: string;
            readonly playbook_id: string;
            readonly run_id: string;
            readonly version: string;
        };
        readonly PlaybookRunEvent: components["schemas"]["PlaybookWorkflowStartedEvent"] | components["schemas"]["PlaybookWorkflowSuspendedEvent"] | components["schemas"]["PlaybookWorkflowResumedEvent"] | components["schemas"]["PlaybookWorkflowCompletedEvent"] | components["schemas"]["PlaybookWorkflowFaultedEvent"] | components["schemas"]["PlaybookWorkflowCancelledEvent"] | components["schemas"]["PlaybookCorrelationStartedEvent"] | components["schemas"]["PlaybookCorrelationCompletedEvent"] | components["schemas"]["PlaybookTaskCreatedEvent"] | components["schemas"]["PlaybookTaskStartedEvent"] | components["schemas"]["PlaybookTaskSuspendedEvent"] | components["schemas"]["PlaybookTaskResumedEvent"] | components["schemas"]["PlaybookTaskRetriedEvent"] | components["schemas"]["PlaybookTaskCompletedEvent"] | components["schemas"]["PlaybookTaskFaultedEvent"] | components["schemas"]["PlaybookTaskCancelledEvent"] | components["schemas"]["PlaybookApprovalRequestedEvent"] | components["schemas"]["PlaybookApprovalDecidedEvent"] | components["schemas"]["PlaybookContentEvent"] | components["schemas"]["PlaybookContentResetEvent"] | components["schemas"]["PlaybookToolCallEvent"] | components["schemas"]["PlaybookToolResultEvent"] | components["schemas"]["PlaybookLogEvent"] | components["schemas"]["PlaybookProgressEvent"] | components["schemas"]["PlaybookDoneEvent"] | components["schemas"]["StreamErrorEvent"];
        /** @description A run of a playbook faulted. */
        readonly PlaybookRunFaultedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookRunFaultedEventData"];
            readonly id: string;
            readonly type: "playbook.run.faulted";
        };
        readonly PlaybookRunFaultedEventData: {
            readonly error: {
                readonly status: number;
                readonly type: string;
            };
            readonly name: string;
            readonly playbook_id: string;
            readonly run_id: string;
            readonly version: string;
        };
        /** @description A run of a playbook was started. */
        readonly PlaybookRunStartedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookRunStartedEventData"];
            readonly id: string;
            readonly type: "playbook.run.started";
        };
        readonly PlaybookRunStartedEventData: {
            readonly name: string;
            readonly playbook_id: string;
            readonly run_id: string;
            readonly version: string;
        };
        /** @description A person has suspended a run of a playbook. */
        readonly PlaybookRunSuspendedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookRunSuspendedEventData"];
            readonly id: string;
            readonly type: "playbook.run.suspended";
        };
        readonly PlaybookRunSuspendedEventData: {
            readonly name: string;
            readonly playbook_id: string;
            readonly run_id: string;
            readonly version: string;
        };
        readonly PlaybookRunUsage: {
            readonly agent_calls: number;
            readonly completion_tokens: number;
            readonly duration_ms: number;
            readonly http_calls: number;
            readonly prompt_tokens: number;
            readonly tasks: number;
            readonly tool_calls: number;
        };
        /** @description A run of a playbook waits: for a time, an event, a person or another run. */
        readonly PlaybookRunWaitingEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PlaybookRunWaitingEventData"];
            readonly id: string;
            readonly type: "playbook.run.waiting";
        };
        readonly PlaybookRunWaitingEventData: {
            readonly name: string;
            readonly playbook_id: string;
            readonly run_id: string;
            readonly version: string;
        };
        readonly PlaybookSchedule: {
            /** @description A duration. */
            readonly after?: unknown;
            readonly cron?: string;
            /** @description Off until an admin switches it on. */
            readonly enabled: boolean;
            /** @description A duration. */
            readonly every?: unknown;
            readonly next_run_at: string | null;
            /** @description Events, as `listen` has them. */
            readonly on?: {
                readonly [key: string]: unknown;
            };
            readonly run_as: string | null;
            readonly timezone: string;
        };
        readonly PlaybookSecret: {
            /** Format: date-time */
            readonly created_at: string;
            readonly name: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly PlaybookTask: {
            readonly approval_id: string | null;
            readonly attempt: number;
            readonly call: string | null;
            readonly child_run_id: string | null;
            readonly ended_at: string | null;
            readonly error: {
                readonly [key: string]: unknown;
            } | null;
            readonly id: string;
            readonly idempotency_key: string;
            /** @description Of more than 32 KiB a list has {truncated, bytes}. */
            readonly input: unknown;
            readonly iteration: readonly number[];
            readonly kind: string;
            readonly name: string;
            /** @description Of more than 32 KiB a list has {truncated, bytes}. */
            readonly output: unknown;
            readonly reference: string;
            readonly skipped: boolean;
            /** Format: date-time */
            readonly started_at: string;
            readonly status: string;
            readonly superseded: boolean;
            readonly usage: {
                readonly [key: string]: number;
            };
            readonly wake_at: string | null;
        };
        /** @description A task was cancelled: reason. */
        readonly PlaybookTaskCancelledEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.cancelled";
        };
        /** @description A task has completed. */
        readonly PlaybookTaskCompletedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. Of completed: output, up to 32 KiB. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.completed";
        };
        /** @description A task is there. */
        readonly PlaybookTaskCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.created";
        };
        /** @description A task has faulted: error. */
        readonly PlaybookTaskFaultedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.faulted";
        };
        /** @description A task waits no more. */
        readonly PlaybookTaskResumedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.resumed";
        };
        /** @description A task is tried again: error, tries. */
        readonly PlaybookTaskRetriedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.retried";
        };
        /** @description A task has begun. */
        readonly PlaybookTaskStartedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.started";
        };
        /** @description A task waits: waits_for, until. */
        readonly PlaybookTaskSuspendedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "task.suspended";
        };
        /** @description An agent calls a tool. */
        readonly PlaybookToolCallEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task, call_id, name, arguments. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "tool_call";
        };
        /** @description The tool has answered the agent. */
        readonly PlaybookToolResultEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description task, call_id, name, content. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "tool_result";
        };
        readonly PlaybookVersion: {
            /** @description Whether a start takes this one. */
            readonly active: boolean;
            /** Format: date-time */
            readonly created_at: string;
            readonly created_by: string | null;
            readonly revision: number;
            readonly version: string;
        };
        readonly PlaybookWaiting: {
            readonly approval?: components["schemas"]["AnyApproval"];
            readonly approval_id?: string;
            readonly child_run_id?: string;
            readonly kind: string;
            readonly task: string;
            readonly until: string | null;
        };
        /** @description The run was cancelled. */
        readonly PlaybookWorkflowCancelledEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description Empty. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.cancelled";
        };
        /** @description The run has completed. */
        readonly PlaybookWorkflowCompletedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description output. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.completed";
        };
        /** @description The run has faulted. */
        readonly PlaybookWorkflowFaultedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description error. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.faulted";
        };
        /** @description A person has resumed the run. */
        readonly PlaybookWorkflowResumedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description reason. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.resumed";
        };
        /** @description The run has begun. */
        readonly PlaybookWorkflowStartedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description Empty. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.started";
        };
        /** @description A person has suspended the run. */
        readonly PlaybookWorkflowSuspendedEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description reason. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly id: string;
            readonly run_id: string;
            readonly type: "workflow.suspended";
        };
        readonly Plugin: {
            readonly builtin: boolean;
            readonly description: string;
            readonly enabled: boolean;
            readonly error: string | null;
            readonly id: string;
            readonly manifest_hash: string;
            readonly outcome: ("running" | "failed" | "degraded" | "disabled" | "waiting-for-owner" | "not-started") | (string & {});
            readonly restart_required: boolean;
            readonly setup_ms: number | null;
            readonly title: string;
            readonly version: string;
        };
        /** @description A plugin was switched off, from the next start on. */
        readonly PluginDisabledEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PluginDisabledEventData"];
            readonly id: string;
            readonly type: "plugin.disabled";
        };
        readonly PluginDisabledEventData: {
            readonly plugin_id: string;
        };
        /** @description A plugin was switched on, from the next start on. */
        readonly PluginEnabledEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PluginEnabledEventData"];
            readonly id: string;
            readonly type: "plugin.enabled";
        };
        readonly PluginEnabledEventData: {
            readonly plugin_id: string;
        };
        /** @description A plugin that is to run does not: it failed at the start, or what it needs did. */
        readonly PluginFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["PluginFailedEventData"];
            readonly id: string;
            readonly type: "plugin.failed";
        };
        readonly PluginFailedEventData: {
            readonly outcome: ("failed" | "degraded") | (string & {});
            readonly plugin_id: string;
        };
        readonly PluginPage: {
            /** @description The part of the menu; null: not in the menu. */
            readonly group: (("main" | "knowledge" | "automate" | "build" | "instance") | (string & {})) | null;
            /** @description The name of an icon. */
            readonly icon: string | null;
            /** @description The module that draws it, relative to the address of the server; null: the browser app draws it itself. */
            readonly module: string | null;
            /** @description Its place in the group, the smallest first. */
            readonly order: number;
            /** @description The address of the page below that of the server; all addresses below it are its too. */
            readonly path: string;
            /** @description The id of the plugin that declares it. */
            readonly plugin: string;
            readonly plugin_title: string;
            /** @description Why it cannot be used, in a sentence; null when it can. */
            readonly reason: string | null;
            /** @description The least role that sees it. */
            readonly role: ("user" | "admin" | "owner") | (string & {});
            /** @description `waiting`: the owner has not allowed the plugin yet. */
            readonly state: ("on" | "off" | "failed" | "waiting") | (string & {});
            readonly title: string;
        };
        readonly PredictingModel: {
            readonly name: string;
            readonly sha256: string;
            readonly version: number;
        };
        readonly PredictionDrift: {
            readonly drifted: boolean;
            readonly psi: number;
        };
        readonly Predictions: {
            readonly elapsed_ms: number;
            readonly model: components["schemas"]["PredictingModel"];
            readonly predictions: readonly (string | number | boolean | null)[];
            readonly probabilities?: readonly {
                readonly [key: string]: number | null;
            }[];
            readonly warnings: readonly components["schemas"]["MlWarning"][];
        };
        readonly PredictRequest: {
            readonly alias?: string;
            readonly dataset_id?: string;
            /** @description With `mode: "job"`: of the new dataset. */
            readonly dataset_name?: string;
            /** @description Default: the latest. */
            readonly dataset_version?: number;
            /**
             * @description `job`: answers at once; else the answer waits for the end, 60 s at most.
             * @enum {string}
             */
            readonly mode?: "wait" | "job";
            /** @default true */
            readonly probabilities?: boolean;
            readonly rows?: readonly {
                readonly [key: string]: number | string | boolean | null;
            }[];
            /** @description Default: that of the alias `champion`, else the highest. */
            readonly version?: number;
        };
        readonly Preprocess: {
            /** @description `parts`: days since 1970, month, day, weekday, hour. */
            readonly dates: ("parts" | "drop") | (string & {});
            /** @description How categories become numbers. */
            readonly encode: ("one_hot" | "ordinal" | "target") | (string & {});
            /** @description What stands for a missing number. `indicator`: the median, and a feature that says so. `none` is for gradient_boosting. */
            readonly impute: ("median" | "mean" | "most_frequent" | "indicator" | "none") | (string & {});
            /** @description Rarer ones than these are taken as one. */
            readonly max_categories: number;
            /** @description Trees ignore it. */
            readonly scale: ("standard" | "robust" | "none") | (string & {});
        };
        readonly PreprocessOptions: {
            /**
             * @description `parts`: days since 1970, month, day, weekday, hour.
             * @enum {string}
             */
            readonly dates?: "parts" | "drop";
            /**
             * @description How categories become numbers.
             * @enum {string}
             */
            readonly encode?: "one_hot" | "ordinal" | "target";
            /**
             * @description What stands for a missing number. `indicator`: the median, and a feature that says so. `none` is for gradient_boosting.
             * @enum {string}
             */
            readonly impute?: "median" | "mean" | "most_frequent" | "indicator" | "none";
            /** @description Rarer ones than these are taken as one. */
            readonly max_categories?: number;
            /**
             * @description Trees ignore it.
             * @enum {string}
             */
            readonly scale?: "standard" | "robust" | "none";
        };
        /** @description A CloudEvent 1.0 as JSON. */
        readonly PublishPlaybookEventRequest: {
            /** @description What happened. */
            readonly data?: unknown;
            /** @description Of `data`. */
            readonly datacontenttype?: string;
            /** @description Counts once for its source; without one the server gives it. */
            readonly id?: string;
            /** @description Who says so, a URI. */
            readonly source: string;
            /** @constant */
            readonly specversion?: "1.0";
            /** @description What it is about. */
            readonly subject?: string;
            /** Format: date-time */
            readonly time?: string;
            /** @description With a dot, and not one of svc's own types. */
            readonly type: string;
        } & {
            readonly [key: string]: unknown;
        };
        readonly PutJobScheduleRequest: {
            /** @description Five fields, minute hour day month weekday, six with seconds first, or @hourly and its like */
            readonly cron: string;
            /** @default true */
            readonly enabled?: boolean;
            readonly job: components["schemas"]["ScheduledJob"];
            /**
             * @description What to do about times that passed while no server ran: one run for all of them, or none for what is over 60 s late
             * @default run_once
             * @enum {string}
             */
            readonly misfire?: "run_once" | "skip";
            /**
             * @description An IANA name
             * @default UTC
             */
            readonly timezone?: string;
        };
        readonly PutToolGrantRequest: {
            /** @enum {string} */
            readonly grant: "allow" | "ask" | "deny";
            /** @description For this key alone; else for the workspace. */
            readonly key_id?: string;
        };
        readonly Quantile: {
            readonly q: number;
            readonly value: unknown;
        };
        readonly QueryDatasetsRequest: {
            /**
             * @description json when left out.
             * @enum {string}
             */
            readonly format?: "json" | "csv" | "arrow" | "parquet";
            /** @description Rows, at most; 1000 when left out. */
            readonly limit?: number;
            /** @description For each `?` in order. */
            readonly params?: readonly (null | boolean | number | string)[];
            readonly sql: string;
            /** @description 10000 when left out. */
            readonly timeout_ms?: number;
        };
        readonly QueryReceipt: {
            /** Format: date-time */
            readonly created_at: string;
            readonly limit: number;
            /** @description For each `?` in order. */
            readonly params: readonly (null | boolean | number | string)[];
            readonly result: components["schemas"]["ReceiptDigest"] | null;
            readonly sql: string;
            readonly tables: readonly components["schemas"]["ReceiptTable"][];
            /** @constant */
            readonly version: 1;
        };
        readonly QueryResult: {
            readonly columns: readonly components["schemas"]["Column"][];
            readonly elapsed_ms: number;
            readonly receipt: components["schemas"]["QueryReceipt"];
            readonly row_count: number;
            readonly rows: readonly (readonly unknown[])[];
            /** @description There are more rows than `limit`. */
            readonly truncated: boolean;
        };
        readonly QueuedAgentAppRun: {
            readonly job_id: string;
            readonly run_id: string;
            /** @constant */
            readonly status: "queued";
            /** @description Set while the newest edit of the folder is broken: the last good version ran. What is wrong, and where. */
            readonly warnings?: readonly components["schemas"]["AgentAppWarning"][];
        };
        /** @description A text quote and position selector of the W3C, bound to bytes and text. */
        readonly QuoteSelector: {
            readonly end: number;
            readonly exact: string;
            readonly page?: number;
            readonly prefix: string;
            readonly snapshot_sha256: string;
            /** @description In code points. */
            readonly start: number;
            readonly suffix: string;
            readonly text_sha256: string;
        };
        readonly RecalledMemory: {
            /** @description How the passage begins. */
            readonly chunk_text: string;
            /** @description Of the document: `GET /api/memory/{id}`. */
            readonly id: string;
            readonly score: number;
            /** @description Where the document came from. */
            readonly source: string | null;
        };
        readonly ReceiptDigest: {
            /** @description Floating-point columns, by a weighted sum: their last digits may differ from run to run. */
            readonly floats: readonly components["schemas"]["ReceiptSum"][];
            /** @description SHA-256 over column names, types, and all that is exact in the rows. */
            readonly hash: string;
            readonly rows: number;
        };
        readonly ReceiptSum: {
            readonly column: string;
            readonly scale: number;
            readonly sum: number;
        };
        readonly ReceiptTable: {
            readonly dataset_id: string;
            /** @description SHA-256 of the version’s file, 64 hexadecimal digits. */
            readonly sha256: string;
            /** @description As the statement names it. */
            readonly table: string;
            readonly version: number;
        };
        readonly RecordWriter: {
            readonly session_id?: string;
            readonly turn_id?: string;
            readonly user_id: string;
        };
        readonly RedriveJobsRequest: {
            /** @description What is to be done, such as thumbnails.make: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
            readonly kind?: string;
            /** @default 100 */
            readonly limit?: number;
            /** @description Which line the job waits in: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
            readonly queue?: string;
        };
        readonly RefreshedSource: {
            readonly changed: boolean;
            readonly previous: components["schemas"]["SourceSnapshot"] | null;
            readonly snapshot: components["schemas"]["SourceSnapshot"];
        };
        readonly RegenerateMessageRequest: {
            /** @description Of each answer of the model. */
            readonly max_tokens?: number;
            /** @description A model of `GET /v1/models`, `agent`, or `app:<name>`. */
            readonly model?: string;
            readonly seed?: number;
            readonly stop?: readonly string[];
            /**
             * @description True: server-sent events, with the ids that `…/events` gives them.
             * @default false
             */
            readonly stream?: boolean;
            readonly temperature?: number;
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools?: ("all" | "none") | readonly string[];
            readonly top_p?: number;
        };
        readonly RegisteredModel: {
            /** @description The version behind each. */
            readonly aliases: {
                readonly [key: string]: number;
            };
            readonly created_at: string;
            readonly description: string;
            readonly latest_version: number | null;
            readonly model_id: string;
            readonly name: string;
            readonly tags: {
                readonly [key: string]: string;
            };
            readonly updated_at: string;
        };
        readonly RegisteredModelVersion: {
            readonly aliases: readonly string[];
            readonly created_at: string;
            readonly dataset: components["schemas"]["RunDataset"] | null;
            readonly description: string;
            /** @description What it takes, as its trainer said. */
            readonly inputs: unknown;
            readonly model_id: string;
            readonly name: string;
            /** @description What it gives. */
            readonly outputs: unknown;
            readonly run_id: string | null;
            /** @description Of its only file, or of the list of the names and hashes of its files. */
            readonly sha256: string;
            /** @description Where its files came from. */
            readonly source: string;
            readonly stage: ("None" | "Staging" | "Production" | "Archived") | (string & {});
            readonly state: ("pending" | "ready" | "failed") | (string & {});
            readonly tags: {
                readonly [key: string]: string;
            };
            readonly updated_at: string;
            readonly version: number;
        };
        readonly RegisterModelVersionForm: {
            readonly description?: string;
            /**
             * Format: binary
             * @description The ONNX file.
             */
            readonly file: string;
            /** @description An object of texts, as JSON. */
            readonly tags?: string;
        };
        readonly RegisterModelVersionRequest: {
            readonly description?: string;
            /**
             * @description A file or a folder among the artifacts of the run.
             * @default model
             */
            readonly path?: string;
            readonly run_id: string;
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly RegisterRequest: {
            /** @description The token of an invitation */
            readonly invite?: string;
            readonly password: string;
            /** @description Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit. */
            readonly username: string;
        };
        readonly RejectedRow: {
            readonly column: string | null;
            readonly line: number;
            readonly reason: string;
            readonly text: string;
        };
        /** @description Rows that could not be taken, and the first of them. */
        readonly RejectedRows: {
            readonly count: number;
            readonly sample: readonly components["schemas"]["RejectedRow"][];
        };
        readonly RememberFileRequest: {
            /** @description Default: the path. */
            readonly source?: string | null;
            readonly tags?: readonly string[];
        };
        readonly RenameWorkspaceRequest: {
            readonly name: string;
        };
        readonly ReplaceNoteRequest: {
            /** @description Markdown. `[[Title]]` links to another note. */
            readonly body: string;
            readonly tags?: readonly string[];
            /** @description One line. */
            readonly title: string;
        };
        readonly ReplaceResearchReportRequest: {
            readonly authors?: readonly string[];
            /** @description Markdown with `[@key, p. 12]`, `@key says`, `[[claim:clm_…]]`, `{{value:evd_…|.3f}}` and `[unverified]`. */
            readonly body: string;
            readonly locale?: ("en-US" | "de-DE" | "fr-FR" | "es-ES" | "nl-NL") | null;
            readonly style?: string | null;
            readonly title: string;
        };
        readonly ReportCover: {
            readonly author?: string;
            /** @description As it is to be printed. */
            readonly date?: string;
            /** @description Paragraphs, an empty line between. */
            readonly text?: string;
            readonly title?: string;
        };
        /** @description As `POST …/export` with `{"format": "json"}` gives it. */
        readonly ResearchBundle: {
            readonly claims: readonly components["schemas"]["BundledClaim"][];
            readonly links: readonly components["schemas"]["BundledLink"][];
            readonly project: components["schemas"]["BundledProject"];
            readonly reports: readonly components["schemas"]["BundledReport"][];
            readonly sources: readonly components["schemas"]["BundledSource"][];
            /** @constant */
            readonly svc_research: 1;
        };
        readonly ResearchClaim: {
            readonly claim_id: string;
            readonly created_at: string;
            readonly created_by: components["schemas"]["RecordWriter"];
            readonly evidence: readonly components["schemas"]["ClaimEvidence"][];
            readonly kind: ("finding" | "assumption" | "opinion") | (string & {});
            readonly problem: components["schemas"]["EvidenceProblem"] | null;
            /** @description `supported`, `contradicted`: by sound evidence. `broken`: some evidence fails, or the record was altered. */
            readonly status: ("supported" | "contradicted" | "unsupported" | "broken") | (string & {});
            readonly tags: readonly string[];
            readonly text: string;
            readonly updated_at: string;
            readonly verified_at: string | null;
        };
        /** @description A claim was made. */
        readonly ResearchClaimCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ResearchClaimCreatedEventData"];
            readonly id: string;
            readonly type: "research.claim.created";
        };
        readonly ResearchClaimCreatedEventData: {
            readonly claim_id: string;
            readonly research_project_id: string;
            readonly status: ("supported" | "contradicted" | "unsupported" | "broken") | (string & {});
        };
        /** @description A claim is judged otherwise than before. */
        readonly ResearchClaimStatusChangedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ResearchClaimStatusChangedEventData"];
            readonly id: string;
            readonly type: "research.claim.status_changed";
        };
        readonly ResearchClaimStatusChangedEventData: {
            readonly claim_id: string;
            readonly from: string;
            readonly research_project_id: string;
            readonly to: ("supported" | "contradicted" | "unsupported" | "broken") | (string & {});
        };
        readonly ResearchCounts: {
            readonly claims: number;
            /** @description Claims that are broken or contradicted. */
            readonly problems: number;
            readonly reports: number;
            readonly sources: number;
        };
        readonly ResearchImport: {
            readonly imported: components["schemas"]["ImportedRecords"];
            /** @description What no longer holds, or could not be kept. */
            readonly problems: readonly components["schemas"]["ImportProblem"][];
            readonly research_project_id: string;
        };
        readonly ResearchLineage: {
            readonly edges: readonly components["schemas"]["LineageEdge"][];
            readonly nodes: readonly components["schemas"]["LineageNode"][];
            readonly truncated: boolean;
        };
        readonly ResearchLink: {
            readonly created_at: string;
            readonly id: string;
            readonly link_id: string;
            readonly type: ("note" | "file" | "dataset" | "analysis" | "query" | "run" | "model" | "session" | "job") | (string & {});
            readonly version: number | null;
        };
        readonly ResearchProject: {
            readonly counts: components["schemas"]["ResearchCounts"];
            readonly created_at: string;
            readonly description: string | null;
            readonly locale: string;
            readonly question: string | null;
            readonly research_project_id: string;
            /** @description The citation style of its reports, where they name none. */
            readonly style: string;
            readonly tags: readonly string[];
            readonly title: string;
            readonly updated_at: string;
        };
        readonly ResearchReport: {
            readonly authors: readonly string[];
            readonly body: string;
            /** @description Keys that it cites. */
            readonly citations: readonly string[];
            /** @description Claims that it names. */
            readonly claims: readonly string[];
            readonly created_at: string;
            readonly created_by: components["schemas"]["RecordWriter"];
            readonly etag: string;
            readonly locale: string | null;
            readonly report_id: string;
            readonly research_project_id: string;
            readonly style: string | null;
            readonly title: string;
            readonly updated_at: string;
            readonly version: number;
        };
        /** @description A report was made into a document. */
        readonly ResearchReportExportedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ResearchReportExportedEventData"];
            readonly id: string;
            readonly type: "research.report.exported";
        };
        readonly ResearchReportExportedEventData: {
            readonly export_id: string;
            readonly format: ("md" | "html" | "pdf" | "docx" | "zip") | (string & {});
            readonly report_id: string;
            readonly research_project_id: string;
        };
        readonly ResearchReportVersion: {
            readonly created_at: string;
            readonly created_by: components["schemas"]["RecordWriter"];
            readonly size: number;
            readonly title: string;
            readonly version: number;
        };
        readonly ResearchSource: {
            /** @description Claims that rest on it. */
            readonly claims: number;
            readonly created_at: string;
            readonly csl: components["schemas"]["CslItem"];
            /** @description The project had it already. */
            readonly duplicate?: boolean;
            /** @description Cites it in reports: `[@key]`. */
            readonly key: string;
            readonly kind: ("file" | "url" | "reference" | "text") | (string & {});
            readonly snapshot: components["schemas"]["SourceSnapshot"] | null;
            readonly source_id: string;
            /** @description `changed`: fetched again, it has other bytes than claims rest on. `missing`, `altered`: found so by a verification. */
            readonly state: ("ok" | "no_text" | "changed" | "missing" | "altered") | (string & {});
            readonly tags: readonly string[];
            readonly text: components["schemas"]["SourceText"] | null;
        };
        /** @description A source was added to a research project. */
        readonly ResearchSourceAddedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ResearchSourceAddedEventData"];
            readonly id: string;
            readonly type: "research.source.added";
        };
        readonly ResearchSourceAddedEventData: {
            readonly key: string;
            readonly kind: ("file" | "url" | "reference" | "text") | (string & {});
            readonly research_project_id: string;
            readonly source_id: string;
        };
        readonly ResearchVerification: {
            readonly checked: components["schemas"]["VerifiedCounts"];
            /** @description All was checked, and nothing but warnings (`source_changed`) was found. */
            readonly ok: boolean;
            readonly problems: readonly components["schemas"]["VerificationProblem"][];
            readonly verified_at: string;
        };
        /** @description A verification found claims that no longer hold. */
        readonly ResearchVerifyFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ResearchVerifyFailedEventData"];
            readonly id: string;
            readonly type: "research.verify.failed";
        };
        readonly ResearchVerifyFailedEventData: {
            /** @description How many claims are broken. */
            readonly broken: number;
            /** @description The first 100 of them. */
            readonly claim_ids: readonly string[];
            readonly research_project_id: string;
        };
        readonly ResetUserPasswordRequest: {
            readonly new_password: string;
        };
        readonly RestoreDatasetVersionRequest: {
            readonly version: number;
        };
        readonly RestoreFileRequest: {
            /** @description Such as `reports/2026/q3.pdf`. */
            readonly path?: string;
        };
        readonly ResumePlaybookRunRequest: {
            /** @description A reference, or a name that one task has, at the top or inside of `do`; not inside of `for`, `fork` or `try`. */
            readonly from_task?: string;
            /** @description In place of the input that the task had. */
            readonly input?: unknown;
            readonly reason?: string;
            readonly version?: string;
        };
        readonly RetryTurnRequest: {
            /** @description Of each answer of the model. */
            readonly max_tokens?: number;
            /** @description A model of `GET /v1/models`, `agent`, or `app:<name>`. */
            readonly model?: string;
            readonly seed?: number;
            readonly stop?: readonly string[];
            /**
             * @description True: server-sent events, with the ids that `…/events` gives them.
             * @default false
             */
            readonly stream?: boolean;
            readonly temperature?: number;
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools?: ("all" | "none") | readonly string[];
            readonly top_p?: number;
        };
        readonly RotatedWebhook: {
            readonly created_at: string;
            /** @description What it is for. */
            readonly description: string | null;
            /** @description Why it is disabled, in a sentence. */
            readonly disabled_reason: string | null;
            readonly events: readonly string[];
            /** @description Since when every try has failed; null: the last one did not. */
            readonly failing_since: string | null;
            readonly id: string;
            /** @description Until then the secret before this one signs too. */
            readonly previous_secret_until: string;
            /** @description Signs every delivery (Standard Webhooks 1.0). Shown this once. */
            readonly secret: string;
            /** @description A disabled webhook collects nothing. */
            readonly status: ("enabled" | "disabled") | (string & {});
            readonly updated_at: string;
            readonly url: string;
        };
        readonly RotateKeyRequest: {
            /** @description How long the old key lives on. Default: 3600. */
            readonly grace_seconds?: number;
        };
        readonly RunAgentAppRequest: {
            /** @description As the app's `inputs` schema has it; default {}. */
            readonly inputs?: {
                readonly [key: string]: unknown;
            };
            readonly runner?: "api" | "ui" | "cli" | "job" | "playbook";
        };
        /** @description A run was cancelled. */
        readonly RunCancelledEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["RunCancelledEventData"];
            readonly id: string;
            readonly type: "run.cancelled";
        };
        readonly RunCancelledEventData: {
            readonly app: string;
            readonly duration_ms: number;
            /** Format: date-time */
            readonly finished_at: string;
            /** @description The job that carries it, when it runs in the background */
            readonly job_id: string | null;
            readonly run_id: string;
            readonly runner: ("api" | "ui" | "cli" | "job" | "playbook") | (string & {});
            /** Format: date-time */
            readonly started_at: string;
            /** @description Whose run it is */
            readonly user_id: string;
            readonly version: string;
        };
        readonly RunComparison: {
            /** @description Whether all of them used the same version of a dataset. */
            readonly dataset_same: boolean;
            readonly metrics: readonly components["schemas"]["ComparedMetric"][];
            /** @description What differs comes first. */
            readonly params: readonly components["schemas"]["ComparedParam"][];
            readonly runs: readonly components["schemas"]["MlRun"][];
        };
        readonly RunDataset: {
            readonly dataset_id: string;
            readonly name: string;
            readonly sha256: string;
            readonly version: number;
        };
        readonly RunDatasetReference: {
            readonly dataset_id: string;
            readonly version?: number;
        };
        /** @description A run failed. */
        readonly RunFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["RunFailedEventData"];
            readonly id: string;
            readonly type: "run.failed";
        };
        readonly RunFailedEventData: {
            readonly app: string;
            readonly duration_ms: number;
            /** @description What kind of error; the run's record holds the rest. */
            readonly error: {
                readonly code?: string;
                readonly name: string;
            };
            /** Format: date-time */
            readonly finished_at: string;
            /** @description The job that carries it, when it runs in the background */
            readonly job_id: string | null;
            readonly run_id: string;
            readonly runner: ("api" | "ui" | "cli" | "job" | "playbook") | (string & {});
            /** Format: date-time */
            readonly started_at: string;
            /** @description Whose run it is */
            readonly user_id: string;
            readonly version: string;
        };
        readonly RunSavedQueryRequest: {
            /**
             * @description json when left out.
             * @enum {string}
             */
            readonly format?: "json" | "csv" | "arrow" | "parquet";
            /** @description Rows, at most; 1000 when left out. */
            readonly limit?: number;
            /** @description For each `?` in order. */
            readonly params?: readonly (null | boolean | number | string)[];
            /** @description 10000 when left out. */
            readonly timeout_ms?: number;
        };
        /** @description A run of an agent app began. */
        readonly RunStartedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["RunStartedEventData"];
            readonly id: string;
            readonly type: "run.started";
        };
        readonly RunStartedEventData: {
            readonly app: string;
            /** @description The job that carries it, when it runs in the background */
            readonly job_id: string | null;
            readonly run_id: string;
            readonly runner: ("api" | "ui" | "cli" | "job" | "playbook") | (string & {});
            /** Format: date-time */
            readonly started_at: string;
            /** @description Whose run it is */
            readonly user_id: string;
            readonly version: string;
        };
        /** @description A run ended well. */
        readonly RunSucceededEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["RunSucceededEventData"];
            readonly id: string;
            readonly type: "run.succeeded";
        };
        readonly RunSucceededEventData: {
            readonly app: string;
            readonly duration_ms: number;
            /** Format: date-time */
            readonly finished_at: string;
            /** @description The job that carries it, when it runs in the background */
            readonly job_id: string | null;
            readonly run_id: string;
            readonly runner: ("api" | "ui" | "cli" | "job" | "playbook") | (string & {});
            /** Format: date-time */
            readonly started_at: string;
            /** @description Whose run it is */
            readonly user_id: string;
            readonly version: string;
        };
        readonly Sample: {
            /** @description All of it that the caller may add is in the workspace. */
            readonly added: boolean;
            /** @description What it is made of, in the order in which it is added. */
            readonly items: readonly components["schemas"]["SampleItem"][];
        };
        readonly SampleItem: {
            /** @description Somebody wrote into it since it was added. */
            readonly changed: boolean;
            /** @description Of the record; null: it is not in the workspace. */
            readonly id: string | null;
            readonly kind: ("dataset" | "file" | "memory" | "note" | "task") | (string & {});
            readonly title: string;
        };
        readonly SampleRemoval: {
            /** @description Somebody wrote into these; they are no sample data any more. */
            readonly kept: readonly components["schemas"]["SampleItem"][];
            readonly removed: readonly components["schemas"]["SampleItem"][];
        };
        readonly SandboxedTool: {
            readonly description: string | null;
            /** @description What calling it does to the world. */
            readonly effect: (("read" | "write" | "external" | "destructive") | (string & {})) | null;
            /** @description False: the operator has switched it off. */
            readonly enabled: boolean;
            readonly error?: components["schemas"]["FolderError"];
            readonly examples: readonly {
                readonly [key: string]: unknown;
            }[];
            readonly input_schema: {
                readonly [key: string]: unknown;
            } | null;
            /** @description What one call may use. */
            readonly limits: {
                readonly [key: string]: unknown;
            };
            readonly name: string;
            readonly output_schema: {
                readonly [key: string]: unknown;
            } | null;
            /** @description What the manifest grants. */
            readonly permissions: {
                readonly [key: string]: unknown;
            };
            readonly title: string | null;
            readonly version: string | null;
        };
        readonly SavedQuery: {
            readonly created_at: string;
            readonly description: string;
            readonly name: string;
            /** @description For each `?` in order. */
            readonly params: readonly (null | boolean | number | string)[];
            readonly query_id: string;
            readonly sql: string;
            readonly updated_at: string;
        };
        readonly ScheduledJob: {
            /** @description What is to be done, such as thumbnails.make: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
            readonly kind: string;
            /** @description Starts before the job is given up; when left out its kind's own number, or 5 */
            readonly max_attempts?: number;
            /** @description Any JSON up to 1 MiB; what the worker is given */
            readonly payload?: unknown;
            /** @description Higher first */
            readonly priority?: number;
            /** @description Which line the job waits in: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
            readonly queue?: string;
        };
        readonly SearchMemoryRequest: {
            /**
             * Format: date-time
             * @description Whose validity counts; default now.
             */
            readonly at?: string;
            /** Format: date-time */
            readonly created_before?: string;
            /** Format: date-time */
            readonly created_from?: string;
            /**
             * @description Show the parts of each score.
             * @default false
             */
            readonly explain?: boolean;
            /**
             * @default hybrid
             * @enum {string}
             */
            readonly mode?: "hybrid" | "keyword" | "semantic";
            /** @description What is looked for, in any words. */
            readonly query: string;
            /**
             * @description Whether the best passages are compared with the question piece by piece; default: the configured one.
             * @enum {string}
             */
            readonly rerank?: "auto" | "off";
            readonly source?: string;
            /** @description Documents that have all of them. */
            readonly tags?: readonly string[];
            /** @default 5 */
            readonly top_k?: number;
        };
        readonly SendEmailRequest: {
            /** @description The `file_id` of files of this workspace. */
            readonly attachments?: readonly string[];
            /** @description Get a copy, and nobody sees it. */
            readonly bcc?: readonly string[];
            /** @description Get a copy, and everybody sees it. */
            readonly cc?: readonly string[];
            /** @description The id of the message this one answers. */
            readonly in_reply_to?: string;
            readonly subject: string;
            /** @description Plain text. */
            readonly text: string;
            /** @description `ada@example.com` or `Ada Lovelace <ada@example.com>` */
            readonly to: readonly string[];
        };
        readonly SendMessageRequest: {
            /** @description Each at most 5 MiB. Text is shown to the model marked as data, an image as an image. A file of the workspace is named by its id (scope `files:read`): text and images as they are, of PDF, DOCX and HTML the text. */
            readonly attachments?: readonly (components["schemas"]["NewAttachment"] | string)[];
            /** @description Of each answer of the model. */
            readonly max_tokens?: number;
            /** @description At most 1 MiB of text, not blank. */
            readonly message: string;
            /** @description A model of `GET /v1/models`, `agent`, or `app:<name>`. */
            readonly model?: string;
            readonly seed?: number;
            readonly stop?: readonly string[];
            /**
             * @description True: server-sent events, with the ids that `…/events` gives them.
             * @default false
             */
            readonly stream?: boolean;
            readonly temperature?: number;
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools?: ("all" | "none") | readonly string[];
            readonly top_p?: number;
        };
        readonly SentEmail: {
            readonly accepted: readonly string[];
            /** @description The `Message-ID` it went out with. */
            readonly message_id: string;
            /** @description Addresses that the server did not take. */
            readonly rejected: readonly string[];
        };
        readonly Server: {
            /** @description It is the server that answers this request */
            readonly answers: boolean;
            /** @description What lies on its machine and is not the same as on the server that answers */
            readonly differences: readonly string[];
            /** Format: date-time */
            readonly lease_expires_at: string;
            readonly server_id: string;
            /** Format: date-time */
            readonly started_at: string;
            readonly state: ("starting" | "active" | "draining" | "lost") | (string & {});
            /** @description Where other servers reach it */
            readonly url: string;
            readonly version: string;
            readonly weight: number;
            /** @description How many it has */
            readonly workspaces: number;
        };
        readonly ServerQueue: {
            readonly dead: number;
            readonly oldest_queued_at: string | null;
            readonly queue: string;
            readonly queued: number;
            readonly running: number;
        };
        readonly ServerStatus: {
            /** @description How far the wall clock has moved against the steady one since the start. */
            readonly clock_jump_ms: number;
            readonly heap_limit_bytes: number;
            readonly last_backup: components["schemas"]["NewestBackup"] | null;
            /** @description What does not stand around child processes here. */
            readonly missing_walls: readonly string[];
            readonly node: string;
            readonly open_files_limit: number | null;
            readonly pid: number;
            readonly platform: string;
            readonly queues: readonly components["schemas"]["ServerQueue"][];
            readonly rss_bytes: number;
            readonly uptime_seconds: number;
            readonly version: string;
        };
        readonly SetEmailAccountRequest: {
            /** @description An e-mail address, such as ada@example.com. What is sent comes from it. */
            readonly address: string;
            readonly imap: components["schemas"]["ImapServerSettings"];
            /** @description Stands beside the address. */
            readonly name?: string | null;
            /** @description One line. Write-only. Left out: as before, as long as servers and user name are. Many providers want an app password. */
            readonly password?: string;
            readonly smtp: components["schemas"]["SmtpServerSettings"];
            /** @description One line without control characters. Default: the address. */
            readonly username?: string;
        };
        readonly SetMemoryEmbedderRequest: {
            /** @description `built-in` or the faster `built-in-int8` (English, nothing leaves the server), the id of a model that makes embeddings, or `off`. */
            readonly embedder: string;
        };
        readonly SetModelAliasRequest: {
            readonly version: number;
        };
        readonly SetModelSettingsRequest: {
            readonly default_model: string | null;
        };
        readonly SetPlaybookSecretRequest: {
            /** @description At most 64 KiB. */
            readonly value: string;
        };
        readonly SetPluginEnabledRequest: {
            readonly enabled: boolean;
        };
        readonly Setting: {
            readonly description: string;
            /** @description As in `svc.config.yaml`. */
            readonly key: string;
            /** @description The value from the next start on, where it is another. */
            readonly next?: unknown;
            /** @description Where the value came from: `--port`, `SVC_PORT`, `SVC_PORT_FILE`, `svc.config.yaml:3`, `settings.json` (chosen in the app) or `default`. */
            readonly origin: string;
            /** @description Why it cannot be changed in the app; null where it can be. */
            readonly read_only: string | null;
            /** @description The JSON Schema of its value. */
            readonly schema: {
                readonly [key: string]: unknown;
            };
            /** @description Of the last start. Secrets read `[redacted]`. */
            readonly value: unknown;
        };
        readonly SetUpRequest: {
            readonly password: string;
            /** @description Printed at start and kept in <home>/setup_token */
            readonly setup_token: string;
            /** @description Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit. */
            readonly username: string;
        };
        readonly Signatory: {
            readonly date?: string;
            readonly name: string;
            readonly organisation?: string;
            readonly place?: string;
            readonly role?: string;
        };
        readonly SignIn: {
            /** Format: date-time */
            readonly expires_at: string;
            readonly user: components["schemas"]["Account"];
        };
        readonly SigningCertificate: {
            /** @description It signs where an export names no certificate. */
            readonly active: boolean;
            readonly certificate_id: string;
            /** @description For those who verify. */
            readonly certificate_pem: string;
            /** @description The subjects of the certificates that vouch for it. */
            readonly chain: readonly string[];
            /** @description SHA-256, 64 digits of hexadecimal. */
            readonly fingerprint_sha256: string;
            readonly issuer: string;
            /** @description `rsa-3072`, `ec-p256`, … */
            readonly key: string;
            readonly name: string;
            /** Format: date-time */
            readonly not_after: string;
            /** Format: date-time */
            readonly not_before: string;
            readonly origin: "instance" | "uploaded";
            /** @description In hexadecimal. */
            readonly serial: string;
            readonly subject: string;
        };
        readonly SigningKey: {
            readonly active: boolean;
            readonly certificate_pem?: string;
            /** Format: date-time */
            readonly created_at: string;
            /** @description SHA-256, 64 digits of hexadecimal. */
            readonly fingerprint_sha256: string;
            readonly key_id: string;
            /** @description `ed25519` signs manifests, `x509` PDF files. */
            readonly kind: "ed25519" | "x509";
            /** @description SPKI DER in base64. */
            readonly public_key: string;
            readonly retired_at: string | null;
        };
        readonly SignInSession: {
            /** Format: date-time */
            readonly created_at: string;
            /** @description True for the session that asks */
            readonly current: boolean;
            /** Format: date-time */
            readonly expires_at: string;
            readonly id: string;
            readonly ip: string | null;
            /** Format: date-time */
            readonly last_seen_at: string;
            readonly user_agent: string | null;
        };
        readonly SmtpServerSettings: {
            /** @description The name or IP address of a server, such as mail.example.com. Messages are sent through it. */
            readonly host: string;
            /** @description Default: 465, with `starttls` 587, with `none` 25. */
            readonly port?: number;
            /**
             * @description `tls` (the default): from the first byte. `starttls`: after the greeting. `none`: only for servers of this machine. Certificates are always checked.
             * @enum {string}
             */
            readonly security?: "tls" | "starttls" | "none";
        };
        readonly SourceSnapshot: {
            readonly content_type: string;
            readonly fetched_at: string;
            readonly file_id: string | null;
            readonly final_url: string | null;
            readonly sha256: string;
            readonly size: number;
            readonly url: string | null;
        };
        readonly SourceText: {
            /** @description Code points. */
            readonly chars: number;
            readonly extractor: {
                readonly name: string;
                readonly version: string;
            };
            readonly pages?: number;
            readonly sha256: string;
        };
        readonly SourceTextPart: {
            /** @description Code points of the whole text. */
            readonly chars: number;
            readonly from: number;
            readonly text: string;
            readonly text_sha256: string;
            readonly to: number;
        };
        readonly StartedMlJob: {
            readonly job_id: string;
        };
        readonly StartedTraining: {
            readonly job_id: string;
            readonly run_id: string;
        };
        readonly StartPlaybookRequest: {
            /** @description As the schema of its input has it; default {}. */
            readonly inputs?: {
                readonly [key: string]: unknown;
            };
            /** @description Words of the caller, to find runs by. */
            readonly labels?: {
                readonly [key: string]: string;
            };
            /** @description The id, the name, or `name@version`. */
            readonly playbook_id: string;
            /** @default 0 */
            readonly priority?: number;
            readonly version?: string;
            /**
             * @description How long to wait for its end.
             * @default 0
             */
            readonly wait_seconds?: number;
        };
        readonly StatDataset: {
            readonly dataset_id: string;
            readonly name: string;
            readonly rows: number;
            /** @description In SQL. */
            readonly table: string;
            readonly variables: readonly components["schemas"]["StatVariable"][];
            readonly version: number;
            readonly warnings: readonly string[];
        };
        readonly StatMethod: {
            readonly description: string;
            readonly method: string;
            /** @description JSON Schema, with defaults. */
            readonly options: unknown;
            readonly title: string;
            /** @description JSON Schema; `x-measures` beside a column says which measures fit it. */
            readonly variables: unknown;
        };
        readonly StatVariable: {
            readonly label: string | null;
            readonly levels: readonly string[] | null;
            readonly measure: ("continuous" | "ordinal" | "nominal") | (string & {});
            readonly missing_values: readonly (string | number)[];
            readonly name: string;
            /** @description `given` by somebody, or `inferred` from the column. */
            readonly source: ("given" | "inferred") | (string & {});
            /** @description In SQL. */
            readonly type: string;
        };
        readonly StatVariableInput: {
            /** @description What people read. */
            readonly label?: string;
            /** @description Of nominal and ordinal variables, in order; the first is the reference. */
            readonly levels?: readonly (string | number | boolean)[];
            /** @enum {string} */
            readonly measure: "continuous" | "ordinal" | "nominal";
            /** @description Values that mean that there is none, such as -99. */
            readonly missing_values?: readonly (string | number)[];
            /** @description The column. */
            readonly name: string;
        };
        /** @description Why the stream ends: a problem, but for its `type`. */
        readonly StreamErrorEvent: {
            readonly code: string;
            readonly detail: string;
            readonly request_id: string;
            readonly status: number;
            readonly title: string;
            readonly type: "error";
        };
        readonly SuspendPlaybookRunRequest: {
            readonly reason?: string;
        };
        readonly Task: {
            readonly body: string;
            /** @description When it was done; null while it is not. */
            readonly completed_at: string | null;
            readonly created_at: string;
            /** @description A user. */
            readonly created_by: string;
            /** @description A day (`2026-03-01`), or a time in UTC. */
            readonly due: string | null;
            readonly priority: components["schemas"]["TaskPriority"];
            readonly status: components["schemas"]["TaskStatus"];
            readonly tags: readonly string[];
            readonly task_id: string;
            readonly title: string;
            readonly updated_at: string;
            /** @description Counts changes, from 1. */
            readonly version: number;
        };
        /** @description A task is done. */
        readonly TaskCompletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["TaskCompletedEventData"];
            readonly id: string;
            readonly type: "task.completed";
        };
        readonly TaskCompletedEventData: {
            readonly task_id: string;
            /** @description Who did it. */
            readonly user_id: string;
        };
        /** @description A task was made. */
        readonly TaskCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["TaskCreatedEventData"];
            readonly id: string;
            readonly type: "task.created";
        };
        readonly TaskCreatedEventData: {
            readonly task_id: string;
            /** @description Who did it. */
            readonly user_id: string;
        };
        /** @description A task was deleted. */
        readonly TaskDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["TaskDeletedEventData"];
            readonly id: string;
            readonly type: "task.deleted";
        };
        readonly TaskDeletedEventData: {
            readonly task_id: string;
            /** @description Who did it. */
            readonly user_id: string;
        };
        /** @enum {string} */
        readonly TaskPriority: "low" | "normal" | "high" | "urgent";
        /** @enum {string} */
        readonly TaskStatus: "todo" | "in_progress" | "done" | "cancelled";
        /** @description A task was changed. */
        readonly TaskUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["TaskUpdatedEventData"];
            readonly id: string;
            readonly type: "task.updated";
        };
        readonly TaskUpdatedEventData: {
            readonly task_id: string;
            /** @description Who did it. */
            readonly user_id: string;
        };
        readonly TestUnsavedModelProviderRequest: {
            /** @description Visible ASCII characters without spaces. Sent to that address alone. Write-only; null removes it. */
            readonly api_key?: string | null;
            /** @description An http:// or https:// address up to and with its version, without user, query or fragment: https://api.openai.com/v1. A private address (a model server beside this one) may be named by an owner, or stands in `SVC_EGRESS_ALLOW`. */
            readonly base_url?: string | null;
            /** @description `openai-compatible`, or a kind that a plugin brings. */
            readonly kind: string;
            /** @description Answered with whether the provider lists it. */
            readonly model?: string;
            /** @description 1 to 63 lower-case letters, digits or . _ - and a letter or a digit first; names it in model ids, `<name>/<model>`. `svc`, `agent` and `app` are taken. */
            readonly name?: string;
            /** @description Until an answer begins, and then between two of its pieces; an answer that goes on may take an hour. */
            readonly timeout_seconds?: number;
        };
        readonly TokenBudget: {
            /** @description Null: no limit. */
            readonly day: components["schemas"]["TokenBudgetPeriod"] | null;
            /** @description Null: no limit. */
            readonly month: components["schemas"]["TokenBudgetPeriod"] | null;
        };
        readonly TokenBudgetPeriod: {
            readonly limit: number;
            readonly resets_at: string;
            readonly used: number;
        };
        readonly TokenUsage: {
            readonly completion_tokens: number;
            readonly prompt_tokens: number;
        };
        readonly ToolAnnotations: {
            readonly destructive: boolean;
            readonly open_world: boolean;
            readonly read_only: boolean;
        };
        readonly ToolCall: {
            /** @description An object; a string where the model wrote no JSON. */
            readonly arguments: unknown;
            readonly call_id: string;
            readonly tool_name: string;
        } & {
            readonly [key: string]: unknown;
        };
        readonly ToolCallRecord: {
            readonly approval_id: string | null;
            /** @description sha256 of the arguments as JSON with sorted members. */
            readonly arguments_hash: string;
            readonly at: string;
            readonly call_id: string;
            /** @description The error’s code. */
            readonly code: string | null;
            readonly duration_ms: number;
            readonly effect: ("read" | "write" | "external" | "destructive") | (string & {});
            readonly key_id: string | null;
            readonly origin: components["schemas"]["CallOrigin"];
            readonly outcome: ("ok" | "failed" | "timeout" | "cancelled" | "invalid" | "refused" | "asked") | (string & {});
            readonly tool_name: string;
            readonly user_id: string;
            readonly username: string;
        };
        readonly ToolError: {
            readonly code: string;
            readonly message: string;
        };
        /** @description The folder of a sandboxed tool cannot be served as it is. Published in the first owner's workspace. */
        readonly ToolFailedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ToolFailedEventData"];
            readonly id: string;
            readonly type: "tool.failed";
        };
        readonly ToolFailedEventData: {
            /** @description How many things are wrong; the list of sandboxed tools names them. */
            readonly problems: number;
            /** @description The last good version, which is still served */
            readonly serving: string | null;
            readonly tool: string;
        };
        readonly ToolGrant: {
            readonly grant: ("allow" | "ask" | "deny") | (string & {});
            readonly granted_at: string;
            readonly granted_by: string;
            /** @description Null: for the whole workspace. */
            readonly key_id: string | null;
            readonly tool_name: string;
        };
        /** @description A sandboxed tool was added, changed or repaired. Published in the first owner's workspace. */
        readonly ToolLoadedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ToolLoadedEventData"];
            readonly id: string;
            readonly type: "tool.loaded";
        };
        readonly ToolLoadedEventData: {
            readonly tool: string;
            readonly version: string;
        };
        readonly ToolManifest: {
            readonly annotations: components["schemas"]["ToolAnnotations"];
            readonly description: string;
            /** @description What calling it does to the world. */
            readonly effect: ("read" | "write" | "external" | "destructive") | (string & {});
            /** @description What a call by this caller meets now. */
            readonly grant: ("allow" | "ask" | "deny") | (string & {});
            /** @description An SVG as a `data:` URL, or the name of an icon. */
            readonly icon?: string;
            /** @description A call made again with the same key changes nothing more. */
            readonly idempotent?: boolean;
            readonly input_schema: {
                readonly [key: string]: unknown;
            };
            readonly name: string;
            readonly output_schema?: {
                readonly [key: string]: unknown;
            };
            /** @description The scope that calling it needs. */
            readonly permission: string | null;
            readonly plugin: string;
            /** @description Its own time limit, where it has one. */
            readonly timeout_ms?: number;
            readonly title: string;
        };
        /** @description The folder of a sandboxed tool was removed. Published in the first owner's workspace. */
        readonly ToolRemovedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["ToolRemovedEventData"];
            readonly id: string;
            readonly type: "tool.removed";
        };
        readonly ToolRemovedEventData: {
            readonly tool: string;
        };
        readonly ToolResult: {
            readonly duration_ms: number;
            /** @constant */
            readonly is_error: false;
            readonly result: unknown;
            readonly tool_name: string;
        };
        readonly Trainer: {
            /** @description JSON Schema. */
            readonly params: {
                readonly [key: string]: unknown;
            };
            readonly preprocess: components["schemas"]["Preprocess"];
            readonly tasks: readonly string[];
            readonly title: string;
            readonly trainer: string;
        };
        readonly TrainRequest: {
            /**
             * @default none
             * @enum {string}
             */
            readonly calibrate?: "none" | "sigmoid" | "isotonic";
            /** @description Its id, or the name of its table. */
            readonly dataset_id: string;
            readonly experiment_id?: string;
            /** @description Default: all other columns, but for ids and free text. */
            readonly features?: readonly string[];
            /** @description A condition in SQL. */
            readonly filter?: string;
            readonly importance?: components["schemas"]["ImportanceOptions"];
            /**
             * @description `job`: answers at once; else the answer waits for the end, 60 s at most.
             * @enum {string}
             */
            readonly mode?: "wait" | "job";
            readonly name?: string;
            /** @description As GET /api/ml/trainers lists them; names of scikit-learn. */
            readonly params?: {
                readonly [key: string]: unknown;
            };
            readonly preprocess?: components["schemas"]["PreprocessOptions"];
            /** @description A registered model that gets a new version; it is made where there is none. */
            readonly register_as?: string;
            /** @default 0 */
            readonly seed?: number;
            readonly session_id?: string;
            readonly target: string;
            /** @enum {string} */
            readonly task: "classification" | "regression";
            /** @default 1 */
            readonly threads?: number;
            /** @default 0.5 */
            readonly threshold?: number;
            /** @enum {string} */
            readonly trainer: "linear_regression" | "logistic_regression" | "gradient_boosting" | "random_forest" | "knn";
            readonly validation?: components["schemas"]["ValidationScheme"];
            /** @description Default: the latest. */
            readonly version?: number;
            readonly weights?: string;
        };
        readonly TrashedFile: {
            /** @description What the bytes are, as far as they show it; else what the upload said, else by the name. */
            readonly content_type: string;
            readonly created_at: string;
            readonly deleted_at: string;
            readonly file_id: string;
            /** @description The last part of the path. */
            readonly name: string;
            /** @description Folders separated by `/`, no leading one. */
            readonly path: string;
            /** @description Of the content; in quotes it is its ETag. */
            readonly sha256: string;
            readonly size: number;
            readonly updated_at: string;
            /** @description Counts contents, from 1. */
            readonly version: number;
        };
        /** @description Why the answer failed. */
        readonly TurnError: {
            readonly code: string;
            readonly detail: string;
            readonly status: number;
        };
        readonly UpdateConversationRequest: {
            /** @description Tell the agent what the workspace remembers about each question. Default: as the installation has it (`SVC_CONVERSATIONS_MEMORY`). */
            readonly memory?: boolean;
            readonly model?: string | null;
            readonly settings?: components["schemas"]["ConversationSettingsInput"];
            readonly system?: string | null;
            readonly title?: string | null;
            /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
            readonly tools?: ("all" | "none") | readonly string[];
        };
        readonly UpdateDatasetRequest: {
            readonly description?: string;
            readonly key?: readonly string[] | null;
            readonly name?: string;
            readonly table?: string;
            readonly tags?: readonly string[];
        };
        readonly UpdateExperimentRequest: {
            readonly description?: string;
            readonly name?: string;
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly UpdateMemoryRequest: {
            /** @description Text or Markdown, at most 10 MiB. Long ones are found by their passages. */
            readonly content?: string;
            /** @description At most 16 KiB as JSON. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /** @description Where it came from: a page, a meeting, a file. */
            readonly source?: string | null;
            readonly tags?: readonly string[];
            /** @description It is found from then on; null: always. */
            readonly valid_from?: string | null;
            /** @description It is found until then; null: always. */
            readonly valid_until?: string | null;
        };
        readonly UpdateMeRequest: {
            /** @description The members to set; null removes one. All together have at most 16 KiB as JSON. */
            readonly preferences: {
                readonly [key: string]: unknown;
            };
        };
        readonly UpdateMlRunRequest: {
            /** Format: date-time */
            readonly finished_at?: string;
            readonly name?: string;
            /** @enum {string} */
            readonly status?: "queued" | "running" | "finished" | "failed" | "killed";
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly UpdateModelProviderRequest: {
            /** @description Visible ASCII characters without spaces. Sent to that address alone. Write-only; null removes it. */
            readonly api_key?: string | null;
            /** @description An http:// or https:// address up to and with its version, without user, query or fragment: https://api.openai.com/v1. A private address (a model server beside this one) may be named by an owner, or stands in `SVC_EGRESS_ALLOW`. */
            readonly base_url?: string | null;
            /** @description What the provider does not say: sizes and prices of its models, and models that it does not list. */
            readonly models?: readonly components["schemas"]["ModelFactsInput"][];
            /** @description 1 to 63 lower-case letters, digits or . _ - and a letter or a digit first; names it in model ids, `<name>/<model>`. `svc`, `agent` and `app` are taken. */
            readonly name?: string;
            /** @description Until an answer begins, and then between two of its pieces; an answer that goes on may take an hour. */
            readonly timeout_seconds?: number;
        };
        readonly UpdateModelVersionRequest: {
            readonly description?: string;
            /** @enum {string} */
            readonly stage?: "None" | "Staging" | "Production" | "Archived";
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly UpdatePlaybookRequest: {
            /** @description What a start takes; null: the highest that is no pre-release. */
            readonly active_version?: string | null;
            readonly enabled?: boolean;
            /** @description Whether the schedule of the definition starts runs. They act as who switched it on. */
            readonly schedule_enabled?: boolean;
        };
        readonly UpdateRegisteredModelRequest: {
            readonly description?: string;
            readonly name?: string;
            readonly tags?: {
                readonly [key: string]: string;
            };
        };
        readonly UpdateResearchClaimRequest: {
            /**
             * @description Default `finding`.
             * @enum {string}
             */
            readonly kind?: "finding" | "assumption" | "opinion";
            readonly tags?: readonly string[];
            readonly text?: string;
        };
        readonly UpdateResearchProjectRequest: {
            readonly description?: string | null;
            /** @enum {string} */
            readonly locale?: "en-US" | "de-DE" | "fr-FR" | "es-ES" | "nl-NL";
            readonly question?: string | null;
            /** @description One of GET /api/research/styles. */
            readonly style?: string;
            readonly tags?: readonly string[];
            readonly title?: string;
        };
        readonly UpdateResearchSourceRequest: {
            readonly csl?: components["schemas"]["CslItem"];
            /** @description Made of author, year and title when it is left out. */
            readonly key?: string;
            readonly tags?: readonly string[];
        };
        readonly UpdateSavedQueryRequest: {
            readonly description?: string;
            readonly name?: string;
            /** @description For each `?` in order. */
            readonly params?: readonly (null | boolean | number | string)[];
            readonly sql?: string;
        };
        readonly UpdateTaskRequest: {
            /** @description Markdown. */
            readonly body?: string;
            /** @description A day (`2026-03-01`), which is over when it ends in UTC, or a time with its offset (`2026-03-01T17:00:00+01:00`). */
            readonly due?: string | null;
            readonly priority?: components["schemas"]["TaskPriority"];
            readonly status?: components["schemas"]["TaskStatus"];
            readonly tags?: readonly string[];
            /** @description One line. */
            readonly title?: string;
        };
        readonly UpdateUserRequest: {
            readonly disabled?: boolean;
            /** @enum {string} */
            readonly role?: "owner" | "admin" | "user";
        };
        readonly UpdateWebhookRequest: {
            readonly description?: string | null;
            /** @description Event types, `job.*` and its like, or `*`. Events for admins are sent to webhooks that an admin made. */
            readonly events?: readonly string[];
            /** @enum {string} */
            readonly status?: "enabled" | "disabled";
            /** @description http or https. Private addresses are refused unless the operator allows them (`SVC_EGRESS_ALLOW`). */
            readonly url?: string;
        };
        readonly Upload: {
            readonly expires_at: string;
            /** @description Once it is whole. */
            readonly file_id: string | null;
            readonly length: number;
            /** @description Bytes that have come. */
            readonly offset: number;
            readonly path: string;
            readonly upload_id: string;
        };
        readonly UploadFilesForm: {
            /** Format: binary */
            readonly file: string;
            /** @description Where it goes: a path, or a folder with a `/` behind it */
            readonly path?: string;
        };
        readonly UsageRow: {
            readonly completion_tokens: number;
            /** @description Of the models whose prices are known. */
            readonly cost_usd: number;
            /** @description Null when not grouped by day. */
            readonly day: string | null;
            /** @description Answers of 400 and above. */
            readonly errors: number;
            /** @description Null for a session, or when not grouped by key. */
            readonly key_id: string | null;
            /** @description Null when not grouped by model. */
            readonly model: string | null;
            readonly p50_ms: number | null;
            readonly p95_ms: number | null;
            readonly prompt_tokens: number;
            readonly requests: number;
            /** @description Method and pattern; null when not grouped by route. */
            readonly route: string | null;
        };
        readonly User: {
            /** Format: date-time */
            readonly created_at: string;
            readonly disabled: boolean;
            readonly id: string;
            readonly role: ("owner" | "admin" | "user") | (string & {});
            readonly username: string;
        };
        /** @description Somebody got an account. */
        readonly UserCreatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["UserCreatedEventData"];
            readonly id: string;
            readonly type: "user.created";
        };
        readonly UserCreatedEventData: {
            readonly role: ("owner" | "admin" | "user") | (string & {});
            readonly user_id: string;
            readonly username: string;
        };
        /** @description An account was deleted. */
        readonly UserDeletedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["UserDeletedEventData"];
            readonly id: string;
            readonly type: "user.deleted";
        };
        readonly UserDeletedEventData: {
            readonly user_id: string;
            readonly username: string;
        };
        /** @description An account was changed: its role, its password, or whether it is disabled. */
        readonly UserUpdatedEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["UserUpdatedEventData"];
            readonly id: string;
            readonly type: "user.updated";
        };
        readonly UserUpdatedEventData: {
            readonly changed: ("role" | "disabled" | "password") | (string & {});
            readonly disabled?: boolean;
            readonly role?: ("owner" | "admin" | "user") | (string & {});
            readonly user_id: string;
        };
        readonly ValidatePlaybookRequest: {
            /** @description The definition as JSON; in place of `source`. */
            readonly definition?: {
                readonly [key: string]: unknown;
            };
            /** @description The definition as YAML or JSON text. */
            readonly source?: string;
        };
        readonly ValidateStoredPlaybookRequest: {
            /** @description The definition as JSON; in place of `source`. */
            readonly definition?: {
                readonly [key: string]: unknown;
            };
            /** @description The definition as YAML or JSON text. */
            readonly source?: string;
        };
        readonly ValidationScheme: {
            readonly fold_column?: string;
            /** @default 5 */
            readonly folds?: number;
            readonly group?: string;
            readonly order?: string;
            /** @default 1 */
            readonly repeats?: number;
            /** @enum {string} */
            readonly scheme?: "k_fold" | "stratified_k_fold" | "group_k_fold" | "time_series" | "holdout";
            /** @default true */
            readonly shuffle?: boolean;
            /** @default 0.2 */
            readonly test_size?: number;
        };
        readonly Verification: {
            readonly checks: readonly components["schemas"]["VerificationCheck"][];
            readonly covers_whole_file: boolean;
            readonly files?: readonly components["schemas"]["VerifiedFile"][];
            readonly kind: "pades" | "manifest";
            /** @description `digest_mismatch`, `appended_after_signature`, `key_unknown`, … */
            readonly problems: readonly string[];
            /** @description By the signer's own clock. */
            readonly signed_at: string | null;
            readonly signer: components["schemas"]["DocumentSigner"] | null;
            /** @description True only when every byte is covered, every check holds and the signer is known. */
            readonly valid: boolean;
        };
        readonly VerificationCheck: {
            readonly detail: string;
            readonly name: string;
            readonly ok: boolean;
        };
        readonly VerificationProblem: {
            readonly claim_id: string | null;
            readonly code: string;
            readonly evidence_id: string | null;
            /** @description What is there now. */
            readonly is?: string;
            readonly message: string;
            readonly source_id?: string;
            /** @description What was kept. */
            readonly was?: string;
        };
        readonly VerifiedCounts: {
            readonly claims: number;
            readonly evidence: number;
            readonly sources: number;
        };
        readonly VerifiedFile: {
            readonly ok: boolean;
            readonly path: string;
            readonly reason?: "altered" | "missing" | "extra";
        };
        readonly VerifyExportForm: {
            /**
             * Format: binary
             * @description At most 100 MiB.
             */
            readonly file: string;
            /**
             * Format: binary
             * @description The bytes of `svc-manifest.json`.
             */
            readonly manifest?: string;
            /** @description The text of `svc-manifest.sig`. */
            readonly signature?: string;
        };
        readonly VerifyReceiptRequest: {
            readonly receipt: components["schemas"]["QueryReceipt"];
        };
        readonly VerifyResearchProjectRequest: {
            readonly claim_ids?: readonly string[];
            /**
             * @description `job`: in the background; the job’s result is the verification.
             * @enum {string}
             */
            readonly mode?: "request" | "job";
        };
        readonly WaitingCall: {
            readonly approval_id: string;
            readonly call_id: string;
            readonly expires_at: string;
            /** @description Who decides, until when, and how. */
            readonly message: string;
            readonly tool_name: string;
            /** @description Where the approval is read. */
            readonly url: string;
        };
        readonly Webhook: {
            readonly created_at: string;
            /** @description What it is for. */
            readonly description: string | null;
            /** @description Why it is disabled, in a sentence. */
            readonly disabled_reason: string | null;
            readonly events: readonly string[];
            /** @description Since when every try has failed; null: the last one did not. */
            readonly failing_since: string | null;
            readonly id: string;
            /** @description A disabled webhook collects nothing. */
            readonly status: ("enabled" | "disabled") | (string & {});
            readonly updated_at: string;
            readonly url: string;
        };
        readonly WebhookAttempt: {
            /** @description The first 1,024 bytes of the answer. */
            readonly answer: string | null;
            readonly at: string;
            readonly duration_ms: number;
            /** @description Why it did not succeed. */
            readonly error: string | null;
            /** @description The receiver's status; null: no answer. */
            readonly status: number | null;
        };
        readonly WebhookDelivery: {
            /** @description The last 50, oldest first. */
            readonly attempts: readonly components["schemas"]["WebhookAttempt"][];
            readonly created_at: string;
            /** @description Why the last try did not succeed, or why there was none. */
            readonly error: string | null;
            /** @description Sent as `webhook-id`, the same for every try. */
            readonly event_id: string;
            readonly event_type: string;
            /** @description Null while it is pending. */
            readonly finished_at: string | null;
            readonly id: string;
            /** @description When it is tried next; while it is on its way, when it is given up for lost. */
            readonly next_attempt_at: string | null;
            readonly status: ("pending" | "succeeded" | "failed") | (string & {});
            readonly webhook_id: string;
        };
        /** @description A webhook was switched off because its receiver is gone, failed for days or fell too far behind. */
        readonly WebhookDisabledEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["WebhookDisabledEventData"];
            readonly id: string;
            readonly type: "webhook.disabled";
        };
        readonly WebhookDisabledEventData: {
            readonly reason: ("gone" | "failing" | "backlog") | (string & {});
            readonly webhook_id: string;
        };
        /** @description Somebody tests a webhook; it is sent to that webhook alone and stands in no log. */
        readonly WebhookTestEvent: {
            /** Format: date-time */
            readonly at: string;
            readonly data: components["schemas"]["WebhookTestEventData"];
            readonly id: string;
            readonly type: "webhook.test";
        };
        readonly WebhookTestEventData: {
            readonly webhook_id: string;
        };
        readonly WholeMlRun: {
            readonly artifact_count: number;
            readonly created_at: string;
            readonly dataset: components["schemas"]["RunDataset"] | null;
            readonly experiment_id: string;
            readonly failure: string | null;
            readonly finished_at: string | null;
            readonly job_id: string | null;
            /** @description The last value of each: of the highest step, then time, then value. */
            readonly metrics: {
                readonly [key: string]: number | (("NaN" | "Infinity" | "-Infinity") | (string & {}));
            };
            readonly name: string;
            readonly params: {
                readonly [key: string]: string;
            };
            readonly parent_run_id: string | null;
            readonly result: {
                readonly [key: string]: unknown;
            } | null;
            readonly run_id: string;
            readonly session_id: string | null;
            readonly started_at: string | null;
            readonly state: ("active" | "deleted") | (string & {});
            readonly status: ("queued" | "running" | "finished" | "failed" | "killed") | (string & {});
            readonly tags: {
                readonly [key: string]: string;
            };
        };
        readonly Workspace: {
            /** Format: date-time */
            readonly created_at: string;
            readonly id: string;
            readonly name: string;
            readonly role: ("owner" | "member") | (string & {});
        };
        readonly WorkspaceEvent: components["schemas"]["AnalysisCompletedEvent"] | components["schemas"]["AnalysisDeletedEvent"] | components["schemas"]["AppFailedEvent"] | components["schemas"]["AppLoadedEvent"] | components["schemas"]["AppRemovedEvent"] | components["schemas"]["ApprovalDecidedEvent"] | components["schemas"]["ApprovalRequestedEvent"] | components["schemas"]["BackupCreatedEvent"] | components["schemas"]["BackupFailedEvent"] | components["schemas"]["ConversationCreatedEvent"] | components["schemas"]["ConversationDeletedEvent"] | components["schemas"]["ConversationTurnEndedEvent"] | components["schemas"]["ConversationTurnStartedEvent"] | components["schemas"]["ConversationUpdatedEvent"] | components["schemas"]["DatasetCreatedEvent"] | components["schemas"]["DatasetDeletedEvent"] | components["schemas"]["DatasetVersionCreatedEvent"] | components["schemas"]["EmailAccountDeletedEvent"] | components["schemas"]["EmailAccountUpdatedEvent"] | components["schemas"]["EmailSentEvent"] | components["schemas"]["ExportCertificateChangedEvent"] | components["schemas"]["ExportCreatedEvent"] | components["schemas"]["ExportFailedEvent"] | components["schemas"]["FileCreatedEvent"] | components["schemas"]["FileDeletedEvent"] | components["schemas"]["FileRestoredEvent"] | components["schemas"]["FileUpdatedEvent"] | components["schemas"]["JobCancelledEvent"] | components["schemas"]["JobCreatedEvent"] | components["schemas"]["JobDeadEvent"] | components["schemas"]["JobRetryingEvent"] | components["schemas"]["JobStartedEvent"] | components["schemas"]["JobSucceededEvent"] | components["schemas"]["KeyCreatedEvent"] | components["schemas"]["KeyRevokedEvent"] | components["schemas"]["KeyRotatedEvent"] | components["schemas"]["McpServerChangedEvent"] | components["schemas"]["MemoryCreatedEvent"] | components["schemas"]["MemoryDeletedEvent"] | components["schemas"]["MemoryEmbedderChangedEvent"] | components["schemas"]["MemoryImportedEvent"] | components["schemas"]["MemoryUpdatedEvent"] | components["schemas"]["MlDriftDetectedEvent"] | components["schemas"]["MlModelAliasChangedEvent"] | components["schemas"]["MlModelVersionCreatedEvent"] | components["schemas"]["MlRunCreatedEvent"] | components["schemas"]["MlRunFinishedEvent"] | components["schemas"]["MlRunLoggedEvent"] | components["schemas"]["MlRunRemovedEvent"] | components["schemas"]["ModelProviderCreatedEvent"] | components["schemas"]["ModelProviderDeletedEvent"] | components["schemas"]["ModelProviderUpdatedEvent"] | components["schemas"]["ModelSettingsUpdatedEvent"] | components["schemas"]["NoteCreatedEvent"] | components["schemas"]["NoteDeletedEvent"] | components["schemas"]["NoteUpdatedEvent"] | components["schemas"]["PlaybookEventEvent"] | components["schemas"]["PlaybookFailedEvent"] | components["schemas"]["PlaybookLoadedEvent"] | components["schemas"]["PlaybookRemovedEvent"] | components["schemas"]["PlaybookRunCancelledEvent"] | components["schemas"]["PlaybookRunCompletedEvent"] | components["schemas"]["PlaybookRunFaultedEvent"] | components["schemas"]["PlaybookRunStartedEvent"] | components["schemas"]["PlaybookRunSuspendedEvent"] | components["schemas"]["PlaybookRunWaitingEvent"] | components["schemas"]["PluginDisabledEvent"] | components["schemas"]["PluginEnabledEvent"] | components["schemas"]["PluginFailedEvent"] | components["schemas"]["ResearchClaimCreatedEvent"] | components["schemas"]["ResearchClaimStatusChangedEvent"] | components["schemas"]["ResearchReportExportedEvent"] | components["schemas"]["ResearchSourceAddedEvent"] | components["schemas"]["ResearchVerifyFailedEvent"] | components["schemas"]["RunCancelledEvent"] | components["schemas"]["RunFailedEvent"] | components["schemas"]["RunStartedEvent"] | components["schemas"]["RunSucceededEvent"] | components["schemas"]["TaskCompletedEvent"] | components["schemas"]["TaskCreatedEvent"] | components["schemas"]["TaskDeletedEvent"] | components["schemas"]["TaskUpdatedEvent"] | components["schemas"]["ToolFailedEvent"] | components["schemas"]["ToolLoadedEvent"] | components["schemas"]["ToolRemovedEvent"] | components["schemas"]["UserCreatedEvent"] | components["schemas"]["UserDeletedEvent"] | components["schemas"]["UserUpdatedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["WebhookTestEvent"] | components["schemas"]["GapEvent"] | components["schemas"]["StreamErrorEvent"];
        readonly WorkspaceMember: {
            readonly role: ("owner" | "member") | (string & {});
            readonly user_id: string;
            readonly username: string;
        };
        readonly WriteFileRequest: {
            /** @description Bytes in base64. */
            readonly base64?: string;
            readonly content_type?: string;
            /** @description Such as `reports/2026/q3.pdf`. */
            readonly path: string;
            /** @description Text as it is; this or `base64`. */
            readonly text?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AcceptedExport = components['schemas']['AcceptedExport'];
export type Account = components['schemas']['Account'];
export type ActivateSigningCertificateRequest = components['schemas']['ActivateSigningCertificateRequest'];
export type AddCitationStyleForm = components['schemas']['AddCitationStyleForm'];
export type AddedSources = components['schemas']['AddedSources'];
export type AddMemoryRequest = components['schemas']['AddMemoryRequest'];
export type AddResearchEvidenceRequest = components['schemas']['AddResearchEvidenceRequest'];
export type AddResearchLinkRequest = components['schemas']['AddResearchLinkRequest'];
export type AddResearchSourceRequest = components['schemas']['AddResearchSourceRequest'];
export type AddSigningCertificateForm = components['schemas']['AddSigningCertificateForm'];
export type AddWorkspaceMemberRequest = components['schemas']['AddWorkspaceMemberRequest'];
export type AgentApp = components['schemas']['AgentApp'];
export type AgentAppLastRun = components['schemas']['AgentAppLastRun'];
export type AgentAppLogLevel = components['schemas']['AgentAppLogLevel'];
export type AgentAppRun = components['schemas']['AgentAppRun'];
export type AgentAppRunDoneEvent = components['schemas']['AgentAppRunDoneEvent'];
export type AgentAppRunError = components['schemas']['AgentAppRunError'];
export type AgentAppRunEvent = components['schemas']['AgentAppRunEvent'];
export type AgentAppRunFailure = components['schemas']['AgentAppRunFailure'];
export type AgentAppRunLog = components['schemas']['AgentAppRunLog'];
export type AgentAppRunLogEvent = components['schemas']['AgentAppRunLogEvent'];
export type AgentAppRunModelEvent = components['schemas']['AgentAppRunModelEvent'];
export type AgentAppRunner = components['schemas']['AgentAppRunner'];
export type AgentAppRunProgressEvent = components['schemas']['AgentAppRunProgressEvent'];
export type AgentAppRunResult = components['schemas']['AgentAppRunResult'];
export type AgentAppRunStatus = components['schemas']['AgentAppRunStatus'];
export type AgentAppRunToolEvent = components['schemas']['AgentAppRunToolEvent'];
export type AgentAppRunUsage = components['schemas']['AgentAppRunUsage'];
export type AgentAppSchedule = components['schemas']['AgentAppSchedule'];
export type AgentAppWarning = components['schemas']['AgentAppWarning'];
export type Analysis = components['schemas']['Analysis'];
export type AnalysisAssumption = components['schemas']['AnalysisAssumption'];
export type AnalysisCompletedEvent = components['schemas']['AnalysisCompletedEvent'];
export type AnalysisCompletedEventData = components['schemas']['AnalysisCompletedEventData'];
export type AnalysisDeletedEvent = components['schemas']['AnalysisDeletedEvent'];
export type AnalysisDeletedEventData = components['schemas']['AnalysisDeletedEventData'];
export type AnalysisPlot = components['schemas']['AnalysisPlot'];
export type AnalysisSummary = components['schemas']['AnalysisSummary'];
export type AnalysisTable = components['schemas']['AnalysisTable'];
export type AnalyzeRequest = components['schemas']['AnalyzeRequest'];
export type Answer = components['schemas']['Answer'];
export type AnyApproval = components['schemas']['AnyApproval'];
export type ApiKey = components['schemas']['ApiKey'];
export type AppFailedEvent = components['schemas']['AppFailedEvent'];
export type AppFailedEventData = components['schemas']['AppFailedEventData'];
export type AppLoadedEvent = components['schemas']['AppLoadedEvent'];
export type AppLoadedEventData = components['schemas']['AppLoadedEventData'];
export type AppRemovedEvent = components['schemas']['AppRemovedEvent'];
export type AppRemovedEventData = components['schemas']['AppRemovedEventData'];
export type Approval = components['schemas']['Approval'];
export type ApprovalDecidedEvent = components['schemas']['ApprovalDecidedEvent'];
export type ApprovalDecidedEventData = components['schemas']['ApprovalDecidedEventData'];
export type ApprovalRequestedEvent = components['schemas']['ApprovalRequestedEvent'];
export type ApprovalRequestedEventData = components['schemas']['ApprovalRequestedEventData'];
export type ApprovalRequester = components['schemas']['ApprovalRequester'];
export type ApproveCallRequest = components['schemas']['ApproveCallRequest'];
export type ApprovePlaybookRunRequest = components['schemas']['ApprovePlaybookRunRequest'];
export type Attachment = components['schemas']['Attachment'];
export type AuditActor = components['schemas']['AuditActor'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuthStatus = components['schemas']['AuthStatus'];
export type Backup = components['schemas']['Backup'];
export type BackupAppFolders = components['schemas']['BackupAppFolders'];
export type BackupCreatedEvent = components['schemas']['BackupCreatedEvent'];
export type BackupCreatedEventData = components['schemas']['BackupCreatedEventData'];
export type BackupFailedEvent = components['schemas']['BackupFailedEvent'];
export type BackupFailedEventData = components['schemas']['BackupFailedEventData'];
export type Bibliography = components['schemas']['Bibliography'];
export type BrokenPlaybookFolder = components['schemas']['BrokenPlaybookFolder'];
export type BundledClaim = components['schemas']['BundledClaim'];
export type BundledEvidence = components['schemas']['BundledEvidence'];
export type BundledLink = components['schemas']['BundledLink'];
export type BundledProject = components['schemas']['BundledProject'];
export type BundledReport = components['schemas']['BundledReport'];
export type BundledSnapshot = components['schemas']['BundledSnapshot'];
export type BundledSource = components['schemas']['BundledSource'];
export type CallOrigin = components['schemas']['CallOrigin'];
export type CallToolRequest = components['schemas']['CallToolRequest'];
export type CancelledAgentAppRun = components['schemas']['CancelledAgentAppRun'];
export type CancelledTurn = components['schemas']['CancelledTurn'];
export type CancelPlaybookRunRequest = components['schemas']['CancelPlaybookRunRequest'];
export type ChangeConfigurationRequest = components['schemas']['ChangeConfigurationRequest'];
export type ChangedRow = components['schemas']['ChangedRow'];
export type ChangePasswordRequest = components['schemas']['ChangePasswordRequest'];
export type CheckDriftRequest = components['schemas']['CheckDriftRequest'];
export type CheckedPlaybook = components['schemas']['CheckedPlaybook'];
export type CitationStyle = components['schemas']['CitationStyle'];
export type CitedWorks = components['schemas']['CitedWorks'];
export type CiteItem = components['schemas']['CiteItem'];
export type CiteWorksRequest = components['schemas']['CiteWorksRequest'];
export type ClaimedJob = components['schemas']['ClaimedJob'];
export type ClaimEvidence = components['schemas']['ClaimEvidence'];
export type ClaimJobsRequest = components['schemas']['ClaimJobsRequest'];
export type ClusterServers = components['schemas']['ClusterServers'];
export type ClusterWarning = components['schemas']['ClusterWarning'];
export type Column = components['schemas']['Column'];
export type ColumnChange = components['schemas']['ColumnChange'];
export type ColumnProfile = components['schemas']['ColumnProfile'];
export type ComparedMetric = components['schemas']['ComparedMetric'];
export type ComparedParam = components['schemas']['ComparedParam'];
export type CompleteJobRequest = components['schemas']['CompleteJobRequest'];
export type Conversation = components['schemas']['Conversation'];
export type ConversationApprovalEvent = components['schemas']['ConversationApprovalEvent'];
export type ConversationApprovedEvent = components['schemas']['ConversationApprovedEvent'];
export type ConversationContentEvent = components['schemas']['ConversationContentEvent'];
export type ConversationContextEvent = components['schemas']['ConversationContextEvent'];
export type ConversationCreatedEvent = components['schemas']['ConversationCreatedEvent'];
export type ConversationCreatedEventData = components['schemas']['ConversationCreatedEventData'];
export type ConversationDeletedEvent = components['schemas']['ConversationDeletedEvent'];
export type ConversationDeletedEventData = components['schemas']['ConversationDeletedEventData'];
export type ConversationDoneEvent = components['schemas']['ConversationDoneEvent'];
export type ConversationErrorEvent = components['schemas']['ConversationErrorEvent'];
export type ConversationEvent = components['schemas']['ConversationEvent'];
export type ConversationMatch = components['schemas']['ConversationMatch'];
export type ConversationMemoryEvent = components['schemas']['ConversationMemoryEvent'];
export type ConversationMessageEvent = components['schemas']['ConversationMessageEvent'];
export type ConversationReasoningEvent = components['schemas']['ConversationReasoningEvent'];
export type ConversationRunEvent = components['schemas']['ConversationRunEvent'];
export type ConversationSettings = components['schemas']['ConversationSettings'];
export type ConversationSettingsInput = components['schemas']['ConversationSettingsInput'];
export type ConversationStepEvent = components['schemas']['ConversationStepEvent'];
export type ConversationTitleEvent = components['schemas']['ConversationTitleEvent'];
export type ConversationToolCallEvent = components['schemas']['ConversationToolCallEvent'];
export type ConversationToolResultEvent = components['schemas']['ConversationToolResultEvent'];
export type ConversationTurnEndedEvent = components['schemas']['ConversationTurnEndedEvent'];
export type ConversationTurnEndedEventData = components['schemas']['ConversationTurnEndedEventData'];
export type ConversationTurnStartedEvent = components['schemas']['ConversationTurnStartedEvent'];
export type ConversationTurnStartedEventData = components['schemas']['ConversationTurnStartedEventData'];
export type ConversationUpdatedEvent = components['schemas']['ConversationUpdatedEvent'];
export type ConversationUpdatedEventData = components['schemas']['ConversationUpdatedEventData'];
export type ConversationWaitingEvent = components['schemas']['ConversationWaitingEvent'];
export type CopyFileRequest = components['schemas']['CopyFileRequest'];
export type CreateConversationRequest = components['schemas']['CreateConversationRequest'];
export type CreateExperimentRequest = components['schemas']['CreateExperimentRequest'];
export type CreateKeyRequest = components['schemas']['CreateKeyRequest'];
export type CreateMlRunRequest = components['schemas']['CreateMlRunRequest'];
export type CreateModelProviderRequest = components['schemas']['CreateModelProviderRequest'];
export type CreateNoteRequest = components['schemas']['CreateNoteRequest'];
export type CreatePlaybookRequest = components['schemas']['CreatePlaybookRequest'];
export type CreateRegisteredModelRequest = components['schemas']['CreateRegisteredModelRequest'];
export type CreateResearchClaimRequest = components['schemas']['CreateResearchClaimRequest'];
export type CreateResearchProjectRequest = components['schemas']['CreateResearchProjectRequest'];
export type CreateResearchReportRequest = components['schemas']['CreateResearchReportRequest'];
export type CreateSavedQueryRequest = components['schemas']['CreateSavedQueryRequest'];
export type CreateTaskRequest = components['schemas']['CreateTaskRequest'];
export type CreateUserRequest = components['schemas']['CreateUserRequest'];
export type CreateWebhookRequest = components['schemas']['CreateWebhookRequest'];
export type CreateWorkspaceRequest = components['schemas']['CreateWorkspaceRequest'];
export type CslItem = components['schemas']['CslItem'];
export type Dataset = components['schemas']['Dataset'];
export type DatasetCreatedEvent = components['schemas']['DatasetCreatedEvent'];
export type DatasetCreatedEventData = components['schemas']['DatasetCreatedEventData'];
export type DatasetDeletedEvent = components['schemas']['DatasetDeletedEvent'];
export type DatasetDeletedEventData = components['schemas']['DatasetDeletedEventData'];
export type DatasetDiff = components['schemas']['DatasetDiff'];
export type DatasetDiffSample = components['schemas']['DatasetDiffSample'];
export type DatasetOrigin = components['schemas']['DatasetOrigin'];
export type DatasetPreview = components['schemas']['DatasetPreview'];
export type DatasetProfile = components['schemas']['DatasetProfile'];
export type DatasetSchemaChanges = components['schemas']['DatasetSchemaChanges'];
export type DatasetSummary = components['schemas']['DatasetSummary'];
export type DatasetVersion = components['schemas']['DatasetVersion'];
export type DatasetVersionCreatedEvent = components['schemas']['DatasetVersionCreatedEvent'];
export type DatasetVersionCreatedEventData = components['schemas']['DatasetVersionCreatedEventData'];
export type DeleteDatasetRequest = components['schemas']['DeleteDatasetRequest'];
export type DeleteResearchProjectRequest = components['schemas']['DeleteResearchProjectRequest'];
export type DenyCallRequest = components['schemas']['DenyCallRequest'];
export type DenyPlaybookRunRequest = components['schemas']['DenyPlaybookRunRequest'];
export type DeriveDatasetRequest = components['schemas']['DeriveDatasetRequest'];
export type DocumentSigner = components['schemas']['DocumentSigner'];
export type DownloadDataBackupRequest = components['schemas']['DownloadDataBackupRequest'];
export type DriftDataset = components['schemas']['DriftDataset'];
export type DriftModel = components['schemas']['DriftModel'];
export type DriftReport = components['schemas']['DriftReport'];
export type DryRunPlaybookDefinitionRequest = components['schemas']['DryRunPlaybookDefinitionRequest'];
export type DryRunPlaybookRequest = components['schemas']['DryRunPlaybookRequest'];
export type EditMessageRequest = components['schemas']['EditMessageRequest'];
export type Email = components['schemas']['Email'];
export type EmailAccount = components['schemas']['EmailAccount'];
export type EmailAccountCheck = components['schemas']['EmailAccountCheck'];
export type EmailAccountDeletedEvent = components['schemas']['EmailAccountDeletedEvent'];
export type EmailAccountDeletedEventData = components['schemas']['EmailAccountDeletedEventData'];
export type EmailAccountUpdatedEvent = components['schemas']['EmailAccountUpdatedEvent'];
export type EmailAccountUpdatedEventData = components['schemas']['EmailAccountUpdatedEventData'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type EmailAttachment = components['schemas']['EmailAttachment'];
export type EmailFolder = components['schemas']['EmailFolder'];
export type EmailSentEvent = components['schemas']['EmailSentEvent'];
export type EmailSentEventData = components['schemas']['EmailSentEventData'];
export type EmailServer = components['schemas']['EmailServer'];
export type EmailServerCheck = components['schemas']['EmailServerCheck'];
export type EmailSummary = components['schemas']['EmailSummary'];
export type EnqueueJobRequest = components['schemas']['EnqueueJobRequest'];
export type EventType = components['schemas']['EventType'];
export type EvidenceProblem = components['schemas']['EvidenceProblem'];
export type Experiment = components['schemas']['Experiment'];
export type Export = components['schemas']['Export'];
export type ExportAnalysesRequest = components['schemas']['ExportAnalysesRequest'];
export type ExportCertificateChangedEvent = components['schemas']['ExportCertificateChangedEvent'];
export type ExportCertificateChangedEventData = components['schemas']['ExportCertificateChangedEventData'];
export type ExportCover = components['schemas']['ExportCover'];
export type ExportCreatedEvent = components['schemas']['ExportCreatedEvent'];
export type ExportCreatedEventData = components['schemas']['ExportCreatedEventData'];
export type ExportDataRequest = components['schemas']['ExportDataRequest'];
export type ExportedItem = components['schemas']['ExportedItem'];
export type ExportFailedEvent = components['schemas']['ExportFailedEvent'];
export type ExportFailedEventData = components['schemas']['ExportFailedEventData'];
export type ExportItem = components['schemas']['ExportItem'];
export type ExportManifest = components['schemas']['ExportManifest'];
export type ExportOptions = components['schemas']['ExportOptions'];
export type ExportOrder = components['schemas']['ExportOrder'];
export type ExportResearchProjectRequest = components['schemas']['ExportResearchProjectRequest'];
export type ExportResearchReportRequest = components['schemas']['ExportResearchReportRequest'];
export type ExportSigning = components['schemas']['ExportSigning'];
export type ExportType = components['schemas']['ExportType'];
export type FailJobRequest = components['schemas']['FailJobRequest'];
export type FeatureDrift = components['schemas']['FeatureDrift'];
export type FileCreatedEvent = components['schemas']['FileCreatedEvent'];
export type FileCreatedEventData = components['schemas']['FileCreatedEventData'];
export type FileDeletedEvent = components['schemas']['FileDeletedEvent'];
export type FileDeletedEventData = components['schemas']['FileDeletedEventData'];
export type FilePage = components['schemas']['FilePage'];
export type FileRecord = components['schemas']['FileRecord'];
export type FileRestoredEvent = components['schemas']['FileRestoredEvent'];
export type FileRestoredEventData = components['schemas']['FileRestoredEventData'];
export type FilesUsage = components['schemas']['FilesUsage'];
export type FileUpdatedEvent = components['schemas']['FileUpdatedEvent'];
export type FileUpdatedEventData = components['schemas']['FileUpdatedEventData'];
export type FileVersion = components['schemas']['FileVersion'];
export type FinishReason = components['schemas']['FinishReason'];
export type Folder = components['schemas']['Folder'];
export type FolderError = components['schemas']['FolderError'];
export type FolderProblem = components['schemas']['FolderProblem'];
export type FrequentValue = components['schemas']['FrequentValue'];
export type GapEvent = components['schemas']['GapEvent'];
export type HeartbeatJobRequest = components['schemas']['HeartbeatJobRequest'];
export type HeldOutPrediction = components['schemas']['HeldOutPrediction'];
export type HistogramBin = components['schemas']['HistogramBin'];
export type ImapServerSettings = components['schemas']['ImapServerSettings'];
export type ImportanceOptions = components['schemas']['ImportanceOptions'];
export type ImportConversationsRequest = components['schemas']['ImportConversationsRequest'];
export type ImportDatasetForm = components['schemas']['ImportDatasetForm'];
export type ImportDatasetRequest = components['schemas']['ImportDatasetRequest'];
export type ImportedConversation = components['schemas']['ImportedConversation'];
export type ImportedConversationOutcome = components['schemas']['ImportedConversationOutcome'];
export type ImportedMemory = components['schemas']['ImportedMemory'];
export type ImportedMessage = components['schemas']['ImportedMessage'];
export type ImportedRecords = components['schemas']['ImportedRecords'];
export type ImportForStatsForm = components['schemas']['ImportForStatsForm'];
export type ImportForStatsRequest = components['schemas']['ImportForStatsRequest'];
export type ImportMemoriesRequest = components['schemas']['ImportMemoriesRequest'];
export type ImportProblem = components['schemas']['ImportProblem'];
export type Invite = components['schemas']['Invite'];
export type InviteUserRequest = components['schemas']['InviteUserRequest'];
export type Job = components['schemas']['Job'];
export type JobCancelledEvent = components['schemas']['JobCancelledEvent'];
export type JobCancelledEventData = components['schemas']['JobCancelledEventData'];
export type JobCounts = components['schemas']['JobCounts'];
export type JobCreatedEvent = components['schemas']['JobCreatedEvent'];
export type JobCreatedEventData = components['schemas']['JobCreatedEventData'];
export type JobDeadEvent = components['schemas']['JobDeadEvent'];
export type JobDeadEventData = components['schemas']['JobDeadEventData'];
export type JobQueueStats = components['schemas']['JobQueueStats'];
export type JobRetryingEvent = components['schemas']['JobRetryingEvent'];
export type JobRetryingEventData = components['schemas']['JobRetryingEventData'];
export type JobSchedule = components['schemas']['JobSchedule'];
export type JobStartedEvent = components['schemas']['JobStartedEvent'];
export type JobStartedEventData = components['schemas']['JobStartedEventData'];
export type JobState = components['schemas']['JobState'];
export type JobStats = components['schemas']['JobStats'];
export type JobSucceededEvent = components['schemas']['JobSucceededEvent'];
export type JobSucceededEventData = components['schemas']['JobSucceededEventData'];
export type KeptMemoryDocument = components['schemas']['KeptMemoryDocument'];
export type KeyCreatedEvent = components['schemas']['KeyCreatedEvent'];
export type KeyCreatedEventData = components['schemas']['KeyCreatedEventData'];
export type KeyRevokedEvent = components['schemas']['KeyRevokedEvent'];
export type KeyRevokedEventData = components['schemas']['KeyRevokedEventData'];
export type KeyRotatedEvent = components['schemas']['KeyRotatedEvent'];
export type KeyRotatedEventData = components['schemas']['KeyRotatedEventData'];
export type KeyTokenBudget = components['schemas']['KeyTokenBudget'];
export type LineageEdge = components['schemas']['LineageEdge'];
export type LineageNode = components['schemas']['LineageNode'];
export type LinkFileRequest = components['schemas']['LinkFileRequest'];
export type LintFinding = components['schemas']['LintFinding'];
export type LintFix = components['schemas']['LintFix'];
export type LintResult = components['schemas']['LintResult'];
export type LintStats = components['schemas']['LintStats'];
export type ListedAgentAppRun = components['schemas']['ListedAgentAppRun'];
export type ListedConversation = components['schemas']['ListedConversation'];
export type ListedMemoryDocument = components['schemas']['ListedMemoryDocument'];
export type ListedNote = components['schemas']['ListedNote'];
export type ListedPlaybookRun = components['schemas']['ListedPlaybookRun'];
export type LoggedCounts = components['schemas']['LoggedCounts'];
export type LoggedMetric = components['schemas']['LoggedMetric'];
export type LoginRequest = components['schemas']['LoginRequest'];
export type LogToMlRunRequest = components['schemas']['LogToMlRunRequest'];
export type ManifestFile = components['schemas']['ManifestFile'];
export type ManifestItem = components['schemas']['ManifestItem'];
export type McpServer = components['schemas']['McpServer'];
export type McpServerChangedEvent = components['schemas']['McpServerChangedEvent'];
export type McpServerChangedEventData = components['schemas']['McpServerChangedEventData'];
export type McpServers = components['schemas']['McpServers'];
export type Me = components['schemas']['Me'];
export type MemoryChunk = components['schemas']['MemoryChunk'];
export type MemoryCreatedEvent = components['schemas']['MemoryCreatedEvent'];
export type MemoryCreatedEventData = components['schemas']['MemoryCreatedEventData'];
export type MemoryDeletedEvent = components['schemas']['MemoryDeletedEvent'];
export type MemoryDeletedEventData = components['schemas']['MemoryDeletedEventData'];
export type MemoryDocument = components['schemas']['MemoryDocument'];
export type MemoryEmbedder = components['schemas']['MemoryEmbedder'];
export type MemoryEmbedderChangedEvent = components['schemas']['MemoryEmbedderChangedEvent'];
export type MemoryEmbedderChangedEventData = components['schemas']['MemoryEmbedderChangedEventData'];
export type MemoryExplanation = components['schemas']['MemoryExplanation'];
export type MemoryFusion = components['schemas']['MemoryFusion'];
export type MemoryImport = components['schemas']['MemoryImport'];
export type MemoryImportedEvent = components['schemas']['MemoryImportedEvent'];
export type MemoryImportedEventData = components['schemas']['MemoryImportedEventData'];
export type MemoryImportFault = components['schemas']['MemoryImportFault'];
export type MemoryImportFile = components['schemas']['MemoryImportFile'];
export type MemoryKeywordScore = components['schemas']['MemoryKeywordScore'];
export type MemoryProvenance = components['schemas']['MemoryProvenance'];
export type MemoryResult = components['schemas']['MemoryResult'];
export type MemorySearchResult = components['schemas']['MemorySearchResult'];
export type MemorySemanticScore = components['schemas']['MemorySemanticScore'];
export type MemorySourceStats = components['schemas']['MemorySourceStats'];
export type MemoryStats = components['schemas']['MemoryStats'];
export type MemoryTokenScore = components['schemas']['MemoryTokenScore'];
export type MemoryUpdatedEvent = components['schemas']['MemoryUpdatedEvent'];
export type MemoryUpdatedEventData = components['schemas']['MemoryUpdatedEventData'];
export type MemoryVersion = components['schemas']['MemoryVersion'];
export type Message = components['schemas']['Message'];
export type MessageRole = components['schemas']['MessageRole'];
export type MetricHistory = components['schemas']['MetricHistory'];
export type MetricHistoryPoint = components['schemas']['MetricHistoryPoint'];
export type MetricThenAndNow = components['schemas']['MetricThenAndNow'];
export type MlArtifact = components['schemas']['MlArtifact'];
export type MlDriftDetectedEvent = components['schemas']['MlDriftDetectedEvent'];
export type MlDriftDetectedEventData = components['schemas']['MlDriftDetectedEventData'];
export type MlflowCreateExperimentRequest = components['schemas']['MlflowCreateExperimentRequest'];
export type MlflowCreateLoggedModelRequest = components['schemas']['MlflowCreateLoggedModelRequest'];
export type MlflowCreateModelVersionRequest = components['schemas']['MlflowCreateModelVersionRequest'];
export type MlflowCreateRegisteredModelRequest = components['schemas']['MlflowCreateRegisteredModelRequest'];
export type MlflowCreateRunRequest = components['schemas']['MlflowCreateRunRequest'];
export type MlflowDeleteExperimentRequest = components['schemas']['MlflowDeleteExperimentRequest'];
export type MlflowDeleteExperimentTagRequest = components['schemas']['MlflowDeleteExperimentTagRequest'];
export type MlflowDeleteLoggedModelRequest = components['schemas']['MlflowDeleteLoggedModelRequest'];
export type MlflowDeleteLoggedModelTagRequest = components['schemas']['MlflowDeleteLoggedModelTagRequest'];
export type MlflowDeleteModelAliasRequest = components['schemas']['MlflowDeleteModelAliasRequest'];
export type MlflowDeleteModelVersionRequest = components['schemas']['MlflowDeleteModelVersionRequest'];
export type MlflowDeleteModelVersionTagRequest = components['schemas']['MlflowDeleteModelVersionTagRequest'];
export type MlflowDeleteRegisteredModelRequest = components['schemas']['MlflowDeleteRegisteredModelRequest'];
export type MlflowDeleteRegisteredModelTagRequest = components['schemas']['MlflowDeleteRegisteredModelTagRequest'];
export type MlflowDeleteRunRequest = components['schemas']['MlflowDeleteRunRequest'];
export type MlflowDeleteTagRequest = components['schemas']['MlflowDeleteTagRequest'];
export type MlflowFinalizeLoggedModelRequest = components['schemas']['MlflowFinalizeLoggedModelRequest'];
export type MlflowGetLatestVersionsRequest = components['schemas']['MlflowGetLatestVersionsRequest'];
export type MlflowLogBatchRequest = components['schemas']['MlflowLogBatchRequest'];
export type MlflowLogInputsRequest = components['schemas']['MlflowLogInputsRequest'];
export type MlflowLogLoggedModelParamsRequest = components['schemas']['MlflowLogLoggedModelParamsRequest'];
export type MlflowLogMetricRequest = components['schemas']['MlflowLogMetricRequest'];
export type MlflowLogModelRequest = components['schemas']['MlflowLogModelRequest'];
export type MlflowLogOutputsRequest = components['schemas']['MlflowLogOutputsRequest'];
export type MlflowLogParamRequest = components['schemas']['MlflowLogParamRequest'];
export type MlflowRenameRegisteredModelRequest = components['schemas']['MlflowRenameRegisteredModelRequest'];
export type MlflowRestoreExperimentRequest = components['schemas']['MlflowRestoreExperimentRequest'];
export type MlflowRestoreRunRequest = components['schemas']['MlflowRestoreRunRequest'];
export type MlflowSearchDatasetsRequest = components['schemas']['MlflowSearchDatasetsRequest'];
export type MlflowSearchExperimentsRequest = components['schemas']['MlflowSearchExperimentsRequest'];
export type MlflowSearchLoggedModelsRequest = components['schemas']['MlflowSearchLoggedModelsRequest'];
export type MlflowSearchRunsRequest = components['schemas']['MlflowSearchRunsRequest'];
export type MlflowSetExperimentTagRequest = components['schemas']['MlflowSetExperimentTagRequest'];
export type MlflowSetLoggedModelTagsRequest = components['schemas']['MlflowSetLoggedModelTagsRequest'];
export type MlflowSetModelAliasRequest = components['schemas']['MlflowSetModelAliasRequest'];
export type MlflowSetModelVersionTagRequest = components['schemas']['MlflowSetModelVersionTagRequest'];
export type MlflowSetRegisteredModelTagRequest = components['schemas']['MlflowSetRegisteredModelTagRequest'];
export type MlflowSetTagRequest = components['schemas']['MlflowSetTagRequest'];
export type MlflowTransitionStageRequest = components['schemas']['MlflowTransitionStageRequest'];
export type MlflowUpdateExperimentRequest = components['schemas']['MlflowUpdateExperimentRequest'];
export type MlflowUpdateModelVersionRequest = components['schemas']['MlflowUpdateModelVersionRequest'];
export type MlflowUpdateRegisteredModelRequest = components['schemas']['MlflowUpdateRegisteredModelRequest'];
export type MlflowUpdateRunRequest = components['schemas']['MlflowUpdateRunRequest'];
export type MlModelAliasChangedEvent = components['schemas']['MlModelAliasChangedEvent'];
export type MlModelAliasChangedEventData = components['schemas']['MlModelAliasChangedEventData'];
export type MlModelVersionCreatedEvent = components['schemas']['MlModelVersionCreatedEvent'];
export type MlModelVersionCreatedEventData = components['schemas']['MlModelVersionCreatedEventData'];
export type MlRun = components['schemas']['MlRun'];
export type MlRunCreatedEvent = components['schemas']['MlRunCreatedEvent'];
export type MlRunCreatedEventData = components['schemas']['MlRunCreatedEventData'];
export type MlRunFinishedEvent = components['schemas']['MlRunFinishedEvent'];
export type MlRunFinishedEventData = components['schemas']['MlRunFinishedEventData'];
export type MlRunLoggedEvent = components['schemas']['MlRunLoggedEvent'];
export type MlRunLoggedEventData = components['schemas']['MlRunLoggedEventData'];
export type MlRunRemovedEvent = components['schemas']['MlRunRemovedEvent'];
export type MlRunRemovedEventData = components['schemas']['MlRunRemovedEventData'];
export type MlWarning = components['schemas']['MlWarning'];
export type Model = components['schemas']['Model'];
export type ModelAliasChange = components['schemas']['ModelAliasChange'];
export type ModelCall = components['schemas']['ModelCall'];
export type ModelFacts = components['schemas']['ModelFacts'];
export type ModelFactsInput = components['schemas']['ModelFactsInput'];
export type ModelPrices = components['schemas']['ModelPrices'];
export type ModelProvider = components['schemas']['ModelProvider'];
export type ModelProviderCheck = components['schemas']['ModelProviderCheck'];
export type ModelProviderCreatedEvent = components['schemas']['ModelProviderCreatedEvent'];
export type ModelProviderCreatedEventData = components['schemas']['ModelProviderCreatedEventData'];
export type ModelProviderDeletedEvent = components['schemas']['ModelProviderDeletedEvent'];
export type ModelProviderDeletedEventData = components['schemas']['ModelProviderDeletedEventData'];
export type ModelProviderUpdatedEvent = components['schemas']['ModelProviderUpdatedEvent'];
export type ModelProviderUpdatedEventData = components['schemas']['ModelProviderUpdatedEventData'];
export type ModelSettings = components['schemas']['ModelSettings'];
export type ModelSettingsUpdatedEvent = components['schemas']['ModelSettingsUpdatedEvent'];
export type ModelSettingsUpdatedEventData = components['schemas']['ModelSettingsUpdatedEventData'];
export type MoveFileRequest = components['schemas']['MoveFileRequest'];
export type MoveFolderRequest = components['schemas']['MoveFolderRequest'];
export type MoveWorkspaceRequest = components['schemas']['MoveWorkspaceRequest'];
export type NewAnalysisEvidence = components['schemas']['NewAnalysisEvidence'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewAttachment = components['schemas']['NewAttachment'];
export type NewDatasetEvidence = components['schemas']['NewDatasetEvidence'];
export type NewestBackup = components['schemas']['NewestBackup'];
export type NewFileEvidence = components['schemas']['NewFileEvidence'];
export type NewInvite = components['schemas']['NewInvite'];
export type NewNoteEvidence = components['schemas']['NewNoteEvidence'];
export type NewQueryEvidence = components['schemas']['NewQueryEvidence'];
export type NewQuoteEvidence = components['schemas']['NewQuoteEvidence'];
export type NewRunEvidence = components['schemas']['NewRunEvidence'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type Note = components['schemas']['Note'];
export type NoteCreatedEvent = components['schemas']['NoteCreatedEvent'];
export type NoteCreatedEventData = components['schemas']['NoteCreatedEventData'];
export type NoteDeletedEvent = components['schemas']['NoteDeletedEvent'];
export type NoteDeletedEventData = components['schemas']['NoteDeletedEventData'];
export type NoteUpdatedEvent = components['schemas']['NoteUpdatedEvent'];
export type NoteUpdatedEventData = components['schemas']['NoteUpdatedEventData'];
export type PdfSignature = components['schemas']['PdfSignature'];
export type PendingApproval = components['schemas']['PendingApproval'];
export type PendingEmail = components['schemas']['PendingEmail'];
export type Placement = components['schemas']['Placement'];
export type Planes = components['schemas']['Planes'];
export type PlaneStatus = components['schemas']['PlaneStatus'];
export type Platform = components['schemas']['Platform'];
export type PlatformModel = components['schemas']['PlatformModel'];
export type PlatformSdk = components['schemas']['PlatformSdk'];
export type Playbook = components['schemas']['Playbook'];
export type PlaybookApproval = components['schemas']['PlaybookApproval'];
export type PlaybookApprovalDecidedEvent = components['schemas']['PlaybookApprovalDecidedEvent'];
export type PlaybookApprovalRequestedEvent = components['schemas']['PlaybookApprovalRequestedEvent'];
export type PlaybookContentEvent = components['schemas']['PlaybookContentEvent'];
export type PlaybookContentResetEvent = components['schemas']['PlaybookContentResetEvent'];
export type PlaybookCorrelationCompletedEvent = components['schemas']['PlaybookCorrelationCompletedEvent'];
export type PlaybookCorrelationStartedEvent = components['schemas']['PlaybookCorrelationStartedEvent'];
export type PlaybookDecision = components['schemas']['PlaybookDecision'];
export type PlaybookDetail = components['schemas']['PlaybookDetail'];
export type PlaybookDoneEvent = components['schemas']['PlaybookDoneEvent'];
export type PlaybookDryRun = components['schemas']['PlaybookDryRun'];
export type PlaybookDryRunWarning = components['schemas']['PlaybookDryRunWarning'];
export type PlaybookEventEvent = components['schemas']['PlaybookEventEvent'];
export type PlaybookEventEventData = components['schemas']['PlaybookEventEventData'];
export type PlaybookFailedEvent = components['schemas']['PlaybookFailedEvent'];
export type PlaybookFailedEventData = components['schemas']['PlaybookFailedEventData'];
export type PlaybookGraph = components['schemas']['PlaybookGraph'];
export type PlaybookGraphEdge = components['schemas']['PlaybookGraphEdge'];
export type PlaybookGraphNode = components['schemas']['PlaybookGraphNode'];
export type PlaybookLimits = components['schemas']['PlaybookLimits'];
export type PlaybookLoadedEvent = components['schemas']['PlaybookLoadedEvent'];
export type PlaybookLoadedEventData = components['schemas']['PlaybookLoadedEventData'];
export type PlaybookLogEvent = components['schemas']['PlaybookLogEvent'];
export type PlaybookMistake = components['schemas']['PlaybookMistake'];
export type PlaybookNeeds = components['schemas']['PlaybookNeeds'];
export type PlaybookPage = components['schemas']['PlaybookPage'];
export type PlaybookProgressEvent = components['schemas']['PlaybookProgressEvent'];
export type PlaybookRemovedEvent = components['schemas']['PlaybookRemovedEvent'];
export type PlaybookRemovedEventData = components['schemas']['PlaybookRemovedEventData'];
export type PlaybookRun = components['schemas']['PlaybookRun'];
export type PlaybookRunCancelledEvent = components['schemas']['PlaybookRunCancelledEvent'];
export type PlaybookRunCancelledEventData = components['schemas']['PlaybookRunCancelledEventData'];
export type PlaybookRunCompletedEvent = components['schemas']['PlaybookRunCompletedEvent'];
export type PlaybookRunCompletedEventData = components['schemas']['PlaybookRunCompletedEventData'];
export type PlaybookRunEvent = components['schemas']['PlaybookRunEvent'];
export type PlaybookRunFaultedEvent = components['schemas']['PlaybookRunFaultedEvent'];
export type PlaybookRunFaultedEventData = components['schemas']['PlaybookRunFaultedEventData'];
export type PlaybookRunStartedEvent = components['schemas']['PlaybookRunStartedEvent'];
export type PlaybookRunStartedEventData = components['schemas']['PlaybookRunStartedEventData'];
export type PlaybookRunSuspendedEvent = components['schemas']['PlaybookRunSuspendedEvent'];
export type PlaybookRunSuspendedEventData = components['schemas']['PlaybookRunSuspendedEventData'];
export type PlaybookRunUsage = components['schemas']['PlaybookRunUsage'];
export type PlaybookRunWaitingEvent = components['schemas']['PlaybookRunWaitingEvent'];
export type PlaybookRunWaitingEventData = components['schemas']['PlaybookRunWaitingEventData'];
export type PlaybookSchedule = components['schemas']['PlaybookSchedule'];
export type PlaybookSecret = components['schemas']['PlaybookSecret'];
export type PlaybookTask = components['schemas']['PlaybookTask'];
export type PlaybookTaskCancelledEvent = components['schemas']['PlaybookTaskCancelledEvent'];
export type PlaybookTaskCompletedEvent = components['schemas']['PlaybookTaskCompletedEvent'];
export type PlaybookTaskCreatedEvent = components['schemas']['PlaybookTaskCreatedEvent'];
export type PlaybookTaskFaultedEvent = components['schemas']['PlaybookTaskFaultedEvent'];
export type PlaybookTaskResumedEvent = components['schemas']['PlaybookTaskResumedEvent'];
export type PlaybookTaskRetriedEvent = components['schemas']['PlaybookTaskRetriedEvent'];
export type PlaybookTaskStartedEvent = components['schemas']['PlaybookTaskStartedEvent'];
export type PlaybookTaskSuspendedEvent = components['schemas']['PlaybookTaskSuspendedEvent'];
export type PlaybookToolCallEvent = components['schemas']['PlaybookToolCallEvent'];
export type PlaybookToolResultEvent = components['schemas']['PlaybookToolResultEvent'];
export type PlaybookVersion = components['schemas']['PlaybookVersion'];
export type PlaybookWaiting = components['schemas']['PlaybookWaiting'];
export type PlaybookWorkflowCancelledEvent = components['schemas']['PlaybookWorkflowCancelledEvent'];
export type PlaybookWorkflowCompletedEvent = components['schemas']['PlaybookWorkflowCompletedEvent'];
export type PlaybookWorkflowFaultedEvent = components['schemas']['PlaybookWorkflowFaultedEvent'];
export type PlaybookWorkflowResumedEvent = components['schemas']['PlaybookWorkflowResumedEvent'];
export type PlaybookWorkflowStartedEvent = components['schemas']['PlaybookWorkflowStartedEvent'];
export type PlaybookWorkflowSuspendedEvent = components['schemas']['PlaybookWorkflowSuspendedEvent'];
export type Plugin = components['schemas']['Plugin'];
export type PluginDisabledEvent = components['schemas']['PluginDisabledEvent'];
export type PluginDisabledEventData = components['schemas']['PluginDisabledEventData'];
export type PluginEnabledEvent = components['schemas']['PluginEnabledEvent'];
export type PluginEnabledEventData = components['schemas']['PluginEnabledEventData'];
export type PluginFailedEvent = components['schemas']['PluginFailedEvent'];
export type PluginFailedEventData = components['schemas']['PluginFailedEventData'];
export type PluginPage = components['schemas']['PluginPage'];
export type PredictingModel = components['schemas']['PredictingModel'];
export type PredictionDrift = components['schemas']['PredictionDrift'];
export type Predictions = components['schemas']['Predictions'];
export type PredictRequest = components['schemas']['PredictRequest'];
export type Preprocess = components['schemas']['Preprocess'];
export type PreprocessOptions = components['schemas']['PreprocessOptions'];
export type PublishPlaybookEventRequest = components['schemas']['PublishPlaybookEventRequest'];
export type PutJobScheduleRequest = components['schemas']['PutJobScheduleRequest'];
export type PutToolGrantRequest = components['schemas']['PutToolGrantRequest'];
export type Quantile = components['schemas']['Quantile'];
export type QueryDatasetsRequest = components['schemas']['QueryDatasetsRequest'];
export type QueryReceipt = components['schemas']['QueryReceipt'];
export type QueryResult = components['schemas']['QueryResult'];
export type QueuedAgentAppRun = components['schemas']['QueuedAgentAppRun'];
export type QuoteSelector = components['schemas']['QuoteSelector'];
export type RecalledMemory = components['schemas']['RecalledMemory'];
export type ReceiptDigest = components['schemas']['ReceiptDigest'];
export type ReceiptSum = components['schemas']['ReceiptSum'];
export type ReceiptTable = components['schemas']['ReceiptTable'];
export type RecordWriter = components['schemas']['RecordWriter'];
export type RedriveJobsRequest = components['schemas']['RedriveJobsRequest'];
export type RefreshedSource = components['schemas']['RefreshedSource'];
export type RegenerateMessageRequest = components['schemas']['RegenerateMessageRequest'];
export type RegisteredModel = components['schemas']['RegisteredModel'];
export type RegisteredModelVersion = components['schemas']['RegisteredModelVersion'];
export type RegisterModelVersionForm = components['schemas']['RegisterModelVersionForm'];
export type RegisterModelVersionRequest = components['schemas']['RegisterModelVersionRequest'];
export type RegisterRequest = components['schemas']['RegisterRequest'];
export type RejectedRow = components['schemas']['RejectedRow'];
export type RejectedRows = components['schemas']['RejectedRows'];
export type RememberFileRequest = components['schemas']['RememberFileRequest'];
export type RenameWorkspaceRequest = components['schemas']['RenameWorkspaceRequest'];
export type ReplaceNoteRequest = components['schemas']['ReplaceNoteRequest'];
export type ReplaceResearchReportRequest = components['schemas']['ReplaceResearchReportRequest'];
export type ReportCover = components['schemas']['ReportCover'];
export type ResearchBundle = components['schemas']['ResearchBundle'];
export type ResearchClaim = components['schemas']['ResearchClaim'];
export type ResearchClaimCreatedEvent = components['schemas']['ResearchClaimCreatedEvent'];
export type ResearchClaimCreatedEventData = components['schemas']['ResearchClaimCreatedEventData'];
export type ResearchClaimStatusChangedEvent = components['schemas']['ResearchClaimStatusChangedEvent'];
export type ResearchClaimStatusChangedEventData = components['schemas']['ResearchClaimStatusChangedEventData'];
export type ResearchCounts = components['schemas']['ResearchCounts'];
export type ResearchImport = components['schemas']['ResearchImport'];
export type ResearchLineage = components['schemas']['ResearchLineage'];
export type ResearchLink = components['schemas']['ResearchLink'];
export type ResearchProject = components['schemas']['ResearchProject'];
export type ResearchReport = components['schemas']['ResearchReport'];
export type ResearchReportExportedEvent = components['schemas']['ResearchReportExportedEvent'];
export type ResearchReportExportedEventData = components['schemas']['ResearchReportExportedEventData'];
export type ResearchReportVersion = components['schemas']['ResearchReportVersion'];
export type ResearchSource = components['schemas']['ResearchSource'];
export type ResearchSourceAddedEvent = components['schemas']['ResearchSourceAddedEvent'];
export type ResearchSourceAddedEventData = components['schemas']['ResearchSourceAddedEventData'];
export type ResearchVerification = components['schemas']['ResearchVerification'];
export type ResearchVerifyFailedEvent = components['schemas']['ResearchVerifyFailedEvent'];
export type ResearchVerifyFailedEventData = components['schemas']['ResearchVerifyFailedEventData'];
export type ResetUserPasswordRequest = components['schemas']['ResetUserPasswordRequest'];
export type RestoreDatasetVersionRequest = components['schemas']['RestoreDatasetVersionRequest'];
export type RestoreFileRequest = components['schemas']['RestoreFileRequest'];
export type ResumePlaybookRunRequest = components['schemas']['ResumePlaybookRunRequest'];
export type RetryTurnRequest = components['schemas']['RetryTurnRequest'];
export type RotatedWebhook = components['schemas']['RotatedWebhook'];
export type RotateKeyRequest = components['schemas']['RotateKeyRequest'];
export type RunAgentAppRequest = components['schemas']['RunAgentAppRequest'];
export type RunCancelledEvent = components['schemas']['RunCancelledEvent'];
export type RunCancelledEventData = components['schemas']['RunCancelledEventData'];
export type RunComparison = components['schemas']['RunComparison'];
export type RunDataset = components['schemas']['RunDataset'];
export type RunDatasetReference = components['schemas']['RunDatasetReference'];
export type RunFailedEvent = components['schemas']['RunFailedEvent'];
export type RunFailedEventData = components['schemas']['RunFailedEventData'];
export type RunSavedQueryRequest = components['schemas']['RunSavedQueryRequest'];
export type RunStartedEvent = components['schemas']['RunStartedEvent'];
export type RunStartedEventData = components['schemas']['RunStartedEventData'];
export type RunSucceededEvent = components['schemas']['RunSucceededEvent'];
export type RunSucceededEventData = components['schemas']['RunSucceededEventData'];
export type Sample = components['schemas']['Sample'];
export type SampleItem = components['schemas']['SampleItem'];
export type SampleRemoval = components['schemas']['SampleRemoval'];
export type SandboxedTool = components['schemas']['SandboxedTool'];
export type SavedQuery = components['schemas']['SavedQuery'];
export type ScheduledJob = components['schemas']['ScheduledJob'];
export type SearchMemoryRequest = components['schemas']['SearchMemoryRequest'];
export type SendEmailRequest = components['schemas']['SendEmailRequest'];
export type SendMessageRequest = components['schemas']['SendMessageRequest'];
export type SentEmail = components['schemas']['SentEmail'];
export type Server = components['schemas']['Server'];
export type ServerQueue = components['schemas']['ServerQueue'];
export type ServerStatus = components['schemas']['ServerStatus'];
export type SetEmailAccountRequest = components['schemas']['SetEmailAccountRequest'];
export type SetMemoryEmbedderRequest = components['schemas']['SetMemoryEmbedderRequest'];
export type SetModelAliasRequest = components['schemas']['SetModelAliasRequest'];
export type SetModelSettingsRequest = components['schemas']['SetModelSettingsRequest'];
export type SetPlaybookSecretRequest = components['schemas']['SetPlaybookSecretRequest'];
export type SetPluginEnabledRequest = components['schemas']['SetPluginEnabledRequest'];
export type Setting = components['schemas']['Setting'];
export type SetUpRequest = components['schemas']['SetUpRequest'];
export type Signatory = components['schemas']['Signatory'];
export type SignIn = components['schemas']['SignIn'];
export type SigningCertificate = components['schemas']['SigningCertificate'];
export type SigningKey = components['schemas']['SigningKey'];
export type SignInSession = components['schemas']['SignInSession'];
export type SmtpServerSettings = components['schemas']['SmtpServerSettings'];
export type SourceSnapshot = components['schemas']['SourceSnapshot'];
export type SourceText = components['schemas']['SourceText'];
export type SourceTextPart = components['schemas']['SourceTextPart'];
export type StartedMlJob = components['schemas']['StartedMlJob'];
export type StartedTraining = components['schemas']['StartedTraining'];
export type StartPlaybookRequest = components['schemas']['StartPlaybookRequest'];
export type StatDataset = components['schemas']['StatDataset'];
export type StatMethod = components['schemas']['StatMethod'];
export type StatVariable = components['schemas']['StatVariable'];
export type StatVariableInput = components['schemas']['StatVariableInput'];
export type StreamErrorEvent = components['schemas']['StreamErrorEvent'];
export type SuspendPlaybookRunRequest = components['schemas']['SuspendPlaybookRunRequest'];
export type Task = components['schemas']['Task'];
export type TaskCompletedEvent = components['schemas']['TaskCompletedEvent'];
export type TaskCompletedEventData = components['schemas']['TaskCompletedEventData'];
export type TaskCreatedEvent = components['schemas']['TaskCreatedEvent'];
export type TaskCreatedEventData = components['schemas']['TaskCreatedEventData'];
export type TaskDeletedEvent = components['schemas']['TaskDeletedEvent'];
export type TaskDeletedEventData = components['schemas']['TaskDeletedEventData'];
export type TaskPriority = components['schemas']['TaskPriority'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type TaskUpdatedEvent = components['schemas']['TaskUpdatedEvent'];
export type TaskUpdatedEventData = components['schemas']['TaskUpdatedEventData'];
export type TestUnsavedModelProviderRequest = components['schemas']['TestUnsavedModelProviderRequest'];
export type TokenBudget = components['schemas']['TokenBudget'];
export type TokenBudgetPeriod = components['schemas']['TokenBudgetPeriod'];
export type TokenUsage = components['schemas']['TokenUsage'];
export type ToolAnnotations = components['schemas']['ToolAnnotations'];
export type ToolCall = components['schemas']['ToolCall'];
export type ToolCallRecord = components['schemas']['ToolCallRecord'];
export type ToolError = components['schemas']['ToolError'];
export type ToolFailedEvent = components['schemas']['ToolFailedEvent'];
export type ToolFailedEventData = components['schemas']['ToolFailedEventData'];
export type ToolGrant = components['schemas']['ToolGrant'];
export type ToolLoadedEvent = components['schemas']['ToolLoadedEvent'];
export type ToolLoadedEventData = components['schemas']['ToolLoadedEventData'];
export type ToolManifest = components['schemas']['ToolManifest'];
export type ToolRemovedEvent = components['schemas']['ToolRemovedEvent'];
export type ToolRemovedEventData = components['schemas']['ToolRemovedEventData'];
export type ToolResult = components['schemas']['ToolResult'];
export type Trainer = components['schemas']['Trainer'];
export type TrainRequest = components['schemas']['TrainRequest'];
export type TrashedFile = components['schemas']['TrashedFile'];
export type TurnError = components['schemas']['TurnError'];
export type UpdateConversationRequest = components['schemas']['UpdateConversationRequest'];
export type UpdateDatasetRequest = components['schemas']['UpdateDatasetRequest'];
export type UpdateExperimentRequest = components['schemas']['UpdateExperimentRequest'];
export type UpdateMemoryRequest = components['schemas']['UpdateMemoryRequest'];
export type UpdateMeRequest = components['schemas']['UpdateMeRequest'];
export type UpdateMlRunRequest = components['schemas']['UpdateMlRunRequest'];
export type UpdateModelProviderRequest = components['schemas']['UpdateModelProviderRequest'];
export type UpdateModelVersionRequest = components['schemas']['UpdateModelVersionRequest'];
export type UpdatePlaybookRequest = components['schemas']['UpdatePlaybookRequest'];
export type UpdateRegisteredModelRequest = components['schemas']['UpdateRegisteredModelRequest'];
export type UpdateResearchClaimRequest = components['schemas']['UpdateResearchClaimRequest'];
export type UpdateResearchProjectRequest = components['schemas']['UpdateResearchProjectRequest'];
export type UpdateResearchSourceRequest = components['schemas']['UpdateResearchSourceRequest'];
export type UpdateSavedQueryRequest = components['schemas']['UpdateSavedQueryRequest'];
export type UpdateTaskRequest = components['schemas']['UpdateTaskRequest'];
export type UpdateUserRequest = components['schemas']['UpdateUserRequest'];
export type UpdateWebhookRequest = components['schemas']['UpdateWebhookRequest'];
export type Upload = components['schemas']['Upload'];
export type UploadFilesForm = components['schemas']['UploadFilesForm'];
export type UsageRow = components['schemas']['UsageRow'];
export type User = components['schemas']['User'];
export type UserCreatedEvent = components['schemas']['UserCreatedEvent'];
export type UserCreatedEventData = components['schemas']['UserCreatedEventData'];
export type UserDeletedEvent = components['schemas']['UserDeletedEvent'];
export type UserDeletedEventData = components['schemas']['UserDeletedEventData'];
export type UserUpdatedEvent = components['schemas']['UserUpdatedEvent'];
export type UserUpdatedEventData = components['schemas']['UserUpdatedEventData'];
export type ValidatePlaybookRequest = components['schemas']['ValidatePlaybookRequest'];
export type ValidateStoredPlaybookRequest = components['schemas']['ValidateStoredPlaybookRequest'];
export type ValidationScheme = components['schemas']['ValidationScheme'];
export type Verification = components['schemas']['Verification'];
export type VerificationCheck = components['schemas']['VerificationCheck'];
export type VerificationProblem = components['schemas']['VerificationProblem'];
export type VerifiedCounts = components['schemas']['VerifiedCounts'];
export type VerifiedFile = components['schemas']['VerifiedFile'];
export type VerifyExportForm = components['schemas']['VerifyExportForm'];
export type VerifyReceiptRequest = components['schemas']['VerifyReceiptRequest'];
export type VerifyResearchProjectRequest = components['schemas']['VerifyResearchProjectRequest'];
export type WaitingCall = components['schemas']['WaitingCall'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent'];
export type WebhookDisabledEventData = components['schemas']['WebhookDisabledEventData'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type WebhookTestEventData = components['schemas']['WebhookTestEventData'];
export type WholeMlRun = components['schemas']['WholeMlRun'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceEvent = components['schemas']['WorkspaceEvent'];
export type WorkspaceMember = components['schemas']['WorkspaceMember'];
export type WriteFileRequest = components['schemas']['WriteFileRequest'];
export type $defs = Record<string, never>;
export interface operations {
    readonly mlflowListArtifactFiles: {
        readonly parameters: {
            readonly query?: {
                readonly path?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly files: readonly unknown[];
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDownloadArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly mlflowUploadArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowListArtifacts: {
        readonly parameters: {
            readonly query?: {
                /** @description Text. */
                readonly page_token?: unknown;
                /** @description Text. */
                readonly path?: unknown;
                /**
                 * @description Text.
                 * @example mlr_01kq3v8d2m5w7x9y1z3a5b7c9d
                 */
                readonly run_id?: unknown;
                /** @description Text. */
                readonly run_uuid?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly files: unknown;
                        /** @description Text. */
                        readonly root_uri: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowCreateExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowCreateExperimentRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Text. */
                        readonly experiment_id: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteExperimentRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteExperimentTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteExperimentTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetExperiment: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example 0
                 */
                readonly experiment_id?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly experiment: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetExperimentByName: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example Default
                 */
                readonly experiment_name?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly experiment: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowRestoreExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowRestoreExperimentRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowListExperiments: {
        readonly parameters: {
            readonly query?: {
                /** @description Text. */
                readonly filter?: unknown;
                /**
                 * @description A whole number; text is taken too.
                 * @example 10
                 */
                readonly max_results?: unknown;
                /** @description A list. */
                readonly order_by?: unknown;
                /** @description Text. */
                readonly page_token?: unknown;
                /** @description Text. */
                readonly view_type?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly experiments: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSearchExperiments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSearchExperimentsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly experiments: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSearchDatasets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSearchDatasetsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly dataset_summaries: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSetExperimentTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSetExperimentTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowUpdateExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowUpdateExperimentRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowCreateLoggedModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowCreateLoggedModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetLoggedModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly model_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteLoggedModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly model_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteLoggedModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowFinalizeLoggedModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly model_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowFinalizeLoggedModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowListLoggedModelArtifacts: {
        readonly parameters: {
            readonly query?: {
                /** @description Text. */
                readonly artifact_directory_path?: unknown;
                /** @description Text. */
                readonly page_token?: unknown;
            };
            readonly header?: never;
            readonly path: {
                readonly model_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly files: unknown;
                        /** @description Text. */
                        readonly root_uri: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowLogLoggedModelParams: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly model_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowLogLoggedModelParamsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSetLoggedModelTags: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly model_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSetLoggedModelTagsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteLoggedModelTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly model_id: string;
                readonly tag_key: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteLoggedModelTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSearchLoggedModels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSearchLoggedModelsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly models: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetMetricHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description A whole number; text is taken too. */
                readonly max_results?: unknown;
                /**
                 * @description Text.
                 * @example loss
                 */
                readonly metric_key?: unknown;
                /** @description Text. */
                readonly page_token?: unknown;
                /**
                 * @description Text.
                 * @example mlr_01kq3v8d2m5w7x9y1z3a5b7c9d
                 */
                readonly run_id?: unknown;
                /** @description Text. */
                readonly run_uuid?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly metrics: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetMetricHistoryBulk: {
        readonly parameters: {
            readonly query?: {
                /** @description A whole number; text is taken too. */
                readonly max_results?: unknown;
                /**
                 * @description Text.
                 * @example loss
                 */
                readonly metric_key?: unknown;
                /**
                 * @description A list.
                 * @example mlr_01kq3v8d2m5w7x9y1z3a5b7c9d
                 */
                readonly run_id?: unknown;
                /** @description A list. */
                readonly run_ids?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly metrics: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetMetricHistoryBulkInterval: {
        readonly parameters: {
            readonly query?: {
                /** @description A whole number; text is taken too. */
                readonly end_step?: unknown;
                /** @description A whole number; text is taken too. */
                readonly max_results?: unknown;
                /**
                 * @description Text.
                 * @example loss
                 */
                readonly metric_key?: unknown;
                /**
                 * @description A list.
                 * @example mlr_01kq3v8d2m5w7x9y1z3a5b7c9d
                 */
                readonly run_ids?: unknown;
                /** @description A whole number; text is taken too. */
                readonly start_step?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly metrics: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowCreateModelVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowCreateModelVersionRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model_version: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteModelVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteModelVersionRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteModelVersionTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteModelVersionTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetModelVersion: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example house-prices
                 */
                readonly name?: unknown;
                /**
                 * @description Text.
                 * @example 3
                 */
                readonly version?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model_version: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetDownloadUri: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example house-prices
                 */
                readonly name?: unknown;
                /**
                 * @description Text.
                 * @example 3
                 */
                readonly version?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Text. */
                        readonly artifact_uri: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSearchModelVersions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example name = 'house-prices'
                 */
                readonly filter?: unknown;
                /** @description A whole number; text is taken too. */
                readonly max_results?: unknown;
                /** @description A list. */
                readonly order_by?: unknown;
                /** @description Text. */
                readonly page_token?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly model_versions: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSetModelVersionTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSetModelVersionTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowTransitionStage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowTransitionStageRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model_version: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowUpdateModelVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowUpdateModelVersionRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model_version: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetVersionByAlias: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example champion
                 */
                readonly alias?: unknown;
                /**
                 * @description Text.
                 * @example house-prices
                 */
                readonly name?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly model_version: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSetModelAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSetModelAliasRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteModelAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteModelAliasRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowCreateRegisteredModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowCreateRegisteredModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly registered_model: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteRegisteredModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteRegisteredModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteRegisteredModelTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteRegisteredModelTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetRegisteredModel: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example house-prices
                 */
                readonly name?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly registered_model: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowListLatestVersions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example house-prices
                 */
                readonly name?: unknown;
                /** @description A list. */
                readonly stages?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly model_versions: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetLatestVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowGetLatestVersionsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly model_versions: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowRenameRegisteredModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowRenameRegisteredModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly registered_model: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSearchRegisteredModels: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example name LIKE 'house%'
                 */
                readonly filter?: unknown;
                /** @description A whole number; text is taken too. */
                readonly max_results?: unknown;
                /** @description A list. */
                readonly order_by?: unknown;
                /** @description Text. */
                readonly page_token?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly registered_models: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSetRegisteredModelTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSetRegisteredModelTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowUpdateRegisteredModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowUpdateRegisteredModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly registered_model: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowCreateRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowCreateRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly run: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowDeleteTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowDeleteTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowGetRun: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Text.
                 * @example mlr_01kq3v8d2m5w7x9y1z3a5b7c9d
                 */
                readonly run_id?: unknown;
                /** @description Text. */
                readonly run_uuid?: unknown;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly run: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowLogBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowLogBatchRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowLogInputs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowLogInputsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowLogMetric: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowLogMetricRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowLogModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowLogModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowLogParam: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowLogParamRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowLogOutputs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowLogOutputsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowRestoreRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowRestoreRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSearchRuns: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSearchRunsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description A list. */
                        readonly runs: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowSetTag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowSetTagRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowUpdateRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MlflowUpdateRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly run_info: unknown;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly mlflowServerInfo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly store_type: string;
                    } & {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly listAuditEntries: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["AuditEntry"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getConfiguration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly changed_at_restart: readonly string[];
                        readonly items: readonly components["schemas"]["Setting"][];
                    };
                };
            };
        };
    };
    readonly changeConfiguration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeConfigurationRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly changed_at_restart: readonly string[];
                        readonly items: readonly components["schemas"]["Setting"][];
                    };
                };
            };
        };
    };
    readonly listPlacements: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the page before */
                readonly cursor?: string;
                readonly limit?: number;
                readonly server_id?: string;
                readonly workspace_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Placement"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly moveWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly workspace_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MoveWorkspaceRequest"];
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listPlugins: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Plugin"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly setPluginEnabled: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetPluginEnabledRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Plugin"];
                };
            };
        };
    };
    readonly listServers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClusterServers"];
                };
            };
        };
    };
    readonly drainServer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly server_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listAgentApps: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["AgentApp"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getAgentApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentApp"];
                };
            };
        };
    };
    readonly runAgentApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RunAgentAppRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentAppRunResult"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QueuedAgentAppRun"];
                };
            };
        };
    };
    readonly listAgentAppRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description Only runs of this app. */
                readonly app?: string;
                readonly cursor?: string;
                readonly limit?: number;
                readonly status?: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ListedAgentAppRun"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getAgentAppRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentAppRun"];
                };
            };
        };
    };
    readonly cancelAgentAppRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CancelledAgentAppRun"];
                };
            };
        };
    };
    readonly streamAgentAppRunEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly listApprovals: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                readonly status?: "pending" | "approved" | "denied" | "expired" | "withdrawn";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["AnyApproval"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getApproval: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly approval_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnyApproval"];
                };
            };
        };
    };
    readonly approveCall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly approval_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApproveCallRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnyApproval"];
                };
            };
        };
    };
    readonly denyCall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly approval_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DenyCallRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnyApproval"];
                };
            };
        };
    };
    readonly login: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LoginRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignIn"];
                };
            };
        };
    };
    readonly logout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly updateMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateMeRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    readonly changePassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly register: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignIn"];
                };
            };
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["SignInSession"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly revokeSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setUp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetUpRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignIn"];
                };
            };
        };
    };
    readonly getAuthStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuthStatus"];
                };
            };
        };
    };
    readonly listBackups: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Backup"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Backup"];
                };
            };
        };
    };
    readonly getBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Backup"];
                };
            };
        };
    };
    readonly downloadBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/gzip": string;
                };
            };
        };
    };
    readonly listConversations: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                /** @description Words that all occur in the title or in one message; the last may be the beginning of a word. The first 16 count. */
                readonly search?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ListedConversation"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createConversation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateConversationRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    readonly getConversation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    readonly deleteConversation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateConversation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateConversationRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    readonly cancelTurn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CancelledTurn"];
                };
            };
        };
    };
    readonly streamConversationEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description False: only what is stored; the stream ends after it. */
                readonly follow?: boolean;
                /** @description Only this turn; the stream ends with it. */
                readonly turn_id?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly exportConversation: {
        readonly parameters: {
            readonly query?: {
                /** @description With `json`: the log too, event by event. */
                readonly events?: boolean;
                /** @description `md`: the active branch, to be read; `json`: all of it. */
                readonly format?: "md" | "json";
            };
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": unknown;
                    readonly "text/markdown": string;
                };
            };
        };
    };
    readonly listMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                /** @description `desc`: the newest message first. */
                readonly order?: "asc" | "desc";
            };
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Message"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly sendMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SendMessageRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                };
            };
        };
    };
    readonly getMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly message_id: string;
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    readonly editMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly message_id: string;
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EditMessageRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                };
            };
        };
    };
    readonly activateMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly message_id: string;
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    readonly regenerateMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly message_id: string;
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegenerateMessageRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                };
            };
        };
    };
    readonly retryTurn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RetryTurnRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                };
            };
        };
    };
    readonly importConversations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportConversationsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ImportedConversationOutcome"][];
                    };
                };
            };
        };
    };
    readonly downloadDataBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DownloadDataBackupRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/gzip": string;
                };
            };
        };
    };
    readonly listDatasets: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                /** @description Words of names, descriptions, tags and columns. */
                readonly search?: string;
                readonly tag?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["DatasetSummary"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly deriveDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeriveDatasetRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetVersion"];
                };
            };
        };
    };
    readonly getDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dataset"];
                };
            };
        };
    };
    readonly deleteDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteDatasetRequest"];
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateDatasetRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dataset"];
                };
            };
        };
    };
    readonly diffDatasetVersions: {
        readonly parameters: {
            readonly query: {
                readonly from: number;
                /** @description Columns that identify a row, with commas between; default: the dataset's own `key`. Empty: by content. */
                readonly key?: string;
                readonly to: number;
            };
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetDiff"];
                };
            };
        };
    };
    readonly previewDataset: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly offset?: number;
                readonly version?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetPreview"];
                };
            };
        };
    };
    readonly profileDataset: {
        readonly parameters: {
            readonly query?: {
                readonly version?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetProfile"];
                };
            };
        };
    };
    readonly restoreDatasetVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RestoreDatasetVersionRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetVersion"];
                };
            };
        };
    };
    readonly listDatasetVersions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["DatasetVersion"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly exportData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportDataRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly importDataset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportDatasetRequest"];
                readonly "multipart/form-data": components["schemas"]["ImportDatasetForm"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                    };
                };
            };
        };
    };
    readonly getPlanesStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly planes: components["schemas"]["Planes"];
                    };
                };
            };
        };
    };
    readonly listSavedQueries: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                readonly search?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["SavedQuery"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createSavedQuery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSavedQueryRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SavedQuery"];
                };
            };
        };
    };
    readonly getSavedQuery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly query_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SavedQuery"];
                };
            };
        };
    };
    readonly deleteSavedQuery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly query_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSavedQuery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly query_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateSavedQueryRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SavedQuery"];
                };
            };
        };
    };
    readonly runSavedQuery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly query_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RunSavedQueryRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QueryResult"];
                    readonly "application/vnd.apache.arrow.stream": string;
                    readonly "application/vnd.apache.parquet": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly queryDatasets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["QueryDatasetsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QueryResult"];
                    readonly "application/vnd.apache.arrow.stream": string;
                    readonly "application/vnd.apache.parquet": string;
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly verifyReceipt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VerifyReceiptRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly reason?: string;
                        readonly valid: boolean;
                    };
                };
            };
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ApiKey"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    readonly getKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly key_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    readonly revokeKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly key_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly rotateKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly key_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateKeyRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    readonly getPlatform: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Platform"];
                };
            };
        };
    };
    readonly downloadSdk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description First day, UTC. Default: 30 days ago.
                 * @example 2026-01-01
                 */
                readonly from?: string;
                /**
                 * @description One or more of `key`, `route`, `model` and `day`, separated by commas. Without it: `key,route`.
                 * @example key
                 */
                readonly group_by?: string;
                /**
                 * @description Last day, UTC. Default: today.
                 * @example 2026-01-31
                 */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["UsageRow"][];
                    };
                };
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Webhook"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                readonly status?: "pending" | "succeeded" | "failed";
            };
            readonly header?: never;
            readonly path: {
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["WebhookDelivery"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly redeliverWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly getEmailAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EmailAccount"];
                };
            };
        };
    };
    readonly setEmailAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetEmailAccountRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EmailAccount"];
                };
            };
        };
    };
    readonly deleteEmailAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly testEmailAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EmailAccountCheck"];
                };
            };
        };
    };
    readonly listEmailFolders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EmailFolder"][];
                    };
                };
            };
        };
    };
    readonly getEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly message_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    readonly getEmailAttachment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly message_id: string;
                readonly n: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly listRecentEmail: {
        readonly parameters: {
            readonly query?: {
                readonly count?: number;
                /** @description A folder’s path in one line, as `GET /api/email/folders` gives it. */
                readonly folder?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EmailSummary"][];
                    };
                };
            };
        };
    };
    readonly searchEmail: {
        readonly parameters: {
            readonly query?: {
                /** @description A folder’s path in one line, as `GET /api/email/folders` gives it. */
                readonly folder?: string;
                /** @description Part of the sender’s name or address, in one line. */
                readonly from?: string;
                readonly limit?: number;
                /** @description Words in one line that stand in the message or its headers, in this order. It is no query language. */
                readonly query?: string;
                /** @description The first day. */
                readonly since?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EmailSummary"][];
                    };
                };
            };
        };
    };
    readonly sendEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SendEmailRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SentEmail"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PendingEmail"];
                };
            };
        };
    };
    readonly streamEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The id of an event, such as evt_01jzcq3m5n8v7x2k4w6y9a0b1c: what follows it, from the log; the header `Last-Event-ID` is stronger. */
                readonly last_event_id?: string;
                /** @description Only these: types, `job.*` and its like, or `*`, separated by commas. All when left out. */
                readonly types?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly listEventTypes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EventType"][];
                        readonly next_cursor: null;
                    };
                };
            };
        };
    };
    readonly listExports: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Export"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportOrder"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedExport"];
                };
            };
        };
    };
    readonly getExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly export_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    readonly deleteExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly export_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getExportContent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly export_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly getExportManifest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly export_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExportManifest"];
                };
            };
        };
    };
    readonly getExportSignature: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly export_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
        };
    };
    readonly listSigningCertificates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["SigningCertificate"][];
                    };
                };
            };
        };
    };
    readonly addSigningCertificate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["AddSigningCertificateForm"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SigningCertificate"];
                };
            };
        };
    };
    readonly deleteSigningCertificate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly certificate_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly activateSigningCertificate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly certificate_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ActivateSigningCertificateRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SigningCertificate"];
                };
            };
        };
    };
    readonly listSigningKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["SigningKey"][];
                    };
                };
            };
        };
    };
    readonly rotateSigningKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SigningKey"];
                };
            };
        };
    };
    readonly listExportTypes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ExportType"][];
                    };
                };
            };
        };
    };
    readonly verifyExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["VerifyExportForm"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verification"];
                };
            };
        };
    };
    readonly listFiles: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                /** @description One level: the files in this folder, and its folders in `folders`. Empty: the top. */
                readonly folder?: string;
                readonly limit?: number;
                /** @description Files whose path begins so. */
                readonly prefix?: string;
                /** @description Files whose path has all of these words. A page may be short and have a `next_cursor` all the same. */
                readonly search?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FilePage"];
                };
            };
        };
    };
    readonly uploadFiles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["UploadFilesForm"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"] | {
                        readonly items: readonly components["schemas"]["FileRecord"][];
                    };
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"] | {
                        readonly items: readonly components["schemas"]["FileRecord"][];
                    };
                };
            };
        };
    };
    readonly getFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
        };
    };
    readonly deleteFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly moveFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MoveFileRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
        };
    };
    readonly downloadFile: {
        readonly parameters: {
            readonly query?: {
                /** @description True: as an attachment, whatever it is. */
                readonly download?: boolean;
                /** @description An older content; the newest without it. */
                readonly version?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly copyFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CopyFileRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
        };
    };
    readonly linkFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkFileRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly expires_at: string;
                        readonly url: string;
                    };
                };
            };
        };
    };
    readonly endFileLinks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly rememberFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RememberFileRequest"];
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                    };
                };
            };
        };
    };
    readonly restoreFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RestoreFileRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
        };
    };
    readonly listFileVersions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["FileVersion"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly downloadFileByPath: {
        readonly parameters: {
            readonly query?: {
                /** @description True: as an attachment, whatever it is. */
                readonly download?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly putFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
        };
    };
    readonly deleteFolder: {
        readonly parameters: {
            readonly query: {
                /** @description Such as `reports/2026/q3.pdf`. */
                readonly path: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly deleted: number;
                    };
                };
            };
        };
    };
    readonly moveFolder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MoveFolderRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly moved: number;
                    };
                };
            };
        };
    };
    readonly openFileLink: {
        readonly parameters: {
            readonly query?: {
                /** @description True: as an attachment, whatever it is. */
                readonly download?: boolean;
            };
            readonly header?: never;
            readonly path: {
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly writeFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WriteFileRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FileRecord"];
                };
            };
        };
    };
    readonly listTrash: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["TrashedFile"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly emptyTrash: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly deleted: number;
                    };
                };
            };
        };
    };
    readonly purgeFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly beginUpload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    readonly getUpload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly upload_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    readonly endUpload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly upload_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly continueUpload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly upload_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getFilesUsage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FilesUsage"];
                };
            };
        };
    };
    readonly listJobs: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                /** @description What is to be done, such as thumbnails.make: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
                readonly kind?: string;
                readonly limit?: number;
                /** @description Which line the job waits in: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
                readonly queue?: string;
                readonly state?: components["schemas"]["JobState"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Job"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly enqueueJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EnqueueJobRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly getJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a job, as it was answered. */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly cancelJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a job, as it was answered. */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly completeJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a job, as it was answered. */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CompleteJobRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly failJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a job, as it was answered. */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FailJobRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly heartbeatJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a job, as it was answered. */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["HeartbeatJobRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly cancel_requested: boolean;
                        /** Format: date-time */
                        readonly lease_expires_at: string;
                    };
                };
            };
        };
    };
    readonly retryJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a job, as it was answered. */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    readonly claimJobs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClaimJobsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly jobs: readonly components["schemas"]["ClaimedJob"][];
                    };
                };
            };
        };
    };
    readonly redriveJobs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedriveJobsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly redriven: number;
                    };
                };
            };
        };
    };
    readonly listJobSchedules: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["JobSchedule"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getJobSchedule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Unique in the workspace: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobSchedule"];
                };
            };
        };
    };
    readonly putJobSchedule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Unique in the workspace: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PutJobScheduleRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobSchedule"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobSchedule"];
                };
            };
        };
    };
    readonly deleteJobSchedule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Unique in the workspace: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getJobStats: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobStats"];
                };
            };
        };
    };
    readonly listMcpServers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpServers"];
                };
            };
        };
    };
    readonly reconnectMcpServer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpServer"];
                };
            };
        };
    };
    readonly listMemories: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                readonly source?: string;
                readonly tag?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ListedMemoryDocument"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly addMemory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddMemoryRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeptMemoryDocument"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeptMemoryDocument"];
                };
            };
        };
    };
    readonly deleteMemoriesOfSource: {
        readonly parameters: {
            readonly query?: {
                readonly source?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly deleted: number;
                    };
                };
            };
        };
    };
    readonly getMemory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemoryDocument"];
                };
            };
        };
    };
    readonly deleteMemory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateMemory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateMemoryRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemoryDocument"];
                };
            };
        };
    };
    readonly listMemoryVersions: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["MemoryVersion"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getMemoryVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly version: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemoryVersion"];
                };
            };
        };
    };
    readonly getMemoryEmbedder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemoryEmbedder"];
                };
            };
        };
    };
    readonly setMemoryEmbedder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetMemoryEmbedderRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemoryEmbedder"];
                };
            };
        };
    };
    readonly exportMemories: {
        readonly parameters: {
            readonly query?: {
                readonly source?: string;
                readonly tag?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                };
            };
        };
    };
    readonly importMemories: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportMemoriesRequest"];
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemoryImport"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                    };
                };
            };
        };
    };
    readonly searchMemory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SearchMemoryRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemorySearchResult"];
                };
            };
        };
    };
    readonly getMemoryStats: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemoryStats"];
                };
            };
        };
    };
    readonly listExperiments: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                readonly state?: "active" | "deleted";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Experiment"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateExperimentRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    readonly getExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly experiment_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    readonly deleteExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly experiment_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly experiment_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateExperimentRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    readonly restoreExperiment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly experiment_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    readonly listRegisteredModels: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["RegisteredModel"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createRegisteredModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateRegisteredModelRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredModel"];
                };
            };
        };
    };
    readonly getRegisteredModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredModel"];
                };
            };
        };
    };
    readonly deleteRegisteredModel: {
        readonly parameters: {
            readonly query?: {
                /** @description The name of the model, when it has an alias. */
                readonly confirm?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateRegisteredModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateRegisteredModelRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredModel"];
                };
            };
        };
    };
    readonly listModelAliasChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description Of this alias alone. */
                readonly alias?: string;
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ModelAliasChange"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly setModelAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly alias: string;
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetModelAliasRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredModel"];
                };
            };
        };
    };
    readonly deleteModelAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly alias: string;
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly checkDrift: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CheckDriftRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DriftReport"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StartedMlJob"];
                };
            };
        };
    };
    readonly predict: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PredictRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Predictions"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StartedMlJob"];
                };
            };
        };
    };
    readonly listModelVersions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["RegisteredModelVersion"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly registerModelVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegisterModelVersionRequest"];
                readonly "multipart/form-data": components["schemas"]["RegisterModelVersionForm"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredModelVersion"];
                };
            };
        };
    };
    readonly getModelVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
                readonly version: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredModelVersion"];
                };
            };
        };
    };
    readonly deleteModelVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
                readonly version: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateModelVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Its name, or its id (`rm_…`). */
                readonly name: string;
                readonly version: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateModelVersionRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredModelVersion"];
                };
            };
        };
    };
    readonly exportOnnx: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
                readonly version: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
        };
    };
    readonly searchMlRuns: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly experiment_id?: string;
                /** @description Comparisons joined by `AND`, as in MLflow: `metrics.rmse < 40 AND params.alpha = '0.5'`. Keys with odd letters stand in backticks. */
                readonly filter?: string;
                readonly limit?: number;
                /** @description Such as `metrics.rmse ASC`. Runs without a value come last; ties newest first. */
                readonly order_by?: readonly string[];
                readonly state?: "active" | "deleted";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["MlRun"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createMlRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateMlRunRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MlRun"];
                };
            };
        };
    };
    readonly getMlRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WholeMlRun"];
                };
            };
        };
    };
    readonly deleteMlRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateMlRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateMlRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MlRun"];
                };
            };
        };
    };
    readonly listMlArtifacts: {
        readonly parameters: {
            readonly query?: {
                /** @description A folder; without it the top. */
                readonly path?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["MlArtifact"][];
                    };
                };
            };
        };
    };
    readonly downloadMlArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
            readonly 206: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly uploadMlArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MlArtifact"];
                };
            };
        };
    };
    readonly deleteMlArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly logToMlRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["LogToMlRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoggedCounts"];
                };
            };
        };
    };
    readonly getMetricHistory: {
        readonly parameters: {
            readonly query?: {
                readonly from_step?: number;
                readonly max_points?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly path: string;
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MetricHistory"];
                };
            };
        };
    };
    readonly listHeldOutPredictions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["HeldOutPrediction"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly restoreMlRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MlRun"];
                };
            };
        };
    };
    readonly compareMlRuns: {
        readonly parameters: {
            readonly query: {
                /** @description 2 to 50 ids, separated by commas. */
                readonly run_ids: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunComparison"];
                };
            };
        };
    };
    readonly train: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TrainRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WholeMlRun"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StartedTraining"];
                };
            };
        };
    };
    readonly listTrainers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Trainer"][];
                    };
                };
            };
        };
    };
    readonly listModels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Model"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getTokenBudget: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenBudget"];
                };
            };
        };
    };
    readonly listModelCalls: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ModelCall"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly listModelProviders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ModelProvider"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createModelProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateModelProviderRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelProvider"];
                };
            };
        };
    };
    readonly getModelProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly provider_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelProvider"];
                };
            };
        };
    };
    readonly deleteModelProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly provider_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateModelProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly provider_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateModelProviderRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelProvider"];
                };
            };
        };
    };
    readonly testModelProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly provider_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelProviderCheck"];
                };
            };
        };
    };
    readonly testUnsavedModelProvider: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TestUnsavedModelProviderRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelProviderCheck"];
                };
            };
        };
    };
    readonly getModelSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelSettings"];
                };
            };
        };
    };
    readonly setModelSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetModelSettingsRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelSettings"];
                };
            };
        };
    };
    readonly getOpenApi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly listPlaybooks: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                /** @description A part of the name, title or summary. */
                readonly search?: string;
                /** @description The name of a tag, or `name=value`. */
                readonly tag?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookPage"];
                };
            };
        };
    };
    readonly createPlaybook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePlaybookRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Playbook"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Playbook"];
                };
            };
        };
    };
    readonly getPlaybook: {
        readonly parameters: {
            readonly query?: {
                /** @description That one in place of the one a start takes. */
                readonly version?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id, the name, or `name@version`. */
                readonly playbook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookDetail"];
                };
            };
        };
    };
    readonly deletePlaybook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id, the name, or `name@version`. */
                readonly playbook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updatePlaybook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id, the name, or `name@version`. */
                readonly playbook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdatePlaybookRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Playbook"];
                };
            };
        };
    };
    readonly dryRunPlaybook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id, the name, or `name@version`. */
                readonly playbook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DryRunPlaybookRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookDryRun"];
                };
            };
        };
    };
    readonly validateStoredPlaybook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id, the name, or `name@version`. */
                readonly playbook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ValidateStoredPlaybookRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckedPlaybook"];
                };
            };
        };
    };
    readonly listPlaybookVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id, the name, or `name@version`. */
                readonly playbook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["PlaybookVersion"][];
                    };
                };
            };
        };
    };
    readonly dryRunPlaybookDefinition: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DryRunPlaybookDefinitionRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookDryRun"];
                };
            };
        };
    };
    readonly publishPlaybookEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PublishPlaybookEventRequest"];
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description It was there before. */
                        readonly duplicate: boolean;
                        readonly id: string;
                    };
                };
            };
        };
    };
    readonly listPlaybookRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description Written as `name=value`. */
                readonly label?: string;
                readonly limit?: number;
                readonly parent_run_id?: string;
                readonly playbook_id?: string;
                readonly status?: "pending" | "running" | "waiting" | "suspended" | "completed" | "faulted" | "cancelled";
                readonly trigger?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ListedPlaybookRun"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly startPlaybook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StartPlaybookRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookRun"];
                };
            };
        };
    };
    readonly getPlaybookRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookRun"];
                };
            };
        };
    };
    readonly deletePlaybookRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly approvePlaybookRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApprovePlaybookRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnyApproval"];
                };
            };
        };
    };
    readonly cancelPlaybookRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CancelPlaybookRunRequest"];
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookRun"];
                };
            };
        };
    };
    readonly denyPlaybookRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DenyPlaybookRunRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnyApproval"];
                };
            };
        };
    };
    readonly streamPlaybookRunEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Each event as a CloudEvent of the standard. */
                readonly format?: "cloudevents";
                /** @description Only these: types, or `task.*` and its like, separated by commas. */
                readonly types?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly resumePlaybookRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResumePlaybookRunRequest"];
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookRun"];
                };
            };
        };
    };
    readonly suspendPlaybookRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["SuspendPlaybookRunRequest"];
            };
        };
        readonly responses: {
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookRun"];
                };
            };
        };
    };
    readonly listPlaybookTasks: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                readonly name?: string;
                readonly status?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["PlaybookTask"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getPlaybookTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly run_id: string;
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaybookTask"];
                };
            };
        };
    };
    readonly listPlaybookSecrets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["PlaybookSecret"][];
                    };
                };
            };
        };
    };
    readonly setPlaybookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description As `use.secrets` names it. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetPlaybookSecretRequest"];
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deletePlaybookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description As `use.secrets` names it. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly validatePlaybook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ValidatePlaybookRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckedPlaybook"];
                };
            };
        };
    };
    readonly citeWorks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CiteWorksRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CitedWorks"];
                };
            };
        };
    };
    readonly importResearchProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResearchBundle"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchImport"];
                };
            };
        };
    };
    readonly listResearchProjects: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ResearchProject"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createResearchProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateResearchProjectRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchProject"];
                };
            };
        };
    };
    readonly getResearchProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchProject"];
                };
            };
        };
    };
    readonly deleteResearchProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteResearchProjectRequest"];
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateResearchProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateResearchProjectRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchProject"];
                };
            };
        };
    };
    readonly listResearchClaims: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                readonly source_id?: string;
                readonly status?: "supported" | "contradicted" | "unsupported" | "broken";
            };
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ResearchClaim"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createResearchClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateResearchClaimRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchClaim"];
                };
            };
        };
    };
    readonly getResearchClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claim_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchClaim"];
                };
            };
        };
    };
    readonly deleteResearchClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claim_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateResearchClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claim_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateResearchClaimRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchClaim"];
                };
            };
        };
    };
    readonly addResearchEvidence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claim_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddResearchEvidenceRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchClaim"];
                };
            };
        };
    };
    readonly deleteResearchEvidence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly claim_id: string;
                readonly evidence_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchClaim"];
                };
            };
        };
    };
    readonly exportResearchProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportResearchProjectRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly getResearchLineage: {
        readonly parameters: {
            readonly query?: {
                /** @description Steps from the focus. */
                readonly depth?: number;
                /** @description `down`: what the focus rests on; `up`: what rests on it. */
                readonly direction?: "up" | "down" | "both";
                /** @description A node; default: all of the project. */
                readonly focus?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchLineage"];
                };
            };
        };
    };
    readonly listResearchLinks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ResearchLink"][];
                    };
                };
            };
        };
    };
    readonly addResearchLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddResearchLinkRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchLink"];
                };
            };
        };
    };
    readonly deleteResearchLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly link_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listResearchReports: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ResearchReport"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createResearchReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateResearchReportRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchReport"];
                };
            };
        };
    };
    readonly getResearchReport: {
        readonly parameters: {
            readonly query?: {
                readonly version?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly report_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchReport"];
                };
            };
        };
    };
    readonly replaceResearchReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly report_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReplaceResearchReportRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchReport"];
                };
            };
        };
    };
    readonly deleteResearchReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly report_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly exportResearchReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly report_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportResearchReportRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly lintResearchReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly report_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LintResult"];
                };
            };
        };
    };
    readonly listResearchReportVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly report_id: string;
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ResearchReportVersion"][];
                    };
                };
            };
        };
    };
    readonly listResearchSources: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ResearchSource"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly addResearchSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddResearchSourceRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddedSources"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddedSources"];
                };
            };
        };
    };
    readonly getResearchSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchSource"];
                };
            };
        };
    };
    readonly deleteResearchSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateResearchSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateResearchSourceRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchSource"];
                };
            };
        };
    };
    readonly downloadResearchSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly refreshResearchSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefreshedSource"];
                };
            };
        };
    };
    readonly readResearchSource: {
        readonly parameters: {
            readonly query?: {
                /** @description A code point, from 0. */
                readonly from?: number;
                /** @description Up to here; default 20,000 further, at most 200,000. */
                readonly to?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceTextPart"];
                };
            };
        };
    };
    readonly verifyResearchProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly research_project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["VerifyResearchProjectRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResearchVerification"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                    };
                };
            };
        };
    };
    readonly listCitationStyles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["CitationStyle"][];
                    };
                };
            };
        };
    };
    readonly addCitationStyle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["AddCitationStyleForm"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CitationStyle"];
                };
            };
        };
    };
    readonly deleteCitationStyle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly style: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listSandboxedTools: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["SandboxedTool"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getSandboxedTool: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SandboxedTool"];
                };
            };
        };
    };
    readonly getServerStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServerStatus"];
                };
            };
        };
    };
    readonly probeStream: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly listAnalyses: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly dataset_id?: string;
                readonly limit?: number;
                readonly method?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["AnalysisSummary"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getAnalysis: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly analysis_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Analysis"];
                };
            };
        };
    };
    readonly deleteAnalysis: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly analysis_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly analyze: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnalyzeRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Analysis"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                    };
                };
            };
        };
    };
    readonly listStatVariables: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly dataset_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StatDataset"];
                };
            };
        };
    };
    readonly exportAnalyses: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportAnalysesRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    readonly importForStats: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportForStatsRequest"];
                readonly "multipart/form-data": components["schemas"]["ImportForStatsForm"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StatDataset"];
                };
            };
        };
    };
    readonly listStatMethods: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["StatMethod"][];
                    };
                };
            };
        };
    };
    readonly listTools: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ToolManifest"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getTool: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolManifest"];
                };
            };
        };
    };
    readonly callTool: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CallToolRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolResult"];
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PendingApproval"];
                };
            };
        };
    };
    readonly putToolGrant: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PutToolGrantRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolGrant"];
                };
            };
        };
    };
    readonly deleteToolGrant: {
        readonly parameters: {
            readonly query?: {
                /** @description For this key alone; else for the workspace. */
                readonly key_id?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listToolCalls: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                readonly outcome?: "ok" | "failed" | "timeout" | "cancelled" | "invalid" | "refused" | "asked";
                readonly tool?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ToolCallRecord"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly listToolGrants: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ToolGrant"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["User"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    readonly getUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    readonly deleteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    readonly resetUserPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResetUserPasswordRequest"];
            };
        };
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listInvites: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Invite"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly inviteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InviteUserRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewInvite"];
                };
            };
        };
    };
    readonly getInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invite"];
                };
            };
        };
    };
    readonly revokeInvite: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listPluginPages: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["PluginPage"][];
                        readonly next_cursor: null;
                    };
                };
            };
        };
    };
    readonly listNotes: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                readonly limit?: number;
                /** @description Words that all occur in title or text; the last may be the beginning of a word. The first 16 count; there are no operators. */
                readonly search?: string;
                /** @description The newest first, or those changed last. With `search` the best come first. */
                readonly sort?: "created" | "updated";
                /** @description Those that have the tag. */
                readonly tag?: string;
                /** @description Only the note that `[[…]]` with these words leads to: the oldest of this title, else the one that had it last, else the same without what follows a `#`. Not with `search`. */
                readonly title?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ListedNote"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateNoteRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    readonly getNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly note_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    readonly replaceNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly note_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReplaceNoteRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    readonly deleteNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly note_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly restoreNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly note_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    readonly getSample: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sample"];
                };
            };
        };
    };
    readonly addSample: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sample"];
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sample"];
                };
            };
        };
    };
    readonly removeSample: {
        readonly parameters: {
            readonly query?: {
                /** @description What happens to records that somebody wrote into since they were added. */
                readonly changed?: "keep" | "delete";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SampleRemoval"];
                };
            };
        };
    };
    readonly listTasks: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description Those due before a day or a time; those without a date are not. */
                readonly due_before?: string;
                readonly limit?: number;
                /** @description Words that all occur in title or text; the last may be the beginning of a word. The first 16 count; there are no operators. */
                readonly search?: string;
                /** @description `created`, `updated`: the newest first. `due`: the soonest first, those without a date last. `priority`: the most urgent first, of these the soonest due. */
                readonly sort?: "created" | "updated" | "due" | "priority";
                /** @description `open`: to do or in progress. */
                readonly status?: "todo" | "in_progress" | "done" | "cancelled" | "open";
                /** @description Those that have the tag. */
                readonly tag?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Task"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateTaskRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    readonly getTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    readonly deleteTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateTaskRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    readonly restoreTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly task_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    readonly listWorkspaces: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Workspace"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateWorkspaceRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readonly getWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readonly deleteWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly renameWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RenameWorkspaceRequest"];
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readonly listWorkspaceMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["WorkspaceMember"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly addWorkspaceMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddWorkspaceMemberRequest"];
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkspaceMember"];
                };
            };
        };
    };
    readonly removeWorkspaceMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly user_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
