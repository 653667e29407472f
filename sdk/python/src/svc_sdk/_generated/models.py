# Generated from the OpenAPI document by npm run generate. Do not edit.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from svc_sdk._core.record import Chunk, Record

AgentAppLogLevel = Literal["debug", "info", "warn", "error"]
AgentAppRunStatus = Literal["queued", "running", "succeeded", "failed", "cancelled"]
AgentAppRunner = Literal["api", "ui", "cli", "job", "playbook"]
FinishReason = Literal["stop", "length", "content_filter", "tool_calls", "cancelled", "interrupted", "step_limit", "token_limit", "failed"]
JobState = Literal["queued", "running", "succeeded", "cancelled", "dead"]
MessageRole = Literal["system", "user", "assistant", "tool"]
TaskPriority = Literal["low", "normal", "high", "urgent"]
TaskStatus = Literal["todo", "in_progress", "done", "cancelled"]


class AgentAppRunEvent(Record):
    __slots__ = ()

    type: str
    id: Optional[str]
    run_id: str

    _kinds = {
        "log": "AgentAppRunLogEvent",
        "agent": "AgentAppRunModelEvent",
        "tool_call": "AgentAppRunToolEvent",
        "progress": "AgentAppRunProgressEvent",
        "done": "AgentAppRunDoneEvent",
        "error": "StreamErrorEvent",
    }


class ConversationEvent(Chunk):
    __slots__ = ()

    type: str
    id: Optional[str]
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""

    _kinds = {
        "message": "ConversationMessageEvent",
        "content": "ConversationContentEvent",
        "reasoning": "ConversationReasoningEvent",
        "memory": "ConversationMemoryEvent",
        "tool_call": "ConversationToolCallEvent",
        "tool_result": "ConversationToolResultEvent",
        "approval": "ConversationApprovalEvent",
        "approved": "ConversationApprovedEvent",
        "waiting": "ConversationWaitingEvent",
        "run": "ConversationRunEvent",
        "context": "ConversationContextEvent",
        "step": "ConversationStepEvent",
        "title": "ConversationTitleEvent",
        "error": "ConversationErrorEvent",
        "done": "ConversationDoneEvent",
    }


class PlaybookRunEvent(Record):
    __slots__ = ()

    type: str
    id: Optional[str]
    at: str
    run_id: str
    data: Any

    _kinds = {
        "workflow.started": "PlaybookWorkflowStartedEvent",
        "workflow.suspended": "PlaybookWorkflowSuspendedEvent",
        "workflow.resumed": "PlaybookWorkflowResumedEvent",
        "workflow.completed": "PlaybookWorkflowCompletedEvent",
        "workflow.faulted": "PlaybookWorkflowFaultedEvent",
        "workflow.cancelled": "PlaybookWorkflowCancelledEvent",
        "workflow.correlation-started": "PlaybookCorrelationStartedEvent",
        "workflow.correlation-completed": "PlaybookCorrelationCompletedEvent",
        "task.created": "PlaybookTaskCreatedEvent",
        "task.started": "PlaybookTaskStartedEvent",
        "task.suspended": "PlaybookTaskSuspendedEvent",
        "task.resumed": "PlaybookTaskResumedEvent",
        "task.retried": "PlaybookTaskRetriedEvent",
        "task.completed": "PlaybookTaskCompletedEvent",
        "task.faulted": "PlaybookTaskFaultedEvent",
        "task.cancelled": "PlaybookTaskCancelledEvent",
        "approval.requested": "PlaybookApprovalRequestedEvent",
        "approval.decided": "PlaybookApprovalDecidedEvent",
        "content": "PlaybookContentEvent",
        "content_reset": "PlaybookContentResetEvent",
        "tool_call": "PlaybookToolCallEvent",
        "tool_result": "PlaybookToolResultEvent",
        "log": "PlaybookLogEvent",
        "progress": "PlaybookProgressEvent",
        "done": "PlaybookDoneEvent",
        "error": "StreamErrorEvent",
    }


class WorkspaceEvent(Record):
    __slots__ = ()

    type: str
    id: Optional[str]
    data: Any

    _kinds = {
        "analysis.completed": "AnalysisCompletedEvent",
        "analysis.deleted": "AnalysisDeletedEvent",
        "app.failed": "AppFailedEvent",
        "app.loaded": "AppLoadedEvent",
        "app.removed": "AppRemovedEvent",
        "approval.decided": "ApprovalDecidedEvent",
        "approval.requested": "ApprovalRequestedEvent",
        "backup.created": "BackupCreatedEvent",
        "backup.failed": "BackupFailedEvent",
        "conversation.created": "ConversationCreatedEvent",
        "conversation.deleted": "ConversationDeletedEvent",
        "conversation.turn.ended": "ConversationTurnEndedEvent",
        "conversation.turn.started": "ConversationTurnStartedEvent",
        "conversation.updated": "ConversationUpdatedEvent",
        "dataset.created": "DatasetCreatedEvent",
        "dataset.deleted": "DatasetDeletedEvent",
        "dataset.version.created": "DatasetVersionCreatedEvent",
        "email.account.deleted": "EmailAccountDeletedEvent",
        "email.account.updated": "EmailAccountUpdatedEvent",
        "email.sent": "EmailSentEvent",
        "export.certificate_changed": "ExportCertificateChangedEvent",
        "export.created": "ExportCreatedEvent",
        "export.failed": "ExportFailedEvent",
        "file.created": "FileCreatedEvent",
        "file.deleted": "FileDeletedEvent",
        "file.restored": "FileRestoredEvent",
        "file.updated": "FileUpdatedEvent",
        "job.cancelled": "JobCancelledEvent",
        "job.created": "JobCreatedEvent",
        "job.dead": "JobDeadEvent",
        "job.retrying": "JobRetryingEvent",
        "job.started": "JobStartedEvent",
        "job.succeeded": "JobSucceededEvent",
        "key.created": "KeyCreatedEvent",
        "key.revoked": "KeyRevokedEvent",
        "key.rotated": "KeyRotatedEvent",
        "mcp.server.changed": "McpServerChangedEvent",
        "memory.created": "MemoryCreatedEvent",
        "memory.deleted": "MemoryDeletedEvent",
        "memory.embedder.changed": "MemoryEmbedderChangedEvent",
        "memory.imported": "MemoryImportedEvent",
        "memory.updated": "MemoryUpdatedEvent",
        "ml.drift.detected": "MlDriftDetectedEvent",
        "ml.model.alias_changed": "MlModelAliasChangedEvent",
        "ml.model.version_created": "MlModelVersionCreatedEvent",
        "ml.run.created": "MlRunCreatedEvent",
        "ml.run.finished": "MlRunFinishedEvent",
        "ml.run.logged": "MlRunLoggedEvent",
        "ml.run.removed": "MlRunRemovedEvent",
        "model.provider.created": "ModelProviderCreatedEvent",
        "model.provider.deleted": "ModelProviderDeletedEvent",
        "model.provider.updated": "ModelProviderUpdatedEvent",
        "model.settings.updated": "ModelSettingsUpdatedEvent",
        "note.created": "NoteCreatedEvent",
        "note.deleted": "NoteDeletedEvent",
        "note.updated": "NoteUpdatedEvent",
        "playbook.event": "PlaybookEventEvent",
        "playbook.failed": "PlaybookFailedEvent",
        "playbook.loaded": "PlaybookLoadedEvent",
        "playbook.removed": "PlaybookRemovedEvent",
        "playbook.run.cancelled": "PlaybookRunCancelledEvent",
        "playbook.run.completed": "PlaybookRunCompletedEvent",
        "playbook.run.faulted": "PlaybookRunFaultedEvent",
        "playbook.run.started": "PlaybookRunStartedEvent",
        "playbook.run.suspended": "PlaybookRunSuspendedEvent",
        "playbook.run.waiting": "PlaybookRunWaitingEvent",
        "plugin.disabled": "PluginDisabledEvent",
        "plugin.enabled": "PluginEnabledEvent",
        "plugin.failed": "PluginFailedEvent",
        "research.claim.created": "ResearchClaimCreatedEvent",
        "research.claim.status_changed": "ResearchClaimStatusChangedEvent",
        "research.report.exported": "ResearchReportExportedEvent",
        "research.source.added": "ResearchSourceAddedEvent",
        "research.verify.failed": "ResearchVerifyFailedEvent",
        "run.cancelled": "RunCancelledEvent",
        "run.failed": "RunFailedEvent",
        "run.started": "RunStartedEvent",
        "run.succeeded": "RunSucceededEvent",
        "task.completed": "TaskCompletedEvent",
        "task.created": "TaskCreatedEvent",
        "task.deleted": "TaskDeletedEvent",
        "task.updated": "TaskUpdatedEvent",
        "tool.failed": "ToolFailedEvent",
        "tool.loaded": "ToolLoadedEvent",
        "tool.removed": "ToolRemovedEvent",
        "user.created": "UserCreatedEvent",
        "user.deleted": "UserDeletedEvent",
        "user.updated": "UserUpdatedEvent",
        "webhook.disabled": "WebhookDisabledEvent",
        "webhook.test": "WebhookTestEvent",
        "gap": "GapEvent",
        "error": "StreamErrorEvent",
    }


class AcceptedExport(Record):
    __slots__ = ()

    export_id: str
    job_id: str


class Account(Record):
    __slots__ = ()

    id: str
    username: str
    role: Union[Literal["owner", "admin", "user"], str]
    created_at: str


class AddedSources(Record):
    __slots__ = ()

    items: List[ResearchSource]
    warnings: List[str]

    _nested = {"items": "[]ResearchSource"}


class AgentApp(Record):
    __slots__ = ()

    name: str
    version: Optional[str]
    display_name: Optional[str]
    description: Optional[str]
    icon: Optional[str]
    """The folder's `icon.svg` as a `data:` URL, for an `img`; null: it has none, or one of more than 16 KiB."""
    inputs: Optional[Dict[str, Any]]
    outputs: Optional[Dict[str, Any]]
    permissions: Dict[str, Any]
    """What the manifest grants."""
    limits: Dict[str, Any]
    """What one run may use."""
    runners: List[Union[AgentAppRunner, str]]
    schedule: Optional[AgentAppSchedule]
    enabled: bool
    """False: the operator has switched it off."""
    last_run: Optional[AgentAppLastRun]
    """The newest run in this workspace; null: there is none."""
    examples: List[Dict[str, Any]]
    error: Optional[FolderError]

    _nested = {"schedule": "AgentAppSchedule", "last_run": "AgentAppLastRun", "error": "FolderError"}


class AgentAppLastRun(Record):
    __slots__ = ()

    run_id: str
    status: Union[AgentAppRunStatus, str]
    started_at: str


class AgentAppRun(Record):
    __slots__ = ()

    run_id: str
    app: str
    version: str
    runner: Union[AgentAppRunner, str]
    trigger: Union[Literal["api"], Literal["ui"], Literal["cli"], Literal["job"], Literal["schedule"], Literal["playbook"]]
    """What started it: the runner that was asked for, the schedule of the manifest, or for a job somebody who is signed in (`ui`)."""
    status: Union[AgentAppRunStatus, str]
    playbook_run_id: Optional[str]
    """The run of the playbook that the app is; null: it is none, or its run has not begun."""
    error: Optional[AgentAppRunError]
    usage: AgentAppRunUsage
    started_at: str
    finished_at: Optional[str]
    output: Any
    """What the app answered: any JSON value."""
    logs: List[AgentAppRunLog]

    _nested = {"error": "AgentAppRunError", "usage": "AgentAppRunUsage", "logs": "[]AgentAppRunLog"}


class AgentAppRunDoneEvent(AgentAppRunEvent):
    """The run has ended; no event follows."""

    __slots__ = ()

    type: Literal["done"]
    run_id: str
    status: Union[AgentAppRunStatus, str]
    error: Optional[AgentAppRunFailure]
    finished_at: Optional[str]

    _nested = {"error": "AgentAppRunFailure"}


class AgentAppRunError(Record):
    """Frames of the stack read `main.ts:LINE:COLUMN`."""

    __slots__ = ()

    name: str
    message: str
    stack: str
    code: Optional[str]


class AgentAppRunFailure(Record):
    __slots__ = ()

    name: str
    message: str
    code: Optional[str]


class AgentAppRunLog(Record):
    __slots__ = ()

    at: str
    level: Union[AgentAppLogLevel, str]
    message: str


class AgentAppRunLogEvent(AgentAppRunEvent):
    """A line of the log of the app."""

    __slots__ = ()

    type: Literal["log"]
    run_id: str
    at: str
    """When it happened."""
    level: Union[AgentAppLogLevel, str]
    message: str


class AgentAppRunModelEvent(AgentAppRunEvent):
    """A model has answered the app."""

    __slots__ = ()

    type: Literal["agent"]
    run_id: str
    at: str
    """When it happened."""
    model: str
    offline: bool
    """True for `svc/offline`, which is no language model."""
    prompt_tokens: int
    completion_tokens: int
    duration_ms: float


class AgentAppRunProgressEvent(AgentAppRunEvent):
    """How far the app has come, as it says."""

    __slots__ = ()

    type: Literal["progress"]
    run_id: str
    at: str
    """When it happened."""
    fraction: float
    """From 0 to 1."""
    note: Optional[str]


class AgentAppRunResult(Record):
    __slots__ = ()

    run_id: str
    app: str
    version: str
    runner: Union[AgentAppRunner, str]
    trigger: Union[Literal["api"], Literal["ui"], Literal["cli"], Literal["job"], Literal["schedule"], Literal["playbook"]]
    """What started it: the runner that was asked for, the schedule of the manifest, or for a job somebody who is signed in (`ui`)."""
    status: Union[AgentAppRunStatus, str]
    playbook_run_id: Optional[str]
    """The run of the playbook that the app is; null: it is none, or its run has not begun."""
    error: Optional[AgentAppRunError]
    usage: AgentAppRunUsage
    started_at: str
    finished_at: Optional[str]
    output: Any
    """What the app answered: any JSON value."""
    logs: List[AgentAppRunLog]
    warnings: Optional[List[AgentAppWarning]]
    """Set while the newest edit of the folder is broken: the last good version ran. What is wrong, and where."""

    _nested = {"error": "AgentAppRunError", "usage": "AgentAppRunUsage", "logs": "[]AgentAppRunLog", "warnings": "[]AgentAppWarning"}


class AgentAppRunToolEvent(AgentAppRunEvent):
    """The app has called a tool."""

    __slots__ = ()

    type: Literal["tool_call"]
    run_id: str
    at: str
    """When it happened."""
    tool_name: str
    duration_ms: float
    ok: bool
    error: Optional[str]


class AgentAppRunUsage(Record):
    __slots__ = ()

    duration_ms: float
    cpu_ms: float
    agent_calls: int
    tool_calls: int
    prompt_tokens: int
    completion_tokens: int


class AgentAppSchedule(Record):
    __slots__ = ()

    cron: str
    timezone: str
    inputs: Dict[str, Any]
    """The inputs of each run."""
    next_run_at: Optional[str]
    """Null while it is not run by the clock: schedules are switched off, or nobody is set up yet."""


class AgentAppWarning(Record):
    __slots__ = ()

    message: str
    file: str
    line: Optional[int]


class AnalysisCreatedBy(Record):
    __slots__ = ()

    user_id: str
    username: str


class AnalysisSyntax(Record):
    __slots__ = ()

    r: str
    python: str


class AnalysisEngine(Record):
    __slots__ = ()

    name: str
    version: str


class Analysis(Record):
    __slots__ = ()

    analysis_id: str
    method: str
    title: str
    dataset_id: Optional[str]
    version: Optional[int]
    dataset: Optional[str]
    n: float
    """Rows that were analysed."""
    excluded: float
    """Rows left out because something is missing in them."""
    interpretation: str
    """In plain words."""
    duration_ms: float
    created_at: str
    created_by: AnalysisCreatedBy
    variables: Dict[str, Any]
    """Which columns took which part."""
    options: Dict[str, Any]
    """With the defaults of those that were left out."""
    filter: Optional[str]
    result: Dict[str, Any]
    """By the method; full doubles."""
    tables: List[AnalysisTable]
    assumptions: List[AnalysisAssumption]
    plots: List[AnalysisPlot]
    syntax: AnalysisSyntax
    engine: AnalysisEngine
    warnings: List[str]

    _nested = {"created_by": "AnalysisCreatedBy", "tables": "[]AnalysisTable", "assumptions": "[]AnalysisAssumption", "plots": "[]AnalysisPlot", "syntax": "AnalysisSyntax", "engine": "AnalysisEngine"}


class AnalysisAssumption(Record):
    __slots__ = ()

    name: str
    statistic: Optional[float]
    p_value: Optional[float]
    ok: Optional[bool]
    """Null: it cannot be said."""
    note: str


class AnalysisCompletedEvent(WorkspaceEvent):
    """A statistical analysis was made."""

    __slots__ = ()

    type: Literal["analysis.completed"]
    id: str
    at: str
    data: AnalysisCompletedEventData

    _nested = {"data": "AnalysisCompletedEventData"}


class AnalysisCompletedEventData(Record):
    __slots__ = ()

    analysis_id: str
    method: str
    dataset_id: Optional[str]
    """Null: the method needs no data."""
    version: Optional[int]


class AnalysisDeletedEvent(WorkspaceEvent):
    """A statistical analysis was deleted."""

    __slots__ = ()

    type: Literal["analysis.deleted"]
    id: str
    at: str
    data: AnalysisDeletedEventData

    _nested = {"data": "AnalysisDeletedEventData"}


class AnalysisDeletedEventData(Record):
    __slots__ = ()

    analysis_id: str
    method: str
    user_id: str


class AnalysisPlot(Record):
    __slots__ = ()

    title: str
    spec: Dict[str, Any]
    """Vega-Lite 6, its data within."""


class AnalysisSummaryCreatedBy(Record):
    __slots__ = ()

    user_id: str
    username: str


class AnalysisSummary(Record):
    __slots__ = ()

    analysis_id: str
    method: str
    title: str
    dataset_id: Optional[str]
    version: Optional[int]
    dataset: Optional[str]
    n: float
    """Rows that were analysed."""
    excluded: float
    """Rows left out because something is missing in them."""
    interpretation: str
    """In plain words."""
    duration_ms: float
    created_at: str
    created_by: AnalysisSummaryCreatedBy

    _nested = {"created_by": "AnalysisSummaryCreatedBy"}


class AnalysisTableColumns(Record):
    __slots__ = ()

    name: str
    type: Union[Literal["text", "number", "integer", "p_value", "boolean"], str]


class AnalysisTable(Record):
    __slots__ = ()

    title: str
    columns: List[AnalysisTableColumns]
    rows: List[List[Optional[Union[str, float, bool]]]]

    _nested = {"columns": "[]AnalysisTableColumns"}


class Answer(Record):
    __slots__ = ()

    id: str
    """Of the answer, a message."""
    session_id: str
    turn_id: str
    role: Literal["assistant"]
    content: str
    tool_calls: List[ToolCall]
    """The calls of the turn, each with its `result` or `error`."""
    memories: List[RecalledMemory]
    """What the answer was given of the memory of the workspace, the best first."""
    model: str
    usage: TokenUsage
    finish_reason: Optional[Union[FinishReason, str]]
    """Null while the turn goes on."""
    status: Union[Literal["done", "waiting"], str]
    approvals: Optional[List[WaitingCall]]

    _nested = {"tool_calls": "[]ToolCall", "memories": "[]RecalledMemory", "usage": "TokenUsage", "approvals": "[]WaitingCall"}


class AnyApproval(Record):
    __slots__ = ()


class ApiKey(Record):
    __slots__ = ()

    id: str
    name: str
    prefix: str
    """The first characters of the key, enough to recognise it."""
    scopes: List[str]
    created_at: str
    expires_at: Optional[str]
    """Null: never."""
    models: Optional[List[str]]
    """Null: every model."""
    tools: Optional[List[str]]
    """Null: the model finds its tools."""
    token_budget: Optional[KeyTokenBudget]
    """Null: as many tokens as it likes."""
    last_used_at: Optional[str]
    """To the minute; null: not yet."""

    _nested = {"token_budget": "KeyTokenBudget"}


class AppFailedEvent(WorkspaceEvent):
    """The folder of an agent app cannot be served as it is. Published in the first owner's workspace."""

    __slots__ = ()

    type: Literal["app.failed"]
    id: str
    at: str
    data: AppFailedEventData

    _nested = {"data": "AppFailedEventData"}


class AppFailedEventData(Record):
    __slots__ = ()

    app: str
    problems: int
    """How many things are wrong; the list of agent apps names them."""
    serving: Optional[str]
    """The last good version, which is still served"""


class AppLoadedEvent(WorkspaceEvent):
    """An agent app was added, changed or repaired. Published in the first owner's workspace."""

    __slots__ = ()

    type: Literal["app.loaded"]
    id: str
    at: str
    data: AppLoadedEventData

    _nested = {"data": "AppLoadedEventData"}


class AppLoadedEventData(Record):
    __slots__ = ()

    app: str
    version: str


class AppRemovedEvent(WorkspaceEvent):
    """The folder of an agent app was removed. Published in the first owner's workspace."""

    __slots__ = ()

    type: Literal["app.removed"]
    id: str
    at: str
    data: AppRemovedEventData

    _nested = {"data": "AppRemovedEventData"}


class AppRemovedEventData(Record):
    __slots__ = ()

    app: str


class ApprovalError(Record):
    __slots__ = ()

    code: str
    message: str


class ApprovalDecidedBy(Record):
    __slots__ = ()

    user_id: str
    username: str


class Approval(Record):
    __slots__ = ()

    approval_id: str
    kind: Literal["tool"]
    tool_name: str
    arguments: Dict[str, Any]
    status: Union[Literal["pending", "approved", "denied", "expired"], str]
    """`approved` also while the call runs and after: `finished_at` says whether it has ended."""
    result: Any
    """What the tool gave. In a list, null when it is over 64 KiB."""
    error: Optional[ApprovalError]
    origin: CallOrigin
    requested_by: ApprovalRequester
    decided_by: Optional[ApprovalDecidedBy]
    reason: Optional[str]
    created_at: str
    expires_at: str
    decided_at: Optional[str]
    finished_at: Optional[str]

    _nested = {"error": "ApprovalError", "origin": "CallOrigin", "requested_by": "ApprovalRequester", "decided_by": "ApprovalDecidedBy"}


class ApprovalDecidedEvent(WorkspaceEvent):
    """What waited was approved or denied, or its time ran out."""

    __slots__ = ()

    type: Literal["approval.decided"]
    id: str
    at: str
    data: ApprovalDecidedEventData

    _nested = {"data": "ApprovalDecidedEventData"}


class ApprovalDecidedEventData(Record):
    __slots__ = ()

    approval_id: str
    status: Union[Literal["approved", "denied", "expired", "withdrawn"], str]
    tool_name: Optional[str]
    """Of a call of a tool."""
    run_id: Optional[str]
    """Of a run of a playbook."""
    task: Optional[str]


class ApprovalRequestedEvent(WorkspaceEvent):
    """A call of a tool, or a run of a playbook, waits for a person."""

    __slots__ = ()

    type: Literal["approval.requested"]
    id: str
    at: str
    data: ApprovalRequestedEventData

    _nested = {"data": "ApprovalRequestedEventData"}


class ApprovalRequestedEventData(Record):
    __slots__ = ()

    approval_id: str
    expires_at: str
    tool_name: Optional[str]
    """Of a call of a tool."""
    effect: Optional[Union[Literal["read", "write", "external", "destructive"], str]]
    run_id: Optional[str]
    """Of a run of a playbook."""
    task: Optional[str]
    title: Optional[str]


class ApprovalRequester(Record):
    __slots__ = ()

    user_id: str
    username: str
    key_id: Optional[str]


class Attachment(Record):
    __slots__ = ()

    file_id: Optional[str]
    """Of the file it was read from."""
    size: Optional[int]
    """Of that file, in bytes."""
    name: str
    content_type: str
    kind: Union[Literal["text", "image"], str]


class AuditActor(Record):
    __slots__ = ()

    user_id: Optional[str]
    username: Optional[str]
    via: str
    key_id: Optional[str]


class AuditEntry(Record):
    __slots__ = ()

    id: str
    at: str
    actor: AuditActor
    action: str
    target: Optional[str]
    ip: Optional[str]
    request_id: Optional[str]
    details: Dict[str, Any]

    _nested = {"actor": "AuditActor"}


class AuthStatus(Record):
    __slots__ = ()

    setup_required: bool
    signed_in: bool
    """Whether the credentials of this very request are good."""
    registration_enabled: bool
    """Whether anybody may register, without an invitation."""
    multi_user_enabled: bool
    """False: one account; nobody can be invited or registered."""


class Backup(Record):
    __slots__ = ()

    name: str
    path: str
    """Where the archive is on the machine of the server"""
    bytes: int
    sha256: str
    created_at: str
    reason: Union[Literal["manual", "scheduled", "before-migration"], str]
    app_folders: Optional[BackupAppFolders]
    """The agent apps in the archive. Null: they lie in the home, or it has none."""

    _nested = {"app_folders": "BackupAppFolders"}


class BackupAppFoldersLeftOut(Record):
    __slots__ = ()

    path: str
    reason: str


class BackupAppFolders(Record):
    __slots__ = ()

    from_: str
    """The folder that holds them (`SVC_MANIFESTS`)"""
    names: List[str]
    """Each is a folder below `manifests/` of the archive"""
    left_out: List[BackupAppFoldersLeftOut]
    """What lies there and is not in the archive, and why"""

    _nested = {"left_out": "[]BackupAppFoldersLeftOut"}


class BackupCreatedEvent(WorkspaceEvent):
    """A scheduled backup of the home was made and checked."""

    __slots__ = ()

    type: Literal["backup.created"]
    id: str
    at: str
    data: BackupCreatedEventData

    _nested = {"data": "BackupCreatedEventData"}


class BackupCreatedEventData(Record):
    __slots__ = ()

    name: str
    bytes: int
    sha256: str
    reason: Literal["scheduled"]


class BackupFailedEvent(WorkspaceEvent):
    """A scheduled backup of the home could not be made."""

    __slots__ = ()

    type: Literal["backup.failed"]
    id: str
    at: str
    data: BackupFailedEventData

    _nested = {"data": "BackupFailedEventData"}


class BackupFailedEventDataError(Record):
    __slots__ = ()

    message: str


class BackupFailedEventData(Record):
    __slots__ = ()

    reason: Literal["scheduled"]
    error: BackupFailedEventDataError

    _nested = {"error": "BackupFailedEventDataError"}


class Bibliography(Record):
    __slots__ = ()

    html: str
    """The processor’s own markup: `csl-bib-body`, `csl-entry`."""
    entries: List[str]
    ids: List[str]


class BrokenPlaybookFolder(Record):
    __slots__ = ()

    name: str
    file: str
    errors: List[PlaybookMistake]

    _nested = {"errors": "[]PlaybookMistake"}


class CallOrigin(Record):
    __slots__ = ()

    kind: Union[Literal["direct", "mcp", "app", "turn", "playbook"], str]
    app: Optional[str]
    run_id: Optional[str]
    session_id: Optional[str]
    turn_id: Optional[str]
    call_id: Optional[str]
    task: Optional[str]
    """Of a playbook: its place in the definition."""
    idempotency_key: Optional[str]


class CancelledAgentAppRun(Record):
    __slots__ = ()

    run_id: str
    status: Union[AgentAppRunStatus, str]
    cancel_requested: Literal[True]


class CancelledTurn(Record):
    __slots__ = ()

    session_id: str
    turn_id: Optional[str]
    """Null: nothing was under way."""


class ChangedRow(Record):
    __slots__ = ()

    key: Dict[str, Any]
    from_: Dict[str, Any]
    to: Dict[str, Any]


class CheckedPlaybook(Record):
    __slots__ = ()

    valid: bool
    errors: List[PlaybookMistake]
    warnings: List[PlaybookMistake]
    inputs_schema: Optional[Dict[str, Any]]
    needs: PlaybookNeeds
    graph: PlaybookGraph

    _nested = {"errors": "[]PlaybookMistake", "warnings": "[]PlaybookMistake", "needs": "PlaybookNeeds", "graph": "PlaybookGraph"}


class CitationStyle(Record):
    __slots__ = ()

    style: str
    title: str
    kind: Union[Literal["in-text", "note", "numeric"], str]
    locale: Optional[str]
    builtin: bool
    created_at: Optional[str]


class CitedWorks(Record):
    __slots__ = ()

    style: str
    locale: str
    bibliography: Bibliography
    citations: List[str]
    warnings: List[str]

    _nested = {"bibliography": "Bibliography"}


class ClaimEvidence(Record):
    """With the fields of its type."""

    __slots__ = ()

    evidence_id: str
    type: Union[Literal["quote", "dataset", "analysis", "query", "run", "note", "file"], str]
    relation: Union[Literal["supports", "contradicts", "context"], str]
    note: Optional[str]
    problem: Optional[EvidenceProblem]
    source_id: Optional[str]
    quote: Optional[str]
    selector: Optional[QuoteSelector]
    dataset_id: Optional[str]
    version: Optional[int]
    columns: Optional[List[str]]
    analysis_id: Optional[str]
    pointer: Optional[str]
    value: Any
    tolerance: Optional[float]
    receipt: Optional[Dict[str, Any]]
    """As an answer to `POST /api/data/query` gives it."""
    run_id: Optional[str]
    metric: Optional[str]
    note_id: Optional[str]
    file_id: Optional[str]
    path: Optional[str]
    sha256: Optional[str]
    created_by: RecordWriter
    created_at: str

    _nested = {"problem": "EvidenceProblem", "selector": "QuoteSelector", "created_by": "RecordWriter"}


class ClaimedJobError(Record):
    __slots__ = ()

    message: str


class ClaimedJob(Record):
    __slots__ = ()

    job_id: str
    queue: str
    kind: str
    state: Union[JobState, str]
    priority: int
    payload: Any
    result: Any
    error: Optional[ClaimedJobError]
    progress: float
    attempt: int
    """Starts so far; 0 before the first"""
    max_attempts: int
    run_at: str
    worker_id: Optional[str]
    lease_expires_at: Optional[str]
    cancel_requested: bool
    created_at: str
    started_at: Optional[str]
    finished_at: Optional[str]
    claim_token: str

    _nested = {"error": "ClaimedJobError"}


class ClusterServers(Record):
    __slots__ = ()

    items: List[Server]
    next_cursor: Optional[str]
    warnings: List[ClusterWarning]
    """What may lose changes that were answered"""

    _nested = {"items": "[]Server", "warnings": "[]ClusterWarning"}


class ClusterWarning(Record):
    __slots__ = ()

    detail: str
    remedy: str
    """What to do about it"""


class Column(Record):
    __slots__ = ()

    name: str
    type: str


class ColumnChange(Record):
    __slots__ = ()

    name: str
    from_: str
    to: str


class ColumnProfile(Record):
    __slots__ = ()

    name: str
    type: str
    missing: int
    distinct: int
    distinct_is_exact: bool
    """False above a million rows: `distinct` is an estimate."""
    min: Any
    max: Any
    mean: Optional[float]
    sd: Optional[float]
    quantiles: List[Quantile]
    histogram: List[HistogramBin]
    """Of numbers: at most 20 bins of equal width; `to` is excluded but in the last."""
    top: List[FrequentValue]
    """The ten most frequent values, most frequent first."""

    _nested = {"quantiles": "[]Quantile", "histogram": "[]HistogramBin", "top": "[]FrequentValue"}


class ComparedMetric(Record):
    __slots__ = ()

    key: str
    values: List[Optional[Union[float, Union[Literal["NaN", "Infinity", "-Infinity"], str]]]]
    best: Optional[str]


class ComparedParam(Record):
    __slots__ = ()

    key: str
    values: List[Optional[str]]
    differs: bool


class Conversation(Record):
    __slots__ = ()

    id: str
    session_id: str
    title: Optional[str]
    """Null until one is given or found."""
    title_by: Union[Literal["nobody", "model", "person"], str]
    model: Optional[str]
    """Null: the workspace's default."""
    system: Optional[str]
    """Instructions that stand before every turn."""
    tools: Union[Union[Literal["all", "none"], str], List[str]]
    """The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole."""
    settings: ConversationSettings
    memory: bool
    """Whether its questions are answered with what the workspace remembers."""
    source: str
    """`api`, `cli`, `web`, `v1`, or the program that it was imported from."""
    status: Union[Literal["idle", "running", "waiting"], str]
    """`waiting`: a person is asked about a tool call."""
    running_turn_id: Optional[str]
    """The turn that runs or waits; null when nothing is under way."""
    created_by: str
    """A user. Every member of the workspace may read and continue it."""
    created_at: str
    updated_at: str

    _nested = {"settings": "ConversationSettings"}


class ConversationApprovalEvent(ConversationEvent):
    """A person is asked about a call."""

    __slots__ = ()

    type: Literal["approval"]
    approval_id: str
    call_id: str
    tool_name: str
    expires_at: str
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationApprovedEvent(ConversationEvent):
    """A person has approved the call, and it runs; `tool_result` follows."""

    __slots__ = ()

    type: Literal["approved"]
    approval_id: str
    call_id: str
    tool_name: str
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationContentEvent(ConversationEvent):
    """A piece of the answer."""

    __slots__ = ()

    type: Literal["content"]
    delta: str
    """The next piece of the text."""
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationContextEvent(ConversationEvent):
    """The oldest messages no longer fit the model."""

    __slots__ = ()

    type: Literal["context"]
    strategy: Union[Literal["summarise", "drop"], str]
    dropped_messages: int
    summary: Optional[str]
    """What the model is given in their place; null: nothing."""
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationCreatedEvent(WorkspaceEvent):
    """A conversation was begun."""

    __slots__ = ()

    type: Literal["conversation.created"]
    id: str
    at: str
    data: ConversationCreatedEventData

    _nested = {"data": "ConversationCreatedEventData"}


class ConversationCreatedEventData(Record):
    __slots__ = ()

    session_id: str
    user_id: str
    """Who did it"""


class ConversationDeletedEvent(WorkspaceEvent):
    """A conversation was deleted, with all that was said in it."""

    __slots__ = ()

    type: Literal["conversation.deleted"]
    id: str
    at: str
    data: ConversationDeletedEventData

    _nested = {"data": "ConversationDeletedEventData"}


class ConversationDeletedEventData(Record):
    __slots__ = ()

    session_id: str
    user_id: str
    """Who did it"""


class ConversationDoneEvent(ConversationEvent):
    """The turn is over."""

    __slots__ = ()

    type: Literal["done"]
    message_id: str
    """Of the answer."""
    finish_reason: Union[FinishReason, str]
    usage: TokenUsage
    detail: Optional[str]
    """Which limit it was."""
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""

    _nested = {"usage": "TokenUsage"}


class ConversationErrorEvent(ConversationEvent):
    """Why the turn failed; `done` follows."""

    __slots__ = ()

    type: Literal["error"]
    status: int
    code: str
    detail: str
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationMatch(Record):
    __slots__ = ()

    message_id: str
    role: Union[MessageRole, str]
    snippet: str
    """Plain text; the words that fit stand in `**`."""
    created_at: str


class ConversationMemoryEvent(ConversationEvent):
    """What the answer is given of the memory of the workspace, the best first."""

    __slots__ = ()

    type: Literal["memory"]
    memories: List[RecalledMemory]
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""

    _nested = {"memories": "[]RecalledMemory"}


class ConversationMessageEvent(ConversationEvent):
    """What was asked."""

    __slots__ = ()

    type: Literal["message"]
    message_id: str
    role: Union[MessageRole, str]
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationReasoningEvent(ConversationEvent):
    """What the model thinks before it answers; no part of the answer."""

    __slots__ = ()

    type: Literal["reasoning"]
    delta: str
    """The next piece of the text."""
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationRunEvent(ConversationEvent):
    """The agent app that answers has run."""

    __slots__ = ()

    type: Literal["run"]
    run_id: str
    app: str
    status: str
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationSettings(Record):
    __slots__ = ()

    context: Optional[Union[Literal["summarise", "drop"], str]]
    """What happens to the oldest messages when the history no longer fits the model."""
    step_limit: Optional[int]
    """Answers of the model within one turn."""
    token_limit: Optional[int]
    """Prompt and completion tokens of one turn together; null: no limit of its own."""


class ConversationStepEvent(ConversationEvent):
    """One answer of the model is complete; a turn that calls tools has several."""

    __slots__ = ()

    type: Literal["step"]
    step: int
    """From 1."""
    model: str
    usage: TokenUsage
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""

    _nested = {"usage": "TokenUsage"}


class ConversationTitleEvent(ConversationEvent):
    """The conversation has a title."""

    __slots__ = ()

    type: Literal["title"]
    title: str
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationToolCallEvent(ConversationEvent):
    """The model calls a tool."""

    __slots__ = ()

    type: Literal["tool_call"]
    call_id: str
    tool_name: str
    arguments: Any
    """An object; a string where the model wrote no JSON."""
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class ConversationToolResultEvent(ConversationEvent):
    """What came of a call: `result` or `error`."""

    __slots__ = ()

    type: Literal["tool_result"]
    call_id: str
    tool_name: str
    result: Any
    """What the tool gave; text of more than 64 KiB is cut."""
    error: Optional[ToolError]
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""

    _nested = {"error": "ToolError"}


class ConversationTurnEndedEvent(WorkspaceEvent):
    """An answer is complete, or was broken off."""

    __slots__ = ()

    type: Literal["conversation.turn.ended"]
    id: str
    at: str
    data: ConversationTurnEndedEventData

    _nested = {"data": "ConversationTurnEndedEventData"}


class ConversationTurnEndedEventDataUsage(Record):
    __slots__ = ()

    prompt_tokens: int
    completion_tokens: int


class ConversationTurnEndedEventData(Record):
    __slots__ = ()

    session_id: str
    turn_id: str
    finish_reason: Union[Literal["stop", "length", "content_filter", "tool_calls", "cancelled", "interrupted", "step_limit", "token_limit", "failed"], str]
    usage: ConversationTurnEndedEventDataUsage

    _nested = {"usage": "ConversationTurnEndedEventDataUsage"}


class ConversationTurnStartedEvent(WorkspaceEvent):
    """A question was asked; the agent answers."""

    __slots__ = ()

    type: Literal["conversation.turn.started"]
    id: str
    at: str
    data: ConversationTurnStartedEventData

    _nested = {"data": "ConversationTurnStartedEventData"}


class ConversationTurnStartedEventData(Record):
    __slots__ = ()

    session_id: str
    turn_id: str
    model: str
    user_id: str
    """Who asked"""


class ConversationUpdatedEvent(WorkspaceEvent):
    """A conversation has another title or other settings, or another branch of it is read."""

    __slots__ = ()

    type: Literal["conversation.updated"]
    id: str
    at: str
    data: ConversationUpdatedEventData

    _nested = {"data": "ConversationUpdatedEventData"}


class ConversationUpdatedEventData(Record):
    __slots__ = ()

    session_id: str
    user_id: Optional[str]
    """Who did it; null: it got its title by its first answer"""


class ConversationWaitingEvent(ConversationEvent):
    """The turn goes on when a person has decided about these."""

    __slots__ = ()

    type: Literal["waiting"]
    approval_ids: List[str]
    turn_id: Optional[str]
    """The turn it belongs to; null: none."""
    at: str
    """When it was stored."""


class CslItem(Record):
    """A work as CSL-JSON: `type`, `title`, `author: [{family, given}]`, `issued: {"date-parts": [[2024]]}`, `DOI`, …"""

    __slots__ = ()


class Dataset(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    table: str
    """The name in SQL; an older version is `"sales@2"`."""
    description: str
    tags: List[str]
    key: Optional[List[str]]
    latest_version: int
    rows: int
    columns: List[Column]
    bytes: int
    sha256: str
    """Of the file."""
    warnings: List[str]
    rejected: RejectedRows
    reading: Optional[Dict[str, Any]]
    schema_changes: Optional[DatasetSchemaChanges]
    origin: DatasetOrigin
    created_at: str
    updated_at: str

    _nested = {"columns": "[]Column", "rejected": "RejectedRows", "schema_changes": "DatasetSchemaChanges", "origin": "DatasetOrigin"}


class DatasetCreatedEvent(WorkspaceEvent):
    """A dataset was made, with its first version."""

    __slots__ = ()

    type: Literal["dataset.created"]
    id: str
    at: str
    data: DatasetCreatedEventData

    _nested = {"data": "DatasetCreatedEventData"}


class DatasetCreatedEventData(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    table: str
    """The name in SQL"""
    version: int
    rows: int
    origin: Union[Literal["import", "query", "restore", "run", "analysis"], str]
    user_id: str
    """Who did it"""


class DatasetDeletedEvent(WorkspaceEvent):
    """A dataset was deleted with all its versions."""

    __slots__ = ()

    type: Literal["dataset.deleted"]
    id: str
    at: str
    data: DatasetDeletedEventData

    _nested = {"data": "DatasetDeletedEventData"}


class DatasetDeletedEventData(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    table: str
    """The name in SQL"""
    user_id: str
    """Who did it"""


class DatasetDiff(Record):
    __slots__ = ()

    dataset_id: str
    from_: int
    to: int
    key: Optional[List[str]]
    added: int
    removed: int
    changed: int
    schema: DatasetSchemaChanges
    sample: DatasetDiffSample

    _nested = {"schema": "DatasetSchemaChanges", "sample": "DatasetDiffSample"}


class DatasetDiffSample(Record):
    __slots__ = ()

    added: List[Dict[str, Any]]
    removed: List[Dict[str, Any]]
    changed: List[ChangedRow]

    _nested = {"changed": "[]ChangedRow"}


class DatasetOrigin(Record):
    """What made it: an import, a query, a restore, a run, an analysis."""

    __slots__ = ()

    kind: Union[Literal["import", "query", "restore", "run", "analysis"], str]
    detail: Dict[str, Any]


class DatasetPreview(Record):
    __slots__ = ()

    dataset_id: str
    version: int
    columns: List[Column]
    rows: List[List[Any]]
    limit: int
    offset: int
    total: int
    """Rows of the version."""

    _nested = {"columns": "[]Column"}


class DatasetProfile(Record):
    __slots__ = ()

    dataset_id: str
    version: int
    rows: int
    columns: List[ColumnProfile]

    _nested = {"columns": "[]ColumnProfile"}


class DatasetSchemaChanges(Record):
    __slots__ = ()

    added: List[Column]
    removed: List[Column]
    changed: List[ColumnChange]

    _nested = {"added": "[]Column", "removed": "[]Column", "changed": "[]ColumnChange"}


class DatasetSummary(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    table: str
    """The name in SQL."""
    description: str
    tags: List[str]
    key: Optional[List[str]]
    latest_version: int
    rows: int
    columns: int
    """How many there are."""
    bytes: int
    created_at: str
    updated_at: str


class DatasetVersionCreatedBy(Record):
    __slots__ = ()

    user_id: str
    username: str


class DatasetVersion(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    table: str
    """The name in SQL; an older version is `"sales@2"`."""
    version: int
    rows: int
    columns: List[Column]
    bytes: int
    sha256: str
    """Of the file."""
    warnings: List[str]
    rejected: RejectedRows
    reading: Optional[Dict[str, Any]]
    schema_changes: Optional[DatasetSchemaChanges]
    origin: DatasetOrigin
    created_at: str
    created_by: Optional[DatasetVersionCreatedBy]

    _nested = {"columns": "[]Column", "rejected": "RejectedRows", "schema_changes": "DatasetSchemaChanges", "origin": "DatasetOrigin", "created_by": "DatasetVersionCreatedBy"}


class DatasetVersionCreatedEvent(WorkspaceEvent):
    """A dataset got a new version."""

    __slots__ = ()

    type: Literal["dataset.version.created"]
    id: str
    at: str
    data: DatasetVersionCreatedEventData

    _nested = {"data": "DatasetVersionCreatedEventData"}


class DatasetVersionCreatedEventData(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    table: str
    """The name in SQL"""
    version: int
    rows: int
    origin: Union[Literal["import", "query", "restore", "run", "analysis"], str]
    user_id: str
    """Who did it"""


class DocumentSigner(Record):
    __slots__ = ()

    subject: Optional[str]
    issuer: Optional[str]
    fingerprint_sha256: Optional[str]
    """SHA-256, 64 digits of hexadecimal."""
    key_id: Optional[str]
    ours: bool
    """Made with a key or certificate of this instance."""
    trusted: bool
    """The key is known from elsewhere than the file."""
    not_before: Optional[str]
    not_after: Optional[str]


class DriftDataset(Record):
    __slots__ = ()

    dataset_id: str
    version: int


class DriftModel(Record):
    __slots__ = ()

    name: str
    version: int


class DriftReport(Record):
    __slots__ = ()

    model: DriftModel
    baseline: DriftDataset
    dataset: DriftDataset
    features: List[FeatureDrift]
    prediction: PredictionDrift
    performance: Optional[Dict[str, MetricThenAndNow]]
    """Where the dataset has the target: held-out rows of the training, and now."""
    drifted: bool
    warnings: List[MlWarning]

    _nested = {"model": "DriftModel", "baseline": "DriftDataset", "dataset": "DriftDataset", "features": "[]FeatureDrift", "prediction": "PredictionDrift", "performance": "{}MetricThenAndNow", "warnings": "[]MlWarning"}


class Email(Record):
    __slots__ = ()

    id: str
    folder: str
    from_: Optional[EmailAddress]
    to: List[EmailAddress]
    cc: List[EmailAddress]
    reply_to: List[EmailAddress]
    subject: str
    date: Optional[str]
    """As the message says."""
    message_id: Optional[str]
    references: List[str]
    unread: bool
    size: int
    text: str
    """Plain text; of a message in HTML alone what a reader would see, with nothing loaded."""
    text_from: Union[Literal["text", "html", "none"], str]
    truncated: bool
    """The text is longer than the 200,000 characters that are given."""
    attachments: List[EmailAttachment]

    _nested = {"from": "EmailAddress", "to": "[]EmailAddress", "cc": "[]EmailAddress", "reply_to": "[]EmailAddress", "attachments": "[]EmailAttachment"}


class EmailAccount(Record):
    __slots__ = ()

    origin: Union[Literal["configuration", "workspace"], str]
    """That of the configuration is changed there."""
    address: str
    name: Optional[str]
    """Stands beside the address in what is sent."""
    username: str
    has_password: bool
    """The password itself is never shown."""
    imap: EmailServer
    smtp: EmailServer
    trusted: bool
    """An owner chose the servers, which may be in a private network."""
    error: Optional[str]
    """Why it cannot be used."""
    created_at: Optional[str]
    """Null for that of the configuration."""
    updated_at: Optional[str]
    """Null for that of the configuration."""

    _nested = {"imap": "EmailServer", "smtp": "EmailServer"}


class EmailAccountCheck(Record):
    __slots__ = ()

    ok: bool
    imap: EmailServerCheck
    smtp: EmailServerCheck

    _nested = {"imap": "EmailServerCheck", "smtp": "EmailServerCheck"}


class EmailAccountDeletedEvent(WorkspaceEvent):
    """An admin removed the workspace's mail account."""

    __slots__ = ()

    type: Literal["email.account.deleted"]
    id: str
    at: str
    data: EmailAccountDeletedEventData

    _nested = {"data": "EmailAccountDeletedEventData"}


class EmailAccountDeletedEventData(Record):
    __slots__ = ()

    address: str


class EmailAccountUpdatedEvent(WorkspaceEvent):
    """An admin set the workspace's mail account."""

    __slots__ = ()

    type: Literal["email.account.updated"]
    id: str
    at: str
    data: EmailAccountUpdatedEventData

    _nested = {"data": "EmailAccountUpdatedEventData"}


class EmailAccountUpdatedEventData(Record):
    __slots__ = ()

    address: str


class EmailAddress(Record):
    __slots__ = ()

    name: Optional[str]
    address: str


class EmailAttachment(Record):
    __slots__ = ()

    n: int
    """Names it in the path of its download."""
    name: str
    """A label, never a path."""
    content_type: str
    """As the message says."""
    size: int
    inline: bool
    """Part of what the text shows, such as a picture."""


class EmailFolder(Record):
    __slots__ = ()

    path: str
    name: str
    role: Optional[Union[Literal["inbox", "sent", "drafts", "trash", "junk", "archive", "all", "flagged"], str]]
    """What it is for, where the server says so."""
    messages: Optional[int]
    unread: Optional[int]


class EmailSentEvent(WorkspaceEvent):
    """A message was handed to the mail server."""

    __slots__ = ()

    type: Literal["email.sent"]
    id: str
    at: str
    data: EmailSentEventData

    _nested = {"data": "EmailSentEventData"}


class EmailSentEventData(Record):
    __slots__ = ()

    message_id: str
    """The message's Message-ID"""
    recipients: int
    """How many addresses the server took it for"""
    user_id: str
    key_id: Optional[str]


class EmailServer(Record):
    __slots__ = ()

    host: str
    port: int
    security: Union[Literal["tls", "starttls", "none"], str]


class EmailServerCheckError(Record):
    __slots__ = ()

    code: str
    message: str


class EmailServerCheck(Record):
    __slots__ = ()

    ok: bool
    step: Optional[Union[Literal["address", "connect", "tls", "login", "folder", "send"], str]]
    """Where it ended: the name or the rules for addresses, the connection, TLS, the sign-in, the inbox."""
    error: Optional[EmailServerCheckError]
    duration_ms: int

    _nested = {"error": "EmailServerCheckError"}


class EmailSummary(Record):
    __slots__ = ()

    id: str
    """Opaque; good while the message stays in its folder."""
    from_: Optional[EmailAddress]
    to: List[EmailAddress]
    """The first 20."""
    subject: str
    date: Optional[str]
    """When it was written, as it says itself; else when it arrived."""
    unread: bool
    preview: str
    """The beginning of the text, up to 200 characters."""
    has_attachments: bool

    _nested = {"from": "EmailAddress", "to": "[]EmailAddress"}


class EventType(Record):
    __slots__ = ()

    type: str
    title: str
    """When it happens"""
    data: Dict[str, Any]
    """The JSON Schema of `data`"""
    audience: Union[Literal["workspace", "admin"], str]
    """`admin`: for admins and owners alone"""
    owner: str
    """`kernel`, or the plugin that declares it"""


class EvidenceProblem(Record):
    __slots__ = ()

    code: str
    message: str
    was: Optional[str]
    """What was kept."""
    is_: Optional[str]
    """What is there now."""


class Experiment(Record):
    __slots__ = ()

    experiment_id: str
    name: str
    description: str
    tags: Dict[str, str]
    state: Union[Literal["active", "deleted"], str]
    runs: int
    """How many it has, deleted ones apart."""
    created_at: str
    updated_at: str


class ExportManifest(Record):
    __slots__ = ()

    manifest: Literal[1]
    export_id: str
    created_at: str
    title: str
    instance: str
    key_id: str
    public_key: str
    """Ed25519, SPKI DER in base64."""
    files: List[ManifestFile]
    items: List[ManifestItem]
    claims: Optional[ExportManifestClaims]

    _nested = {"files": "[]ManifestFile", "items": "[]ManifestItem", "claims": "ExportManifestClaims"}


class ExportWarnings(Record):
    __slots__ = ()

    code: Union[Literal["rows_cut", "glyphs_missing", "image_dropped", "unverified_claims"], str]
    message: str


class ExportError(Record):
    __slots__ = ()

    code: str
    message: str


class Export(Record):
    __slots__ = ()

    export_id: str
    format: Union[Literal["pdf", "docx", "html", "md", "json", "zip"], str]
    title: str
    items: List[ExportedItem]
    sha256: Optional[str]
    """Of the file, in hex; null until it has succeeded."""
    size: Optional[int]
    pages: Optional[int]
    file_name: str
    available: bool
    """Whether its file is still kept."""
    signature: Optional[PdfSignature]
    manifest: Optional[ExportManifest]
    warnings: List[ExportWarnings]
    status: Union[Literal["running", "succeeded", "failed"], str]
    error: Optional[ExportError]
    job_id: Optional[str]
    created_by: str
    """A user."""
    created_at: str
    expires_at: str
    """When its file is deleted; the record stays."""

    _nested = {"items": "[]ExportedItem", "signature": "PdfSignature", "manifest": "ExportManifest", "warnings": "[]ExportWarnings", "error": "ExportError"}


class ExportCertificateChangedEvent(WorkspaceEvent):
    """Another certificate signs PDF files, or one is gone."""

    __slots__ = ()

    type: Literal["export.certificate_changed"]
    id: str
    at: str
    data: ExportCertificateChangedEventData

    _nested = {"data": "ExportCertificateChangedEventData"}


class ExportCertificateChangedEventData(Record):
    __slots__ = ()

    certificate_id: str
    fingerprint_sha256: str
    """Of the certificate's DER, in hexadecimal"""
    change: Union[Literal["made", "added", "activated", "deleted"], str]
    """`made`: the instance made a new one for itself"""


class ExportCreatedEvent(WorkspaceEvent):
    """An export was made."""

    __slots__ = ()

    type: Literal["export.created"]
    id: str
    at: str
    data: ExportCreatedEventData

    _nested = {"data": "ExportCreatedEventData"}


class ExportCreatedEventData(Record):
    __slots__ = ()

    export_id: str
    format: str
    user_id: str
    """Who made it"""


class ExportFailedEvent(WorkspaceEvent):
    """An export could not be made."""

    __slots__ = ()

    type: Literal["export.failed"]
    id: str
    at: str
    data: ExportFailedEventData

    _nested = {"data": "ExportFailedEventData"}


class ExportFailedEventData(Record):
    __slots__ = ()

    export_id: str
    user_id: Optional[str]
    """Who asked for it"""
    code: str
    """Why, as a code"""


class ExportManifestClaims(Record):
    __slots__ = ()

    total: int
    without_evidence: int


class ExportType(Record):
    __slots__ = ()

    type: str
    title: str
    permission: str


class ExportedItem(Record):
    __slots__ = ()

    type: str
    id: Optional[str]
    version: Optional[Union[float, str]]
    title: str
    sha256: str


class FeatureDrift(Record):
    __slots__ = ()

    feature: str
    kind: str
    psi: float
    statistic: float
    test: Union[Literal["ks", "chi_square"], str]
    p_value: float
    drifted: bool


class FileCreatedEvent(WorkspaceEvent):
    """A file was made."""

    __slots__ = ()

    type: Literal["file.created"]
    id: str
    at: str
    data: FileCreatedEventData

    _nested = {"data": "FileCreatedEventData"}


class FileCreatedEventData(Record):
    __slots__ = ()

    file_id: str
    version: int
    """Counts contents, from 1"""
    user_id: str
    """Who did it"""


class FileDeletedEvent(WorkspaceEvent):
    """A file was moved to the trash, or deleted for good."""

    __slots__ = ()

    type: Literal["file.deleted"]
    id: str
    at: str
    data: FileDeletedEventData

    _nested = {"data": "FileDeletedEventData"}


class FileDeletedEventData(Record):
    __slots__ = ()

    file_id: str
    version: int
    """Counts contents, from 1"""
    user_id: str
    """Who did it"""
    permanent: bool
    """False: it is in the trash"""


class FilePage(Record):
    __slots__ = ()

    items: List[FileRecord]
    folders: Optional[List[Folder]]
    next_cursor: Optional[str]

    _nested = {"items": "[]FileRecord", "folders": "[]Folder"}


class FileRecord(Record):
    __slots__ = ()

    file_id: str
    path: str
    """Folders separated by `/`, no leading one."""
    name: str
    """The last part of the path."""
    size: int
    sha256: str
    """Of the content; in quotes it is its ETag."""
    content_type: str
    """What the bytes are, as far as they show it; else what the upload said, else by the name."""
    version: int
    """Counts contents, from 1."""
    created_at: str
    updated_at: str


class FileRestoredEvent(WorkspaceEvent):
    """A file came back out of the trash."""

    __slots__ = ()

    type: Literal["file.restored"]
    id: str
    at: str
    data: FileRestoredEventData

    _nested = {"data": "FileRestoredEventData"}


class FileRestoredEventData(Record):
    __slots__ = ()

    file_id: str
    version: int
    """Counts contents, from 1"""
    user_id: str
    """Who did it"""


class FileUpdatedEvent(WorkspaceEvent):
    """A file got new content or another path."""

    __slots__ = ()

    type: Literal["file.updated"]
    id: str
    at: str
    data: FileUpdatedEventData

    _nested = {"data": "FileUpdatedEventData"}


class FileUpdatedEventData(Record):
    __slots__ = ()

    file_id: str
    version: int
    """Counts contents, from 1"""
    user_id: str
    """Who did it"""


class FileVersion(Record):
    __slots__ = ()

    file_id: str
    version: int
    size: int
    sha256: str
    content_type: str
    created_at: str
    created_by: str
    """A user's id."""


class FilesUsage(Record):
    __slots__ = ()

    bytes: int
    quota: int
    files: int
    trashed: int


class Folder(Record):
    __slots__ = ()

    path: str
    name: str


class FolderProblem(Record):
    """Where the folder is wrong: the rule, the place and the remedy."""

    __slots__ = ()

    message: str
    file: str
    line: Optional[int]
    column: Optional[int]
    frame: Optional[str]


class FrequentValue(Record):
    __slots__ = ()

    value: Any
    count: int


class GapEvent(WorkspaceEvent):
    """Some events behind `after` are no longer kept."""

    __slots__ = ()

    type: Literal["gap"]
    after: str
    """The event that the reader named."""
    resumes_at: Optional[str]
    """The event that comes next; null: none is left."""


class HeldOutPrediction(Record):
    __slots__ = ()

    row: int
    """Of the dataset, from 1."""
    fold: int
    y: Union[str, float, bool]
    prediction: Union[str, float, bool]
    probabilities: Optional[Dict[str, float]]


class HistogramBin(Record):
    __slots__ = ()

    from_: float
    to: float
    count: int


class ImportProblem(Record):
    __slots__ = ()

    code: str
    message: str
    source_key: Optional[str]
    claim: Optional[str]


class ImportedConversationOutcome(Record):
    __slots__ = ()

    key: str
    session_id: str
    status: Union[Literal["created", "present"], str]
    """`present`: it came before; nothing was changed."""


class ImportedMemory(Record):
    __slots__ = ()

    id: str
    file_name: str
    chunks: int
    duplicate: bool
    warnings: List[str]


class ImportedRecords(Record):
    __slots__ = ()

    sources: int
    claims: int
    evidence: int
    links: int
    reports: int


class Invite(Record):
    __slots__ = ()

    id: str
    role: Union[Literal["owner", "admin", "user"], str]
    created_by: str
    created_at: str
    expires_at: str


class JobError(Record):
    __slots__ = ()

    message: str


class Job(Record):
    __slots__ = ()

    job_id: str
    queue: str
    kind: str
    state: Union[JobState, str]
    priority: int
    payload: Any
    result: Any
    error: Optional[JobError]
    progress: float
    attempt: int
    """Starts so far; 0 before the first"""
    max_attempts: int
    run_at: str
    worker_id: Optional[str]
    lease_expires_at: Optional[str]
    cancel_requested: bool
    created_at: str
    started_at: Optional[str]
    finished_at: Optional[str]

    _nested = {"error": "JobError"}


class JobCancelledEvent(WorkspaceEvent):
    """A job was cancelled."""

    __slots__ = ()

    type: Literal["job.cancelled"]
    id: str
    at: str
    data: JobCancelledEventData

    _nested = {"data": "JobCancelledEventData"}


class JobCancelledEventData(Record):
    __slots__ = ()

    job_id: str
    kind: str
    queue: str
    attempt: int
    """How often it was begun, this time included"""


class JobCounts(Record):
    __slots__ = ()

    queued: int
    running: int
    succeeded: int
    cancelled: int
    dead: int


class JobCreatedEvent(WorkspaceEvent):
    """A job was put into the queue."""

    __slots__ = ()

    type: Literal["job.created"]
    id: str
    at: str
    data: JobCreatedEventData

    _nested = {"data": "JobCreatedEventData"}


class JobCreatedEventData(Record):
    __slots__ = ()

    job_id: str
    kind: str
    queue: str
    attempt: int
    """How often it was begun, this time included"""


class JobDeadEvent(WorkspaceEvent):
    """A job failed for good."""

    __slots__ = ()

    type: Literal["job.dead"]
    id: str
    at: str
    data: JobDeadEventData

    _nested = {"data": "JobDeadEventData"}


class JobDeadEventDataError(Record):
    __slots__ = ()

    message: str


class JobDeadEventData(Record):
    __slots__ = ()

    job_id: str
    kind: str
    queue: str
    attempt: int
    """How often it was begun, this time included"""
    error: JobDeadEventDataError

    _nested = {"error": "JobDeadEventDataError"}


class JobQueueStats(Record):
    __slots__ = ()

    queue: str
    queued: int
    running: int
    succeeded: int
    cancelled: int
    dead: int
    oldest_queued_at: Optional[str]


class JobRetryingEvent(WorkspaceEvent):
    """A job waits for another try: one failed, was given back, or a person asked for it."""

    __slots__ = ()

    type: Literal["job.retrying"]
    id: str
    at: str
    data: JobRetryingEventData

    _nested = {"data": "JobRetryingEventData"}


class JobRetryingEventDataError(Record):
    __slots__ = ()

    message: str


class JobRetryingEventData(Record):
    __slots__ = ()

    job_id: str
    kind: str
    queue: str
    attempt: int
    """How often it was begun, this time included"""
    error: Optional[JobRetryingEventDataError]

    _nested = {"error": "JobRetryingEventDataError"}


class JobSchedule(Record):
    __slots__ = ()

    name: str
    cron: str
    timezone: str
    misfire: Union[Literal["run_once", "skip"], str]
    enabled: bool
    job: ScheduledJob
    next_run_at: Optional[str]
    last_run_at: Optional[str]
    last_job_id: Optional[str]
    created_at: str
    updated_at: str

    _nested = {"job": "ScheduledJob"}


class JobStartedEvent(WorkspaceEvent):
    """A worker began a job."""

    __slots__ = ()

    type: Literal["job.started"]
    id: str
    at: str
    data: JobStartedEventData

    _nested = {"data": "JobStartedEventData"}


class JobStartedEventData(Record):
    __slots__ = ()

    job_id: str
    kind: str
    queue: str
    attempt: int
    """How often it was begun, this time included"""


class JobStats(Record):
    __slots__ = ()

    states: JobCounts
    queues: List[JobQueueStats]
    queues_left_out: int
    """Queues beyond the 1,000 that are listed."""
    oldest_queued_at: Optional[str]

    _nested = {"states": "JobCounts", "queues": "[]JobQueueStats"}


class JobSucceededEvent(WorkspaceEvent):
    """A job ended well."""

    __slots__ = ()

    type: Literal["job.succeeded"]
    id: str
    at: str
    data: JobSucceededEventData

    _nested = {"data": "JobSucceededEventData"}


class JobSucceededEventData(Record):
    __slots__ = ()

    job_id: str
    kind: str
    queue: str
    attempt: int
    """How often it was begun, this time included"""


class KeptMemoryDocument(Record):
    __slots__ = ()

    id: str
    content: str
    source: Optional[str]
    """Where it came from, in the words of the one who kept it."""
    tags: List[str]
    metadata: Dict[str, Any]
    """Facts of its own, as they were sent."""
    provenance: MemoryProvenance
    valid_from: Optional[str]
    """Found from then on; null: always."""
    valid_until: Optional[str]
    """Found until then; null: always."""
    version: int
    """Counts changes, from 1."""
    chunks: int
    """In how many passages it is found."""
    created_at: str
    updated_at: str
    duplicate: Optional[bool]
    """True: it was there already."""

    _nested = {"provenance": "MemoryProvenance"}


class KeyCreatedEvent(WorkspaceEvent):
    """An API key was made."""

    __slots__ = ()

    type: Literal["key.created"]
    id: str
    at: str
    data: KeyCreatedEventData

    _nested = {"data": "KeyCreatedEventData"}


class KeyCreatedEventData(Record):
    __slots__ = ()

    key_id: str
    user_id: str
    """Whose key it is"""
    name: str
    scopes: List[str]
    expires_at: Optional[str]


class KeyRevokedEvent(WorkspaceEvent):
    """An API key ended."""

    __slots__ = ()

    type: Literal["key.revoked"]
    id: str
    at: str
    data: KeyRevokedEventData

    _nested = {"data": "KeyRevokedEventData"}


class KeyRevokedEventData(Record):
    __slots__ = ()

    key_id: str
    user_id: str
    """Whose key it is"""


class KeyRotatedEvent(WorkspaceEvent):
    """An API key got a successor."""

    __slots__ = ()

    type: Literal["key.rotated"]
    id: str
    at: str
    data: KeyRotatedEventData

    _nested = {"data": "KeyRotatedEventData"}


class KeyRotatedEventData(Record):
    __slots__ = ()

    key_id: str
    user_id: str
    """Whose key it is"""
    successor_key_id: str
    grace_seconds: int
    """How long the old key still works"""


class KeyTokenBudget(Record):
    __slots__ = ()

    day: Optional[int]
    """Prompt and completion tokens a day, in UTC."""
    month: Optional[int]
    """Prompt and completion tokens a month, in UTC."""


class LineageEdge(Record):
    __slots__ = ()

    from_: str
    to: str
    """What `from` rests on."""
    relation: Union[Literal["cites", "claims", "quotes", "snapshot_of", "computed_from", "version_of", "imported_from", "produced_by", "trained_on", "mentions"], str]


class LineageNode(Record):
    __slots__ = ()

    id: str
    type: Union[Literal["report", "claim", "source", "snapshot", "quote", "dataset", "dataset_version", "analysis", "query", "run", "model", "note", "file", "session", "job"], str]
    title: str
    state: Optional[str]
    sha256: Optional[str]
    version: Optional[int]


class LintFinding(Record):
    __slots__ = ()

    code: str
    message: str
    line: int
    column: int
    """In code points, from 1."""
    claim_id: Optional[str]
    key: Optional[str]
    fix: Optional[LintFix]

    _nested = {"fix": "LintFix"}


class LintFix(Record):
    """`text` in place of `length` code points from there on."""

    __slots__ = ()

    title: str
    line: int
    column: int
    length: int
    text: str


class LintResult(Record):
    __slots__ = ()

    ok: bool
    errors: List[LintFinding]
    warnings: List[LintFinding]
    stats: LintStats

    _nested = {"errors": "[]LintFinding", "warnings": "[]LintFinding", "stats": "LintStats"}


class LintStats(Record):
    __slots__ = ()

    claims: int
    with_evidence: int
    citations: int


class ListedAgentAppRun(Record):
    __slots__ = ()

    run_id: str
    app: str
    version: str
    runner: Union[AgentAppRunner, str]
    trigger: Union[Literal["api"], Literal["ui"], Literal["cli"], Literal["job"], Literal["schedule"], Literal["playbook"]]
    """What started it: the runner that was asked for, the schedule of the manifest, or for a job somebody who is signed in (`ui`)."""
    status: Union[AgentAppRunStatus, str]
    playbook_run_id: Optional[str]
    """The run of the playbook that the app is; null: it is none, or its run has not begun."""
    error: Optional[AgentAppRunError]
    usage: AgentAppRunUsage
    started_at: str
    finished_at: Optional[str]
    output_bytes: int
    """Of the output as JSON; 0 without one. The run itself has `output` and `logs`."""

    _nested = {"error": "AgentAppRunError", "usage": "AgentAppRunUsage"}


class ListedConversation(Record):
    __slots__ = ()

    id: str
    session_id: str
    title: Optional[str]
    """Null until one is given or found."""
    title_by: Union[Literal["nobody", "model", "person"], str]
    model: Optional[str]
    """Null: the workspace's default."""
    system: Optional[str]
    """Instructions that stand before every turn."""
    tools: Union[Union[Literal["all", "none"], str], List[str]]
    """The tools that the model may call: `all` of the workspace, of which it is offered a few and finds the others; `none`; or those named, which it is offered whole."""
    settings: ConversationSettings
    memory: bool
    """Whether its questions are answered with what the workspace remembers."""
    source: str
    """`api`, `cli`, `web`, `v1`, or the program that it was imported from."""
    status: Union[Literal["idle", "running", "waiting"], str]
    """`waiting`: a person is asked about a tool call."""
    running_turn_id: Optional[str]
    """The turn that runs or waits; null when nothing is under way."""
    created_by: str
    """A user. Every member of the workspace may read and continue it."""
    created_at: str
    updated_at: str
    match: Optional[ConversationMatch]
    """With `search`: the message that fits best; null when it is the title that fits."""

    _nested = {"settings": "ConversationSettings", "match": "ConversationMatch"}


class ListedMemoryDocument(Record):
    __slots__ = ()

    id: str
    content: str
    source: Optional[str]
    """Where it came from, in the words of the one who kept it."""
    tags: List[str]
    metadata: Dict[str, Any]
    """Facts of its own, as they were sent."""
    provenance: MemoryProvenance
    valid_from: Optional[str]
    """Found from then on; null: always."""
    valid_until: Optional[str]
    """Found until then; null: always."""
    version: int
    """Counts changes, from 1."""
    chunks: int
    """In how many passages it is found."""
    created_at: str
    updated_at: str
    content_truncated: Optional[bool]
    """True: the content is longer than 8,000 characters; read the document for the whole."""

    _nested = {"provenance": "MemoryProvenance"}


class ListedNote(Record):
    __slots__ = ()

    note_id: str
    title: str
    body: str
    """Markdown."""
    tags: List[str]
    version: int
    """Counts changes, from 1."""
    created_by: str
    """A user."""
    created_at: str
    updated_at: str
    match: Optional[str]
    """With `search`: the place that fits, in plain text; the words that fit stand in `**`."""


class ListedPlaybookRunProgress(Record):
    __slots__ = ()

    finished: int
    total: int


class ListedPlaybookRunStartedBy(Record):
    __slots__ = ()

    user_id: str
    key_id: Optional[str]


class ListedPlaybookRun(Record):
    __slots__ = ()

    id: str
    playbook_id: str
    name: str
    version: str
    revision: int
    status: Union[Literal["pending", "running", "waiting", "suspended", "completed", "faulted", "cancelled"], str]
    error: Optional[Dict[str, Any]]
    progress: ListedPlaybookRunProgress
    trigger: str
    started_by: ListedPlaybookRunStartedBy
    parent_run_id: Optional[str]
    labels: Dict[str, str]
    """Words of the caller, to find runs by."""
    usage: PlaybookRunUsage
    created_at: str
    started_at: Optional[str]
    ended_at: Optional[str]
    wake_at: Optional[str]

    _nested = {"progress": "ListedPlaybookRunProgress", "started_by": "ListedPlaybookRunStartedBy", "usage": "PlaybookRunUsage"}


class LoggedCounts(Record):
    __slots__ = ()

    metrics: int
    params: int
    tags: int


class ManifestFile(Record):
    __slots__ = ()

    path: str
    size: int
    sha256: str
    """In hexadecimal."""


class ManifestItem(Record):
    __slots__ = ()

    type: str
    id: Optional[str]
    version: Optional[Union[int, str]]
    sha256: str
    """In hexadecimal."""


class McpServer(Record):
    __slots__ = ()

    name: str
    """As in mcp.json"""
    transport: Union[Literal["http", "stdio"], str]
    status: Union[Literal["connecting", "connected", "unreachable", "closed", "disabled", "invalid"], str]
    error: Optional[str]
    protocol_version: Optional[str]
    tools: List[str]
    """Their names here; listed also while the server is unreachable"""


class McpServerChangedEvent(WorkspaceEvent):
    """Another MCP server changed the descriptions of its tools. Published in the first owner's workspace."""

    __slots__ = ()

    type: Literal["mcp.server.changed"]
    id: str
    at: str
    data: McpServerChangedEventData

    _nested = {"data": "McpServerChangedEventData"}


class McpServerChangedEventData(Record):
    __slots__ = ()

    server: str
    """The name it has in mcp.json."""
    tools: List[str]
    """The tools whose title, description, schema or annotations changed."""


class McpServers(Record):
    __slots__ = ()

    items: List[McpServer]
    next_cursor: None
    error: Optional[str]
    """What is wrong with mcp.json as a whole"""

    _nested = {"items": "[]McpServer"}


class MeWorkspace(Record):
    __slots__ = ()

    id: str
    name: str


class Me(Record):
    __slots__ = ()

    user: Account
    workspace: MeWorkspace
    via: Union[Literal["session", "api_key", "operator", "agent_app"], str]
    scopes: List[str]
    preferences: Dict[str, Any]
    """The caller's own, as clients have set them; empty before."""

    _nested = {"user": "Account", "workspace": "MeWorkspace"}


class MemoryChunk(Record):
    __slots__ = ()

    ordinal: int
    text: str
    heading: List[str]
    """The headings it stands under, the outermost first."""
    start: int
    """Where it stands in the content, in UTF-16 units."""
    end: int


class MemoryCreatedEvent(WorkspaceEvent):
    """A text is remembered."""

    __slots__ = ()

    type: Literal["memory.created"]
    id: str
    at: str
    data: MemoryCreatedEventData

    _nested = {"data": "MemoryCreatedEventData"}


class MemoryCreatedEventData(Record):
    __slots__ = ()

    id: str
    source: Optional[str]
    version: int


class MemoryDeletedEvent(WorkspaceEvent):
    """A memory was deleted, or some of those that came from a source."""

    __slots__ = ()

    type: Literal["memory.deleted"]
    id: str
    at: str
    data: MemoryDeletedEventData

    _nested = {"data": "MemoryDeletedEventData"}


class MemoryDeletedEventData(Record):
    __slots__ = ()

    id: Optional[str]
    """Null: documents of the source."""
    source: Optional[str]
    documents: int


class MemoryDocument(Record):
    __slots__ = ()

    id: str
    content: str
    source: Optional[str]
    """Where it came from, in the words of the one who kept it."""
    tags: List[str]
    metadata: Dict[str, Any]
    """Facts of its own, as they were sent."""
    provenance: MemoryProvenance
    valid_from: Optional[str]
    """Found from then on; null: always."""
    valid_until: Optional[str]
    """Found until then; null: always."""
    version: int
    """Counts changes, from 1."""
    chunks: int
    """In how many passages it is found."""
    created_at: str
    updated_at: str

    _nested = {"provenance": "MemoryProvenance"}


class MemoryEmbedder(Record):
    __slots__ = ()

    embedder: str
    """`built-in`, `built-in-int8`, the id of a model, or `off`."""
    state: Union[Literal["ready", "preparing", "off"], str]
    progress: float
    """The share of passages that have its vectors."""
    job_id: Optional[str]
    dimensions: Optional[int]
    language: Optional[str]
    searching_with: Optional[str]
    runtime: Optional[Union[Literal["native", "portable"], str]]
    """What runs the built-in model: native code, or WebAssembly, which is several times slower. Null before its first text, and for other models."""
    problem: Optional[str]
    """Why the built-in model could not run last; search uses words alone meanwhile. Null: it could."""


class MemoryEmbedderChangedEvent(WorkspaceEvent):
    """Everything is embedded by another embedder; searches use it from now on."""

    __slots__ = ()

    type: Literal["memory.embedder.changed"]
    id: str
    at: str
    data: MemoryEmbedderChangedEventData

    _nested = {"data": "MemoryEmbedderChangedEventData"}


class MemoryEmbedderChangedEventData(Record):
    __slots__ = ()

    embedder: str
    dimensions: int


class MemoryExplanation(Record):
    __slots__ = ()

    keyword: Optional[MemoryKeywordScore]
    semantic: Optional[MemorySemanticScore]
    tokens: Optional[MemoryTokenScore]
    proximity: float
    """From 0; higher, the closer together words of the question stand."""
    exact: float
    """Of the identifiers, numbers and quoted words asked for, the share that stands there."""
    fusion: MemoryFusion

    _nested = {"keyword": "MemoryKeywordScore", "semantic": "MemorySemanticScore", "tokens": "MemoryTokenScore", "fusion": "MemoryFusion"}


class MemoryFusion(Record):
    """What each part added to the score."""

    __slots__ = ()

    method: Union[Literal["sum", "ranks", "keyword", "semantic"], str]
    """`sum` and `ranks`: the score is 1 / (1 + e^-sum) of the five below; `ranks` takes words and meaning by their places. Otherwise the score is what words or meaning added alone."""
    meaning: float
    tokens: float
    words: float
    proximity: float
    exact: float


class MemoryImport(Record):
    __slots__ = ()

    documents: int
    """New ones."""
    duplicates: int
    """Those that were there already."""
    chunks: int
    source: Optional[str]
    """Null: each file is a source of its own, by its name."""
    items: List[ImportedMemory]
    """The first 100."""
    failed: int
    faults: List[MemoryImportFault]
    """Why some did not come in; the first 100."""

    _nested = {"items": "[]ImportedMemory", "faults": "[]MemoryImportFault"}


class MemoryImportFault(Record):
    __slots__ = ()

    file_name: str
    line: Optional[int]
    code: str
    detail: str


class MemoryImportedEvent(WorkspaceEvent):
    """Files were imported; their documents have no other event."""

    __slots__ = ()

    type: Literal["memory.imported"]
    id: str
    at: str
    data: MemoryImportedEventData

    _nested = {"data": "MemoryImportedEventData"}


class MemoryImportedEventData(Record):
    __slots__ = ()

    documents: int
    duplicates: int
    """Those that were there already."""
    source: Optional[str]
    """Null: the files have sources of their own."""
    job_id: Optional[str]


class MemoryKeywordScore(Record):
    """Null: not among the best by words."""

    __slots__ = ()

    rank: int
    bm25: float
    index: Union[Literal["words", "trigrams"], str]
    share: float
    """Of the best found by words."""
    coverage: float
    """Of what was asked, how much the passage has, 0 to 1."""


class MemoryProvenance(Record):
    """Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, `file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself."""

    __slots__ = ()

    via: Union[Literal["api", "import", "tool", "file", "app", "plugin"], str]
    """How it came in."""


class MemoryResult(Record):
    __slots__ = ()

    id: str
    content: str
    source: Optional[str]
    """Where it came from, in the words of the one who kept it."""
    tags: List[str]
    metadata: Dict[str, Any]
    """Facts of its own, as they were sent."""
    provenance: MemoryProvenance
    valid_from: Optional[str]
    """Found from then on; null: always."""
    valid_until: Optional[str]
    """Found until then; null: always."""
    version: int
    """Counts changes, from 1."""
    chunks: int
    """In how many passages it is found."""
    created_at: str
    updated_at: str
    content_truncated: Optional[bool]
    """True: the content is longer than 8,000 characters; read the document for the whole."""
    score: float
    chunk: MemoryChunk
    explain: Optional[MemoryExplanation]

    _nested = {"provenance": "MemoryProvenance", "chunk": "MemoryChunk", "explain": "MemoryExplanation"}


class MemorySearchResult(Record):
    __slots__ = ()

    results: List[MemoryResult]
    mode: Union[Literal["hybrid", "keyword", "semantic"], str]
    """The mode that was used."""
    notice: Optional[str]
    """Why it is not the mode that was asked for, or what is not embedded yet."""

    _nested = {"results": "[]MemoryResult"}


class MemorySemanticScore(Record):
    """Null: there is no vector to compare."""

    __slots__ = ()

    rank: Optional[int]
    similarity: float
    """Cosine, -1 to 1."""


class MemorySourceStats(Record):
    __slots__ = ()

    source: Optional[str]
    """Null: no source."""
    documents: int
    passages: int


class MemoryStats(Record):
    __slots__ = ()

    documents: int
    passages: int
    embedded: int
    """Passages with a vector of the active embedder."""
    sources: List[MemorySourceStats]
    """The 100 sources with most documents."""

    _nested = {"sources": "[]MemorySourceStats"}


class MemoryTokenScore(Record):
    """Null: not compared piece by piece."""

    __slots__ = ()

    similarity: float
    """Cosine, -1 to 1."""


class MemoryUpdatedEvent(WorkspaceEvent):
    """A memory was changed."""

    __slots__ = ()

    type: Literal["memory.updated"]
    id: str
    at: str
    data: MemoryUpdatedEventData

    _nested = {"data": "MemoryUpdatedEventData"}


class MemoryUpdatedEventData(Record):
    __slots__ = ()

    id: str
    source: Optional[str]
    version: int


class MemoryVersion(Record):
    __slots__ = ()

    version: int
    by: MemoryProvenance
    at: str
    changed: List[str]
    """What differs from the version before; empty for the first."""
    content: str
    content_truncated: Optional[bool]
    """True: the content is longer than 8,000 characters; read the document for the whole."""
    source: Optional[str]
    """Where it came from, in the words of the one who kept it."""
    tags: List[str]
    metadata: Dict[str, Any]
    """Facts of its own, as they were sent."""
    valid_from: Optional[str]
    """Found from then on; null: always."""
    valid_until: Optional[str]
    """Found until then; null: always."""

    _nested = {"by": "MemoryProvenance"}


class Message(Record):
    __slots__ = ()

    id: str
    parent_id: Optional[str]
    """What it follows; null for the first."""
    role: Union[MessageRole, str]
    content: str
    attachments: Optional[List[Attachment]]
    tool_calls: Optional[List[ToolCall]]
    tool_call_id: Optional[str]
    tool_name: Optional[str]
    memories: Optional[List[RecalledMemory]]
    """What the answer was given of the memory of the workspace, the best first."""
    turn_id: Optional[str]
    """The turn in which it was said."""
    model: Optional[str]
    """Which wrote it."""
    finish_reason: Optional[Union[FinishReason, str]]
    """On an answer that is complete or broken off."""
    error: Optional[TurnError]
    usage: Optional[TokenUsage]
    branches: List[str]
    """The messages in its place, oldest first, itself among them: more than one after an edit or a regeneration."""
    created_at: str

    _nested = {"attachments": "[]Attachment", "tool_calls": "[]ToolCall", "memories": "[]RecalledMemory", "error": "TurnError", "usage": "TokenUsage"}


class MetricHistory(Record):
    __slots__ = ()

    key: str
    points: List[MetricHistoryPoint]
    total: int
    """Points from `from_step` on."""
    sampled: bool
    """Whether points were left out."""

    _nested = {"points": "[]MetricHistoryPoint"}


class MetricHistoryPoint(Record):
    __slots__ = ()

    step: int
    timestamp: int
    value: Union[float, Union[Literal["NaN", "Infinity", "-Infinity"], str]]
    """JSON has no number for NaN and the infinities: they are text."""


class MetricThenAndNow(Record):
    __slots__ = ()

    baseline: float
    now: float


class MlArtifact(Record):
    __slots__ = ()

    path: str
    size: Optional[int]
    sha256: Optional[str]
    is_dir: bool


class MlDriftDetectedEvent(WorkspaceEvent):
    """The rows of a dataset are not those any more that a model was trained on."""

    __slots__ = ()

    type: Literal["ml.drift.detected"]
    id: str
    at: str
    data: MlDriftDetectedEventData

    _nested = {"data": "MlDriftDetectedEventData"}


class MlDriftDetectedEventData(Record):
    __slots__ = ()

    model_id: str
    name: str
    version: int
    dataset_id: str
    dataset_version: int
    features: List[str]
    """Those that have drifted, at most 50."""
    prediction_drifted: bool


class MlModelAliasChangedEvent(WorkspaceEvent):
    """An alias of a model points to another version, or to none."""

    __slots__ = ()

    type: Literal["ml.model.alias_changed"]
    id: str
    at: str
    data: MlModelAliasChangedEventData

    _nested = {"data": "MlModelAliasChangedEventData"}


class MlModelAliasChangedEventData(Record):
    __slots__ = ()

    model_id: str
    name: str
    alias: str
    version: Optional[int]
    """Null: the alias was taken away."""
    previous_version: Optional[int]
    """Null: the alias is new."""


class MlModelVersionCreatedEvent(WorkspaceEvent):
    """A model got a new version."""

    __slots__ = ()

    type: Literal["ml.model.version_created"]
    id: str
    at: str
    data: MlModelVersionCreatedEventData

    _nested = {"data": "MlModelVersionCreatedEventData"}


class MlModelVersionCreatedEventData(Record):
    __slots__ = ()

    model_id: str
    name: str
    version: int


class MlRun(Record):
    __slots__ = ()

    run_id: str
    experiment_id: str
    name: str
    status: Union[Literal["queued", "running", "finished", "failed", "killed"], str]
    failure: Optional[str]
    params: Dict[str, str]
    metrics: Dict[str, Union[float, Union[Literal["NaN", "Infinity", "-Infinity"], str]]]
    """The last value of each: of the highest step, then time, then value."""
    tags: Dict[str, str]
    dataset: Optional[RunDataset]
    job_id: Optional[str]
    session_id: Optional[str]
    parent_run_id: Optional[str]
    artifact_count: int
    state: Union[Literal["active", "deleted"], str]
    created_at: str
    started_at: Optional[str]
    finished_at: Optional[str]

    _nested = {"dataset": "RunDataset"}


class MlRunCreatedEvent(WorkspaceEvent):
    """A run of machine learning began."""

    __slots__ = ()

    type: Literal["ml.run.created"]
    id: str
    at: str
    data: MlRunCreatedEventData

    _nested = {"data": "MlRunCreatedEventData"}


class MlRunCreatedEventData(Record):
    __slots__ = ()

    run_id: str
    experiment_id: str
    status: Union[Literal["queued", "running", "finished", "failed", "killed"], str]


class MlRunFinishedEvent(WorkspaceEvent):
    """A run of machine learning is over, however it ended."""

    __slots__ = ()

    type: Literal["ml.run.finished"]
    id: str
    at: str
    data: MlRunFinishedEventData

    _nested = {"data": "MlRunFinishedEventData"}


class MlRunFinishedEventData(Record):
    __slots__ = ()

    run_id: str
    experiment_id: str
    status: Union[Literal["queued", "running", "finished", "failed", "killed"], str]


class MlRunLoggedEvent(WorkspaceEvent):
    """Metrics, params or tags were logged to a run. At most once a second and run."""

    __slots__ = ()

    type: Literal["ml.run.logged"]
    id: str
    at: str
    data: MlRunLoggedEventData

    _nested = {"data": "MlRunLoggedEventData"}


class MlRunLoggedEventData(Record):
    __slots__ = ()

    run_id: str
    experiment_id: str
    status: Union[Literal["queued", "running", "finished", "failed", "killed"], str]


class MlRunRemovedEvent(WorkspaceEvent):
    """A run of machine learning that was deleted was removed for good."""

    __slots__ = ()

    type: Literal["ml.run.removed"]
    id: str
    at: str
    data: MlRunRemovedEventData

    _nested = {"data": "MlRunRemovedEventData"}


class MlRunRemovedEventData(Record):
    __slots__ = ()

    run_id: str
    experiment_id: str
    status: Union[Literal["queued", "running", "finished", "failed", "killed"], str]


class MlWarning(Record):
    __slots__ = ()

    code: str
    message: str
    columns: Optional[List[str]]


class Model(Record):
    __slots__ = ()

    id: str
    """As its provider names it; `<provider>/<id>` where two clash."""
    provider: str
    """The name of its provider."""
    offline: bool
    """True for `svc/offline`, which is no language model."""
    is_default: bool
    """Asked when no model is named."""
    context_window: Optional[int]
    """Tokens of question and answer together, where it is known."""
    prices: Optional[ModelPrices]
    """US dollars a million tokens, where they are known; those of the provider's cache where it has prices of its own."""
    created: Optional[int]
    """Seconds since the epoch, as its provider gives it."""

    _nested = {"prices": "ModelPrices"}


class ModelAliasChangeChangedBy(Record):
    __slots__ = ()

    user_id: str
    username: str


class ModelAliasChange(Record):
    __slots__ = ()

    alias: str
    version: Optional[int]
    previous_version: Optional[int]
    changed_by: ModelAliasChangeChangedBy
    changed_at: str

    _nested = {"changed_by": "ModelAliasChangeChangedBy"}


class ModelCall(Record):
    __slots__ = ()

    id: str
    at: str
    key_id: Optional[str]
    """Null: a sign-in asked."""
    user_id: str
    model: str
    provider: str
    kind: Union[Literal["chat", "embedding"], str]
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    """Of the prompt's, those that the provider read from its cache."""
    cache_write_tokens: int
    """Of the prompt's, those that it wrote into its cache."""
    cost_usd: Optional[float]
    """Where the prices are known."""
    duration_ms: int
    outcome: Union[Literal["succeeded", "failed", "cancelled"], str]


class ModelFacts(Record):
    __slots__ = ()

    id: str
    """The model’s id as its provider has it, without spaces."""
    context_window: Optional[int]
    input_usd_per_million: Optional[float]
    output_usd_per_million: Optional[float]
    cache_read_usd_per_million: Optional[float]
    """Of tokens read from the provider's cache. Default: as other input."""
    cache_write_usd_per_million: Optional[float]
    """Of tokens written into the provider's cache. Default: as other input."""


class ModelPrices(Record):
    __slots__ = ()

    input_usd_per_million: float
    output_usd_per_million: float
    cache_read_usd_per_million: Optional[float]
    cache_write_usd_per_million: Optional[float]


class ModelProvider(Record):
    __slots__ = ()

    id: str
    name: str
    """Stands before a model id where two clash."""
    kind: str
    origin: Union[Literal["configuration", "installation", "workspace"], str]
    """Those of the configuration are changed there; those of the installation serve every workspace."""
    base_url: Optional[str]
    """Null: the address that its kind knows."""
    has_api_key: bool
    """The key itself is never shown."""
    models: List[ModelFacts]
    timeout_seconds: int
    trusted: bool
    """An owner chose its address, which may be a private one."""
    error: Optional[str]
    """Why it cannot be used."""
    created_at: Optional[str]
    """Null for one of the configuration."""
    updated_at: Optional[str]
    """Null for one of the configuration."""

    _nested = {"models": "[]ModelFacts"}


class ModelProviderCheckError(Record):
    __slots__ = ()

    code: str
    message: str


class ModelProviderCheck(Record):
    __slots__ = ()

    ok: bool
    models: int
    """How many it lists."""
    sample: List[str]
    """The first 20 of them."""
    lists_model: Optional[bool]
    """Whether the `model` of the request is among them; null when it named none, or there is no list."""
    error: Optional[ModelProviderCheckError]
    """What is wrong, in a sentence."""
    duration_ms: int

    _nested = {"error": "ModelProviderCheckError"}


class ModelProviderCreatedEvent(WorkspaceEvent):
    """An admin connected a provider of models."""

    __slots__ = ()

    type: Literal["model.provider.created"]
    id: str
    at: str
    data: ModelProviderCreatedEventData

    _nested = {"data": "ModelProviderCreatedEventData"}


class ModelProviderCreatedEventData(Record):
    __slots__ = ()

    provider_id: str
    name: str
    kind: str


class ModelProviderDeletedEvent(WorkspaceEvent):
    """An admin removed a provider of models."""

    __slots__ = ()

    type: Literal["model.provider.deleted"]
    id: str
    at: str
    data: ModelProviderDeletedEventData

    _nested = {"data": "ModelProviderDeletedEventData"}


class ModelProviderDeletedEventData(Record):
    __slots__ = ()

    provider_id: str
    name: str
    kind: str


class ModelProviderUpdatedEvent(WorkspaceEvent):
    """An admin changed a provider of models."""

    __slots__ = ()

    type: Literal["model.provider.updated"]
    id: str
    at: str
    data: ModelProviderUpdatedEventData

    _nested = {"data": "ModelProviderUpdatedEventData"}


class ModelProviderUpdatedEventData(Record):
    __slots__ = ()

    provider_id: str
    name: str
    kind: str


class ModelSettings(Record):
    __slots__ = ()

    default_model: Optional[str]
    """Asked when no model is named; null: as the configuration has it."""


class ModelSettingsUpdatedEvent(WorkspaceEvent):
    """An admin chose the model that is asked when none is named."""

    __slots__ = ()

    type: Literal["model.settings.updated"]
    id: str
    at: str
    data: ModelSettingsUpdatedEventData

    _nested = {"data": "ModelSettingsUpdatedEventData"}


class ModelSettingsUpdatedEventData(Record):
    __slots__ = ()

    default_model: Optional[str]


class NewApiKey(Record):
    __slots__ = ()

    id: str
    name: str
    prefix: str
    """The first characters of the key, enough to recognise it."""
    scopes: List[str]
    created_at: str
    expires_at: Optional[str]
    """Null: never."""
    models: Optional[List[str]]
    """Null: every model."""
    tools: Optional[List[str]]
    """Null: the model finds its tools."""
    token_budget: Optional[KeyTokenBudget]
    """Null: as many tokens as it likes."""
    key: str
    """Shown this once."""

    _nested = {"token_budget": "KeyTokenBudget"}


class NewInvite(Record):
    __slots__ = ()

    id: str
    role: Union[Literal["owner", "admin", "user"], str]
    created_by: str
    created_at: str
    expires_at: str
    token: str
    """For `invite` of POST /api/auth/register."""
    url: str
    """The page where the invited person registers."""


class NewWebhook(Record):
    __slots__ = ()

    id: str
    url: str
    description: Optional[str]
    """What it is for."""
    events: List[str]
    status: Union[Literal["enabled", "disabled"], str]
    """A disabled webhook collects nothing."""
    disabled_reason: Optional[str]
    """Why it is disabled, in a sentence."""
    failing_since: Optional[str]
    """Since when every try has failed; null: the last one did not."""
    created_at: str
    updated_at: str
    secret: str
    """Signs every delivery (Standard Webhooks 1.0). Shown this once."""


class NewestBackup(Record):
    __slots__ = ()

    name: str
    bytes: int
    created_at: str
    reason: str


class NoteLinks(Record):
    __slots__ = ()

    text: str
    note_id: Optional[str]
    """Null while there is no such note."""


class NoteBacklinks(Record):
    __slots__ = ()

    note_id: str
    title: str


class Note(Record):
    __slots__ = ()

    note_id: str
    title: str
    body: str
    """Markdown."""
    tags: List[str]
    version: int
    """Counts changes, from 1."""
    created_by: str
    """A user."""
    created_at: str
    updated_at: str
    links: List[NoteLinks]
    """What the text names: `[[Title]]`, or the id of a note. The first 500."""
    backlinks: List[NoteBacklinks]
    """The notes that link here, those changed last first, at most 200."""

    _nested = {"links": "[]NoteLinks", "backlinks": "[]NoteBacklinks"}


class NoteCreatedEvent(WorkspaceEvent):
    """A note was written."""

    __slots__ = ()

    type: Literal["note.created"]
    id: str
    at: str
    data: NoteCreatedEventData

    _nested = {"data": "NoteCreatedEventData"}


class NoteCreatedEventData(Record):
    __slots__ = ()

    note_id: str
    user_id: str
    """Who did it."""


class NoteDeletedEvent(WorkspaceEvent):
    """A note was deleted."""

    __slots__ = ()

    type: Literal["note.deleted"]
    id: str
    at: str
    data: NoteDeletedEventData

    _nested = {"data": "NoteDeletedEventData"}


class NoteDeletedEventData(Record):
    __slots__ = ()

    note_id: str
    user_id: str
    """Who did it."""


class NoteUpdatedEvent(WorkspaceEvent):
    """A note was changed."""

    __slots__ = ()

    type: Literal["note.updated"]
    id: str
    at: str
    data: NoteUpdatedEventData

    _nested = {"data": "NoteUpdatedEventData"}


class NoteUpdatedEventData(Record):
    __slots__ = ()

    note_id: str
    user_id: str
    """Who did it."""


class PdfSignature(Record):
    __slots__ = ()

    kind: Literal["pades-b-b"]
    certificate_id: str
    subject: str
    fingerprint_sha256: str
    signed_at: str


class PendingApproval(Record):
    __slots__ = ()

    approval_id: str
    status: Literal["pending"]
    tool_name: str
    expires_at: str
    url: str
    """Where the approval is, with what came of it; also in the header `Location`."""
    message: str
    """Who decides, and how."""


class PendingEmail(Record):
    __slots__ = ()

    approval_id: str
    status: Literal["pending"]
    tool_name: str
    expires_at: str


class Placement(Record):
    __slots__ = ()

    workspace_id: str
    server_id: Optional[str]
    epoch: int
    """Grows with each owner"""
    state: Union[Literal["free", "restoring", "owned", "moving"], str]
    log_bytes: int
    """Of its log in PostgreSQL since the last snapshot"""
    snapshot_at: Optional[str]


class PlaneStatus(Record):
    __slots__ = ()

    driver: str
    """registry, postgres, sqlite, pgvector or duckdb"""
    healthy: bool
    location: str
    """Where it is, without credentials"""
    version: Optional[str]
    detail: str
    """What was checked, or what is wrong"""


class Planes(Record):
    __slots__ = ()

    control: PlaneStatus
    data: PlaneStatus
    analytics: PlaneStatus
    memory: PlaneStatus

    _nested = {"control": "PlaneStatus", "data": "PlaneStatus", "analytics": "PlaneStatus", "memory": "PlaneStatus"}


class Platform(Record):
    __slots__ = ()

    name: str
    version: str
    base_url: str
    openapi_url: str
    docs_url: str
    sdks: List[PlatformSdk]
    """The client libraries that this server hands out."""
    scopes: List[str]
    """What a key may carry; `*` is all but those that want to be named."""
    features: Dict[str, bool]
    """Plugins, and whether they run."""
    models: List[PlatformModel]

    _nested = {"sdks": "[]PlatformSdk", "models": "[]PlatformModel"}


class PlatformModel(Record):
    __slots__ = ()

    id: str
    provider: str
    offline: bool


class PlatformSdk(Record):
    __slots__ = ()

    language: str
    package: str
    version: str
    download_url: str
    sha256: str
    """Of the package, in hexadecimal."""
    install: str
    """The command that installs it."""


class PlaybookError(Record):
    """What is wrong with its folder as it is now. Its last good version stays up."""

    __slots__ = ()

    file: str
    errors: List[PlaybookMistake]

    _nested = {"errors": "[]PlaybookMistake"}


class Playbook(Record):
    __slots__ = ()

    id: str
    name: str
    namespace: str
    version: str
    revision: int
    title: Optional[str]
    summary: Optional[str]
    tags: Dict[str, str]
    source: Union[Literal["api", "manifest"], str]
    enabled: bool
    inputs_schema: Optional[Dict[str, Any]]
    output_schema: Optional[Dict[str, Any]]
    schedule: Optional[PlaybookSchedule]
    needs: PlaybookNeeds
    tool_name: Optional[str]
    limits: PlaybookLimits
    created_at: str
    updated_at: str
    warnings: Optional[List[str]]
    """What its author may want to change."""
    error: Optional[PlaybookError]
    """What is wrong with its folder as it is now. Its last good version stays up."""

    _nested = {"schedule": "PlaybookSchedule", "needs": "PlaybookNeeds", "limits": "PlaybookLimits", "error": "PlaybookError"}


class PlaybookApproval(Record):
    __slots__ = ()

    approval_id: str
    kind: Literal["playbook"]
    run_id: str
    playbook: str
    """The name of the playbook."""
    task: str
    """Its place in the definition."""
    title: str
    body: Optional[str]
    data: Any
    """What is decided about."""
    form: Optional[Dict[str, Any]]
    assignees: List[str]
    approvals_needed: int
    decisions: List[PlaybookDecision]
    status: Union[Literal["pending", "approved", "denied", "expired", "withdrawn"], str]
    created_at: str
    expires_at: str

    _nested = {"decisions": "[]PlaybookDecision"}


class PlaybookApprovalDecidedEvent(PlaybookRunEvent):
    """A person has decided."""

    __slots__ = ()

    type: Literal["approval.decided"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task, approval_id, decision, by."""


class PlaybookApprovalRequestedEvent(PlaybookRunEvent):
    """A task asks people."""

    __slots__ = ()

    type: Literal["approval.requested"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task, approval_id, title, expires_at."""


class PlaybookContentEvent(PlaybookRunEvent):
    """An agent says more."""

    __slots__ = ()

    type: Literal["content"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task, delta."""


class PlaybookContentResetEvent(PlaybookRunEvent):
    """What the agent of this task has said since its last `tool_result`, or its beginning, is void."""

    __slots__ = ()

    type: Literal["content_reset"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task."""


class PlaybookCorrelationCompletedEvent(PlaybookRunEvent):
    """A task has the events that belong together."""

    __slots__ = ()

    type: Literal["workflow.correlation-completed"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task, correlations: what they share."""


class PlaybookCorrelationStartedEvent(PlaybookRunEvent):
    """A task waits for events that belong together."""

    __slots__ = ()

    type: Literal["workflow.correlation-started"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task, correlations."""


class PlaybookDecision(Record):
    __slots__ = ()

    user_id: str
    username: str
    decision: Union[Literal["approved", "denied"], str]
    at: str
    reason: Optional[str]


class PlaybookDetailError(Record):
    """What is wrong with its folder as it is now. Its last good version stays up."""

    __slots__ = ()

    file: str
    errors: List[PlaybookMistake]

    _nested = {"errors": "[]PlaybookMistake"}


class PlaybookDetail(Record):
    __slots__ = ()

    id: str
    name: str
    namespace: str
    version: str
    revision: int
    title: Optional[str]
    summary: Optional[str]
    tags: Dict[str, str]
    source: Union[Literal["api", "manifest"], str]
    enabled: bool
    inputs_schema: Optional[Dict[str, Any]]
    output_schema: Optional[Dict[str, Any]]
    schedule: Optional[PlaybookSchedule]
    needs: PlaybookNeeds
    tool_name: Optional[str]
    limits: PlaybookLimits
    created_at: str
    updated_at: str
    warnings: Optional[List[str]]
    """What its author may want to change."""
    error: Optional[PlaybookDetailError]
    """What is wrong with its folder as it is now. Its last good version stays up."""
    text: str
    """As it was written."""
    definition: Dict[str, Any]
    """The definition."""
    graph: PlaybookGraph

    _nested = {"schedule": "PlaybookSchedule", "needs": "PlaybookNeeds", "limits": "PlaybookLimits", "error": "PlaybookDetailError", "graph": "PlaybookGraph"}


class PlaybookDoneEvent(PlaybookRunEvent):
    """The run has ended; no event follows."""

    __slots__ = ()

    type: Literal["done"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """status, usage, and output or error."""


class PlaybookDryRun(Record):
    __slots__ = ()

    status: Union[Literal["completed", "faulted"], str]
    output: Any
    """Null unless it completed."""
    error: Optional[Dict[str, Any]]
    tasks: List[PlaybookTask]
    warnings: List[PlaybookDryRunWarning]

    _nested = {"tasks": "[]PlaybookTask", "warnings": "[]PlaybookDryRunWarning"}


class PlaybookDryRunWarning(Record):
    __slots__ = ()

    task: str
    message: str


class PlaybookEventEvent(WorkspaceEvent):
    """A playbook emitted an event."""

    __slots__ = ()

    type: Literal["playbook.event"]
    id: str
    at: str
    data: PlaybookEventEventData

    _nested = {"data": "PlaybookEventEventData"}


class PlaybookEventEventData(Record):
    __slots__ = ()

    event: Dict[str, Any]
    """specversion, id, source, type, time, data and what else the author gave."""
    run_id: Optional[str]


class PlaybookFailedEvent(WorkspaceEvent):
    """A folder with a playbook has problems; its last good version stays up."""

    __slots__ = ()

    type: Literal["playbook.failed"]
    id: str
    at: str
    data: PlaybookFailedEventData

    _nested = {"data": "PlaybookFailedEventData"}


class PlaybookFailedEventData(Record):
    __slots__ = ()

    name: str
    version: Optional[str]
    """Of what is served now."""
    problems: int


class PlaybookGraph(Record):
    """Its tasks, each below the one it stands in, and where a run goes from each. Branches of a `fork` have no edges."""

    __slots__ = ()

    nodes: List[PlaybookGraphNode]
    edges: List[PlaybookGraphEdge]

    _nested = {"nodes": "[]PlaybookGraphNode", "edges": "[]PlaybookGraphEdge"}


class PlaybookGraphEdge(Record):
    __slots__ = ()

    from_: str
    to: str
    """A task of the same list; `exit`: that list ends; `end`: the run ends."""
    label: Optional[str]
    when: Optional[str]


class PlaybookGraphNode(Record):
    __slots__ = ()

    reference: str
    name: str
    kind: str
    parent: Optional[str]
    summary: Optional[str]


class PlaybookLimits(Record):
    """As its definition sets them."""

    __slots__ = ()

    timeout_seconds: Optional[float]
    token_budget: Optional[float]
    max_active_runs: Optional[float]


class PlaybookLoadedEvent(WorkspaceEvent):
    """A folder with a playbook was read."""

    __slots__ = ()

    type: Literal["playbook.loaded"]
    id: str
    at: str
    data: PlaybookLoadedEventData

    _nested = {"data": "PlaybookLoadedEventData"}


class PlaybookLoadedEventData(Record):
    __slots__ = ()

    name: str
    version: Optional[str]
    """Of what is served now."""
    problems: int


class PlaybookLogEvent(PlaybookRunEvent):
    """What an agent app has written into its log."""

    __slots__ = ()

    type: Literal["log"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """level, message, task."""


class PlaybookMistake(Record):
    __slots__ = ()

    code: str
    path: str
    """A JSON Pointer."""
    message: str
    line: Optional[int]
    column: Optional[int]
    end_line: Optional[int]
    end_column: Optional[int]
    frame: Optional[str]
    suggestion: Optional[str]


class PlaybookNeeds(Record):
    """What it reaches of the workspace and the world."""

    __slots__ = ()

    agent: bool
    tools: List[str]
    apps: List[str]
    playbooks: List[str]
    network: bool
    secrets: List[str]
    sql: bool
    memory: bool
    approvals: bool


class PlaybookPage(Record):
    __slots__ = ()

    items: List[Playbook]
    next_cursor: Optional[str]
    problems: List[BrokenPlaybookFolder]

    _nested = {"items": "[]Playbook", "problems": "[]BrokenPlaybookFolder"}


class PlaybookProgressEvent(PlaybookRunEvent):
    """How many tasks of the definition have completed."""

    __slots__ = ()

    type: Literal["progress"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """finished, total."""


class PlaybookRemovedEvent(WorkspaceEvent):
    """A folder with a playbook is gone."""

    __slots__ = ()

    type: Literal["playbook.removed"]
    id: str
    at: str
    data: PlaybookRemovedEventData

    _nested = {"data": "PlaybookRemovedEventData"}


class PlaybookRemovedEventData(Record):
    __slots__ = ()

    name: str
    version: Optional[str]
    """Of what is served now."""
    problems: int


class PlaybookRunProgress(Record):
    __slots__ = ()

    finished: int
    total: int


class PlaybookRunStartedBy(Record):
    __slots__ = ()

    user_id: str
    key_id: Optional[str]


class PlaybookRun(Record):
    __slots__ = ()

    id: str
    playbook_id: str
    name: str
    version: str
    revision: int
    status: Union[Literal["pending", "running", "waiting", "suspended", "completed", "faulted", "cancelled"], str]
    error: Optional[Dict[str, Any]]
    progress: PlaybookRunProgress
    trigger: str
    started_by: PlaybookRunStartedBy
    parent_run_id: Optional[str]
    labels: Dict[str, str]
    """Words of the caller, to find runs by."""
    usage: PlaybookRunUsage
    created_at: str
    started_at: Optional[str]
    ended_at: Optional[str]
    wake_at: Optional[str]
    waiting_for: List[PlaybookWaiting]
    inputs: Any
    """As they were given; of a schedule `on` events the list of them."""
    output: Any
    """Null until it has completed."""
    context: Any
    """What its tasks have exported."""
    current: List[str]

    _nested = {"progress": "PlaybookRunProgress", "started_by": "PlaybookRunStartedBy", "usage": "PlaybookRunUsage", "waiting_for": "[]PlaybookWaiting"}


class PlaybookRunCancelledEvent(WorkspaceEvent):
    """A run of a playbook was cancelled."""

    __slots__ = ()

    type: Literal["playbook.run.cancelled"]
    id: str
    at: str
    data: PlaybookRunCancelledEventData

    _nested = {"data": "PlaybookRunCancelledEventData"}


class PlaybookRunCancelledEventData(Record):
    __slots__ = ()

    run_id: str
    playbook_id: str
    name: str
    version: str


class PlaybookRunCompletedEvent(WorkspaceEvent):
    """A run of a playbook completed."""

    __slots__ = ()

    type: Literal["playbook.run.completed"]
    id: str
    at: str
    data: PlaybookRunCompletedEventData

    _nested = {"data": "PlaybookRunCompletedEventData"}


class PlaybookRunCompletedEventData(Record):
    __slots__ = ()

    run_id: str
    playbook_id: str
    name: str
    version: str


class PlaybookRunFaultedEvent(WorkspaceEvent):
    """A run of a playbook faulted."""

    __slots__ = ()

    type: Literal["playbook.run.faulted"]
    id: str
    at: str
    data: PlaybookRunFaultedEventData

    _nested = {"data": "PlaybookRunFaultedEventData"}


class PlaybookRunFaultedEventDataError(Record):
    __slots__ = ()

    type: str
    status: int


class PlaybookRunFaultedEventData(Record):
    __slots__ = ()

    run_id: str
    playbook_id: str
    name: str
    version: str
    error: PlaybookRunFaultedEventDataError

    _nested = {"error": "PlaybookRunFaultedEventDataError"}


class PlaybookRunStartedEvent(WorkspaceEvent):
    """A run of a playbook was started."""

    __slots__ = ()

    type: Literal["playbook.run.started"]
    id: str
    at: str
    data: PlaybookRunStartedEventData

    _nested = {"data": "PlaybookRunStartedEventData"}


class PlaybookRunStartedEventData(Record):
    __slots__ = ()

    run_id: str
    playbook_id: str
    name: str
    version: str


class PlaybookRunSuspendedEvent(WorkspaceEvent):
    """A person has suspended a run of a playbook."""

    __slots__ = ()

    type: Literal["playbook.run.suspended"]
    id: str
    at: str
    data: PlaybookRunSuspendedEventData

    _nested = {"data": "PlaybookRunSuspendedEventData"}


class PlaybookRunSuspendedEventData(Record):
    __slots__ = ()

    run_id: str
    playbook_id: str
    name: str
    version: str


class PlaybookRunUsage(Record):
    __slots__ = ()

    duration_ms: int
    agent_calls: int
    tool_calls: int
    http_calls: int
    prompt_tokens: int
    completion_tokens: int
    tasks: int


class PlaybookRunWaitingEvent(WorkspaceEvent):
    """A run of a playbook waits: for a time, an event, a person or another run."""

    __slots__ = ()

    type: Literal["playbook.run.waiting"]
    id: str
    at: str
    data: PlaybookRunWaitingEventData

    _nested = {"data": "PlaybookRunWaitingEventData"}


class PlaybookRunWaitingEventData(Record):
    __slots__ = ()

    run_id: str
    playbook_id: str
    name: str
    version: str


class PlaybookSchedule(Record):
    __slots__ = ()

    cron: Optional[str]
    every: Any
    """A duration."""
    after: Any
    """A duration."""
    on: Optional[Dict[str, Any]]
    """Events, as `listen` has them."""
    timezone: str
    enabled: bool
    """Off until an admin switches it on."""
    next_run_at: Optional[str]
    run_as: Optional[str]


class PlaybookSecret(Record):
    __slots__ = ()

    name: str
    created_at: str
    updated_at: str


class PlaybookTask(Record):
    __slots__ = ()

    id: str
    name: str
    reference: str
    iteration: List[int]
    kind: str
    call: Optional[str]
    status: str
    skipped: bool
    attempt: int
    idempotency_key: str
    input: Any
    """Of more than 32 KiB a list has {truncated, bytes}."""
    output: Any
    """Of more than 32 KiB a list has {truncated, bytes}."""
    error: Optional[Dict[str, Any]]
    usage: Dict[str, float]
    started_at: str
    ended_at: Optional[str]
    wake_at: Optional[str]
    approval_id: Optional[str]
    child_run_id: Optional[str]
    superseded: bool


class PlaybookTaskCancelledEvent(PlaybookRunEvent):
    """A task was cancelled: reason."""

    __slots__ = ()

    type: Literal["task.cancelled"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds."""


class PlaybookTaskCompletedEvent(PlaybookRunEvent):
    """A task has completed."""

    __slots__ = ()

    type: Literal["task.completed"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds. Of completed: output, up to 32 KiB."""


class PlaybookTaskCreatedEvent(PlaybookRunEvent):
    """A task is there."""

    __slots__ = ()

    type: Literal["task.created"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds."""


class PlaybookTaskFaultedEvent(PlaybookRunEvent):
    """A task has faulted: error."""

    __slots__ = ()

    type: Literal["task.faulted"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds."""


class PlaybookTaskResumedEvent(PlaybookRunEvent):
    """A task waits no more."""

    __slots__ = ()

    type: Literal["task.resumed"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds."""


class PlaybookTaskRetriedEvent(PlaybookRunEvent):
    """A task is tried again: error, tries."""

    __slots__ = ()

    type: Literal["task.retried"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds."""


class PlaybookTaskStartedEvent(PlaybookRunEvent):
    """A task has begun."""

    __slots__ = ()

    type: Literal["task.started"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds."""


class PlaybookTaskSuspendedEvent(PlaybookRunEvent):
    """A task waits: waits_for, until."""

    __slots__ = ()

    type: Literal["task.suspended"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """workflow, task, task_id, name, iteration, attempt, kind, and what the event adds."""


class PlaybookToolCallEvent(PlaybookRunEvent):
    """An agent calls a tool."""

    __slots__ = ()

    type: Literal["tool_call"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task, call_id, name, arguments."""


class PlaybookToolResultEvent(PlaybookRunEvent):
    """The tool has answered the agent."""

    __slots__ = ()

    type: Literal["tool_result"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """task, call_id, name, content."""


class PlaybookVersion(Record):
    __slots__ = ()

    version: str
    revision: int
    created_at: str
    created_by: Optional[str]
    active: bool
    """Whether a start takes this one."""


class PlaybookWaiting(Record):
    __slots__ = ()

    task: str
    kind: str
    approval_id: Optional[str]
    child_run_id: Optional[str]
    approval: Optional[AnyApproval]
    until: Optional[str]

    _nested = {"approval": "AnyApproval"}


class PlaybookWorkflowCancelledEvent(PlaybookRunEvent):
    """The run was cancelled."""

    __slots__ = ()

    type: Literal["workflow.cancelled"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """Empty."""


class PlaybookWorkflowCompletedEvent(PlaybookRunEvent):
    """The run has completed."""

    __slots__ = ()

    type: Literal["workflow.completed"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """output."""


class PlaybookWorkflowFaultedEvent(PlaybookRunEvent):
    """The run has faulted."""

    __slots__ = ()

    type: Literal["workflow.faulted"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """error."""


class PlaybookWorkflowResumedEvent(PlaybookRunEvent):
    """A person has resumed the run."""

    __slots__ = ()

    type: Literal["workflow.resumed"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """reason."""


class PlaybookWorkflowStartedEvent(PlaybookRunEvent):
    """The run has begun."""

    __slots__ = ()

    type: Literal["workflow.started"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """Empty."""


class PlaybookWorkflowSuspendedEvent(PlaybookRunEvent):
    """A person has suspended the run."""

    __slots__ = ()

    type: Literal["workflow.suspended"]
    id: str
    at: str
    run_id: str
    data: Dict[str, Any]
    """reason."""


class Plugin(Record):
    __slots__ = ()

    id: str
    version: str
    title: str
    description: str
    builtin: bool
    enabled: bool
    outcome: Union[Literal["running", "failed", "degraded", "disabled", "waiting-for-owner", "not-started"], str]
    setup_ms: Optional[float]
    error: Optional[str]
    manifest_hash: str
    restart_required: bool


class PluginDisabledEvent(WorkspaceEvent):
    """A plugin was switched off, from the next start on."""

    __slots__ = ()

    type: Literal["plugin.disabled"]
    id: str
    at: str
    data: PluginDisabledEventData

    _nested = {"data": "PluginDisabledEventData"}


class PluginDisabledEventData(Record):
    __slots__ = ()

    plugin_id: str


class PluginEnabledEvent(WorkspaceEvent):
    """A plugin was switched on, from the next start on."""

    __slots__ = ()

    type: Literal["plugin.enabled"]
    id: str
    at: str
    data: PluginEnabledEventData

    _nested = {"data": "PluginEnabledEventData"}


class PluginEnabledEventData(Record):
    __slots__ = ()

    plugin_id: str


class PluginFailedEvent(WorkspaceEvent):
    """A plugin that is to run does not: it failed at the start, or what it needs did."""

    __slots__ = ()

    type: Literal["plugin.failed"]
    id: str
    at: str
    data: PluginFailedEventData

    _nested = {"data": "PluginFailedEventData"}


class PluginFailedEventData(Record):
    __slots__ = ()

    plugin_id: str
    outcome: Union[Literal["failed", "degraded"], str]


class PluginPage(Record):
    __slots__ = ()

    path: str
    """The address of the page below that of the server; all addresses below it are its too."""
    title: str
    icon: Optional[str]
    """The name of an icon."""
    group: Optional[Union[Literal["main", "knowledge", "automate", "build", "instance"], str]]
    """The part of the menu; null: not in the menu."""
    order: int
    """Its place in the group, the smallest first."""
    role: Union[Literal["user", "admin", "owner"], str]
    """The least role that sees it."""
    plugin: str
    """The id of the plugin that declares it."""
    plugin_title: str
    state: Union[Literal["on", "off", "failed", "waiting"], str]
    """`waiting`: the owner has not allowed the plugin yet."""
    reason: Optional[str]
    """Why it cannot be used, in a sentence; null when it can."""
    module: Optional[str]
    """The module that draws it, relative to the address of the server; null: the browser app draws it itself."""


class PredictingModel(Record):
    __slots__ = ()

    name: str
    version: int
    sha256: str


class PredictionDrift(Record):
    __slots__ = ()

    psi: float
    drifted: bool


class Predictions(Record):
    __slots__ = ()

    model: PredictingModel
    predictions: List[Optional[Union[str, float, bool]]]
    probabilities: Optional[List[Dict[str, Optional[float]]]]
    warnings: List[MlWarning]
    elapsed_ms: float

    _nested = {"model": "PredictingModel", "warnings": "[]MlWarning"}


class Preprocess(Record):
    __slots__ = ()

    impute: Union[Literal["median", "mean", "most_frequent", "indicator", "none"], str]
    """What stands for a missing number. `indicator`: the median, and a feature that says so. `none` is for gradient_boosting."""
    scale: Union[Literal["standard", "robust", "none"], str]
    """Trees ignore it."""
    encode: Union[Literal["one_hot", "ordinal", "target"], str]
    """How categories become numbers."""
    max_categories: int
    """Rarer ones than these are taken as one."""
    dates: Union[Literal["parts", "drop"], str]
    """`parts`: days since 1970, month, day, weekday, hour."""


class Quantile(Record):
    __slots__ = ()

    q: float
    value: Any


class QueryReceipt(Record):
    __slots__ = ()

    version: Literal[1]
    sql: str
    params: List[Optional[Union[bool, float, str]]]
    """For each `?` in order."""
    limit: int
    tables: List[ReceiptTable]
    result: Optional[ReceiptDigest]
    created_at: str

    _nested = {"tables": "[]ReceiptTable", "result": "ReceiptDigest"}


class QueryResult(Record):
    __slots__ = ()

    columns: List[Column]
    rows: List[List[Any]]
    row_count: int
    truncated: bool
    """There are more rows than `limit`."""
    elapsed_ms: float
    receipt: QueryReceipt

    _nested = {"columns": "[]Column", "receipt": "QueryReceipt"}


class QueuedAgentAppRun(Record):
    __slots__ = ()

    run_id: str
    job_id: str
    status: Literal["queued"]
    warnings: Optional[List[AgentAppWarning]]
    """Set while the newest edit of the folder is broken: the last good version ran. What is wrong, and where."""

    _nested = {"warnings": "[]AgentAppWarning"}


class QuoteSelector(Record):
    """A text quote and position selector of the W3C, bound to bytes and text."""

    __slots__ = ()

    exact: str
    prefix: str
    suffix: str
    start: int
    """In code points."""
    end: int
    page: Optional[int]
    snapshot_sha256: str
    text_sha256: str


class RecalledMemory(Record):
    __slots__ = ()

    id: str
    """Of the document: `GET /api/memory/{id}`."""
    source: Optional[str]
    """Where the document came from."""
    score: float
    chunk_text: str
    """How the passage begins."""


class ReceiptDigest(Record):
    __slots__ = ()

    hash: str
    """SHA-256 over column names, types, and all that is exact in the rows."""
    rows: int
    floats: List[ReceiptSum]
    """Floating-point columns, by a weighted sum: their last digits may differ from run to run."""

    _nested = {"floats": "[]ReceiptSum"}


class ReceiptSum(Record):
    __slots__ = ()

    column: str
    sum: float
    scale: float


class ReceiptTable(Record):
    __slots__ = ()

    table: str
    """As the statement names it."""
    dataset_id: str
    version: int
    sha256: str
    """SHA-256 of the version’s file, 64 hexadecimal digits."""


class RecordWriter(Record):
    __slots__ = ()

    user_id: str
    session_id: Optional[str]
    turn_id: Optional[str]


class RefreshedSource(Record):
    __slots__ = ()

    changed: bool
    snapshot: SourceSnapshot
    previous: Optional[SourceSnapshot]

    _nested = {"snapshot": "SourceSnapshot", "previous": "SourceSnapshot"}


class RegisteredModel(Record):
    __slots__ = ()

    model_id: str
    name: str
    description: str
    tags: Dict[str, str]
    aliases: Dict[str, int]
    """The version behind each."""
    latest_version: Optional[int]
    created_at: str
    updated_at: str


class RegisteredModelVersion(Record):
    __slots__ = ()

    model_id: str
    name: str
    version: int
    run_id: Optional[str]
    source: str
    """Where its files came from."""
    sha256: str
    """Of its only file, or of the list of the names and hashes of its files."""
    inputs: Any
    """What it takes, as its trainer said."""
    outputs: Any
    """What it gives."""
    dataset: Optional[RunDataset]
    stage: Union[Literal["None", "Staging", "Production", "Archived"], str]
    aliases: List[str]
    state: Union[Literal["pending", "ready", "failed"], str]
    description: str
    tags: Dict[str, str]
    created_at: str
    updated_at: str

    _nested = {"dataset": "RunDataset"}


class RejectedRow(Record):
    __slots__ = ()

    line: int
    column: Optional[str]
    reason: str
    text: str


class RejectedRows(Record):
    """Rows that could not be taken, and the first of them."""

    __slots__ = ()

    count: int
    sample: List[RejectedRow]

    _nested = {"sample": "[]RejectedRow"}


class ResearchClaim(Record):
    __slots__ = ()

    claim_id: str
    text: str
    kind: Union[Literal["finding", "assumption", "opinion"], str]
    tags: List[str]
    status: Union[Literal["supported", "contradicted", "unsupported", "broken"], str]
    """`supported`, `contradicted`: by sound evidence. `broken`: some evidence fails, or the record was altered."""
    problem: Optional[EvidenceProblem]
    evidence: List[ClaimEvidence]
    created_by: RecordWriter
    created_at: str
    updated_at: str
    verified_at: Optional[str]

    _nested = {"problem": "EvidenceProblem", "evidence": "[]ClaimEvidence", "created_by": "RecordWriter"}


class ResearchClaimCreatedEvent(WorkspaceEvent):
    """A claim was made."""

    __slots__ = ()

    type: Literal["research.claim.created"]
    id: str
    at: str
    data: ResearchClaimCreatedEventData

    _nested = {"data": "ResearchClaimCreatedEventData"}


class ResearchClaimCreatedEventData(Record):
    __slots__ = ()

    research_project_id: str
    claim_id: str
    status: Union[Literal["supported", "contradicted", "unsupported", "broken"], str]


class ResearchClaimStatusChangedEvent(WorkspaceEvent):
    """A claim is judged otherwise than before."""

    __slots__ = ()

    type: Literal["research.claim.status_changed"]
    id: str
    at: str
    data: ResearchClaimStatusChangedEventData

    _nested = {"data": "ResearchClaimStatusChangedEventData"}


class ResearchClaimStatusChangedEventData(Record):
    __slots__ = ()

    research_project_id: str
    claim_id: str
    from_: str
    to: Union[Literal["supported", "contradicted", "unsupported", "broken"], str]


class ResearchCounts(Record):
    __slots__ = ()

    sources: int
    claims: int
    reports: int
    problems: int
    """Claims that are broken or contradicted."""


class ResearchImport(Record):
    __slots__ = ()

    research_project_id: str
    imported: ImportedRecords
    problems: List[ImportProblem]
    """What no longer holds, or could not be kept."""

    _nested = {"imported": "ImportedRecords", "problems": "[]ImportProblem"}


class ResearchLineage(Record):
    __slots__ = ()

    nodes: List[LineageNode]
    edges: List[LineageEdge]
    truncated: bool

    _nested = {"nodes": "[]LineageNode", "edges": "[]LineageEdge"}


class ResearchLink(Record):
    __slots__ = ()

    link_id: str
    type: Union[Literal["note", "file", "dataset", "analysis", "query", "run", "model", "session", "job"], str]
    id: str
    version: Optional[int]
    created_at: str


class ResearchProject(Record):
    __slots__ = ()

    research_project_id: str
    title: str
    question: Optional[str]
    description: Optional[str]
    tags: List[str]
    style: str
    """The citation style of its reports, where they name none."""
    locale: str
    counts: ResearchCounts
    created_at: str
    updated_at: str

    _nested = {"counts": "ResearchCounts"}


class ResearchReport(Record):
    __slots__ = ()

    report_id: str
    research_project_id: str
    title: str
    body: str
    style: Optional[str]
    locale: Optional[str]
    authors: List[str]
    citations: List[str]
    """Keys that it cites."""
    claims: List[str]
    """Claims that it names."""
    version: int
    etag: str
    created_by: RecordWriter
    created_at: str
    updated_at: str

    _nested = {"created_by": "RecordWriter"}


class ResearchReportExportedEvent(WorkspaceEvent):
    """A report was made into a document."""

    __slots__ = ()

    type: Literal["research.report.exported"]
    id: str
    at: str
    data: ResearchReportExportedEventData

    _nested = {"data": "ResearchReportExportedEventData"}


class ResearchReportExportedEventData(Record):
    __slots__ = ()

    research_project_id: str
    report_id: str
    export_id: str
    format: Union[Literal["md", "html", "pdf", "docx", "zip"], str]


class ResearchReportVersion(Record):
    __slots__ = ()

    version: int
    title: str
    size: int
    created_by: RecordWriter
    created_at: str

    _nested = {"created_by": "RecordWriter"}


class ResearchSource(Record):
    __slots__ = ()

    source_id: str
    kind: Union[Literal["file", "url", "reference", "text"], str]
    key: str
    """Cites it in reports: `[@key]`."""
    csl: CslItem
    tags: List[str]
    snapshot: Optional[SourceSnapshot]
    text: Optional[SourceText]
    state: Union[Literal["ok", "no_text", "changed", "missing", "altered"], str]
    """`changed`: fetched again, it has other bytes than claims rest on. `missing`, `altered`: found so by a verification."""
    claims: int
    """Claims that rest on it."""
    duplicate: Optional[bool]
    """The project had it already."""
    created_at: str

    _nested = {"csl": "CslItem", "snapshot": "SourceSnapshot", "text": "SourceText"}


class ResearchSourceAddedEvent(WorkspaceEvent):
    """A source was added to a research project."""

    __slots__ = ()

    type: Literal["research.source.added"]
    id: str
    at: str
    data: ResearchSourceAddedEventData

    _nested = {"data": "ResearchSourceAddedEventData"}


class ResearchSourceAddedEventData(Record):
    __slots__ = ()

    research_project_id: str
    source_id: str
    key: str
    kind: Union[Literal["file", "url", "reference", "text"], str]


class ResearchVerification(Record):
    __slots__ = ()

    ok: bool
    """All was checked, and nothing but warnings (`source_changed`) was found."""
    checked: VerifiedCounts
    problems: List[VerificationProblem]
    verified_at: str

    _nested = {"checked": "VerifiedCounts", "problems": "[]VerificationProblem"}


class ResearchVerifyFailedEvent(WorkspaceEvent):
    """A verification found claims that no longer hold."""

    __slots__ = ()

    type: Literal["research.verify.failed"]
    id: str
    at: str
    data: ResearchVerifyFailedEventData

    _nested = {"data": "ResearchVerifyFailedEventData"}


class ResearchVerifyFailedEventData(Record):
    __slots__ = ()

    research_project_id: str
    broken: int
    """How many claims are broken."""
    claim_ids: List[str]
    """The first 100 of them."""


class RotatedWebhook(Record):
    __slots__ = ()

    id: str
    url: str
    description: Optional[str]
    """What it is for."""
    events: List[str]
    status: Union[Literal["enabled", "disabled"], str]
    """A disabled webhook collects nothing."""
    disabled_reason: Optional[str]
    """Why it is disabled, in a sentence."""
    failing_since: Optional[str]
    """Since when every try has failed; null: the last one did not."""
    created_at: str
    updated_at: str
    secret: str
    """Signs every delivery (Standard Webhooks 1.0). Shown this once."""
    previous_secret_until: str
    """Until then the secret before this one signs too."""


class RunCancelledEvent(WorkspaceEvent):
    """A run was cancelled."""

    __slots__ = ()

    type: Literal["run.cancelled"]
    id: str
    at: str
    data: RunCancelledEventData

    _nested = {"data": "RunCancelledEventData"}


class RunCancelledEventData(Record):
    __slots__ = ()

    run_id: str
    app: str
    version: str
    runner: Union[Literal["api", "ui", "cli", "job", "playbook"], str]
    user_id: str
    """Whose run it is"""
    job_id: Optional[str]
    """The job that carries it, when it runs in the background"""
    started_at: str
    finished_at: str
    duration_ms: float


class RunComparison(Record):
    __slots__ = ()

    runs: List[MlRun]
    params: List[ComparedParam]
    """What differs comes first."""
    metrics: List[ComparedMetric]
    dataset_same: bool
    """Whether all of them used the same version of a dataset."""

    _nested = {"runs": "[]MlRun", "params": "[]ComparedParam", "metrics": "[]ComparedMetric"}


class RunDataset(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    version: int
    sha256: str


class RunFailedEvent(WorkspaceEvent):
    """A run failed."""

    __slots__ = ()

    type: Literal["run.failed"]
    id: str
    at: str
    data: RunFailedEventData

    _nested = {"data": "RunFailedEventData"}


class RunFailedEventDataError(Record):
    """What kind of error; the run's record holds the rest."""

    __slots__ = ()

    name: str
    code: Optional[str]


class RunFailedEventData(Record):
    __slots__ = ()

    run_id: str
    app: str
    version: str
    runner: Union[Literal["api", "ui", "cli", "job", "playbook"], str]
    user_id: str
    """Whose run it is"""
    job_id: Optional[str]
    """The job that carries it, when it runs in the background"""
    started_at: str
    finished_at: str
    duration_ms: float
    error: RunFailedEventDataError
    """What kind of error; the run's record holds the rest."""

    _nested = {"error": "RunFailedEventDataError"}


class RunStartedEvent(WorkspaceEvent):
    """A run of an agent app began."""

    __slots__ = ()

    type: Literal["run.started"]
    id: str
    at: str
    data: RunStartedEventData

    _nested = {"data": "RunStartedEventData"}


class RunStartedEventData(Record):
    __slots__ = ()

    run_id: str
    app: str
    version: str
    runner: Union[Literal["api", "ui", "cli", "job", "playbook"], str]
    user_id: str
    """Whose run it is"""
    job_id: Optional[str]
    """The job that carries it, when it runs in the background"""
    started_at: str


class RunSucceededEvent(WorkspaceEvent):
    """A run ended well."""

    __slots__ = ()

    type: Literal["run.succeeded"]
    id: str
    at: str
    data: RunSucceededEventData

    _nested = {"data": "RunSucceededEventData"}


class RunSucceededEventData(Record):
    __slots__ = ()

    run_id: str
    app: str
    version: str
    runner: Union[Literal["api", "ui", "cli", "job", "playbook"], str]
    user_id: str
    """Whose run it is"""
    job_id: Optional[str]
    """The job that carries it, when it runs in the background"""
    started_at: str
    finished_at: str
    duration_ms: float


class Sample(Record):
    __slots__ = ()

    added: bool
    """All of it that the caller may add is in the workspace."""
    items: List[SampleItem]
    """What it is made of, in the order in which it is added."""

    _nested = {"items": "[]SampleItem"}


class SampleItem(Record):
    __slots__ = ()

    kind: Union[Literal["dataset", "file", "memory", "note", "task"], str]
    title: str
    id: Optional[str]
    """Of the record; null: it is not in the workspace."""
    changed: bool
    """Somebody wrote into it since it was added."""


class SampleRemoval(Record):
    __slots__ = ()

    removed: List[SampleItem]
    kept: List[SampleItem]
    """Somebody wrote into these; they are no sample data any more."""

    _nested = {"removed": "[]SampleItem", "kept": "[]SampleItem"}


class SandboxedTool(Record):
    __slots__ = ()

    name: str
    version: Optional[str]
    title: Optional[str]
    description: Optional[str]
    effect: Optional[Union[Literal["read", "write", "external", "destructive"], str]]
    """What calling it does to the world."""
    input_schema: Optional[Dict[str, Any]]
    output_schema: Optional[Dict[str, Any]]
    permissions: Dict[str, Any]
    """What the manifest grants."""
    limits: Dict[str, Any]
    """What one call may use."""
    enabled: bool
    """False: the operator has switched it off."""
    examples: List[Dict[str, Any]]
    error: Optional[FolderError]

    _nested = {"error": "FolderError"}


class SavedQuery(Record):
    __slots__ = ()

    query_id: str
    name: str
    description: str
    sql: str
    params: List[Optional[Union[bool, float, str]]]
    """For each `?` in order."""
    created_at: str
    updated_at: str


class ScheduledJob(Record):
    __slots__ = ()

    kind: str
    """What is to be done, such as thumbnails.make: 1 to 128 letters, digits or . _ : - and a letter or a digit first."""
    payload: Any
    """Any JSON up to 1 MiB; what the worker is given"""
    queue: Optional[str]
    """Which line the job waits in: 1 to 128 letters, digits or . _ : - and a letter or a digit first."""
    priority: Optional[int]
    """Higher first"""
    max_attempts: Optional[int]
    """Starts before the job is given up; when left out its kind's own number, or 5"""


class SentEmail(Record):
    __slots__ = ()

    message_id: str
    """The `Message-ID` it went out with."""
    accepted: List[str]
    rejected: List[str]
    """Addresses that the server did not take."""


class Server(Record):
    __slots__ = ()

    server_id: str
    url: str
    """Where other servers reach it"""
    version: str
    state: Union[Literal["starting", "active", "draining", "lost"], str]
    workspaces: int
    """How many it has"""
    weight: int
    started_at: str
    lease_expires_at: str
    answers: bool
    """It is the server that answers this request"""
    differences: List[str]
    """What lies on its machine and is not the same as on the server that answers"""


class ServerQueue(Record):
    __slots__ = ()

    queue: str
    queued: int
    running: int
    dead: int
    oldest_queued_at: Optional[str]


class ServerStatus(Record):
    __slots__ = ()

    version: str
    node: str
    platform: str
    pid: int
    uptime_seconds: int
    rss_bytes: int
    heap_limit_bytes: int
    open_files_limit: Optional[int]
    clock_jump_ms: int
    """How far the wall clock has moved against the steady one since the start."""
    missing_walls: List[str]
    """What does not stand around child processes here."""
    queues: List[ServerQueue]
    last_backup: Optional[NewestBackup]

    _nested = {"queues": "[]ServerQueue", "last_backup": "NewestBackup"}


class Setting(Record):
    __slots__ = ()

    key: str
    """As in `svc.config.yaml`."""
    value: Any
    """Of the last start. Secrets read `[redacted]`."""
    origin: str
    """Where the value came from: `--port`, `SVC_PORT`, `SVC_PORT_FILE`, `svc.config.yaml:3`, `settings.json` (chosen in the app) or `default`."""
    next: Any
    """The value from the next start on, where it is another."""
    description: str
    schema: Dict[str, Any]
    """The JSON Schema of its value."""
    read_only: Optional[str]
    """Why it cannot be changed in the app; null where it can be."""


class SignIn(Record):
    __slots__ = ()

    user: Account
    expires_at: str

    _nested = {"user": "Account"}


class SignInSession(Record):
    __slots__ = ()

    id: str
    created_at: str
    expires_at: str
    last_seen_at: str
    ip: Optional[str]
    user_agent: Optional[str]
    current: bool
    """True for the session that asks"""


class SigningCertificate(Record):
    __slots__ = ()

    certificate_id: str
    name: str
    subject: str
    issuer: str
    serial: str
    """In hexadecimal."""
    fingerprint_sha256: str
    """SHA-256, 64 digits of hexadecimal."""
    key: str
    """`rsa-3072`, `ec-p256`, …"""
    certificate_pem: str
    """For those who verify."""
    chain: List[str]
    """The subjects of the certificates that vouch for it."""
    not_before: str
    not_after: str
    active: bool
    """It signs where an export names no certificate."""
    origin: Union[Literal["instance"], Literal["uploaded"]]


class SigningKey(Record):
    __slots__ = ()

    key_id: str
    kind: Union[Literal["ed25519"], Literal["x509"]]
    """`ed25519` signs manifests, `x509` PDF files."""
    public_key: str
    """SPKI DER in base64."""
    certificate_pem: Optional[str]
    fingerprint_sha256: str
    """SHA-256, 64 digits of hexadecimal."""
    active: bool
    created_at: str
    retired_at: Optional[str]


class SourceSnapshot(Record):
    __slots__ = ()

    file_id: Optional[str]
    sha256: str
    size: int
    content_type: str
    fetched_at: str
    url: Optional[str]
    final_url: Optional[str]


class SourceTextExtractor(Record):
    __slots__ = ()

    name: str
    version: str


class SourceText(Record):
    __slots__ = ()

    sha256: str
    chars: int
    """Code points."""
    pages: Optional[int]
    extractor: SourceTextExtractor

    _nested = {"extractor": "SourceTextExtractor"}


class SourceTextPart(Record):
    __slots__ = ()

    text: str
    from_: int
    to: int
    chars: int
    """Code points of the whole text."""
    text_sha256: str


class StartedMlJob(Record):
    __slots__ = ()

    job_id: str


class StartedTraining(Record):
    __slots__ = ()

    run_id: str
    job_id: str


class StatDataset(Record):
    __slots__ = ()

    dataset_id: str
    name: str
    table: str
    """In SQL."""
    version: int
    rows: int
    variables: List[StatVariable]
    warnings: List[str]

    _nested = {"variables": "[]StatVariable"}


class StatMethod(Record):
    __slots__ = ()

    method: str
    title: str
    description: str
    variables: Any
    """JSON Schema; `x-measures` beside a column says which measures fit it."""
    options: Any
    """JSON Schema, with defaults."""


class StatVariable(Record):
    __slots__ = ()

    name: str
    type: str
    """In SQL."""
    measure: Union[Literal["continuous", "ordinal", "nominal"], str]
    levels: Optional[List[str]]
    missing_values: List[Union[str, float]]
    label: Optional[str]
    source: Union[Literal["given", "inferred"], str]
    """`given` by somebody, or `inferred` from the column."""


class StreamErrorEvent(AgentAppRunEvent, PlaybookRunEvent, WorkspaceEvent):
    """Why the stream ends: a problem, but for its `type`."""

    __slots__ = ()

    type: Literal["error"]
    title: str
    status: int
    detail: str
    code: str
    request_id: str


class Task(Record):
    __slots__ = ()

    task_id: str
    title: str
    body: str
    status: Union[TaskStatus, str]
    priority: Union[TaskPriority, str]
    due: Optional[str]
    """A day (`2026-03-01`), or a time in UTC."""
    tags: List[str]
    version: int
    """Counts changes, from 1."""
    created_by: str
    """A user."""
    created_at: str
    updated_at: str
    completed_at: Optional[str]
    """When it was done; null while it is not."""


class TaskCompletedEvent(WorkspaceEvent):
    """A task is done."""

    __slots__ = ()

    type: Literal["task.completed"]
    id: str
    at: str
    data: TaskCompletedEventData

    _nested = {"data": "TaskCompletedEventData"}


class TaskCompletedEventData(Record):
    __slots__ = ()

    task_id: str
    user_id: str
    """Who did it."""


class TaskCreatedEvent(WorkspaceEvent):
    """A task was made."""

    __slots__ = ()

    type: Literal["task.created"]
    id: str
    at: str
    data: TaskCreatedEventData

    _nested = {"data": "TaskCreatedEventData"}


class TaskCreatedEventData(Record):
    __slots__ = ()

    task_id: str
    user_id: str
    """Who did it."""


class TaskDeletedEvent(WorkspaceEvent):
    """A task was deleted."""

    __slots__ = ()

    type: Literal["task.deleted"]
    id: str
    at: str
    data: TaskDeletedEventData

    _nested = {"data": "TaskDeletedEventData"}


class TaskDeletedEventData(Record):
    __slots__ = ()

    task_id: str
    user_id: str
    """Who did it."""


class TaskUpdatedEvent(WorkspaceEvent):
    """A task was changed."""

    __slots__ = ()

    type: Literal["task.updated"]
    id: str
    at: str
    data: TaskUpdatedEventData

    _nested = {"data": "TaskUpdatedEventData"}


class TaskUpdatedEventData(Record):
    __slots__ = ()

    task_id: str
    user_id: str
    """Who did it."""


class TokenBudget(Record):
    __slots__ = ()

    day: Optional[TokenBudgetPeriod]
    """Null: no limit."""
    month: Optional[TokenBudgetPeriod]
    """Null: no limit."""

    _nested = {"day": "TokenBudgetPeriod", "month": "TokenBudgetPeriod"}


class TokenBudgetPeriod(Record):
    __slots__ = ()

    limit: int
    used: int
    resets_at: str


class TokenUsage(Record):
    __slots__ = ()

    prompt_tokens: int
    completion_tokens: int


class ToolAnnotations(Record):
    __slots__ = ()

    read_only: bool
    destructive: bool
    open_world: bool


class ToolCall(Record):
    __slots__ = ()

    call_id: str
    tool_name: str
    arguments: Any
    """An object; a string where the model wrote no JSON."""


class ToolCallRecord(Record):
    __slots__ = ()

    call_id: str
    at: str
    tool_name: str
    effect: Union[Literal["read", "write", "external", "destructive"], str]
    user_id: str
    username: str
    key_id: Optional[str]
    origin: CallOrigin
    approval_id: Optional[str]
    outcome: Union[Literal["ok", "failed", "timeout", "cancelled", "invalid", "refused", "asked"], str]
    code: Optional[str]
    """The error’s code."""
    duration_ms: float
    arguments_hash: str
    """sha256 of the arguments as JSON with sorted members."""

    _nested = {"origin": "CallOrigin"}


class ToolError(Record):
    __slots__ = ()

    code: str
    message: str


class ToolFailedEvent(WorkspaceEvent):
    """The folder of a sandboxed tool cannot be served as it is. Published in the first owner's workspace."""

    __slots__ = ()

    type: Literal["tool.failed"]
    id: str
    at: str
    data: ToolFailedEventData

    _nested = {"data": "ToolFailedEventData"}


class ToolFailedEventData(Record):
    __slots__ = ()

    tool: str
    problems: int
    """How many things are wrong; the list of sandboxed tools names them."""
    serving: Optional[str]
    """The last good version, which is still served"""


class ToolGrant(Record):
    __slots__ = ()

    tool_name: str
    key_id: Optional[str]
    """Null: for the whole workspace."""
    grant: Union[Literal["allow", "ask", "deny"], str]
    granted_by: str
    granted_at: str


class ToolLoadedEvent(WorkspaceEvent):
    """A sandboxed tool was added, changed or repaired. Published in the first owner's workspace."""

    __slots__ = ()

    type: Literal["tool.loaded"]
    id: str
    at: str
    data: ToolLoadedEventData

    _nested = {"data": "ToolLoadedEventData"}


class ToolLoadedEventData(Record):
    __slots__ = ()

    tool: str
    version: str


class ToolManifest(Record):
    __slots__ = ()

    name: str
    title: str
    description: str
    input_schema: Dict[str, Any]
    output_schema: Optional[Dict[str, Any]]
    effect: Union[Literal["read", "write", "external", "destructive"], str]
    """What calling it does to the world."""
    annotations: ToolAnnotations
    icon: Optional[str]
    """An SVG as a `data:` URL, or the name of an icon."""
    idempotent: Optional[bool]
    """A call made again with the same key changes nothing more."""
    timeout_ms: Optional[float]
    """Its own time limit, where it has one."""
    plugin: str
    permission: Optional[str]
    """The scope that calling it needs."""
    grant: Union[Literal["allow", "ask", "deny"], str]
    """What a call by this caller meets now."""

    _nested = {"annotations": "ToolAnnotations"}


class ToolRemovedEvent(WorkspaceEvent):
    """The folder of a sandboxed tool was removed. Published in the first owner's workspace."""

    __slots__ = ()

    type: Literal["tool.removed"]
    id: str
    at: str
    data: ToolRemovedEventData

    _nested = {"data": "ToolRemovedEventData"}


class ToolRemovedEventData(Record):
    __slots__ = ()

    tool: str


class ToolResult(Record):
    __slots__ = ()

    tool_name: str
    result: Any
    is_error: Literal[False]
    duration_ms: float


class Trainer(Record):
    __slots__ = ()

    trainer: str
    title: str
    tasks: List[str]
    params: Dict[str, Any]
    """JSON Schema."""
    preprocess: Preprocess

    _nested = {"preprocess": "Preprocess"}


class TrashedFile(Record):
    __slots__ = ()

    file_id: str
    path: str
    """Folders separated by `/`, no leading one."""
    name: str
    """The last part of the path."""
    size: int
    sha256: str
    """Of the content; in quotes it is its ETag."""
    content_type: str
    """What the bytes are, as far as they show it; else what the upload said, else by the name."""
    version: int
    """Counts contents, from 1."""
    created_at: str
    updated_at: str
    deleted_at: str


class TurnError(Record):
    """Why the answer failed."""

    __slots__ = ()

    status: int
    code: str
    detail: str


class Upload(Record):
    __slots__ = ()

    upload_id: str
    path: str
    offset: int
    """Bytes that have come."""
    length: int
    file_id: Optional[str]
    """Once it is whole."""
    expires_at: str


class UsageRow(Record):
    __slots__ = ()

    key_id: Optional[str]
    """Null for a session, or when not grouped by key."""
    route: Optional[str]
    """Method and pattern; null when not grouped by route."""
    model: Optional[str]
    """Null when not grouped by model."""
    day: Optional[str]
    """Null when not grouped by day."""
    requests: int
    errors: int
    """Answers of 400 and above."""
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float
    """Of the models whose prices are known."""
    p50_ms: Optional[float]
    p95_ms: Optional[float]


class User(Record):
    __slots__ = ()

    id: str
    username: str
    role: Union[Literal["owner", "admin", "user"], str]
    disabled: bool
    created_at: str


class UserCreatedEvent(WorkspaceEvent):
    """Somebody got an account."""

    __slots__ = ()

    type: Literal["user.created"]
    id: str
    at: str
    data: UserCreatedEventData

    _nested = {"data": "UserCreatedEventData"}


class UserCreatedEventData(Record):
    __slots__ = ()

    user_id: str
    username: str
    role: Union[Literal["owner", "admin", "user"], str]


class UserDeletedEvent(WorkspaceEvent):
    """An account was deleted."""

    __slots__ = ()

    type: Literal["user.deleted"]
    id: str
    at: str
    data: UserDeletedEventData

    _nested = {"data": "UserDeletedEventData"}


class UserDeletedEventData(Record):
    __slots__ = ()

    user_id: str
    username: str


class UserUpdatedEvent(WorkspaceEvent):
    """An account was changed: its role, its password, or whether it is disabled."""

    __slots__ = ()

    type: Literal["user.updated"]
    id: str
    at: str
    data: UserUpdatedEventData

    _nested = {"data": "UserUpdatedEventData"}


class UserUpdatedEventData(Record):
    __slots__ = ()

    user_id: str
    changed: Union[Literal["role", "disabled", "password"], str]
    role: Optional[Union[Literal["owner", "admin", "user"], str]]
    disabled: Optional[bool]


class Verification(Record):
    __slots__ = ()

    valid: bool
    """True only when every byte is covered, every check holds and the signer is known."""
    kind: Union[Literal["pades"], Literal["manifest"]]
    covers_whole_file: bool
    signer: Optional[DocumentSigner]
    signed_at: Optional[str]
    """By the signer's own clock."""
    checks: List[VerificationCheck]
    files: Optional[List[VerifiedFile]]
    problems: List[str]
    """`digest_mismatch`, `appended_after_signature`, `key_unknown`, …"""

    _nested = {"signer": "DocumentSigner", "checks": "[]VerificationCheck", "files": "[]VerifiedFile"}


class VerificationCheck(Record):
    __slots__ = ()

    name: str
    ok: bool
    detail: str


class VerificationProblem(Record):
    __slots__ = ()

    code: str
    message: str
    was: Optional[str]
    """What was kept."""
    is_: Optional[str]
    """What is there now."""
    claim_id: Optional[str]
    evidence_id: Optional[str]
    source_id: Optional[str]


class VerifiedCounts(Record):
    __slots__ = ()

    claims: int
    evidence: int
    sources: int


class VerifiedFile(Record):
    __slots__ = ()

    path: str
    ok: bool
    reason: Optional[Union[Literal["altered"], Literal["missing"], Literal["extra"]]]


class WaitingCall(Record):
    __slots__ = ()

    approval_id: str
    call_id: str
    tool_name: str
    expires_at: str
    url: str
    """Where the approval is read."""
    message: str
    """Who decides, until when, and how."""


class Webhook(Record):
    __slots__ = ()

    id: str
    url: str
    description: Optional[str]
    """What it is for."""
    events: List[str]
    status: Union[Literal["enabled", "disabled"], str]
    """A disabled webhook collects nothing."""
    disabled_reason: Optional[str]
    """Why it is disabled, in a sentence."""
    failing_since: Optional[str]
    """Since when every try has failed; null: the last one did not."""
    created_at: str
    updated_at: str


class WebhookAttempt(Record):
    __slots__ = ()

    at: str
    duration_ms: int
    status: Optional[int]
    """The receiver's status; null: no answer."""
    error: Optional[str]
    """Why it did not succeed."""
    answer: Optional[str]
    """The first 1,024 bytes of the answer."""


class WebhookDelivery(Record):
    __slots__ = ()

    id: str
    webhook_id: str
    event_id: str
    """Sent as `webhook-id`, the same for every try."""
    event_type: str
    status: Union[Literal["pending", "succeeded", "failed"], str]
    error: Optional[str]
    """Why the last try did not succeed, or why there was none."""
    next_attempt_at: Optional[str]
    """When it is tried next; while it is on its way, when it is given up for lost."""
    created_at: str
    finished_at: Optional[str]
    """Null while it is pending."""
    attempts: List[WebhookAttempt]
    """The last 50, oldest first."""

    _nested = {"attempts": "[]WebhookAttempt"}


class WebhookDisabledEvent(WorkspaceEvent):
    """A webhook was switched off because its receiver is gone, failed for days or fell too far behind."""

    __slots__ = ()

    type: Literal["webhook.disabled"]
    id: str
    at: str
    data: WebhookDisabledEventData

    _nested = {"data": "WebhookDisabledEventData"}


class WebhookDisabledEventData(Record):
    __slots__ = ()

    webhook_id: str
    reason: Union[Literal["gone", "failing", "backlog"], str]


class WebhookTestEvent(WorkspaceEvent):
    """Somebody tests a webhook; it is sent to that webhook alone and stands in no log."""

    __slots__ = ()

    type: Literal["webhook.test"]
    id: str
    at: str
    data: WebhookTestEventData

    _nested = {"data": "WebhookTestEventData"}


class WebhookTestEventData(Record):
    __slots__ = ()

    webhook_id: str


class WholeMlRun(Record):
    __slots__ = ()

    run_id: str
    experiment_id: str
    name: str
    status: Union[Literal["queued", "running", "finished", "failed", "killed"], str]
    failure: Optional[str]
    params: Dict[str, str]
    metrics: Dict[str, Union[float, Union[Literal["NaN", "Infinity", "-Infinity"], str]]]
    """The last value of each: of the highest step, then time, then value."""
    tags: Dict[str, str]
    dataset: Optional[RunDataset]
    job_id: Optional[str]
    session_id: Optional[str]
    parent_run_id: Optional[str]
    artifact_count: int
    state: Union[Literal["active", "deleted"], str]
    created_at: str
    started_at: Optional[str]
    finished_at: Optional[str]
    result: Optional[Dict[str, Any]]

    _nested = {"dataset": "RunDataset"}


class Workspace(Record):
    __slots__ = ()

    id: str
    name: str
    role: Union[Literal["owner", "member"], str]
    created_at: str


class WorkspaceMember(Record):
    __slots__ = ()

    user_id: str
    username: str
    role: Union[Literal["owner", "member"], str]


class MlflowListArtifactFilesResult(Record):
    """What mlflowListArtifactFiles answers with 200."""

    __slots__ = ()

    files: List[Any]


class MlflowListArtifactsResult(Record):
    """What mlflowListArtifacts answers with 200."""

    __slots__ = ()

    root_uri: Any
    """Text."""
    files: Any
    """A list."""


class MlflowCreateExperimentResult(Record):
    """What mlflowCreateExperiment answers with 200."""

    __slots__ = ()

    experiment_id: Any
    """Text."""


class MlflowGetExperimentResult(Record):
    """What mlflowGetExperiment answers with 200."""

    __slots__ = ()

    experiment: Any


class MlflowGetExperimentByNameResult(Record):
    """What mlflowGetExperimentByName answers with 200."""

    __slots__ = ()

    experiment: Any


class MlflowSearchExperimentsResult(Record):
    """What mlflowSearchExperiments answers with 200."""

    __slots__ = ()

    experiments: Any
    """A list."""


class MlflowListExperimentsResult(Record):
    """What mlflowListExperiments answers with 200."""

    __slots__ = ()

    experiments: Any
    """A list."""


class MlflowSearchDatasetsResult(Record):
    """What mlflowSearchDatasets answers with 200."""

    __slots__ = ()

    dataset_summaries: Any
    """A list."""


class MlflowCreateLoggedModelResult(Record):
    """What mlflowCreateLoggedModel answers with 200."""

    __slots__ = ()

    model: Any


class MlflowGetLoggedModelResult(Record):
    """What mlflowGetLoggedModel answers with 200."""

    __slots__ = ()

    model: Any


class MlflowFinalizeLoggedModelResult(Record):
    """What mlflowFinalizeLoggedModel answers with 200."""

    __slots__ = ()

    model: Any


class MlflowListLoggedModelArtifactsResult(Record):
    """What mlflowListLoggedModelArtifacts answers with 200."""

    __slots__ = ()

    root_uri: Any
    """Text."""
    files: Any
    """A list."""


class MlflowSearchLoggedModelsResult(Record):
    """What mlflowSearchLoggedModels answers with 200."""

    __slots__ = ()

    models: Any
    """A list."""


class MlflowGetMetricHistoryResult(Record):
    """What mlflowGetMetricHistory answers with 200."""

    __slots__ = ()

    metrics: Any
    """A list."""


class MlflowGetMetricHistoryBulkResult(Record):
    """What mlflowGetMetricHistoryBulk answers with 200."""

    __slots__ = ()

    metrics: Any
    """A list."""


class MlflowGetMetricHistoryBulkIntervalResult(Record):
    """What mlflowGetMetricHistoryBulkInterval answers with 200."""

    __slots__ = ()

    metrics: Any
    """A list."""


class MlflowCreateModelVersionResult(Record):
    """What mlflowCreateModelVersion answers with 200."""

    __slots__ = ()

    model_version: Any


class MlflowGetModelVersionResult(Record):
    """What mlflowGetModelVersion answers with 200."""

    __slots__ = ()

    model_version: Any


class MlflowGetDownloadUriResult(Record):
    """What mlflowGetDownloadUri answers with 200."""

    __slots__ = ()

    artifact_uri: Any
    """Text."""


class MlflowSearchModelVersionsResult(Record):
    """What mlflowSearchModelVersions answers with 200."""

    __slots__ = ()

    model_versions: Any
    """A list."""


class MlflowTransitionStageResult(Record):
    """What mlflowTransitionStage answers with 200."""

    __slots__ = ()

    model_version: Any


class MlflowUpdateModelVersionResult(Record):
    """What mlflowUpdateModelVersion answers with 200."""

    __slots__ = ()

    model_version: Any


class MlflowGetVersionByAliasResult(Record):
    """What mlflowGetVersionByAlias answers with 200."""

    __slots__ = ()

    model_version: Any


class MlflowCreateRegisteredModelResult(Record):
    """What mlflowCreateRegisteredModel answers with 200."""

    __slots__ = ()

    registered_model: Any


class MlflowGetRegisteredModelResult(Record):
    """What mlflowGetRegisteredModel answers with 200."""

    __slots__ = ()

    registered_model: Any


class MlflowGetLatestVersionsResult(Record):
    """What mlflowGetLatestVersions answers with 200."""

    __slots__ = ()

    model_versions: Any
    """A list."""


class MlflowListLatestVersionsResult(Record):
    """What mlflowListLatestVersions answers with 200."""

    __slots__ = ()

    model_versions: Any
    """A list."""


class MlflowRenameRegisteredModelResult(Record):
    """What mlflowRenameRegisteredModel answers with 200."""

    __slots__ = ()

    registered_model: Any


class MlflowSearchRegisteredModelsResult(Record):
    """What mlflowSearchRegisteredModels answers with 200."""

    __slots__ = ()

    registered_models: Any
    """A list."""


class MlflowUpdateRegisteredModelResult(Record):
    """What mlflowUpdateRegisteredModel answers with 200."""

    __slots__ = ()

    registered_model: Any


class MlflowCreateRunResult(Record):
    """What mlflowCreateRun answers with 200."""

    __slots__ = ()

    run: Any


class MlflowGetRunResult(Record):
    """What mlflowGetRun answers with 200."""

    __slots__ = ()

    run: Any


class MlflowSearchRunsResult(Record):
    """What mlflowSearchRuns answers with 200."""

    __slots__ = ()

    runs: Any
    """A list."""


class MlflowUpdateRunResult(Record):
    """What mlflowUpdateRun answers with 200."""

    __slots__ = ()

    run_info: Any


class MlflowServerInfoResult(Record):
    """What mlflowServerInfo answers with 200."""

    __slots__ = ()

    store_type: str


class ImportDatasetResult(Record):
    """What importDataset answers with 202."""

    __slots__ = ()

    job_id: str


class GetPlanesStatusResult(Record):
    """What getPlanesStatus answers with 200."""

    __slots__ = ()

    planes: Planes

    _nested = {"planes": "Planes"}


class VerifyReceiptResult(Record):
    """What verifyReceipt answers with 200."""

    __slots__ = ()

    valid: bool
    reason: Optional[str]


class LinkFileResult(Record):
    """What linkFile answers with 201."""

    __slots__ = ()

    url: str
    expires_at: str


class RememberFileResult(Record):
    """What rememberFile answers with 202."""

    __slots__ = ()

    job_id: str


class DeleteFolderResult(Record):
    """What deleteFolder answers with 200."""

    __slots__ = ()

    deleted: int


class MoveFolderResult(Record):
    """What moveFolder answers with 200."""

    __slots__ = ()

    moved: int


class EmptyTrashResult(Record):
    """What emptyTrash answers with 200."""

    __slots__ = ()

    deleted: int


class HeartbeatJobResult(Record):
    """What heartbeatJob answers with 200."""

    __slots__ = ()

    lease_expires_at: str
    cancel_requested: bool


class ClaimJobsResult(Record):
    """What claimJobs answers with 200."""

    __slots__ = ()

    jobs: List[ClaimedJob]

    _nested = {"jobs": "[]ClaimedJob"}


class RedriveJobsResult(Record):
    """What redriveJobs answers with 200."""

    __slots__ = ()

    redriven: int


class DeleteMemoriesOfSourceResult(Record):
    """What deleteMemoriesOfSource answers with 200."""

    __slots__ = ()

    deleted: int


class ImportMemoriesResult(Record):
    """What importMemories answers with 202."""

    __slots__ = ()

    job_id: str


class PublishPlaybookEventResult(Record):
    """What publishPlaybookEvent answers with 202."""

    __slots__ = ()

    id: str
    duplicate: bool
    """It was there before."""


class VerifyResearchProjectResult(Record):
    """What verifyResearchProject answers with 202."""

    __slots__ = ()

    job_id: str


class AnalyzeResult(Record):
    """What analyze answers with 202."""

    __slots__ = ()

    job_id: str


class CreateUserResult(Record):
    """What createUser answers with 201."""

    __slots__ = ()

    user: User

    _nested = {"user": "User"}


class GetUserResult(Record):
    """What getUser answers with 200."""

    __slots__ = ()

    user: User

    _nested = {"user": "User"}


class UpdateUserResult(Record):
    """What updateUser answers with 200."""

    __slots__ = ()

    user: User

    _nested = {"user": "User"}


class FolderError(FolderProblem):
    """Set while the folder is broken. The last good version, if there is one, stays up."""

    __slots__ = ()

    problems: List[FolderProblem]

    _nested = {"problems": "[]FolderProblem"}
