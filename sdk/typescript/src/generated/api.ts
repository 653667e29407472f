// Generated from the OpenAPI document by npm run generate. Do not edit.

export interface paths {
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
        readonly patch?: never;
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
        readonly get?: never;
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
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["revokeInvite"];
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
        /** @description An error, RFC 9457. */
        readonly Problem: {
            /** @description For programs. */
            readonly code: string;
            /** @description What is wrong, where, and what to do. */
            readonly detail: string;
            readonly errors?: readonly {
                readonly message: string;
                /** @description A JSON pointer. */
                readonly path: string;
            }[];
            readonly request_id: string;
            readonly status: number;
            readonly title: string;
            /** @description `urn:svc:problem:` and the code. */
            readonly type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
                        readonly items: readonly {
                            readonly action: string;
                            readonly actor: {
                                readonly key_id: string | null;
                                readonly user_id: string | null;
                                readonly username: string | null;
                                readonly via: string;
                            };
                            /** Format: date-time */
                            readonly at: string;
                            readonly details: {
                                readonly [key: string]: unknown;
                            };
                            readonly id: string;
                            readonly ip: string | null;
                            readonly request_id: string | null;
                            readonly target: string | null;
                        }[];
                        readonly next_cursor: string | null;
                    };
                };
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
                        readonly items: readonly {
                            readonly builtin: boolean;
                            readonly description: string;
                            readonly enabled: boolean;
                            readonly error: string | null;
                            readonly id: string;
                            readonly manifest_hash: string;
                            readonly outcome: ("running" | "failed" | "degraded" | "disabled" | "waiting-for-owner") | (string & {});
                            readonly restart_required: boolean;
                            readonly setup_ms: number | null;
                            readonly title: string;
                            readonly version: string;
                        }[];
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
                readonly "application/json": {
                    readonly enabled: boolean;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly builtin: boolean;
                        readonly description: string;
                        readonly enabled: boolean;
                        readonly error: string | null;
                        readonly id: string;
                        readonly manifest_hash: string;
                        readonly outcome: ("running" | "failed" | "degraded" | "disabled" | "waiting-for-owner") | (string & {});
                        readonly restart_required: boolean;
                        readonly setup_ms: number | null;
                        readonly title: string;
                        readonly version: string;
                    };
                };
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
                        readonly items: readonly {
                            readonly description: string | null;
                            readonly display_name: string | null;
                            /** @description False: the operator has switched it off. */
                            readonly enabled: boolean;
                            /** @description Set while the folder is broken. The last good version, if there is one, stays up. */
                            readonly error?: {
                                readonly column: number | null;
                                readonly file: string;
                                readonly frame: string | null;
                                readonly line: number | null;
                                readonly message: string;
                            } & {
                                readonly problems: readonly {
                                    readonly column: number | null;
                                    readonly file: string;
                                    readonly frame: string | null;
                                    readonly line: number | null;
                                    readonly message: string;
                                }[];
                            };
                            readonly inputs: {
                                readonly [key: string]: unknown;
                            } | null;
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
                            readonly runners: readonly string[];
                            readonly schedule: {
                                readonly cron: string;
                                /** @description The inputs of each run. */
                                readonly inputs: {
                                    readonly [key: string]: unknown;
                                };
                                /** @description Null while it is not run by the clock: schedules are switched off, or nobody is set up yet. */
                                readonly next_run_at: string | null;
                                readonly timezone: string;
                            } | null;
                            readonly version: string | null;
                        }[];
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
                    readonly "application/json": {
                        readonly description: string | null;
                        readonly display_name: string | null;
                        /** @description False: the operator has switched it off. */
                        readonly enabled: boolean;
                        /** @description Set while the folder is broken. The last good version, if there is one, stays up. */
                        readonly error?: {
                            readonly column: number | null;
                            readonly file: string;
                            readonly frame: string | null;
                            readonly line: number | null;
                            readonly message: string;
                        } & {
                            readonly problems: readonly {
                                readonly column: number | null;
                                readonly file: string;
                                readonly frame: string | null;
                                readonly line: number | null;
                                readonly message: string;
                            }[];
                        };
                        readonly inputs: {
                            readonly [key: string]: unknown;
                        } | null;
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
                        readonly runners: readonly string[];
                        readonly schedule: {
                            readonly cron: string;
                            /** @description The inputs of each run. */
                            readonly inputs: {
                                readonly [key: string]: unknown;
                            };
                            /** @description Null while it is not run by the clock: schedules are switched off, or nobody is set up yet. */
                            readonly next_run_at: string | null;
                            readonly timezone: string;
                        } | null;
                        readonly version: string | null;
                    };
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
                readonly "application/json": {
                    /** @description As the app's `inputs` schema has it; default {}. */
                    readonly inputs?: {
                        readonly [key: string]: unknown;
                    };
                    readonly runner?: "api" | "ui" | "cli" | "job" | "playbook";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly app: string;
                        readonly error: {
                            readonly code?: string;
                            readonly message: string;
                            readonly name: string;
                            readonly stack: string;
                        } | null;
                        readonly finished_at: string | null;
                        readonly logs: readonly {
                            readonly at: string;
                            readonly level: string;
                            readonly message: string;
                        }[];
                        /** @description What the app answered: any JSON value. */
                        readonly output: unknown;
                        readonly run_id: string;
                        readonly runner: string;
                        readonly started_at: string;
                        /** @description queued, running, succeeded, failed or cancelled. */
                        readonly status: string;
                        /** @description What started it: the runner that was asked for, or the schedule of the manifest. */
                        readonly trigger: "api" | "ui" | "cli" | "job" | "schedule" | "playbook";
                        readonly usage: {
                            readonly agent_calls: number;
                            readonly completion_tokens: number;
                            readonly cpu_ms: number;
                            readonly duration_ms: number;
                            readonly prompt_tokens: number;
                            readonly tool_calls: number;
                        };
                        readonly version: string;
                        /** @description Set while the newest edit of the folder is broken: the last good version ran. What is wrong, and where. */
                        readonly warnings?: readonly {
                            readonly file: string;
                            readonly line: number | null;
                            readonly message: string;
                        }[];
                    };
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                        readonly run_id: string;
                        /** @constant */
                        readonly status: "queued";
                        /** @description Set while the newest edit of the folder is broken: the last good version ran. What is wrong, and where. */
                        readonly warnings?: readonly {
                            readonly file: string;
                            readonly line: number | null;
                            readonly message: string;
                        }[];
                    };
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
                        readonly items: readonly {
                            readonly app: string;
                            readonly error: {
                                readonly code?: string;
                                readonly message: string;
                                readonly name: string;
                                readonly stack: string;
                            } | null;
                            readonly finished_at: string | null;
                            /** @description Of the output as JSON; 0 without one. The run itself has `output` and `logs`. */
                            readonly output_bytes: number;
                            readonly run_id: string;
                            readonly runner: string;
                            readonly started_at: string;
                            /** @description queued, running, succeeded, failed or cancelled. */
                            readonly status: string;
                            /** @description What started it: the runner that was asked for, or the schedule of the manifest. */
                            readonly trigger: "api" | "ui" | "cli" | "job" | "schedule" | "playbook";
                            readonly usage: {
                                readonly agent_calls: number;
                                readonly completion_tokens: number;
                                readonly cpu_ms: number;
                                readonly duration_ms: number;
                                readonly prompt_tokens: number;
                                readonly tool_calls: number;
                            };
                            readonly version: string;
                        }[];
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
                    readonly "application/json": {
                        readonly app: string;
                        readonly error: {
                            readonly code?: string;
                            readonly message: string;
                            readonly name: string;
                            readonly stack: string;
                        } | null;
                        readonly finished_at: string | null;
                        readonly logs: readonly {
                            readonly at: string;
                            readonly level: string;
                            readonly message: string;
                        }[];
                        /** @description What the app answered: any JSON value. */
                        readonly output: unknown;
                        readonly run_id: string;
                        readonly runner: string;
                        readonly started_at: string;
                        /** @description queued, running, succeeded, failed or cancelled. */
                        readonly status: string;
                        /** @description What started it: the runner that was asked for, or the schedule of the manifest. */
                        readonly trigger: "api" | "ui" | "cli" | "job" | "schedule" | "playbook";
                        readonly usage: {
                            readonly agent_calls: number;
                            readonly completion_tokens: number;
                            readonly cpu_ms: number;
                            readonly duration_ms: number;
                            readonly prompt_tokens: number;
                            readonly tool_calls: number;
                        };
                        readonly version: string;
                    };
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
                    readonly "application/json": {
                        /** @constant */
                        readonly cancel_requested: true;
                        readonly run_id: string;
                        readonly status: string;
                    };
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
                readonly status?: "pending" | "approved" | "denied" | "expired";
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
                        readonly items: readonly {
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
                            readonly origin: {
                                readonly app?: string;
                                readonly call_id?: string;
                                readonly kind: ("direct" | "mcp" | "app" | "turn") | (string & {});
                                readonly run_id?: string | null;
                                readonly session_id?: string;
                                readonly turn_id?: string;
                            };
                            readonly reason: string | null;
                            readonly requested_by: {
                                readonly key_id: string | null;
                                readonly user_id: string;
                                readonly username: string;
                            };
                            /** @description What the tool gave. In a list, null when it is over 64 KiB. */
                            readonly result: unknown;
                            /** @description `approved` also while the call runs and after: `finished_at` tells. */
                            readonly status: ("pending" | "approved" | "denied" | "expired") | (string & {});
                            readonly tool_name: string;
                        }[];
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
                    readonly "application/json": {
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
                        readonly origin: {
                            readonly app?: string;
                            readonly call_id?: string;
                            readonly kind: ("direct" | "mcp" | "app" | "turn") | (string & {});
                            readonly run_id?: string | null;
                            readonly session_id?: string;
                            readonly turn_id?: string;
                        };
                        readonly reason: string | null;
                        readonly requested_by: {
                            readonly key_id: string | null;
                            readonly user_id: string;
                            readonly username: string;
                        };
                        /** @description What the tool gave. In a list, null when it is over 64 KiB. */
                        readonly result: unknown;
                        /** @description `approved` also while the call runs and after: `finished_at` tells. */
                        readonly status: ("pending" | "approved" | "denied" | "expired") | (string & {});
                        readonly tool_name: string;
                    };
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
                readonly "application/json": {
                    /** @description Told to the model that asked. */
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly origin: {
                            readonly app?: string;
                            readonly call_id?: string;
                            readonly kind: ("direct" | "mcp" | "app" | "turn") | (string & {});
                            readonly run_id?: string | null;
                            readonly session_id?: string;
                            readonly turn_id?: string;
                        };
                        readonly reason: string | null;
                        readonly requested_by: {
                            readonly key_id: string | null;
                            readonly user_id: string;
                            readonly username: string;
                        };
                        /** @description What the tool gave. In a list, null when it is over 64 KiB. */
                        readonly result: unknown;
                        /** @description `approved` also while the call runs and after: `finished_at` tells. */
                        readonly status: ("pending" | "approved" | "denied" | "expired") | (string & {});
                        readonly tool_name: string;
                    };
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
                readonly "application/json": {
                    /** @description Told to the model that asked. */
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly origin: {
                            readonly app?: string;
                            readonly call_id?: string;
                            readonly kind: ("direct" | "mcp" | "app" | "turn") | (string & {});
                            readonly run_id?: string | null;
                            readonly session_id?: string;
                            readonly turn_id?: string;
                        };
                        readonly reason: string | null;
                        readonly requested_by: {
                            readonly key_id: string | null;
                            readonly user_id: string;
                            readonly username: string;
                        };
                        /** @description What the tool gave. In a list, null when it is over 64 KiB. */
                        readonly result: unknown;
                        /** @description `approved` also while the call runs and after: `finished_at` tells. */
                        readonly status: ("pending" | "approved" | "denied" | "expired") | (string & {});
                        readonly tool_name: string;
                    };
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
                readonly "application/json": {
                    readonly password: string;
                    readonly username: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly expires_at: string;
                        readonly user: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        };
                    };
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
                    readonly "application/json": {
                        readonly scopes: readonly string[];
                        readonly user: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        };
                        readonly via: ("session" | "api_key" | "operator" | "agent_app") | (string & {});
                        readonly workspace: {
                            readonly id: string;
                            readonly name: string;
                        };
                    };
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
                readonly "application/json": {
                    readonly current_password: string;
                    readonly new_password: string;
                };
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
                readonly "application/json": {
                    /** @description The token of an invitation */
                    readonly invite?: string;
                    readonly password: string;
                    /** @description Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit. */
                    readonly username: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly expires_at: string;
                        readonly user: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        };
                    };
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
                        readonly items: readonly {
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
                        }[];
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
                readonly "application/json": {
                    readonly password: string;
                    /** @description Printed at start and kept in <home>/setup_token */
                    readonly setup_token: string;
                    /** @description Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit. */
                    readonly username: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly expires_at: string;
                        readonly user: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        };
                    };
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
                    readonly "application/json": {
                        /** @description False: one account; nobody can be invited or registered. */
                        readonly multi_user_enabled: boolean;
                        /** @description Whether anybody may register, without an invitation. */
                        readonly registration_enabled: boolean;
                        readonly setup_required: boolean;
                    };
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
                        readonly items: readonly {
                            /** @description The agent apps in the archive. Null: they lie in the home, or it has none. */
                            readonly app_folders: {
                                /** @description The folder that holds them (`SVC_MANIFESTS`) */
                                readonly from: string;
                                /** @description What lies there and is not in the archive, and why */
                                readonly left_out: readonly {
                                    readonly path: string;
                                    readonly reason: string;
                                }[];
                                /** @description Each is a folder below `manifests/` of the archive */
                                readonly names: readonly string[];
                            } | null;
                            readonly bytes: number;
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly name: string;
                            /** @description Where the archive is on the machine of the server */
                            readonly path: string;
                            readonly reason: ("manual" | "scheduled" | "before-migration") | (string & {});
                            readonly sha256: string;
                        }[];
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
                    readonly "application/json": {
                        /** @description The agent apps in the archive. Null: they lie in the home, or it has none. */
                        readonly app_folders: {
                            /** @description The folder that holds them (`SVC_MANIFESTS`) */
                            readonly from: string;
                            /** @description What lies there and is not in the archive, and why */
                            readonly left_out: readonly {
                                readonly path: string;
                                readonly reason: string;
                            }[];
                            /** @description Each is a folder below `manifests/` of the archive */
                            readonly names: readonly string[];
                        } | null;
                        readonly bytes: number;
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly name: string;
                        /** @description Where the archive is on the machine of the server */
                        readonly path: string;
                        readonly reason: ("manual" | "scheduled" | "before-migration") | (string & {});
                        readonly sha256: string;
                    };
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
                    readonly "application/json": {
                        /** @description The agent apps in the archive. Null: they lie in the home, or it has none. */
                        readonly app_folders: {
                            /** @description The folder that holds them (`SVC_MANIFESTS`) */
                            readonly from: string;
                            /** @description What lies there and is not in the archive, and why */
                            readonly left_out: readonly {
                                readonly path: string;
                                readonly reason: string;
                            }[];
                            /** @description Each is a folder below `manifests/` of the archive */
                            readonly names: readonly string[];
                        } | null;
                        readonly bytes: number;
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly name: string;
                        /** @description Where the archive is on the machine of the server */
                        readonly path: string;
                        readonly reason: ("manual" | "scheduled" | "before-migration") | (string & {});
                        readonly sha256: string;
                    };
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
                        readonly items: readonly {
                            readonly created_at: string;
                            /** @description A user. Every member of the workspace may read and continue it. */
                            readonly created_by: string;
                            readonly id: string;
                            /** @description With `search`: the message that fits best; null when it is the title that fits. */
                            readonly match?: {
                                readonly created_at: string;
                                readonly message_id: string;
                                readonly role: string;
                                /** @description Plain text; the words that fit stand in `**`. */
                                readonly snippet: string;
                            } | null;
                            /** @description Whether its questions are answered with what the workspace remembers. */
                            readonly memory: boolean;
                            /** @description Null: the workspace's default. */
                            readonly model: string | null;
                            readonly session_id: string;
                            readonly settings: {
                                /** @description What happens to the oldest messages when the history no longer fits the model. */
                                readonly context?: ("summarise" | "drop") | (string & {});
                                /** @description Answers of the model within one turn. */
                                readonly step_limit?: number;
                                /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
                                readonly token_limit?: number | null;
                            };
                            /** @description `api`, `cli`, `web`, `v1`. */
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
                        }[];
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
                readonly "application/json": {
                    /** @description Tell the agent what the workspace remembers about each question. Default: as the installation has it (`SVC_CONVERSATIONS_MEMORY`). */
                    readonly memory?: boolean;
                    readonly model?: string | null;
                    readonly settings?: {
                        /**
                         * @description What happens to the oldest messages when the history no longer fits the model.
                         * @enum {unknown}
                         */
                        readonly context?: "summarise" | "drop";
                        /** @description Answers of the model within one turn. */
                        readonly step_limit?: number;
                        /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
                        readonly token_limit?: number | null;
                    };
                    /**
                     * @description What it is begun with.
                     * @default api
                     * @enum {unknown}
                     */
                    readonly source?: "api" | "cli" | "web";
                    readonly system?: string | null;
                    readonly title?: string | null;
                    /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
                    readonly tools?: ("all" | "none") | readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly created_at: string;
                        /** @description A user. Every member of the workspace may read and continue it. */
                        readonly created_by: string;
                        readonly id: string;
                        /** @description Whether its questions are answered with what the workspace remembers. */
                        readonly memory: boolean;
                        /** @description Null: the workspace's default. */
                        readonly model: string | null;
                        readonly session_id: string;
                        readonly settings: {
                            /** @description What happens to the oldest messages when the history no longer fits the model. */
                            readonly context?: ("summarise" | "drop") | (string & {});
                            /** @description Answers of the model within one turn. */
                            readonly step_limit?: number;
                            /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
                            readonly token_limit?: number | null;
                        };
                        /** @description `api`, `cli`, `web`, `v1`. */
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
                    readonly "application/json": {
                        readonly created_at: string;
                        /** @description A user. Every member of the workspace may read and continue it. */
                        readonly created_by: string;
                        readonly id: string;
                        /** @description Whether its questions are answered with what the workspace remembers. */
                        readonly memory: boolean;
                        /** @description Null: the workspace's default. */
                        readonly model: string | null;
                        readonly session_id: string;
                        readonly settings: {
                            /** @description What happens to the oldest messages when the history no longer fits the model. */
                            readonly context?: ("summarise" | "drop") | (string & {});
                            /** @description Answers of the model within one turn. */
                            readonly step_limit?: number;
                            /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
                            readonly token_limit?: number | null;
                        };
                        /** @description `api`, `cli`, `web`, `v1`. */
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
                readonly "application/json": {
                    /** @description Tell the agent what the workspace remembers about each question. Default: as the installation has it (`SVC_CONVERSATIONS_MEMORY`). */
                    readonly memory?: boolean;
                    readonly model?: string | null;
                    readonly settings?: {
                        /**
                         * @description What happens to the oldest messages when the history no longer fits the model.
                         * @enum {unknown}
                         */
                        readonly context?: "summarise" | "drop";
                        /** @description Answers of the model within one turn. */
                        readonly step_limit?: number;
                        /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
                        readonly token_limit?: number | null;
                    };
                    readonly system?: string | null;
                    readonly title?: string | null;
                    /** @description The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole. */
                    readonly tools?: ("all" | "none") | readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly created_at: string;
                        /** @description A user. Every member of the workspace may read and continue it. */
                        readonly created_by: string;
                        readonly id: string;
                        /** @description Whether its questions are answered with what the workspace remembers. */
                        readonly memory: boolean;
                        /** @description Null: the workspace's default. */
                        readonly model: string | null;
                        readonly session_id: string;
                        readonly settings: {
                            /** @description What happens to the oldest messages when the history no longer fits the model. */
                            readonly context?: ("summarise" | "drop") | (string & {});
                            /** @description Answers of the model within one turn. */
                            readonly step_limit?: number;
                            /** @description Prompt and completion tokens of one turn together; null: no limit of its own. */
                            readonly token_limit?: number | null;
                        };
                        /** @description `api`, `cli`, `web`, `v1`. */
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
                    readonly "application/json": {
                        readonly session_id: string;
                        /** @description Null: nothing was under way. */
                        readonly turn_id: string | null;
                    };
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
                        readonly items: readonly {
                            readonly attachments?: readonly {
                                readonly content_type: string;
                                /** @description Of the file it was read from. */
                                readonly file_id?: string;
                                readonly kind: ("text" | "image") | (string & {});
                                readonly name: string;
                                /** @description Of that file, in bytes. */
                                readonly size?: number;
                            }[];
                            /** @description The messages in its place, oldest first, itself among them: more than one after an edit or a regeneration. */
                            readonly branches: readonly string[];
                            readonly content: string;
                            readonly created_at: string;
                            /** @description On an answer that is complete or broken off. */
                            readonly finish_reason: string | null;
                            readonly id: string;
                            /** @description What the answer was given of the memory of the workspace, the best first. */
                            readonly memories?: readonly {
                                /** @description How the passage begins. */
                                readonly chunk_text: string;
                                /** @description Of the document: `GET /api/memory/{id}`. */
                                readonly id: string;
                                readonly score: number;
                                /** @description Where the document came from. */
                                readonly source: string | null;
                            }[];
                            /** @description Which wrote it. */
                            readonly model: string | null;
                            /** @description What it follows; null for the first. */
                            readonly parent_id: string | null;
                            readonly role: ("system" | "user" | "assistant" | "tool") | (string & {});
                            readonly tool_call_id?: string;
                            readonly tool_calls?: readonly ({
                                /** @description An object; a string where the model wrote no JSON. */
                                readonly arguments: unknown;
                                readonly call_id: string;
                                readonly tool_name: string;
                            } & {
                                readonly [key: string]: unknown;
                            })[];
                            readonly tool_name?: string;
                            /** @description The turn in which it was said. */
                            readonly turn_id: string | null;
                            readonly usage: {
                                readonly completion_tokens: number;
                                readonly prompt_tokens: number;
                            } | null;
                        }[];
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
                readonly "application/json": {
                    /** @description Each at most 5 MiB. Text is shown to the model marked as data, an image as an image. A file of the workspace is named by its id (scope `files:read`): text and images as they are, of PDF, DOCX and HTML the text. */
                    readonly attachments?: readonly ({
                        readonly content_type?: string;
                        /** @description Base64. A PNG, JPEG, WebP or GIF is known by its first bytes; all else must be text. */
                        readonly data?: string;
                        readonly name: string;
                        /** @description Text as it is; this or `data`. */
                        readonly text?: string;
                    } | string)[];
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
                    };
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
                    };
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
                    readonly "application/json": {
                        readonly attachments?: readonly {
                            readonly content_type: string;
                            /** @description Of the file it was read from. */
                            readonly file_id?: string;
                            readonly kind: ("text" | "image") | (string & {});
                            readonly name: string;
                            /** @description Of that file, in bytes. */
                            readonly size?: number;
                        }[];
                        /** @description The messages in its place, oldest first, itself among them: more than one after an edit or a regeneration. */
                        readonly branches: readonly string[];
                        readonly content: string;
                        readonly created_at: string;
                        /** @description On an answer that is complete or broken off. */
                        readonly finish_reason: string | null;
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories?: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        /** @description Which wrote it. */
                        readonly model: string | null;
                        /** @description What it follows; null for the first. */
                        readonly parent_id: string | null;
                        readonly role: ("system" | "user" | "assistant" | "tool") | (string & {});
                        readonly tool_call_id?: string;
                        readonly tool_calls?: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly tool_name?: string;
                        /** @description The turn in which it was said. */
                        readonly turn_id: string | null;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        } | null;
                    };
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
                    };
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
                    };
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
                    readonly "application/json": {
                        readonly attachments?: readonly {
                            readonly content_type: string;
                            /** @description Of the file it was read from. */
                            readonly file_id?: string;
                            readonly kind: ("text" | "image") | (string & {});
                            readonly name: string;
                            /** @description Of that file, in bytes. */
                            readonly size?: number;
                        }[];
                        /** @description The messages in its place, oldest first, itself among them: more than one after an edit or a regeneration. */
                        readonly branches: readonly string[];
                        readonly content: string;
                        readonly created_at: string;
                        /** @description On an answer that is complete or broken off. */
                        readonly finish_reason: string | null;
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories?: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        /** @description Which wrote it. */
                        readonly model: string | null;
                        /** @description What it follows; null for the first. */
                        readonly parent_id: string | null;
                        readonly role: ("system" | "user" | "assistant" | "tool") | (string & {});
                        readonly tool_call_id?: string;
                        readonly tool_calls?: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly tool_name?: string;
                        /** @description The turn in which it was said. */
                        readonly turn_id: string | null;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        } | null;
                    };
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
                    };
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
                    };
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
                    };
                    readonly "text/event-stream": string;
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approvals?: readonly {
                            readonly approval_id: string;
                            readonly call_id: string;
                            readonly expires_at: string;
                            readonly tool_name: string;
                        }[];
                        readonly content: string;
                        /** @description Null while the turn goes on. */
                        readonly finish_reason: string | null;
                        /** @description Of the answer, a message. */
                        readonly id: string;
                        /** @description What the answer was given of the memory of the workspace, the best first. */
                        readonly memories: readonly {
                            /** @description How the passage begins. */
                            readonly chunk_text: string;
                            /** @description Of the document: `GET /api/memory/{id}`. */
                            readonly id: string;
                            readonly score: number;
                            /** @description Where the document came from. */
                            readonly source: string | null;
                        }[];
                        readonly model: string;
                        /** @constant */
                        readonly role: "assistant";
                        readonly session_id: string;
                        readonly status: ("done" | "waiting") | (string & {});
                        /** @description The calls of the turn, each with its `result` or `error`. */
                        readonly tool_calls: readonly ({
                            /** @description An object; a string where the model wrote no JSON. */
                            readonly arguments: unknown;
                            readonly call_id: string;
                            readonly tool_name: string;
                        } & {
                            readonly [key: string]: unknown;
                        })[];
                        readonly turn_id: string;
                        readonly usage: {
                            readonly completion_tokens: number;
                            readonly prompt_tokens: number;
                        };
                    } & {
                        readonly [key: string]: unknown;
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
                readonly "application/json": {
                    /**
                     * @description workspace (the default): this workspace, its members and its keys. home: everything; for owners.
                     * @enum {unknown}
                     */
                    readonly scope?: "workspace" | "home";
                };
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
                        readonly items: readonly {
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
                        }[];
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
                readonly "application/json": {
                    readonly dataset_id?: string;
                    readonly name?: string;
                    /** @description For each `?` in order. */
                    readonly params?: readonly (null | boolean | number | string)[];
                    readonly sql: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly bytes: number;
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly created_at: string;
                        readonly created_by: {
                            readonly user_id: string;
                            readonly username: string;
                        } | null;
                        readonly dataset_id: string;
                        readonly name: string;
                        /** @description What made it: an import, a query, a restore, a run, an analysis. */
                        readonly origin: {
                            readonly detail: {
                                readonly [key: string]: unknown;
                            };
                            readonly kind: string;
                        };
                        readonly reading: {
                            readonly [key: string]: unknown;
                        } | null;
                        /** @description Rows that could not be taken, and the first of them. */
                        readonly rejected: {
                            readonly count: number;
                            readonly sample: readonly {
                                readonly column: string | null;
                                readonly line: number;
                                readonly reason: string;
                                readonly text: string;
                            }[];
                        };
                        readonly rows: number;
                        readonly schema_changes: {
                            readonly added: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                            readonly changed: readonly {
                                readonly from: string;
                                readonly name: string;
                                readonly to: string;
                            }[];
                            readonly removed: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                        } | null;
                        /** @description Of the file. */
                        readonly sha256: string;
                        /** @description The name in SQL; an older version is `"sales@2"`. */
                        readonly table: string;
                        readonly version: number;
                        readonly warnings: readonly string[];
                    };
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
                    readonly "application/json": {
                        readonly bytes: number;
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly created_at: string;
                        readonly dataset_id: string;
                        readonly description: string;
                        readonly key: readonly string[] | null;
                        readonly latest_version: number;
                        readonly name: string;
                        /** @description What made it: an import, a query, a restore, a run, an analysis. */
                        readonly origin: {
                            readonly detail: {
                                readonly [key: string]: unknown;
                            };
                            readonly kind: string;
                        };
                        readonly reading: {
                            readonly [key: string]: unknown;
                        } | null;
                        /** @description Rows that could not be taken, and the first of them. */
                        readonly rejected: {
                            readonly count: number;
                            readonly sample: readonly {
                                readonly column: string | null;
                                readonly line: number;
                                readonly reason: string;
                                readonly text: string;
                            }[];
                        };
                        readonly rows: number;
                        readonly schema_changes: {
                            readonly added: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                            readonly changed: readonly {
                                readonly from: string;
                                readonly name: string;
                                readonly to: string;
                            }[];
                            readonly removed: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                        } | null;
                        /** @description Of the file. */
                        readonly sha256: string;
                        /** @description The name in SQL; an older version is `"sales@2"`. */
                        readonly table: string;
                        readonly tags: readonly string[];
                        readonly updated_at: string;
                        readonly warnings: readonly string[];
                    };
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
                readonly "application/json": {
                    readonly confirm: string;
                };
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
                readonly "application/json": {
                    readonly description?: string;
                    readonly key?: readonly string[] | null;
                    readonly name?: string;
                    readonly table?: string;
                    readonly tags?: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly bytes: number;
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly created_at: string;
                        readonly dataset_id: string;
                        readonly description: string;
                        readonly key: readonly string[] | null;
                        readonly latest_version: number;
                        readonly name: string;
                        /** @description What made it: an import, a query, a restore, a run, an analysis. */
                        readonly origin: {
                            readonly detail: {
                                readonly [key: string]: unknown;
                            };
                            readonly kind: string;
                        };
                        readonly reading: {
                            readonly [key: string]: unknown;
                        } | null;
                        /** @description Rows that could not be taken, and the first of them. */
                        readonly rejected: {
                            readonly count: number;
                            readonly sample: readonly {
                                readonly column: string | null;
                                readonly line: number;
                                readonly reason: string;
                                readonly text: string;
                            }[];
                        };
                        readonly rows: number;
                        readonly schema_changes: {
                            readonly added: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                            readonly changed: readonly {
                                readonly from: string;
                                readonly name: string;
                                readonly to: string;
                            }[];
                            readonly removed: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                        } | null;
                        /** @description Of the file. */
                        readonly sha256: string;
                        /** @description The name in SQL; an older version is `"sales@2"`. */
                        readonly table: string;
                        readonly tags: readonly string[];
                        readonly updated_at: string;
                        readonly warnings: readonly string[];
                    };
                };
            };
        };
    };
    readonly diffDatasetVersions: {
        readonly parameters: {
            readonly query: {
                readonly from: number;
                /** @description Columns that tell rows apart, with commas between; default: the dataset's own `key`. Empty: by content. */
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
                    readonly "application/json": {
                        readonly added: number;
                        readonly changed: number;
                        readonly dataset_id: string;
                        readonly from: number;
                        readonly key: readonly string[] | null;
                        readonly removed: number;
                        readonly sample: {
                            readonly added: readonly {
                                readonly [key: string]: unknown;
                            }[];
                            readonly changed: readonly {
                                readonly from: {
                                    readonly [key: string]: unknown;
                                };
                                readonly key: {
                                    readonly [key: string]: unknown;
                                };
                                readonly to: {
                                    readonly [key: string]: unknown;
                                };
                            }[];
                            readonly removed: readonly {
                                readonly [key: string]: unknown;
                            }[];
                        };
                        readonly schema: {
                            readonly added: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                            readonly changed: readonly {
                                readonly from: string;
                                readonly name: string;
                                readonly to: string;
                            }[];
                            readonly removed: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                        };
                        readonly to: number;
                    };
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
                    readonly "application/json": {
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly dataset_id: string;
                        readonly limit: number;
                        readonly offset: number;
                        readonly rows: readonly (readonly unknown[])[];
                        /** @description Rows of the version. */
                        readonly total: number;
                        readonly version: number;
                    };
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
                    readonly "application/json": {
                        readonly columns: readonly {
                            readonly [key: string]: unknown;
                        }[];
                        readonly dataset_id: string;
                        readonly rows: number;
                        readonly version: number;
                    };
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
                readonly "application/json": {
                    readonly version: number;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly bytes: number;
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly created_at: string;
                        readonly created_by: {
                            readonly user_id: string;
                            readonly username: string;
                        } | null;
                        readonly dataset_id: string;
                        readonly name: string;
                        /** @description What made it: an import, a query, a restore, a run, an analysis. */
                        readonly origin: {
                            readonly detail: {
                                readonly [key: string]: unknown;
                            };
                            readonly kind: string;
                        };
                        readonly reading: {
                            readonly [key: string]: unknown;
                        } | null;
                        /** @description Rows that could not be taken, and the first of them. */
                        readonly rejected: {
                            readonly count: number;
                            readonly sample: readonly {
                                readonly column: string | null;
                                readonly line: number;
                                readonly reason: string;
                                readonly text: string;
                            }[];
                        };
                        readonly rows: number;
                        readonly schema_changes: {
                            readonly added: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                            readonly changed: readonly {
                                readonly from: string;
                                readonly name: string;
                                readonly to: string;
                            }[];
                            readonly removed: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                        } | null;
                        /** @description Of the file. */
                        readonly sha256: string;
                        /** @description The name in SQL; an older version is `"sales@2"`. */
                        readonly table: string;
                        readonly version: number;
                        readonly warnings: readonly string[];
                    };
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
                        readonly items: readonly {
                            readonly bytes: number;
                            readonly columns: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                            readonly created_at: string;
                            readonly created_by: {
                                readonly user_id: string;
                                readonly username: string;
                            } | null;
                            readonly dataset_id: string;
                            readonly name: string;
                            /** @description What made it: an import, a query, a restore, a run, an analysis. */
                            readonly origin: {
                                readonly detail: {
                                    readonly [key: string]: unknown;
                                };
                                readonly kind: string;
                            };
                            readonly reading: {
                                readonly [key: string]: unknown;
                            } | null;
                            /** @description Rows that could not be taken, and the first of them. */
                            readonly rejected: {
                                readonly count: number;
                                readonly sample: readonly {
                                    readonly column: string | null;
                                    readonly line: number;
                                    readonly reason: string;
                                    readonly text: string;
                                }[];
                            };
                            readonly rows: number;
                            readonly schema_changes: {
                                readonly added: readonly {
                                    readonly name: string;
                                    readonly type: string;
                                }[];
                                readonly changed: readonly {
                                    readonly from: string;
                                    readonly name: string;
                                    readonly to: string;
                                }[];
                                readonly removed: readonly {
                                    readonly name: string;
                                    readonly type: string;
                                }[];
                            } | null;
                            /** @description Of the file. */
                            readonly sha256: string;
                            /** @description The name in SQL; an older version is `"sales@2"`. */
                            readonly table: string;
                            readonly version: number;
                            readonly warnings: readonly string[];
                        }[];
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
                readonly "application/json": {
                    readonly dataset_id?: string;
                    /** @enum {unknown} */
                    readonly format: "csv" | "parquet" | "json" | "ndjson" | "xlsx" | "arrow";
                    /** @description For each `?` in order. */
                    readonly params?: readonly (null | boolean | number | string)[];
                    readonly sql?: string;
                    readonly timeout_ms?: number;
                    readonly version?: number;
                };
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
                readonly "application/json": {
                    /** @description Names (of all columns, in order) and types (by name). */
                    readonly columns?: readonly {
                        readonly name: string;
                        readonly type?: string;
                    }[];
                    /** @description The file as text; for JSON also the rows themselves. */
                    readonly content?: string | readonly unknown[];
                    readonly dataset_id?: string;
                    /** @enum {unknown} */
                    readonly decimal_separator?: "." | ",";
                    readonly delimiter?: string;
                    readonly description?: string;
                    readonly encoding?: string;
                    /** @description A file of the workspace. */
                    readonly file_id?: string;
                    /** @enum {unknown} */
                    readonly format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx";
                    /** @description Whether the first line has the names of the columns. */
                    readonly header?: boolean;
                    /** @description Columns that tell rows apart, for diffs. */
                    readonly key?: readonly string[];
                    /** @enum {unknown} */
                    readonly mode?: "request" | "job";
                    readonly name?: string;
                    readonly sheet?: string | number;
                    readonly tags?: readonly string[];
                };
                readonly "multipart/form-data": {
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
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly bytes: number;
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly created_at: string;
                        readonly created_by: {
                            readonly user_id: string;
                            readonly username: string;
                        } | null;
                        readonly dataset_id: string;
                        readonly name: string;
                        /** @description What made it: an import, a query, a restore, a run, an analysis. */
                        readonly origin: {
                            readonly detail: {
                                readonly [key: string]: unknown;
                            };
                            readonly kind: string;
                        };
                        readonly reading: {
                            readonly [key: string]: unknown;
                        } | null;
                        /** @description Rows that could not be taken, and the first of them. */
                        readonly rejected: {
                            readonly count: number;
                            readonly sample: readonly {
                                readonly column: string | null;
                                readonly line: number;
                                readonly reason: string;
                                readonly text: string;
                            }[];
                        };
                        readonly rows: number;
                        readonly schema_changes: {
                            readonly added: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                            readonly changed: readonly {
                                readonly from: string;
                                readonly name: string;
                                readonly to: string;
                            }[];
                            readonly removed: readonly {
                                readonly name: string;
                                readonly type: string;
                            }[];
                        } | null;
                        /** @description Of the file. */
                        readonly sha256: string;
                        /** @description The name in SQL; an older version is `"sales@2"`. */
                        readonly table: string;
                        readonly version: number;
                        readonly warnings: readonly string[];
                    };
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
                        readonly planes: {
                            readonly analytics: {
                                /** @description What was checked, or what is wrong */
                                readonly detail: string;
                                /** @description registry, postgres, sqlite, pgvector or duckdb */
                                readonly driver: string;
                                readonly healthy: boolean;
                                /** @description Where it is, without credentials */
                                readonly location: string;
                                readonly version: string | null;
                            };
                            readonly control: {
                                /** @description What was checked, or what is wrong */
                                readonly detail: string;
                                /** @description registry, postgres, sqlite, pgvector or duckdb */
                                readonly driver: string;
                                readonly healthy: boolean;
                                /** @description Where it is, without credentials */
                                readonly location: string;
                                readonly version: string | null;
                            };
                            readonly data: {
                                /** @description What was checked, or what is wrong */
                                readonly detail: string;
                                /** @description registry, postgres, sqlite, pgvector or duckdb */
                                readonly driver: string;
                                readonly healthy: boolean;
                                /** @description Where it is, without credentials */
                                readonly location: string;
                                readonly version: string | null;
                            };
                            readonly memory: {
                                /** @description What was checked, or what is wrong */
                                readonly detail: string;
                                /** @description registry, postgres, sqlite, pgvector or duckdb */
                                readonly driver: string;
                                readonly healthy: boolean;
                                /** @description Where it is, without credentials */
                                readonly location: string;
                                readonly version: string | null;
                            };
                        };
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
                        readonly items: readonly {
                            readonly created_at: string;
                            readonly description: string;
                            readonly name: string;
                            /** @description For each `?` in order. */
                            readonly params: readonly (null | boolean | number | string)[];
                            readonly query_id: string;
                            readonly sql: string;
                            readonly updated_at: string;
                        }[];
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
                readonly "application/json": {
                    readonly description?: string;
                    readonly name: string;
                    /** @description For each `?` in order. */
                    readonly params?: readonly (null | boolean | number | string)[];
                    readonly sql: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly created_at: string;
                        readonly description: string;
                        readonly name: string;
                        /** @description For each `?` in order. */
                        readonly params: readonly (null | boolean | number | string)[];
                        readonly query_id: string;
                        readonly sql: string;
                        readonly updated_at: string;
                    };
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
                    readonly "application/json": {
                        readonly created_at: string;
                        readonly description: string;
                        readonly name: string;
                        /** @description For each `?` in order. */
                        readonly params: readonly (null | boolean | number | string)[];
                        readonly query_id: string;
                        readonly sql: string;
                        readonly updated_at: string;
                    };
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
                readonly "application/json": {
                    readonly description?: string;
                    readonly name?: string;
                    /** @description For each `?` in order. */
                    readonly params?: readonly (null | boolean | number | string)[];
                    readonly sql?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly created_at: string;
                        readonly description: string;
                        readonly name: string;
                        /** @description For each `?` in order. */
                        readonly params: readonly (null | boolean | number | string)[];
                        readonly query_id: string;
                        readonly sql: string;
                        readonly updated_at: string;
                    };
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
                readonly "application/json": {
                    /**
                     * @description json when left out.
                     * @enum {unknown}
                     */
                    readonly format?: "json" | "csv" | "arrow" | "parquet";
                    /** @description Rows, at most; 1000 when left out. */
                    readonly limit?: number;
                    /** @description For each `?` in order. */
                    readonly params?: readonly (null | boolean | number | string)[];
                    /** @description 10000 when left out. */
                    readonly timeout_ms?: number;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly elapsed_ms: number;
                        readonly receipt: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly limit: number;
                            /** @description For each `?` in order. */
                            readonly params: readonly (null | boolean | number | string)[];
                            readonly result: {
                                /** @description Floating-point columns, by a weighted sum: their last digits may differ from run to run. */
                                readonly floats: readonly {
                                    readonly column: string;
                                    readonly scale: number;
                                    readonly sum: number;
                                }[];
                                /** @description SHA-256 over column names, types, and all that is exact in the rows. */
                                readonly hash: string;
                                readonly rows: number;
                            } | null;
                            readonly sql: string;
                            readonly tables: readonly {
                                readonly dataset_id: string;
                                /** @description SHA-256 of the version’s file, 64 hexadecimal digits. */
                                readonly sha256: string;
                                /** @description As the statement names it. */
                                readonly table: string;
                                readonly version: number;
                            }[];
                            /** @constant */
                            readonly version: 1;
                        };
                        readonly row_count: number;
                        readonly rows: readonly (readonly unknown[])[];
                        /** @description There are more rows than `limit`. */
                        readonly truncated: boolean;
                    };
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
                readonly "application/json": {
                    /**
                     * @description json when left out.
                     * @enum {unknown}
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly columns: readonly {
                            readonly name: string;
                            readonly type: string;
                        }[];
                        readonly elapsed_ms: number;
                        readonly receipt: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly limit: number;
                            /** @description For each `?` in order. */
                            readonly params: readonly (null | boolean | number | string)[];
                            readonly result: {
                                /** @description Floating-point columns, by a weighted sum: their last digits may differ from run to run. */
                                readonly floats: readonly {
                                    readonly column: string;
                                    readonly scale: number;
                                    readonly sum: number;
                                }[];
                                /** @description SHA-256 over column names, types, and all that is exact in the rows. */
                                readonly hash: string;
                                readonly rows: number;
                            } | null;
                            readonly sql: string;
                            readonly tables: readonly {
                                readonly dataset_id: string;
                                /** @description SHA-256 of the version’s file, 64 hexadecimal digits. */
                                readonly sha256: string;
                                /** @description As the statement names it. */
                                readonly table: string;
                                readonly version: number;
                            }[];
                            /** @constant */
                            readonly version: 1;
                        };
                        readonly row_count: number;
                        readonly rows: readonly (readonly unknown[])[];
                        /** @description There are more rows than `limit`. */
                        readonly truncated: boolean;
                    };
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
                readonly "application/json": {
                    readonly receipt: {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly limit: number;
                        /** @description For each `?` in order. */
                        readonly params: readonly (null | boolean | number | string)[];
                        readonly result: {
                            /** @description Floating-point columns, by a weighted sum: their last digits may differ from run to run. */
                            readonly floats: readonly {
                                readonly column: string;
                                readonly scale: number;
                                readonly sum: number;
                            }[];
                            /** @description SHA-256 over column names, types, and all that is exact in the rows. */
                            readonly hash: string;
                            readonly rows: number;
                        } | null;
                        readonly sql: string;
                        readonly tables: readonly {
                            readonly dataset_id: string;
                            /** @description SHA-256 of the version’s file, 64 hexadecimal digits. */
                            readonly sha256: string;
                            /** @description As the statement names it. */
                            readonly table: string;
                            readonly version: number;
                        }[];
                        /** @constant */
                        readonly version: 1;
                    };
                };
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
                        readonly items: readonly {
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
                            readonly token_budget: {
                                /** @description Prompt and completion tokens a day, in UTC. */
                                readonly day?: number;
                                /** @description Prompt and completion tokens a month, in UTC. */
                                readonly month?: number;
                            } | null;
                            /** @description Null: the model finds its tools. */
                            readonly tools: readonly string[] | null;
                        }[];
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
                readonly "application/json": {
                    /** Format: date-time */
                    readonly expires_at?: string;
                    /** @description The only models that the key may ask. Default: every model. */
                    readonly models?: readonly string[];
                    /** @description What the key is for. */
                    readonly name: string;
                    /** @description `<domain>:read` and `<domain>:write`. Default: `["*"]`, everything. */
                    readonly scopes?: readonly string[];
                    readonly token_budget?: {
                        /** @description Prompt and completion tokens a day, in UTC. */
                        readonly day?: number;
                        /** @description Prompt and completion tokens a month, in UTC. */
                        readonly month?: number;
                    };
                    /** @description The tools that a model is offered, whole, in conversations of the key that name none. No permission: scopes and grants decide what may be called. Default: the model is offered a few and finds the others. */
                    readonly tools?: readonly string[];
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly token_budget: {
                            /** @description Prompt and completion tokens a day, in UTC. */
                            readonly day?: number;
                            /** @description Prompt and completion tokens a month, in UTC. */
                            readonly month?: number;
                        } | null;
                        /** @description Null: the model finds its tools. */
                        readonly tools: readonly string[] | null;
                    };
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
                readonly "application/json": {
                    /** @description How long the old key lives on. Default: 3600. */
                    readonly grace_seconds?: number;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly token_budget: {
                            /** @description Prompt and completion tokens a day, in UTC. */
                            readonly day?: number;
                            /** @description Prompt and completion tokens a month, in UTC. */
                            readonly month?: number;
                        } | null;
                        /** @description Null: the model finds its tools. */
                        readonly tools: readonly string[] | null;
                    };
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
                    readonly "application/json": {
                        readonly base_url: string;
                        readonly docs_url: string;
                        /** @description Plugins, and whether they run. */
                        readonly features: {
                            readonly [key: string]: boolean;
                        };
                        readonly models: readonly {
                            readonly id: string;
                            readonly offline: boolean;
                            readonly provider: string;
                        }[];
                        readonly name: string;
                        readonly openapi_url: string;
                        readonly sdks: readonly {
                            /** @description Null: this server does not hand the package out. */
                            readonly download_url: string | null;
                            readonly language: string;
                            readonly package: string;
                        }[];
                        readonly version: string;
                    };
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
                 * @description Without it: by key and route.
                 * @example key
                 */
                readonly group_by?: "key" | "route" | "model" | "day";
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
                        readonly items: readonly {
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
                        }[];
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
                        readonly items: readonly {
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
                        }[];
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
                readonly "application/json": {
                    readonly description?: string | null;
                    /** @description Event types, `job.*` and its like, or `*`. Events for admins are sent to webhooks that an admin made. */
                    readonly events: readonly string[];
                    /** @description http or https. Private addresses are refused unless the operator allows them (`SVC_EGRESS_ALLOW`). */
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                    readonly "application/json": {
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
                readonly "application/json": {
                    readonly description?: string | null;
                    /** @description Event types, `job.*` and its like, or `*`. Events for admins are sent to webhooks that an admin made. */
                    readonly events?: readonly string[];
                    /** @enum {unknown} */
                    readonly status?: "enabled" | "disabled";
                    /** @description http or https. Private addresses are refused unless the operator allows them (`SVC_EGRESS_ALLOW`). */
                    readonly url?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly items: readonly {
                            /** @description The last 50, oldest first. */
                            readonly attempts: readonly {
                                /** @description The first 1,024 bytes of the answer. */
                                readonly answer: string | null;
                                readonly at: string;
                                readonly duration_ms: number;
                                /** @description Why it did not succeed. */
                                readonly error: string | null;
                                /** @description The receiver's status; null: no answer. */
                                readonly status: number | null;
                            }[];
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
                        }[];
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
                    readonly "application/json": {
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
                    readonly "application/json": {
                        /** @description The last 50, oldest first. */
                        readonly attempts: readonly {
                            /** @description The first 1,024 bytes of the answer. */
                            readonly answer: string | null;
                            readonly at: string;
                            readonly duration_ms: number;
                            /** @description Why it did not succeed. */
                            readonly error: string | null;
                            /** @description The receiver's status; null: no answer. */
                            readonly status: number | null;
                        }[];
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
                    readonly "application/json": {
                        /** @description The last 50, oldest first. */
                        readonly attempts: readonly {
                            /** @description The first 1,024 bytes of the answer. */
                            readonly answer: string | null;
                            readonly at: string;
                            readonly duration_ms: number;
                            /** @description Why it did not succeed. */
                            readonly error: string | null;
                            /** @description The receiver's status; null: no answer. */
                            readonly status: number | null;
                        }[];
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
                    readonly "application/json": {
                        /** @description The last 50, oldest first. */
                        readonly attempts: readonly {
                            /** @description The first 1,024 bytes of the answer. */
                            readonly answer: string | null;
                            readonly at: string;
                            readonly duration_ms: number;
                            /** @description Why it did not succeed. */
                            readonly error: string | null;
                            /** @description The receiver's status; null: no answer. */
                            readonly status: number | null;
                        }[];
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
                    readonly "application/json": {
                        readonly address: string;
                        /** @description Null for that of the configuration. */
                        readonly created_at: string | null;
                        /** @description Why it cannot be used. */
                        readonly error: string | null;
                        /** @description The password itself is never shown. */
                        readonly has_password: boolean;
                        readonly imap: {
                            readonly host: string;
                            readonly port: number;
                            readonly security: ("tls" | "starttls" | "none") | (string & {});
                        };
                        /** @description Stands beside the address in what is sent. */
                        readonly name: string | null;
                        /** @description That of the configuration is changed there. */
                        readonly origin: ("configuration" | "workspace") | (string & {});
                        readonly smtp: {
                            readonly host: string;
                            readonly port: number;
                            readonly security: ("tls" | "starttls" | "none") | (string & {});
                        };
                        /** @description An owner chose the servers, which may be in a private network. */
                        readonly trusted: boolean;
                        /** @description Null for that of the configuration. */
                        readonly updated_at: string | null;
                        readonly username: string;
                    };
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
                readonly "application/json": {
                    /** @description An e-mail address, such as ada@example.com. What is sent comes from it. */
                    readonly address: string;
                    readonly imap: {
                        /** @description The name or IP address of a server, such as mail.example.com. Messages are read from it. */
                        readonly host: string;
                        /** @description Default: 993, with `starttls` and `none` 143. */
                        readonly port?: number;
                        /**
                         * @description `tls` (the default): from the first byte. `starttls`: after the greeting. `none`: only for servers of this machine. Certificates are always checked.
                         * @enum {unknown}
                         */
                        readonly security?: "tls" | "starttls" | "none";
                    };
                    /** @description Stands beside the address. */
                    readonly name?: string | null;
                    /** @description One line. Write-only. Left out: as before, as long as servers and user name are. Many providers want an app password. */
                    readonly password?: string;
                    readonly smtp: {
                        /** @description The name or IP address of a server, such as mail.example.com. Messages are sent through it. */
                        readonly host: string;
                        /** @description Default: 465, with `starttls` 587, with `none` 25. */
                        readonly port?: number;
                        /**
                         * @description `tls` (the default): from the first byte. `starttls`: after the greeting. `none`: only for servers of this machine. Certificates are always checked.
                         * @enum {unknown}
                         */
                        readonly security?: "tls" | "starttls" | "none";
                    };
                    /** @description One line without control characters. Default: the address. */
                    readonly username?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly address: string;
                        /** @description Null for that of the configuration. */
                        readonly created_at: string | null;
                        /** @description Why it cannot be used. */
                        readonly error: string | null;
                        /** @description The password itself is never shown. */
                        readonly has_password: boolean;
                        readonly imap: {
                            readonly host: string;
                            readonly port: number;
                            readonly security: ("tls" | "starttls" | "none") | (string & {});
                        };
                        /** @description Stands beside the address in what is sent. */
                        readonly name: string | null;
                        /** @description That of the configuration is changed there. */
                        readonly origin: ("configuration" | "workspace") | (string & {});
                        readonly smtp: {
                            readonly host: string;
                            readonly port: number;
                            readonly security: ("tls" | "starttls" | "none") | (string & {});
                        };
                        /** @description An owner chose the servers, which may be in a private network. */
                        readonly trusted: boolean;
                        /** @description Null for that of the configuration. */
                        readonly updated_at: string | null;
                        readonly username: string;
                    };
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
                    readonly "application/json": {
                        readonly imap: {
                            readonly duration_ms: number;
                            readonly error: {
                                readonly code: string;
                                readonly message: string;
                            } | null;
                            readonly ok: boolean;
                            /** @description Where it ended: the name or the rules for addresses, the connection, TLS, the sign-in, the inbox. */
                            readonly step: (("address" | "connect" | "tls" | "login" | "folder" | "send") | (string & {})) | null;
                        };
                        readonly ok: boolean;
                        readonly smtp: {
                            readonly duration_ms: number;
                            readonly error: {
                                readonly code: string;
                                readonly message: string;
                            } | null;
                            readonly ok: boolean;
                            /** @description Where it ended: the name or the rules for addresses, the connection, TLS, the sign-in, the inbox. */
                            readonly step: (("address" | "connect" | "tls" | "login" | "folder" | "send") | (string & {})) | null;
                        };
                    };
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
                        readonly items: readonly {
                            readonly messages: number | null;
                            readonly name: string;
                            readonly path: string;
                            /** @description What it is for, where the server says so. */
                            readonly role: (("inbox" | "sent" | "drafts" | "trash" | "junk" | "archive" | "all" | "flagged") | (string & {})) | null;
                            readonly unread: number | null;
                        }[];
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
                    readonly "application/json": {
                        readonly attachments: readonly {
                            /** @description As the message says. */
                            readonly content_type: string;
                            /** @description Part of what the text shows, such as a picture. */
                            readonly inline: boolean;
                            /** @description Names it in the path of its download. */
                            readonly n: number;
                            /** @description A label, never a path. */
                            readonly name: string;
                            readonly size: number;
                        }[];
                        readonly cc: readonly {
                            readonly address: string;
                            readonly name: string | null;
                        }[];
                        /** @description As the message says. */
                        readonly date: string | null;
                        readonly folder: string;
                        readonly from: {
                            readonly address: string;
                            readonly name: string | null;
                        } | null;
                        readonly id: string;
                        readonly message_id: string | null;
                        readonly references: readonly string[];
                        readonly reply_to: readonly {
                            readonly address: string;
                            readonly name: string | null;
                        }[];
                        readonly size: number;
                        readonly subject: string;
                        /** @description Plain text; of a message in HTML alone what a reader would see, with nothing loaded. */
                        readonly text: string;
                        readonly text_from: ("text" | "html" | "none") | (string & {});
                        readonly to: readonly {
                            readonly address: string;
                            readonly name: string | null;
                        }[];
                        /** @description The text is longer than the 200,000 characters that are given. */
                        readonly truncated: boolean;
                        readonly unread: boolean;
                    };
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
                        readonly items: readonly {
                            /** @description When it was written, as it says itself; else when it arrived. */
                            readonly date: string | null;
                            readonly from: {
                                readonly address: string;
                                readonly name: string | null;
                            } | null;
                            readonly has_attachments: boolean;
                            /** @description Opaque; good while the message stays in its folder. */
                            readonly id: string;
                            /** @description The beginning of the text, up to 200 characters. */
                            readonly preview: string;
                            readonly subject: string;
                            /** @description The first 20. */
                            readonly to: readonly {
                                readonly address: string;
                                readonly name: string | null;
                            }[];
                            readonly unread: boolean;
                        }[];
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
                        readonly items: readonly {
                            /** @description When it was written, as it says itself; else when it arrived. */
                            readonly date: string | null;
                            readonly from: {
                                readonly address: string;
                                readonly name: string | null;
                            } | null;
                            readonly has_attachments: boolean;
                            /** @description Opaque; good while the message stays in its folder. */
                            readonly id: string;
                            /** @description The beginning of the text, up to 200 characters. */
                            readonly preview: string;
                            readonly subject: string;
                            /** @description The first 20. */
                            readonly to: readonly {
                                readonly address: string;
                                readonly name: string | null;
                            }[];
                            readonly unread: boolean;
                        }[];
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly accepted: readonly string[];
                        /** @description The `Message-ID` it went out with. */
                        readonly message_id: string;
                        /** @description Addresses that the server did not take. */
                        readonly rejected: readonly string[];
                    };
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly approval_id: string;
                        readonly expires_at: string;
                        /** @constant */
                        readonly status: "pending";
                        readonly tool_name: string;
                    };
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
                        readonly items: readonly {
                            /** @description `admin`: told to admins and owners alone */
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
                        }[];
                        readonly next_cursor: null;
                    };
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
                    readonly "application/json": {
                        readonly folders?: readonly {
                            readonly name: string;
                            readonly path: string;
                        }[];
                        readonly items: readonly {
                            /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                        }[];
                        readonly next_cursor: string | null;
                    };
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
                readonly "multipart/form-data": {
                    /** Format: binary */
                    readonly file: string;
                    /** @description Where it goes: a path, or a folder with a `/` behind it */
                    readonly path?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                    } | {
                        readonly items: readonly {
                            /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                        }[];
                    };
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                    } | {
                        readonly items: readonly {
                            /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                        }[];
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
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                readonly "application/json": {
                    /** @description Such as `reports/2026/q3.pdf`. */
                    readonly path: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                readonly "application/json": {
                    /** @description Such as `reports/2026/q3.pdf`. */
                    readonly path: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                readonly "application/json": {
                    /** @default 3600 */
                    readonly expires_seconds?: number;
                };
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
                readonly "application/json": {
                    /** @description Default: the path. */
                    readonly source?: string | null;
                    readonly tags?: readonly string[];
                };
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
                readonly "application/json": {
                    /** @description Such as `reports/2026/q3.pdf`. */
                    readonly path?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                        readonly items: readonly {
                            readonly content_type: string;
                            readonly created_at: string;
                            /** @description A user's id. */
                            readonly created_by: string;
                            readonly file_id: string;
                            readonly sha256: string;
                            readonly size: number;
                            readonly version: number;
                        }[];
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
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                readonly "application/json": {
                    /** @description Such as `reports/2026/q3.pdf`. */
                    readonly from: string;
                    /** @description Empty: the top. */
                    readonly to: string;
                };
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
                readonly "application/json": {
                    /** @description Bytes in base64. */
                    readonly base64?: string;
                    readonly content_type?: string;
                    /** @description Such as `reports/2026/q3.pdf`. */
                    readonly path: string;
                    /** @description Text as it is; this or `base64`. */
                    readonly text?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                        readonly items: readonly {
                            /** @description What the bytes are, as far as they tell; else what was said, else by the name. */
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
                        }[];
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
                    readonly "application/json": {
                        readonly expires_at: string;
                        /** @description Once it is whole. */
                        readonly file_id: string | null;
                        readonly length: number;
                        /** @description Bytes that have come. */
                        readonly offset: number;
                        readonly path: string;
                        readonly upload_id: string;
                    };
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
                    readonly "application/json": {
                        readonly expires_at: string;
                        /** @description Once it is whole. */
                        readonly file_id: string | null;
                        readonly length: number;
                        /** @description Bytes that have come. */
                        readonly offset: number;
                        readonly path: string;
                        readonly upload_id: string;
                    };
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
                    readonly "application/json": {
                        readonly bytes: number;
                        readonly files: number;
                        readonly quota: number;
                        readonly trashed: number;
                    };
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
                readonly state?: "queued" | "running" | "succeeded" | "cancelled" | "dead";
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
                        readonly items: readonly {
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
                            readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                            readonly worker_id: string | null;
                        }[];
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                        readonly worker_id: string | null;
                    };
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                        readonly worker_id: string | null;
                    };
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
                    readonly "application/json": {
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
                        readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                        readonly worker_id: string | null;
                    };
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
                    readonly "application/json": {
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
                        readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                        readonly worker_id: string | null;
                    };
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
                readonly "application/json": {
                    /** @description From the answer of the claim, as it stands there. */
                    readonly claim_token: string;
                    /** @description Any JSON up to 1 MiB */
                    readonly result?: unknown;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                        readonly worker_id: string | null;
                    };
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                        readonly worker_id: string | null;
                    };
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
                readonly "application/json": {
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
                    readonly "application/json": {
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
                        readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                        readonly worker_id: string | null;
                    };
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly jobs: readonly {
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
                            readonly state: ("queued" | "running" | "succeeded" | "cancelled" | "dead") | (string & {});
                            readonly worker_id: string | null;
                        }[];
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
                readonly "application/json": {
                    /** @description What is to be done, such as thumbnails.make: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
                    readonly kind?: string;
                    /** @default 100 */
                    readonly limit?: number;
                    /** @description Which line the job waits in: 1 to 128 letters, digits or . _ : - and a letter or a digit first. */
                    readonly queue?: string;
                };
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
                        readonly items: readonly {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly cron: string;
                            readonly enabled: boolean;
                            readonly job: {
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
                            readonly last_job_id: string | null;
                            readonly last_run_at: string | null;
                            readonly misfire: ("run_once" | "skip") | (string & {});
                            readonly name: string;
                            readonly next_run_at: string | null;
                            readonly timezone: string;
                            /** Format: date-time */
                            readonly updated_at: string;
                        }[];
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
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly cron: string;
                        readonly enabled: boolean;
                        readonly job: {
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
                        readonly last_job_id: string | null;
                        readonly last_run_at: string | null;
                        readonly misfire: ("run_once" | "skip") | (string & {});
                        readonly name: string;
                        readonly next_run_at: string | null;
                        readonly timezone: string;
                        /** Format: date-time */
                        readonly updated_at: string;
                    };
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
                readonly "application/json": {
                    /** @description Five fields, minute hour day month weekday, six with seconds first, or @hourly and its like */
                    readonly cron: string;
                    /** @default true */
                    readonly enabled?: boolean;
                    readonly job: {
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
                    /**
                     * @description What to do about times that passed while no server ran: one run for all of them, or none for what is over 60 s late
                     * @default run_once
                     * @enum {unknown}
                     */
                    readonly misfire?: "run_once" | "skip";
                    /**
                     * @description An IANA name
                     * @default UTC
                     */
                    readonly timezone?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly cron: string;
                        readonly enabled: boolean;
                        readonly job: {
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
                        readonly last_job_id: string | null;
                        readonly last_run_at: string | null;
                        readonly misfire: ("run_once" | "skip") | (string & {});
                        readonly name: string;
                        readonly next_run_at: string | null;
                        readonly timezone: string;
                        /** Format: date-time */
                        readonly updated_at: string;
                    };
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly cron: string;
                        readonly enabled: boolean;
                        readonly job: {
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
                        readonly last_job_id: string | null;
                        readonly last_run_at: string | null;
                        readonly misfire: ("run_once" | "skip") | (string & {});
                        readonly name: string;
                        readonly next_run_at: string | null;
                        readonly timezone: string;
                        /** Format: date-time */
                        readonly updated_at: string;
                    };
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
                    readonly "application/json": {
                        readonly oldest_queued_at: string | null;
                        readonly queues: readonly {
                            readonly cancelled: number;
                            readonly dead: number;
                            readonly oldest_queued_at: string | null;
                            readonly queue: string;
                            readonly queued: number;
                            readonly running: number;
                            readonly succeeded: number;
                        }[];
                        readonly states: {
                            readonly cancelled: number;
                            readonly dead: number;
                            readonly queued: number;
                            readonly running: number;
                            readonly succeeded: number;
                        };
                    };
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
                    readonly "application/json": {
                        /** @description What is wrong with mcp.json as a whole */
                        readonly error: string | null;
                        readonly items: readonly {
                            readonly error: string | null;
                            /** @description As in mcp.json */
                            readonly name: string;
                            readonly protocol_version: string | null;
                            readonly status: ("connecting" | "connected" | "unreachable" | "closed" | "disabled" | "invalid") | (string & {});
                            /** @description Their names here; listed also while the server is unreachable */
                            readonly tools: readonly string[];
                            readonly transport: ("http" | "stdio") | (string & {});
                        }[];
                        readonly next_cursor: null;
                    };
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
                    readonly "application/json": {
                        readonly error: string | null;
                        /** @description As in mcp.json */
                        readonly name: string;
                        readonly protocol_version: string | null;
                        readonly status: ("connecting" | "connected" | "unreachable" | "closed" | "disabled" | "invalid") | (string & {});
                        /** @description Their names here; listed also while the server is unreachable */
                        readonly tools: readonly string[];
                        readonly transport: ("http" | "stdio") | (string & {});
                    };
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
                        readonly items: readonly {
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
                            /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                            readonly provenance: {
                                /** @description How it came in. */
                                readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                            } & {
                                readonly [key: string]: unknown;
                            };
                            /** @description Where it came from, in the words of whoever kept it. */
                            readonly source: string | null;
                            readonly tags: readonly string[];
                            readonly updated_at: string;
                            /** @description Found from then on; null: always. */
                            readonly valid_from: string | null;
                            /** @description Found until then; null: always. */
                            readonly valid_until: string | null;
                            /** @description Counts changes, from 1. */
                            readonly version: number;
                        }[];
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                        readonly provenance: {
                            /** @description How it came in. */
                            readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                        } & {
                            readonly [key: string]: unknown;
                        };
                        /** @description Where it came from, in the words of whoever kept it. */
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
                };
            };
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                        readonly provenance: {
                            /** @description How it came in. */
                            readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                        } & {
                            readonly [key: string]: unknown;
                        };
                        /** @description Where it came from, in the words of whoever kept it. */
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
                    readonly "application/json": {
                        /** @description In how many passages it is found. */
                        readonly chunks: number;
                        readonly content: string;
                        readonly created_at: string;
                        readonly id: string;
                        /** @description Facts of its own, as they were sent. */
                        readonly metadata: {
                            readonly [key: string]: unknown;
                        };
                        /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                        readonly provenance: {
                            /** @description How it came in. */
                            readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                        } & {
                            readonly [key: string]: unknown;
                        };
                        /** @description Where it came from, in the words of whoever kept it. */
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
                readonly "application/json": {
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
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description In how many passages it is found. */
                        readonly chunks: number;
                        readonly content: string;
                        readonly created_at: string;
                        readonly id: string;
                        /** @description Facts of its own, as they were sent. */
                        readonly metadata: {
                            readonly [key: string]: unknown;
                        };
                        /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                        readonly provenance: {
                            /** @description How it came in. */
                            readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                        } & {
                            readonly [key: string]: unknown;
                        };
                        /** @description Where it came from, in the words of whoever kept it. */
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
                        readonly items: readonly {
                            readonly at: string;
                            /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                            readonly by: {
                                /** @description How it came in. */
                                readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                            } & {
                                readonly [key: string]: unknown;
                            };
                            /** @description What differs from the version before; empty for the first. */
                            readonly changed: readonly string[];
                            readonly content: string;
                            /** @description True: the content is longer than 8,000 characters; read the document for the whole. */
                            readonly content_truncated?: boolean;
                            /** @description Facts of its own, as they were sent. */
                            readonly metadata: {
                                readonly [key: string]: unknown;
                            };
                            /** @description Where it came from, in the words of whoever kept it. */
                            readonly source: string | null;
                            readonly tags: readonly string[];
                            /** @description Found from then on; null: always. */
                            readonly valid_from: string | null;
                            /** @description Found until then; null: always. */
                            readonly valid_until: string | null;
                            readonly version: number;
                        }[];
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
                    readonly "application/json": {
                        readonly at: string;
                        /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                        readonly by: {
                            /** @description How it came in. */
                            readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                        } & {
                            readonly [key: string]: unknown;
                        };
                        /** @description What differs from the version before; empty for the first. */
                        readonly changed: readonly string[];
                        readonly content: string;
                        /** @description True: the content is longer than 8,000 characters; read the document for the whole. */
                        readonly content_truncated?: boolean;
                        /** @description Facts of its own, as they were sent. */
                        readonly metadata: {
                            readonly [key: string]: unknown;
                        };
                        /** @description Where it came from, in the words of whoever kept it. */
                        readonly source: string | null;
                        readonly tags: readonly string[];
                        /** @description Found from then on; null: always. */
                        readonly valid_from: string | null;
                        /** @description Found until then; null: always. */
                        readonly valid_until: string | null;
                        readonly version: number;
                    };
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
                    readonly "application/json": {
                        readonly dimensions: number | null;
                        /** @description `built-in`, the id of a model, or `off`. */
                        readonly embedder: string;
                        readonly job_id: string | null;
                        readonly language: string | null;
                        /** @description The share of passages that have its vectors. */
                        readonly progress: number;
                        readonly searching_with: string | null;
                        readonly state: ("ready" | "preparing" | "off") | (string & {});
                    };
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
                readonly "application/json": {
                    /** @description `built-in` (English, nothing leaves the server), the id of a model that makes embeddings, or `off`. */
                    readonly embedder: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly dimensions: number | null;
                        /** @description `built-in`, the id of a model, or `off`. */
                        readonly embedder: string;
                        readonly job_id: string | null;
                        readonly language: string | null;
                        /** @description The share of passages that have its vectors. */
                        readonly progress: number;
                        readonly searching_with: string | null;
                        readonly state: ("ready" | "preparing" | "off") | (string & {});
                    };
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
                readonly "application/json": {
                    /** @description The file as text. */
                    readonly content?: string;
                    /** @description The file as bytes. */
                    readonly content_base64?: string;
                    readonly files?: readonly {
                        /** @description The file as text. */
                        readonly content?: string;
                        /** @description The file as bytes. */
                        readonly content_base64?: string;
                        /** @description The file name; a path is kept as it is. */
                        readonly name: string;
                    }[];
                    /**
                     * @default auto
                     * @enum {unknown}
                     */
                    readonly mode?: "auto" | "job";
                    /** @description The file name; a path is kept as it is. */
                    readonly name?: string;
                    readonly source?: string;
                    readonly tags?: readonly string[];
                };
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
                    readonly "application/json": {
                        readonly chunks: number;
                        /** @description New ones. */
                        readonly documents: number;
                        /** @description Those that were there already. */
                        readonly duplicates: number;
                        readonly failed: number;
                        /** @description Why some did not come in; the first 100. */
                        readonly faults: readonly {
                            readonly code: string;
                            readonly detail: string;
                            readonly file_name: string;
                            readonly line?: number;
                        }[];
                        /** @description The first 100. */
                        readonly items: readonly {
                            readonly chunks: number;
                            readonly duplicate: boolean;
                            readonly file_name: string;
                            readonly id: string;
                            readonly warnings: readonly string[];
                        }[];
                        /** @description Null: each file is a source of its own, by its name. */
                        readonly source: string | null;
                    };
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
                readonly "application/json": {
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
                     * @enum {unknown}
                     */
                    readonly mode?: "hybrid" | "keyword" | "semantic";
                    /** @description What is looked for, in any words. */
                    readonly query: string;
                    readonly source?: string;
                    /** @description Documents that have all of them. */
                    readonly tags?: readonly string[];
                    /** @default 5 */
                    readonly top_k?: number;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The mode that was used. */
                        readonly mode: ("hybrid" | "keyword" | "semantic") | (string & {});
                        /** @description Why it is not the mode that was asked for, or what is not embedded yet. */
                        readonly notice: string | null;
                        readonly results: readonly {
                            readonly chunk: {
                                readonly end: number;
                                /** @description The headings it stands under, the outermost first. */
                                readonly heading: readonly string[];
                                readonly ordinal: number;
                                /** @description Where it stands in the content, in UTF-16 units. */
                                readonly start: number;
                                readonly text: string;
                            };
                            /** @description In how many passages it is found. */
                            readonly chunks: number;
                            readonly content: string;
                            /** @description True: the content is longer than 8,000 characters; read the document for the whole. */
                            readonly content_truncated?: boolean;
                            readonly created_at: string;
                            readonly explain?: {
                                readonly fusion: {
                                    readonly keyword: number;
                                    readonly method: string;
                                    readonly semantic: number;
                                };
                                readonly keyword: {
                                    readonly bm25: number;
                                    readonly index: ("words" | "trigrams") | (string & {});
                                    readonly rank: number;
                                } | null;
                                readonly semantic: {
                                    readonly rank: number;
                                    readonly similarity: number;
                                } | null;
                            };
                            readonly id: string;
                            /** @description Facts of its own, as they were sent. */
                            readonly metadata: {
                                readonly [key: string]: unknown;
                            };
                            /** @description Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself. */
                            readonly provenance: {
                                /** @description How it came in. */
                                readonly via: ("api" | "import" | "tool" | "file" | "app" | "plugin") | (string & {});
                            } & {
                                readonly [key: string]: unknown;
                            };
                            readonly score: number;
                            /** @description Where it came from, in the words of whoever kept it. */
                            readonly source: string | null;
                            readonly tags: readonly string[];
                            readonly updated_at: string;
                            /** @description Found from then on; null: always. */
                            readonly valid_from: string | null;
                            /** @description Found until then; null: always. */
                            readonly valid_until: string | null;
                            /** @description Counts changes, from 1. */
                            readonly version: number;
                        }[];
                    };
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
                    readonly "application/json": {
                        readonly documents: number;
                        /** @description Passages with a vector of the active embedder. */
                        readonly embedded: number;
                        readonly passages: number;
                        /** @description The 100 sources with most documents. */
                        readonly sources: readonly {
                            readonly documents: number;
                            readonly passages: number;
                            /** @description Null: no source. */
                            readonly source: string | null;
                        }[];
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
                        readonly items: readonly {
                            /** @description Tokens of question and answer together, where it is known. */
                            readonly context_window: number | null;
                            /** @description Seconds since the epoch, as its provider tells. */
                            readonly created: number | null;
                            /** @description As its provider names it; `<provider>/<id>` where two clash. */
                            readonly id: string;
                            /** @description Asked when no model is named. */
                            readonly is_default: boolean;
                            /** @description True for `svc/offline`, which is no language model. */
                            readonly offline: boolean;
                            /** @description US dollars a million tokens, where they are known; those of the provider's cache where it has prices of its own. */
                            readonly prices: {
                                readonly cache_read_usd_per_million?: number;
                                readonly cache_write_usd_per_million?: number;
                                readonly input_usd_per_million: number;
                                readonly output_usd_per_million: number;
                            } | null;
                            /** @description The name of its provider. */
                            readonly provider: string;
                        }[];
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
                    readonly "application/json": {
                        /** @description Null: no limit. */
                        readonly day: {
                            readonly limit: number;
                            readonly resets_at: string;
                            readonly used: number;
                        } | null;
                        /** @description Null: no limit. */
                        readonly month: {
                            readonly limit: number;
                            readonly resets_at: string;
                            readonly used: number;
                        } | null;
                    };
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
                        readonly items: readonly {
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
                        }[];
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
                        readonly items: readonly {
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
                            readonly models: readonly {
                                /** @description Of tokens read from the provider's cache. Default: as other input. */
                                readonly cache_read_usd_per_million?: number;
                                /** @description Of tokens written into the provider's cache. Default: as other input. */
                                readonly cache_write_usd_per_million?: number;
                                readonly context_window?: number;
                                /** @description The model’s id as its provider has it, without spaces. */
                                readonly id: string;
                                readonly input_usd_per_million?: number;
                                readonly output_usd_per_million?: number;
                            }[];
                            /** @description Stands before a model id where two clash. */
                            readonly name: string;
                            /** @description Those of the configuration are changed there. */
                            readonly origin: ("configuration" | "workspace") | (string & {});
                            readonly timeout_seconds: number;
                            /** @description An owner chose its address, which may be a private one. */
                            readonly trusted: boolean;
                            /** @description Null for one of the configuration. */
                            readonly updated_at: string | null;
                        }[];
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
                readonly "application/json": {
                    /** @description Visible ASCII characters without spaces. Sent to that address alone. Write-only; null removes it. */
                    readonly api_key?: string | null;
                    /** @description An http:// or https:// address up to and with its version, without user, query or fragment: https://api.openai.com/v1. A private address (a model server beside this one) may be named by an owner, or stands in `SVC_EGRESS_ALLOW`. */
                    readonly base_url?: string | null;
                    /** @description `openai-compatible`, or a kind that a plugin brings. */
                    readonly kind: string;
                    /** @description What the provider does not tell: sizes and prices of its models, and models that it does not list. */
                    readonly models?: readonly {
                        /** @description Of tokens read from the provider's cache. Default: as other input. */
                        readonly cache_read_usd_per_million?: number;
                        /** @description Of tokens written into the provider's cache. Default: as other input. */
                        readonly cache_write_usd_per_million?: number;
                        readonly context_window?: number;
                        /** @description The model’s id as its provider has it, without spaces. */
                        readonly id: string;
                        readonly input_usd_per_million?: number;
                        readonly output_usd_per_million?: number;
                    }[];
                    /** @description 1 to 63 lower-case letters, digits or . _ - and a letter or a digit first; names it in model ids, `<name>/<model>`. `svc`, `agent` and `app` are taken. */
                    readonly name: string;
                    /** @description Until the last byte of an answer. */
                    readonly timeout_seconds?: number;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly models: readonly {
                            /** @description Of tokens read from the provider's cache. Default: as other input. */
                            readonly cache_read_usd_per_million?: number;
                            /** @description Of tokens written into the provider's cache. Default: as other input. */
                            readonly cache_write_usd_per_million?: number;
                            readonly context_window?: number;
                            /** @description The model’s id as its provider has it, without spaces. */
                            readonly id: string;
                            readonly input_usd_per_million?: number;
                            readonly output_usd_per_million?: number;
                        }[];
                        /** @description Stands before a model id where two clash. */
                        readonly name: string;
                        /** @description Those of the configuration are changed there. */
                        readonly origin: ("configuration" | "workspace") | (string & {});
                        readonly timeout_seconds: number;
                        /** @description An owner chose its address, which may be a private one. */
                        readonly trusted: boolean;
                        /** @description Null for one of the configuration. */
                        readonly updated_at: string | null;
                    };
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
                    readonly "application/json": {
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
                        readonly models: readonly {
                            /** @description Of tokens read from the provider's cache. Default: as other input. */
                            readonly cache_read_usd_per_million?: number;
                            /** @description Of tokens written into the provider's cache. Default: as other input. */
                            readonly cache_write_usd_per_million?: number;
                            readonly context_window?: number;
                            /** @description The model’s id as its provider has it, without spaces. */
                            readonly id: string;
                            readonly input_usd_per_million?: number;
                            readonly output_usd_per_million?: number;
                        }[];
                        /** @description Stands before a model id where two clash. */
                        readonly name: string;
                        /** @description Those of the configuration are changed there. */
                        readonly origin: ("configuration" | "workspace") | (string & {});
                        readonly timeout_seconds: number;
                        /** @description An owner chose its address, which may be a private one. */
                        readonly trusted: boolean;
                        /** @description Null for one of the configuration. */
                        readonly updated_at: string | null;
                    };
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
                readonly "application/json": {
                    /** @description Visible ASCII characters without spaces. Sent to that address alone. Write-only; null removes it. */
                    readonly api_key?: string | null;
                    /** @description An http:// or https:// address up to and with its version, without user, query or fragment: https://api.openai.com/v1. A private address (a model server beside this one) may be named by an owner, or stands in `SVC_EGRESS_ALLOW`. */
                    readonly base_url?: string | null;
                    /** @description What the provider does not tell: sizes and prices of its models, and models that it does not list. */
                    readonly models?: readonly {
                        /** @description Of tokens read from the provider's cache. Default: as other input. */
                        readonly cache_read_usd_per_million?: number;
                        /** @description Of tokens written into the provider's cache. Default: as other input. */
                        readonly cache_write_usd_per_million?: number;
                        readonly context_window?: number;
                        /** @description The model’s id as its provider has it, without spaces. */
                        readonly id: string;
                        readonly input_usd_per_million?: number;
                        readonly output_usd_per_million?: number;
                    }[];
                    /** @description 1 to 63 lower-case letters, digits or . _ - and a letter or a digit first; names it in model ids, `<name>/<model>`. `svc`, `agent` and `app` are taken. */
                    readonly name?: string;
                    /** @description Until the last byte of an answer. */
                    readonly timeout_seconds?: number;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly models: readonly {
                            /** @description Of tokens read from the provider's cache. Default: as other input. */
                            readonly cache_read_usd_per_million?: number;
                            /** @description Of tokens written into the provider's cache. Default: as other input. */
                            readonly cache_write_usd_per_million?: number;
                            readonly context_window?: number;
                            /** @description The model’s id as its provider has it, without spaces. */
                            readonly id: string;
                            readonly input_usd_per_million?: number;
                            readonly output_usd_per_million?: number;
                        }[];
                        /** @description Stands before a model id where two clash. */
                        readonly name: string;
                        /** @description Those of the configuration are changed there. */
                        readonly origin: ("configuration" | "workspace") | (string & {});
                        readonly timeout_seconds: number;
                        /** @description An owner chose its address, which may be a private one. */
                        readonly trusted: boolean;
                        /** @description Null for one of the configuration. */
                        readonly updated_at: string | null;
                    };
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
                    readonly "application/json": {
                        readonly duration_ms: number;
                        /** @description What is wrong, in a sentence. */
                        readonly error: {
                            readonly code: string;
                            readonly message: string;
                        } | null;
                        /** @description How many it lists. */
                        readonly models: number;
                        readonly ok: boolean;
                        /** @description The first 20 of them. */
                        readonly sample: readonly string[];
                    };
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
                    readonly "application/json": {
                        /** @description Asked when no model is named; null: as the configuration has it. */
                        readonly default_model: string | null;
                    };
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
                readonly "application/json": {
                    readonly default_model: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Asked when no model is named; null: as the configuration has it. */
                        readonly default_model: string | null;
                    };
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
                        readonly items: readonly {
                            readonly description: string | null;
                            /** @description read, write, external or destructive. */
                            readonly effect: string | null;
                            /** @description False: the operator has switched it off. */
                            readonly enabled: boolean;
                            /** @description Set while the folder is broken. The last good version, if there is one, stays up. */
                            readonly error?: {
                                readonly column: number | null;
                                readonly file: string;
                                readonly frame: string | null;
                                readonly line: number | null;
                                readonly message: string;
                            } & {
                                readonly problems: readonly {
                                    readonly column: number | null;
                                    readonly file: string;
                                    readonly frame: string | null;
                                    readonly line: number | null;
                                    readonly message: string;
                                }[];
                            };
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
                        }[];
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
                    readonly "application/json": {
                        readonly description: string | null;
                        /** @description read, write, external or destructive. */
                        readonly effect: string | null;
                        /** @description False: the operator has switched it off. */
                        readonly enabled: boolean;
                        /** @description Set while the folder is broken. The last good version, if there is one, stays up. */
                        readonly error?: {
                            readonly column: number | null;
                            readonly file: string;
                            readonly frame: string | null;
                            readonly line: number | null;
                            readonly message: string;
                        } & {
                            readonly problems: readonly {
                                readonly column: number | null;
                                readonly file: string;
                                readonly frame: string | null;
                                readonly line: number | null;
                                readonly message: string;
                            }[];
                        };
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
                    readonly "application/json": {
                        /** @description How far the wall clock has moved against the steady one since the start. */
                        readonly clock_jump_ms: number;
                        readonly heap_limit_bytes: number;
                        readonly last_backup: {
                            readonly bytes: number;
                            readonly created_at: string;
                            readonly name: string;
                            readonly reason: string;
                        } | null;
                        /** @description What does not stand around child processes here. */
                        readonly missing_walls: readonly string[];
                        readonly node: string;
                        readonly open_files_limit: number | null;
                        readonly pid: number;
                        readonly platform: string;
                        readonly queues: readonly {
                            readonly dead: number;
                            readonly oldest_queued_at: string | null;
                            readonly queue: string;
                            readonly queued: number;
                            readonly running: number;
                        }[];
                        readonly rss_bytes: number;
                        readonly uptime_seconds: number;
                        readonly version: string;
                    };
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
                        readonly items: readonly {
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
                        }[];
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
                    readonly "application/json": {
                        readonly analysis_id: string;
                        readonly assumptions: unknown;
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
                        readonly options: unknown;
                        /** @description Vega-Lite 6, their data within. */
                        readonly plots: unknown;
                        /** @description By the method; full doubles. */
                        readonly result: unknown;
                        readonly syntax: {
                            readonly python: string;
                            readonly r: string;
                        };
                        readonly tables: unknown;
                        readonly title: string;
                        readonly variables: unknown;
                        readonly version: number | null;
                        readonly warnings: readonly string[];
                    };
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
                readonly "application/json": {
                    /** @description Its id, also as `ds_…@2` for that version, or the name of its table. */
                    readonly dataset_id?: string;
                    /** @description A condition in SQL: the rows for which it is true are analysed. */
                    readonly filter?: string | null;
                    readonly method: string;
                    /**
                     * @default request
                     * @enum {unknown}
                     */
                    readonly mode?: "request" | "job";
                    /** @description By the method’s schema. */
                    readonly options?: Record<string, never>;
                    /** @description Which columns take which part; by the method’s schema. */
                    readonly variables?: Record<string, never>;
                    readonly version?: number;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly analysis_id: string;
                        readonly assumptions: unknown;
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
                        readonly options: unknown;
                        /** @description Vega-Lite 6, their data within. */
                        readonly plots: unknown;
                        /** @description By the method; full doubles. */
                        readonly result: unknown;
                        readonly syntax: {
                            readonly python: string;
                            readonly r: string;
                        };
                        readonly tables: unknown;
                        readonly title: string;
                        readonly variables: unknown;
                        readonly version: number | null;
                        readonly warnings: readonly string[];
                    };
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
                    readonly "application/json": {
                        readonly dataset_id: string;
                        readonly name: string;
                        readonly rows: number;
                        /** @description In SQL. */
                        readonly table: string;
                        readonly variables: readonly {
                            readonly label: string | null;
                            readonly levels: readonly string[] | null;
                            readonly measure: string;
                            readonly missing_values: readonly (string | number)[];
                            readonly name: string;
                            /** @description `given` by somebody, or `inferred` from the column. */
                            readonly source: string;
                            /** @description In SQL. */
                            readonly type: string;
                        }[];
                        readonly version: number;
                        readonly warnings: readonly string[];
                    };
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
                readonly "application/json": {
                    /** @description In the order of the report. */
                    readonly analysis_ids: readonly string[];
                    readonly cover?: {
                        readonly author?: string;
                        /** @description As it is to be printed. */
                        readonly date?: string;
                        /** @description Paragraphs, an empty line between. */
                        readonly text?: string;
                        readonly title?: string;
                    };
                    /** @enum {unknown} */
                    readonly format: "html" | "pdf" | "md" | "csv" | "json" | "r";
                };
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
                readonly "application/json": {
                    readonly columns?: readonly {
                        readonly name: string;
                        readonly type?: string;
                    }[];
                    readonly content?: string;
                    /** @description Its id, also as `ds_…@2` for that version, or the name of its table. */
                    readonly dataset_id?: string;
                    /** @enum {unknown} */
                    readonly decimal_separator?: "." | ",";
                    readonly delimiter?: string;
                    readonly encoding?: string;
                    /** @enum {unknown} */
                    readonly format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx";
                    readonly header?: boolean;
                    /** @description Of the dataset; of a file, its name. */
                    readonly name?: string;
                    readonly sheet?: string | number;
                    readonly variables?: readonly {
                        /** @description What people read. */
                        readonly label?: string;
                        /** @description Of nominal and ordinal variables, in order; the first is the reference. */
                        readonly levels?: readonly (string | number | boolean)[];
                        /** @enum {unknown} */
                        readonly measure: "continuous" | "ordinal" | "nominal";
                        /** @description Values that mean that there is none, such as -99. */
                        readonly missing_values?: readonly (string | number)[];
                        /** @description The column. */
                        readonly name: string;
                    }[];
                    /** @description Of an existing dataset; else the latest. */
                    readonly version?: number;
                };
                readonly "multipart/form-data": {
                    readonly columns?: readonly {
                        readonly name: string;
                        readonly type?: string;
                    }[];
                    /** @description Its id, also as `ds_…@2` for that version, or the name of its table. */
                    readonly dataset_id?: string;
                    /** @enum {unknown} */
                    readonly decimal_separator?: "." | ",";
                    readonly delimiter?: string;
                    readonly encoding?: string;
                    /** Format: binary */
                    readonly file: string;
                    /** @enum {unknown} */
                    readonly format?: "csv" | "tsv" | "json" | "ndjson" | "parquet" | "xlsx";
                    readonly header?: boolean;
                    /** @description Of the dataset; of a file, its name. */
                    readonly name?: string;
                    readonly sheet?: string | number;
                    readonly variables?: readonly {
                        /** @description What people read. */
                        readonly label?: string;
                        /** @description Of nominal and ordinal variables, in order; the first is the reference. */
                        readonly levels?: readonly (string | number | boolean)[];
                        /** @enum {unknown} */
                        readonly measure: "continuous" | "ordinal" | "nominal";
                        /** @description Values that mean that there is none, such as -99. */
                        readonly missing_values?: readonly (string | number)[];
                        /** @description The column. */
                        readonly name: string;
                    }[];
                    /** @description Of an existing dataset; else the latest. */
                    readonly version?: number;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly dataset_id: string;
                        readonly name: string;
                        readonly rows: number;
                        /** @description In SQL. */
                        readonly table: string;
                        readonly variables: readonly {
                            readonly label: string | null;
                            readonly levels: readonly string[] | null;
                            readonly measure: string;
                            readonly missing_values: readonly (string | number)[];
                            readonly name: string;
                            /** @description `given` by somebody, or `inferred` from the column. */
                            readonly source: string;
                            /** @description In SQL. */
                            readonly type: string;
                        }[];
                        readonly version: number;
                        readonly warnings: readonly string[];
                    };
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
                        readonly items: readonly {
                            readonly description: string;
                            readonly method: string;
                            /** @description JSON Schema, with defaults. */
                            readonly options: unknown;
                            readonly title: string;
                            /** @description JSON Schema; `x-measures` beside a column says which measures fit it. */
                            readonly variables: unknown;
                        }[];
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
                        readonly items: readonly {
                            readonly annotations: {
                                readonly destructive: boolean;
                                readonly open_world: boolean;
                                readonly read_only: boolean;
                            };
                            readonly description: string;
                            /** @description What calling it does to the world. */
                            readonly effect: ("read" | "write" | "external" | "destructive") | (string & {});
                            /** @description What a call by this caller meets now. */
                            readonly grant: ("allow" | "ask" | "deny") | (string & {});
                            /** @description An SVG as a `data:` URL, or the name of an icon. */
                            readonly icon?: string;
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
                        }[];
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
                    readonly "application/json": {
                        readonly annotations: {
                            readonly destructive: boolean;
                            readonly open_world: boolean;
                            readonly read_only: boolean;
                        };
                        readonly description: string;
                        /** @description What calling it does to the world. */
                        readonly effect: ("read" | "write" | "external" | "destructive") | (string & {});
                        /** @description What a call by this caller meets now. */
                        readonly grant: ("allow" | "ask" | "deny") | (string & {});
                        /** @description An SVG as a `data:` URL, or the name of an icon. */
                        readonly icon?: string;
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
                readonly "application/json": {
                    readonly arguments: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly duration_ms: number;
                        /** @constant */
                        readonly is_error: false;
                        readonly result: unknown;
                        readonly tool_name: string;
                    };
                };
            };
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                readonly "application/json": {
                    /** @enum {unknown} */
                    readonly grant: "allow" | "ask" | "deny";
                    /** @description For this key alone; else for the workspace. */
                    readonly key_id?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly grant: ("allow" | "ask" | "deny") | (string & {});
                        readonly granted_at: string;
                        readonly granted_by: string;
                        /** @description Null: for the whole workspace. */
                        readonly key_id: string | null;
                        readonly tool_name: string;
                    };
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
                        readonly items: readonly {
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
                            readonly origin: {
                                readonly app?: string;
                                readonly call_id?: string;
                                readonly kind: ("direct" | "mcp" | "app" | "turn") | (string & {});
                                readonly run_id?: string | null;
                                readonly session_id?: string;
                                readonly turn_id?: string;
                            };
                            readonly outcome: ("ok" | "failed" | "timeout" | "cancelled" | "invalid" | "refused" | "asked") | (string & {});
                            readonly tool_name: string;
                            readonly user_id: string;
                            readonly username: string;
                        }[];
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
                        readonly items: readonly {
                            readonly grant: ("allow" | "ask" | "deny") | (string & {});
                            readonly granted_at: string;
                            readonly granted_by: string;
                            /** @description Null: for the whole workspace. */
                            readonly key_id: string | null;
                            readonly tool_name: string;
                        }[];
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
                        readonly items: readonly {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly disabled: boolean;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        }[];
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
                readonly "application/json": {
                    readonly password: string;
                    /** @enum {unknown} */
                    readonly role: "owner" | "admin" | "user";
                    /** @description Choose 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit. */
                    readonly username: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly user: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly disabled: boolean;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        };
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
                        readonly user: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly disabled: boolean;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        };
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
                readonly "application/json": {
                    readonly disabled?: boolean;
                    /** @enum {unknown} */
                    readonly role?: "owner" | "admin" | "user";
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly user: {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly disabled: boolean;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                            readonly username: string;
                        };
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
                readonly "application/json": {
                    readonly new_password: string;
                };
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
                        readonly items: readonly {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly created_by: string;
                            /** Format: date-time */
                            readonly expires_at: string;
                            readonly id: string;
                            readonly role: ("owner" | "admin" | "user") | (string & {});
                        }[];
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
                readonly "application/json": {
                    /** @default 604800 */
                    readonly expires_seconds?: number;
                    /** @enum {unknown} */
                    readonly role: "owner" | "admin" | "user";
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly items: readonly {
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
                        }[];
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
                readonly "application/json": {
                    /** @description Markdown. `[[Title]]` links to another note. */
                    readonly body: string;
                    readonly tags?: readonly string[];
                    /** @description One line. */
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                    readonly "application/json": {
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
                readonly "application/json": {
                    /** @description Markdown. `[[Title]]` links to another note. */
                    readonly body: string;
                    readonly tags?: readonly string[];
                    /** @description One line. */
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
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
                        readonly items: readonly {
                            readonly body: string;
                            /** @description When it was done; null while it is not. */
                            readonly completed_at: string | null;
                            readonly created_at: string;
                            /** @description A user. */
                            readonly created_by: string;
                            /** @description A day (`2026-03-01`), or a time in UTC. */
                            readonly due: string | null;
                            readonly priority: ("low" | "normal" | "high" | "urgent") | (string & {});
                            readonly status: ("todo" | "in_progress" | "done" | "cancelled") | (string & {});
                            readonly tags: readonly string[];
                            readonly task_id: string;
                            readonly title: string;
                            readonly updated_at: string;
                            /** @description Counts changes, from 1. */
                            readonly version: number;
                        }[];
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
                readonly "application/json": {
                    /** @description Markdown. */
                    readonly body?: string;
                    /** @description A day (`2026-03-01`), which is over when it ends in UTC, or a time with its offset (`2026-03-01T17:00:00+01:00`). */
                    readonly due?: string | null;
                    /** @enum {unknown} */
                    readonly priority?: "low" | "normal" | "high" | "urgent";
                    /** @enum {unknown} */
                    readonly status?: "todo" | "in_progress" | "done" | "cancelled";
                    readonly tags?: readonly string[];
                    /** @description One line. */
                    readonly title: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly body: string;
                        /** @description When it was done; null while it is not. */
                        readonly completed_at: string | null;
                        readonly created_at: string;
                        /** @description A user. */
                        readonly created_by: string;
                        /** @description A day (`2026-03-01`), or a time in UTC. */
                        readonly due: string | null;
                        readonly priority: ("low" | "normal" | "high" | "urgent") | (string & {});
                        readonly status: ("todo" | "in_progress" | "done" | "cancelled") | (string & {});
                        readonly tags: readonly string[];
                        readonly task_id: string;
                        readonly title: string;
                        readonly updated_at: string;
                        /** @description Counts changes, from 1. */
                        readonly version: number;
                    };
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
                    readonly "application/json": {
                        readonly body: string;
                        /** @description When it was done; null while it is not. */
                        readonly completed_at: string | null;
                        readonly created_at: string;
                        /** @description A user. */
                        readonly created_by: string;
                        /** @description A day (`2026-03-01`), or a time in UTC. */
                        readonly due: string | null;
                        readonly priority: ("low" | "normal" | "high" | "urgent") | (string & {});
                        readonly status: ("todo" | "in_progress" | "done" | "cancelled") | (string & {});
                        readonly tags: readonly string[];
                        readonly task_id: string;
                        readonly title: string;
                        readonly updated_at: string;
                        /** @description Counts changes, from 1. */
                        readonly version: number;
                    };
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
                readonly "application/json": {
                    /** @description Markdown. */
                    readonly body?: string;
                    /** @description A day (`2026-03-01`), which is over when it ends in UTC, or a time with its offset (`2026-03-01T17:00:00+01:00`). */
                    readonly due?: string | null;
                    /** @enum {unknown} */
                    readonly priority?: "low" | "normal" | "high" | "urgent";
                    /** @enum {unknown} */
                    readonly status?: "todo" | "in_progress" | "done" | "cancelled";
                    readonly tags?: readonly string[];
                    /** @description One line. */
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly body: string;
                        /** @description When it was done; null while it is not. */
                        readonly completed_at: string | null;
                        readonly created_at: string;
                        /** @description A user. */
                        readonly created_by: string;
                        /** @description A day (`2026-03-01`), or a time in UTC. */
                        readonly due: string | null;
                        readonly priority: ("low" | "normal" | "high" | "urgent") | (string & {});
                        readonly status: ("todo" | "in_progress" | "done" | "cancelled") | (string & {});
                        readonly tags: readonly string[];
                        readonly task_id: string;
                        readonly title: string;
                        readonly updated_at: string;
                        /** @description Counts changes, from 1. */
                        readonly version: number;
                    };
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
                        readonly items: readonly {
                            /** Format: date-time */
                            readonly created_at: string;
                            readonly id: string;
                            readonly name: string;
                            readonly role: ("owner" | "member") | (string & {});
                        }[];
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
                readonly "application/json": {
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly id: string;
                        readonly name: string;
                        readonly role: ("owner" | "member") | (string & {});
                    };
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
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly id: string;
                        readonly name: string;
                        readonly role: ("owner" | "member") | (string & {});
                    };
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
                readonly "application/json": {
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: date-time */
                        readonly created_at: string;
                        readonly id: string;
                        readonly name: string;
                        readonly role: ("owner" | "member") | (string & {});
                    };
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
                        readonly items: readonly {
                            readonly role: ("owner" | "member") | (string & {});
                            readonly user_id: string;
                            readonly username: string;
                        }[];
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
                readonly "application/json": {
                    readonly username: string;
                };
            };
        };
        readonly responses: {
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly role: ("owner" | "member") | (string & {});
                        readonly user_id: string;
                        readonly username: string;
                    };
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
