# Generated from the OpenAPI document by npm run generate. Do not edit.
from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

from svc_sdk._sync.page import Page
from svc_sdk._sync.resource import Resource
from svc_sdk._sync.transport import Transport
from svc_sdk._core.options import OMITTED, Omitted, RequestOptions
from svc_sdk._core.request import sent_fields
from svc_sdk._generated import models as records


class AdminUsersInvites(Resource):
    def create(
        self,
        role: Literal["owner", "admin", "user"],
        *,
        expires_seconds: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.NewInvite:
        """Make an invitation to register, good for one person."""
        answer: records.NewInvite = self._ask(records.NewInvite, self._request("POST", "/api/users/invites", body=sent_fields({"role": role, "expires_seconds": expires_seconds}), options=options))
        return answer

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Invite:
        """One open invitation, without its token."""
        answer: records.Invite = self._ask(records.Invite, self._request("GET", "/api/users/invites/{id}", {"id": id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Invite]:
        """List the open invitations, newest first."""
        return self._list(records.Invite, self._request("GET", "/api/users/invites", query={"limit": limit, "cursor": cursor}, options=options))

    def revoke(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Revoke an invitation."""
        self._ask(None, self._request("DELETE", "/api/users/invites/{id}", {"id": id}, options=options))


class AdminWorkspacesMembers(Resource):
    def add(
        self,
        id: str,
        username: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.WorkspaceMember:
        """Let a user into a workspace that the caller owns."""
        answer: records.WorkspaceMember = self._ask(records.WorkspaceMember, self._request("POST", "/api/workspaces/{id}/members", {"id": id}, body=sent_fields({"username": username}), options=options))
        return answer

    def list(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.WorkspaceMember]:
        """List the members of a workspace, the first one first."""
        return self._list(records.WorkspaceMember, self._request("GET", "/api/workspaces/{id}/members", {"id": id}, options=options))

    def remove(
        self,
        id: str,
        user_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Take a member out of a workspace, or leave it."""
        self._ask(None, self._request("DELETE", "/api/workspaces/{id}/members/{user_id}", {"id": id, "user_id": user_id}, options=options))


class AdminBackups(Resource):
    def create(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Backup:
        """Back up the whole home into its folder `backups`."""
        answer: records.Backup = self._ask(records.Backup, self._request("POST", "/api/backups", options=options))
        return answer

    def download(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Download a backup of the home."""
        return self._bytes(self._request("GET", "/api/backups/{name}/archive", {"name": name}, options=options))

    def get(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Backup:
        """Show one backup of the home."""
        answer: records.Backup = self._ask(records.Backup, self._request("GET", "/api/backups/{name}", {"name": name}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Backup]:
        """List the backups of the home, newest first."""
        return self._list(records.Backup, self._request("GET", "/api/backups", query={"limit": limit, "cursor": cursor}, options=options))


class AdminPlugins(Resource):
    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Plugin]:
        """List all plugins and how they fared at the last start, and those that begin with the next."""
        return self._list(records.Plugin, self._request("GET", "/api/admin/plugins", options=options))

    def set_enabled(
        self,
        name: str,
        enabled: bool,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Plugin:
        """Switch a plugin on or off, from the next start on."""
        answer: records.Plugin = self._ask(records.Plugin, self._request("PATCH", "/api/admin/plugins/{name}", {"name": name}, body=sent_fields({"enabled": enabled}), options=options))
        return answer


class AdminUsers(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.invites = AdminUsersInvites(transport)

    def create(
        self,
        username: str,
        password: str,
        role: Literal["owner", "admin", "user"],
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.CreateUserResult:
        """Create a user with a workspace of their own."""
        answer: records.CreateUserResult = self._ask(records.CreateUserResult, self._request("POST", "/api/users", body=sent_fields({"username": username, "password": password, "role": role}), options=options))
        return answer

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a user with their sessions, keys, and the workspaces that were theirs alone."""
        self._ask(None, self._request("DELETE", "/api/users/{id}", {"id": id}, options=options))

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.GetUserResult:
        """Show one user."""
        answer: records.GetUserResult = self._ask(records.GetUserResult, self._request("GET", "/api/users/{id}", {"id": id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.User]:
        """List all users, newest first."""
        return self._list(records.User, self._request("GET", "/api/users", query={"limit": limit, "cursor": cursor}, options=options))

    def reset_password(
        self,
        id: str,
        new_password: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Set another user's password and end all their sessions."""
        self._ask(None, self._request("POST", "/api/users/{id}/password", {"id": id}, body=sent_fields({"new_password": new_password}), options=options))

    def update(
        self,
        id: str,
        *,
        role: Optional[Literal["owner", "admin", "user"]] = None,
        disabled: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.UpdateUserResult:
        """Change a user's role, or switch their account off or on."""
        answer: records.UpdateUserResult = self._ask(records.UpdateUserResult, self._request("PATCH", "/api/users/{id}", {"id": id}, body=sent_fields({"role": role, "disabled": disabled}), options=options))
        return answer


class AdminWorkspaces(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.members = AdminWorkspacesMembers(transport)

    def create(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Workspace:
        """Create a workspace and own it."""
        answer: records.Workspace = self._ask(records.Workspace, self._request("POST", "/api/workspaces", body=sent_fields({"name": name}), options=options))
        return answer

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a workspace that the caller owns, with all keys to it."""
        self._ask(None, self._request("DELETE", "/api/workspaces/{id}", {"id": id}, options=options))

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Workspace:
        """Show one workspace."""
        answer: records.Workspace = self._ask(records.Workspace, self._request("GET", "/api/workspaces/{id}", {"id": id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Workspace]:
        """List the caller's workspaces, newest first."""
        return self._list(records.Workspace, self._request("GET", "/api/workspaces", query={"limit": limit, "cursor": cursor}, options=options))

    def rename(
        self,
        id: str,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Workspace:
        """Rename a workspace that the caller owns."""
        answer: records.Workspace = self._ask(records.Workspace, self._request("PATCH", "/api/workspaces/{id}", {"id": id}, body=sent_fields({"name": name}), options=options))
        return answer


class AgentAppsRun(Resource):
    def cancel(
        self,
        run_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.CancelledAgentAppRun:
        """Cancels a run."""
        answer: records.CancelledAgentAppRun = self._ask(records.CancelledAgentAppRun, self._request("POST", "/api/agent-apps/runs/{run_id}/cancel", {"run_id": run_id}, options=options))
        return answer

    def get(
        self,
        run_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.AgentAppRun:
        """Shows a run."""
        answer: records.AgentAppRun = self._ask(records.AgentAppRun, self._request("GET", "/api/agent-apps/runs/{run_id}", {"run_id": run_id}, options=options))
        return answer


class DataQueries(Resource):
    def create(
        self,
        name: str,
        sql: str,
        *,
        description: Optional[str] = None,
        params: Optional[Sequence[Union[bool, float, str]]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.SavedQuery:
        """Save a query by a name."""
        answer: records.SavedQuery = self._ask(records.SavedQuery, self._request("POST", "/api/data/queries", body=sent_fields({"name": name, "sql": sql, "description": description, "params": params}), options=options))
        return answer

    def delete(
        self,
        query_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a saved query."""
        self._ask(None, self._request("DELETE", "/api/data/queries/{query_id}", {"query_id": query_id}, options=options))

    def get(
        self,
        query_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.SavedQuery:
        """One saved query."""
        answer: records.SavedQuery = self._ask(records.SavedQuery, self._request("GET", "/api/data/queries/{query_id}", {"query_id": query_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.SavedQuery]:
        """List the saved queries, newest first."""
        return self._list(records.SavedQuery, self._request("GET", "/api/data/queries", query={"limit": limit, "cursor": cursor, "search": search}, options=options))

    def run(
        self,
        query_id: str,
        *,
        params: Optional[Sequence[Union[bool, float, str]]] = None,
        limit: Optional[int] = None,
        timeout_ms: Optional[int] = None,
        format: Optional[Literal["json", "csv", "arrow", "parquet"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.QueryResult:
        """Run a saved query."""
        answer: records.QueryResult = self._ask(records.QueryResult, self._request("POST", "/api/data/queries/{query_id}/run", {"query_id": query_id}, body=sent_fields({"params": params, "limit": limit, "timeout_ms": timeout_ms, "format": format}), options=options))
        return answer

    def update(
        self,
        query_id: str,
        *,
        name: Optional[str] = None,
        description: Optional[str] = None,
        sql: Optional[str] = None,
        params: Optional[Sequence[Union[bool, float, str]]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.SavedQuery:
        """Change a saved query."""
        answer: records.SavedQuery = self._ask(records.SavedQuery, self._request("PATCH", "/api/data/queries/{query_id}", {"query_id": query_id}, body=sent_fields({"name": name, "description": description, "sql": sql, "params": params}), options=options))
        return answer


class DeveloperKeys(Resource):
    def create(
        self,
        name: str,
        *,
        scopes: Optional[Sequence[str]] = None,
        expires_at: Optional[str] = None,
        models: Optional[Sequence[str]] = None,
        tools: Optional[Sequence[str]] = None,
        token_budget: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.NewApiKey:
        """Make a key."""
        answer: records.NewApiKey = self._ask(records.NewApiKey, self._request("POST", "/api/developer/keys", body=sent_fields({"name": name, "scopes": scopes, "expires_at": expires_at, "models": models, "tools": tools, "token_budget": token_budget}), options=options))
        return answer

    def get(
        self,
        key_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ApiKey:
        """One key, without its secret."""
        answer: records.ApiKey = self._ask(records.ApiKey, self._request("GET", "/api/developer/keys/{key_id}", {"key_id": key_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ApiKey]:
        """List the keys of the workspace."""
        return self._list(records.ApiKey, self._request("GET", "/api/developer/keys", query={"limit": limit, "cursor": cursor}, options=options))

    def revoke(
        self,
        key_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Revoke a key, at once."""
        self._ask(None, self._request("DELETE", "/api/developer/keys/{key_id}", {"key_id": key_id}, options=options))

    def rotate(
        self,
        key_id: str,
        *,
        grace_seconds: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.NewApiKey:
        """Replace a key by a new one."""
        answer: records.NewApiKey = self._ask(records.NewApiKey, self._request("POST", "/api/developer/keys/{key_id}/rotate", {"key_id": key_id}, body=sent_fields({"grace_seconds": grace_seconds}), options=options))
        return answer


class DeveloperWebhooks(Resource):
    def create(
        self,
        url: str,
        events: Sequence[str],
        *,
        description: Union[str, None, Omitted] = OMITTED,
        options: Optional[RequestOptions] = None,
    ) -> records.NewWebhook:
        """Make a webhook."""
        answer: records.NewWebhook = self._ask(records.NewWebhook, self._request("POST", "/api/developer/webhooks", body=sent_fields({"url": url, "events": events, "description": description}, ("description",)), options=options))
        return answer

    def delete(
        self,
        webhook_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a webhook with its deliveries."""
        self._ask(None, self._request("DELETE", "/api/developer/webhooks/{webhook_id}", {"webhook_id": webhook_id}, options=options))

    def deliveries(
        self,
        webhook_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["pending", "succeeded", "failed"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.WebhookDelivery]:
        """A webhook's deliveries, each with its tries."""
        return self._list(records.WebhookDelivery, self._request("GET", "/api/developer/webhooks/{webhook_id}/deliveries", {"webhook_id": webhook_id}, query={"limit": limit, "cursor": cursor, "status": status}, options=options))

    def delivery(
        self,
        delivery_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.WebhookDelivery:
        """One delivery."""
        answer: records.WebhookDelivery = self._ask(records.WebhookDelivery, self._request("GET", "/api/developer/webhooks/deliveries/{delivery_id}", {"delivery_id": delivery_id}, options=options))
        return answer

    def get(
        self,
        webhook_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Webhook:
        """One webhook."""
        answer: records.Webhook = self._ask(records.Webhook, self._request("GET", "/api/developer/webhooks/{webhook_id}", {"webhook_id": webhook_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Webhook]:
        """List the webhooks of the workspace."""
        return self._list(records.Webhook, self._request("GET", "/api/developer/webhooks", query={"limit": limit, "cursor": cursor}, options=options))

    def redeliver(
        self,
        delivery_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.WebhookDelivery:
        """Send a delivery again."""
        answer: records.WebhookDelivery = self._ask(records.WebhookDelivery, self._request("POST", "/api/developer/webhooks/deliveries/{delivery_id}/redeliver", {"delivery_id": delivery_id}, options=options))
        return answer

    def rotate(
        self,
        webhook_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.RotatedWebhook:
        """Replace the secret."""
        answer: records.RotatedWebhook = self._ask(records.RotatedWebhook, self._request("POST", "/api/developer/webhooks/{webhook_id}/rotate", {"webhook_id": webhook_id}, options=options))
        return answer

    def test(
        self,
        webhook_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.WebhookDelivery:
        """Send a test event and wait for the answer."""
        answer: records.WebhookDelivery = self._ask(records.WebhookDelivery, self._request("POST", "/api/developer/webhooks/{webhook_id}/test", {"webhook_id": webhook_id}, options=options))
        return answer

    def update(
        self,
        webhook_id: str,
        *,
        url: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        description: Union[str, None, Omitted] = OMITTED,
        status: Optional[Literal["enabled", "disabled"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Webhook:
        """Change a webhook, or switch it off or on."""
        answer: records.Webhook = self._ask(records.Webhook, self._request("PATCH", "/api/developer/webhooks/{webhook_id}", {"webhook_id": webhook_id}, body=sent_fields({"url": url, "events": events, "description": description, "status": status}, ("description",)), options=options))
        return answer


class EmailAccount(Resource):
    def delete(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove the mail account of the workspace."""
        self._ask(None, self._request("DELETE", "/api/email/account", options=options))

    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.EmailAccount:
        """The mail account of the workspace."""
        answer: records.EmailAccount = self._ask(records.EmailAccount, self._request("GET", "/api/email/account", options=options))
        return answer

    def set(
        self,
        address: str,
        imap: Mapping[str, Any],
        smtp: Mapping[str, Any],
        *,
        name: Union[str, None, Omitted] = OMITTED,
        username: Optional[str] = None,
        password: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.EmailAccount:
        """Set the mail account of the workspace."""
        answer: records.EmailAccount = self._ask(records.EmailAccount, self._request("PUT", "/api/email/account", body=sent_fields({"address": address, "imap": imap, "smtp": smtp, "name": name, "username": username, "password": password}, ("name",)), options=options))
        return answer

    def test(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.EmailAccountCheck:
        """Sign in at both mail servers."""
        answer: records.EmailAccountCheck = self._ask(records.EmailAccountCheck, self._request("POST", "/api/email/account/test", options=options))
        return answer


class ExportCertificates(Resource):
    def activate(
        self,
        certificate_id: str,
        active: Literal[True],
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.SigningCertificate:
        """Sign with this certificate from now on."""
        answer: records.SigningCertificate = self._ask(records.SigningCertificate, self._request("PATCH", "/api/export/certificates/{certificate_id}", {"certificate_id": certificate_id}, body=sent_fields({"active": active}), options=options))
        return answer

    def delete(
        self,
        certificate_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a certificate and its key."""
        self._ask(None, self._request("DELETE", "/api/export/certificates/{certificate_id}", {"certificate_id": certificate_id}, options=options))

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.SigningCertificate]:
        """The certificates that can sign PDF files."""
        return self._list(records.SigningCertificate, self._request("GET", "/api/export/certificates", options=options))


class ExportKeys(Resource):
    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.SigningKey]:
        """The keys that exports of this instance are signed with."""
        return self._list(records.SigningKey, self._request("GET", "/api/export/keys", options=options))

    def rotate(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.SigningKey:
        """Sign manifests with a new key from now on."""
        answer: records.SigningKey = self._ask(records.SigningKey, self._request("POST", "/api/export/keys/rotate", options=options))
        return answer


class JobsSchedules(Resource):
    def delete(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a schedule; jobs that it made stay."""
        self._ask(None, self._request("DELETE", "/api/jobs/schedules/{name}", {"name": name}, options=options))

    def get(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.JobSchedule:
        """Read one schedule."""
        answer: records.JobSchedule = self._ask(records.JobSchedule, self._request("GET", "/api/jobs/schedules/{name}", {"name": name}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.JobSchedule]:
        """List schedules, by name."""
        return self._list(records.JobSchedule, self._request("GET", "/api/jobs/schedules", query={"limit": limit, "cursor": cursor}, options=options))

    def put(
        self,
        name: str,
        cron: str,
        job: Mapping[str, Any],
        *,
        timezone: Optional[str] = None,
        misfire: Optional[Literal["run_once", "skip"]] = None,
        enabled: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.JobSchedule:
        """Make or replace a schedule."""
        answer: records.JobSchedule = self._ask(records.JobSchedule, self._request("PUT", "/api/jobs/schedules/{name}", {"name": name}, body=sent_fields({"cron": cron, "job": job, "timezone": timezone, "misfire": misfire, "enabled": enabled}), options=options))
        return answer


class MlExperiments(Resource):
    def create(
        self,
        name: str,
        *,
        description: Optional[str] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Experiment:
        """Make an experiment."""
        answer: records.Experiment = self._ask(records.Experiment, self._request("POST", "/api/ml/experiments", body=sent_fields({"name": name, "description": description, "tags": tags}), options=options))
        return answer

    def delete(
        self,
        experiment_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an experiment with its runs."""
        self._ask(None, self._request("DELETE", "/api/ml/experiments/{experiment_id}", {"experiment_id": experiment_id}, options=options))

    def get(
        self,
        experiment_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Experiment:
        """One experiment."""
        answer: records.Experiment = self._ask(records.Experiment, self._request("GET", "/api/ml/experiments/{experiment_id}", {"experiment_id": experiment_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["active", "deleted"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Experiment]:
        """List the experiments, newest first."""
        return self._list(records.Experiment, self._request("GET", "/api/ml/experiments", query={"limit": limit, "cursor": cursor, "state": state}, options=options))

    def restore(
        self,
        experiment_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Experiment:
        """Restore a deleted experiment with the runs that were deleted with it."""
        answer: records.Experiment = self._ask(records.Experiment, self._request("POST", "/api/ml/experiments/{experiment_id}/restore", {"experiment_id": experiment_id}, options=options))
        return answer

    def update(
        self,
        experiment_id: str,
        *,
        name: Optional[str] = None,
        description: Optional[str] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Experiment:
        """Rename, describe or tag an experiment."""
        answer: records.Experiment = self._ask(records.Experiment, self._request("PATCH", "/api/ml/experiments/{experiment_id}", {"experiment_id": experiment_id}, body=sent_fields({"name": name, "description": description, "tags": tags}), options=options))
        return answer


class MlModels(Resource):
    def alias(
        self,
        name: str,
        alias: str,
        version: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.RegisteredModel:
        """Let an alias point to a version."""
        answer: records.RegisteredModel = self._ask(records.RegisteredModel, self._request("PUT", "/api/ml/models/{name}/aliases/{alias}", {"name": name, "alias": alias}, body=sent_fields({"version": version}), options=options))
        return answer

    def alias_changes(
        self,
        name: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        alias: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ModelAliasChange]:
        """Who moved an alias of a model, when and from which version, newest first."""
        return self._list(records.ModelAliasChange, self._request("GET", "/api/ml/models/{name}/alias-changes", {"name": name}, query={"limit": limit, "cursor": cursor, "alias": alias}, options=options))

    def create(
        self,
        name: str,
        *,
        description: Optional[str] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.RegisteredModel:
        """Register a model by a name."""
        answer: records.RegisteredModel = self._ask(records.RegisteredModel, self._request("POST", "/api/ml/models", body=sent_fields({"name": name, "description": description, "tags": tags}), options=options))
        return answer

    def delete(
        self,
        name: str,
        *,
        confirm: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a registered model with its versions."""
        self._ask(None, self._request("DELETE", "/api/ml/models/{name}", {"name": name}, query={"confirm": confirm}, options=options))

    def delete_alias(
        self,
        name: str,
        alias: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Take an alias from a model."""
        self._ask(None, self._request("DELETE", "/api/ml/models/{name}/aliases/{alias}", {"name": name, "alias": alias}, options=options))

    def delete_version(
        self,
        name: str,
        version: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a version of a model, and the aliases that point to it."""
        self._ask(None, self._request("DELETE", "/api/ml/models/{name}/versions/{version}", {"name": name, "version": version}, options=options))

    def drift(
        self,
        name: str,
        dataset_id: str,
        *,
        dataset_version: Optional[int] = None,
        version: Optional[int] = None,
        alias: Optional[str] = None,
        threshold: Optional[float] = None,
        mode: Optional[Literal["wait", "job"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.DriftReport:
        """Compare a dataset with what a model was trained on."""
        answer: records.DriftReport = self._ask(records.DriftReport, self._request("POST", "/api/ml/models/{name}/drift", {"name": name}, body=sent_fields({"dataset_id": dataset_id, "dataset_version": dataset_version, "version": version, "alias": alias, "threshold": threshold, "mode": mode}), options=options))
        return answer

    def get(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.RegisteredModel:
        """One registered model."""
        answer: records.RegisteredModel = self._ask(records.RegisteredModel, self._request("GET", "/api/ml/models/{name}", {"name": name}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.RegisteredModel]:
        """List the registered models, by name."""
        return self._list(records.RegisteredModel, self._request("GET", "/api/ml/models", query={"limit": limit, "cursor": cursor}, options=options))

    def onnx(
        self,
        name: str,
        version: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """A version as an ONNX file."""
        return self._bytes(self._request("GET", "/api/ml/models/{name}/versions/{version}/onnx", {"name": name, "version": version}, options=options))

    def predict(
        self,
        name: str,
        *,
        rows: Optional[Sequence[Mapping[str, Any]]] = None,
        dataset_id: Optional[str] = None,
        dataset_version: Optional[int] = None,
        version: Optional[int] = None,
        alias: Optional[str] = None,
        probabilities: Optional[bool] = None,
        dataset_name: Optional[str] = None,
        mode: Optional[Literal["wait", "job"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Predictions:
        """Ask a model about rows, or about a whole dataset."""
        answer: records.Predictions = self._ask(records.Predictions, self._request("POST", "/api/ml/models/{name}/predict", {"name": name}, body=sent_fields({"rows": rows, "dataset_id": dataset_id, "dataset_version": dataset_version, "version": version, "alias": alias, "probabilities": probabilities, "dataset_name": dataset_name, "mode": mode}), options=options))
        return answer

    def register(
        self,
        name: str,
        run_id: str,
        *,
        path: Optional[str] = None,
        description: Optional[str] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.RegisteredModelVersion:
        """Register what a run kept, or an ONNX file, as the next version of a model."""
        answer: records.RegisteredModelVersion = self._ask(records.RegisteredModelVersion, self._request("POST", "/api/ml/models/{name}/versions", {"name": name}, body=sent_fields({"run_id": run_id, "path": path, "description": description, "tags": tags}), options=options))
        return answer

    def update(
        self,
        name: str,
        *,
        new_name: Optional[str] = None,
        description: Optional[str] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.RegisteredModel:
        """Rename, describe or tag a registered model."""
        answer: records.RegisteredModel = self._ask(records.RegisteredModel, self._request("PATCH", "/api/ml/models/{name}", {"name": name}, body=sent_fields({"name": new_name, "description": description, "tags": tags}), options=options))
        return answer

    def update_version(
        self,
        name: str,
        version: int,
        *,
        description: Optional[str] = None,
        stage: Optional[Literal["None", "Staging", "Production", "Archived"]] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.RegisteredModelVersion:
        """Describe, tag or stage a version of a model."""
        answer: records.RegisteredModelVersion = self._ask(records.RegisteredModelVersion, self._request("PATCH", "/api/ml/models/{name}/versions/{version}", {"name": name, "version": version}, body=sent_fields({"description": description, "stage": stage, "tags": tags}), options=options))
        return answer

    def version(
        self,
        name: str,
        version: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.RegisteredModelVersion:
        """One version of a model."""
        answer: records.RegisteredModelVersion = self._ask(records.RegisteredModelVersion, self._request("GET", "/api/ml/models/{name}/versions/{version}", {"name": name, "version": version}, options=options))
        return answer

    def versions(
        self,
        name: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.RegisteredModelVersion]:
        """The versions of a model, newest first."""
        return self._list(records.RegisteredModelVersion, self._request("GET", "/api/ml/models/{name}/versions", {"name": name}, query={"limit": limit, "cursor": cursor}, options=options))


class MlRuns(Resource):
    def artifacts(
        self,
        run_id: str,
        *,
        path: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.MlArtifact]:
        """The files and folders of a run, or of a folder of it."""
        return self._list(records.MlArtifact, self._request("GET", "/api/ml/runs/{run_id}/artifacts", {"run_id": run_id}, query={"path": path}, options=options))

    def compare(
        self,
        run_ids: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.RunComparison:
        """Compare runs: which params differ, and which run is best by each metric."""
        answer: records.RunComparison = self._ask(records.RunComparison, self._request("GET", "/api/ml/runs/compare", query={"run_ids": run_ids}, options=options))
        return answer

    def create(
        self,
        *,
        experiment_id: Optional[str] = None,
        name: Optional[str] = None,
        params: Optional[Mapping[str, Any]] = None,
        tags: Optional[Mapping[str, Any]] = None,
        dataset: Optional[Mapping[str, Any]] = None,
        job_id: Optional[str] = None,
        session_id: Optional[str] = None,
        parent_run_id: Optional[str] = None,
        status: Optional[Literal["queued", "running", "finished", "failed", "killed"]] = None,
        started_at: Optional[str] = None,
        finished_at: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.MlRun:
        """Begin a run."""
        answer: records.MlRun = self._ask(records.MlRun, self._request("POST", "/api/ml/runs", body=sent_fields({"experiment_id": experiment_id, "name": name, "params": params, "tags": tags, "dataset": dataset, "job_id": job_id, "session_id": session_id, "parent_run_id": parent_run_id, "status": status, "started_at": started_at, "finished_at": finished_at}), options=options))
        return answer

    def delete(
        self,
        run_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a run."""
        self._ask(None, self._request("DELETE", "/api/ml/runs/{run_id}", {"run_id": run_id}, options=options))

    def delete_artifact(
        self,
        run_id: str,
        path: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a file or a folder of a run."""
        self._ask(None, self._request("DELETE", "/api/ml/runs/{run_id}/artifacts/{path}", {"run_id": run_id, "path": path}, options=options))

    def download_artifact(
        self,
        run_id: str,
        path: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Download a file of a run."""
        return self._bytes(self._request("GET", "/api/ml/runs/{run_id}/artifacts/{path}", {"run_id": run_id, "path": path}, options=options))

    def get(
        self,
        run_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.WholeMlRun:
        """One run, with the result of its trainer."""
        answer: records.WholeMlRun = self._ask(records.WholeMlRun, self._request("GET", "/api/ml/runs/{run_id}", {"run_id": run_id}, options=options))
        return answer

    def history(
        self,
        run_id: str,
        path: str,
        *,
        max_points: Optional[int] = None,
        from_step: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.MetricHistory:
        """How a metric went."""
        answer: records.MetricHistory = self._ask(records.MetricHistory, self._request("GET", "/api/ml/runs/{run_id}/metrics/{path}", {"run_id": run_id, "path": path}, query={"max_points": max_points, "from_step": from_step}, options=options))
        return answer

    def log(
        self,
        run_id: str,
        *,
        metrics: Optional[Sequence[Mapping[str, Any]]] = None,
        params: Optional[Mapping[str, Any]] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.LoggedCounts:
        """Log metrics, params and tags."""
        answer: records.LoggedCounts = self._ask(records.LoggedCounts, self._request("POST", "/api/ml/runs/{run_id}/log", {"run_id": run_id}, body=sent_fields({"metrics": metrics, "params": params, "tags": tags}), options=options))
        return answer

    def predictions(
        self,
        run_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.HeldOutPrediction]:
        """What was predicted of rows that the model had not seen."""
        return self._list(records.HeldOutPrediction, self._request("GET", "/api/ml/runs/{run_id}/predictions", {"run_id": run_id}, query={"limit": limit, "cursor": cursor}, options=options))

    def restore(
        self,
        run_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.MlRun:
        """Restore a deleted run."""
        answer: records.MlRun = self._ask(records.MlRun, self._request("POST", "/api/ml/runs/{run_id}/restore", {"run_id": run_id}, options=options))
        return answer

    def search(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        experiment_id: Optional[str] = None,
        filter: Optional[str] = None,
        order_by: Optional[Sequence[str]] = None,
        state: Optional[Literal["active", "deleted"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.MlRun]:
        """Find runs, newest first unless `order_by` says otherwise."""
        return self._list(records.MlRun, self._request("GET", "/api/ml/runs", query={"limit": limit, "cursor": cursor, "experiment_id": experiment_id, "filter": filter, "order_by": order_by, "state": state}, options=options))

    def update(
        self,
        run_id: str,
        *,
        name: Optional[str] = None,
        status: Optional[Literal["queued", "running", "finished", "failed", "killed"]] = None,
        finished_at: Optional[str] = None,
        tags: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.MlRun:
        """Rename a run, say how it ended, or tag it."""
        answer: records.MlRun = self._ask(records.MlRun, self._request("PATCH", "/api/ml/runs/{run_id}", {"run_id": run_id}, body=sent_fields({"name": name, "status": status, "finished_at": finished_at, "tags": tags}), options=options))
        return answer


class ModelsProviders(Resource):
    def create(
        self,
        name: str,
        kind: str,
        *,
        scope: Optional[Literal["workspace", "installation"]] = None,
        base_url: Union[str, None, Omitted] = OMITTED,
        api_key: Union[str, None, Omitted] = OMITTED,
        models: Optional[Sequence[Mapping[str, Any]]] = None,
        timeout_seconds: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ModelProvider:
        """Connect a provider of models."""
        answer: records.ModelProvider = self._ask(records.ModelProvider, self._request("POST", "/api/models/providers", body=sent_fields({"name": name, "kind": kind, "scope": scope, "base_url": base_url, "api_key": api_key, "models": models, "timeout_seconds": timeout_seconds}, ("base_url", "api_key",)), options=options))
        return answer

    def delete(
        self,
        provider_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove a provider of models."""
        self._ask(None, self._request("DELETE", "/api/models/providers/{provider_id}", {"provider_id": provider_id}, options=options))

    def get(
        self,
        provider_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ModelProvider:
        """One provider of models."""
        answer: records.ModelProvider = self._ask(records.ModelProvider, self._request("GET", "/api/models/providers/{provider_id}", {"provider_id": provider_id}, options=options))
        return answer

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ModelProvider]:
        """List the providers of models."""
        return self._list(records.ModelProvider, self._request("GET", "/api/models/providers", options=options))

    def test(
        self,
        provider_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ModelProviderCheck:
        """Ask a provider for its list of models."""
        answer: records.ModelProviderCheck = self._ask(records.ModelProviderCheck, self._request("POST", "/api/models/providers/{provider_id}/test", {"provider_id": provider_id}, options=options))
        return answer

    def test_unsaved(
        self,
        kind: str,
        *,
        name: Optional[str] = None,
        base_url: Union[str, None, Omitted] = OMITTED,
        api_key: Union[str, None, Omitted] = OMITTED,
        timeout_seconds: Optional[int] = None,
        model: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ModelProviderCheck:
        """Ask a provider for its list of models before it is saved."""
        answer: records.ModelProviderCheck = self._ask(records.ModelProviderCheck, self._request("POST", "/api/models/providers/test", body=sent_fields({"kind": kind, "name": name, "base_url": base_url, "api_key": api_key, "timeout_seconds": timeout_seconds, "model": model}, ("base_url", "api_key",)), options=options))
        return answer

    def update(
        self,
        provider_id: str,
        *,
        name: Optional[str] = None,
        base_url: Union[str, None, Omitted] = OMITTED,
        api_key: Union[str, None, Omitted] = OMITTED,
        models: Optional[Sequence[Mapping[str, Any]]] = None,
        timeout_seconds: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ModelProvider:
        """Change a provider of models."""
        answer: records.ModelProvider = self._ask(records.ModelProvider, self._request("PATCH", "/api/models/providers/{provider_id}", {"provider_id": provider_id}, body=sent_fields({"name": name, "base_url": base_url, "api_key": api_key, "models": models, "timeout_seconds": timeout_seconds}, ("base_url", "api_key",)), options=options))
        return answer


class ModelsSettings(Resource):
    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ModelSettings:
        """The model that is asked when none is named."""
        answer: records.ModelSettings = self._ask(records.ModelSettings, self._request("GET", "/api/models/settings", options=options))
        return answer

    def set(
        self,
        default_model: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ModelSettings:
        """Choose the model that is asked when none is named."""
        answer: records.ModelSettings = self._ask(records.ModelSettings, self._request("PUT", "/api/models/settings", body=sent_fields({"default_model": default_model}, ("default_model",)), options=options))
        return answer


class ResearchClaims(Resource):
    def add_evidence(
        self,
        research_project_id: str,
        claim_id: str,
        *,
        type: Optional[Literal["file"]] = None,
        source_id: Optional[str] = None,
        quote: Optional[str] = None,
        relation: Optional[Literal["supports", "contradicts", "context"]] = None,
        note: Optional[str] = None,
        start: Optional[int] = None,
        end: Optional[int] = None,
        page: Optional[int] = None,
        dataset_id: Optional[str] = None,
        version: Optional[int] = None,
        columns: Optional[Sequence[str]] = None,
        analysis_id: Optional[str] = None,
        pointer: Optional[str] = None,
        value: Optional[float] = None,
        tolerance: Optional[float] = None,
        receipt: Optional[Mapping[str, Any]] = None,
        run_id: Optional[str] = None,
        metric: Optional[str] = None,
        note_id: Optional[str] = None,
        file_id: Optional[str] = None,
        sha256: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchClaim:
        """Add evidence to a claim."""
        answer: records.ResearchClaim = self._ask(records.ResearchClaim, self._request("POST", "/api/research/projects/{research_project_id}/claims/{claim_id}/evidence", {"research_project_id": research_project_id, "claim_id": claim_id}, body=sent_fields({"type": type, "source_id": source_id, "quote": quote, "relation": relation, "note": note, "start": start, "end": end, "page": page, "dataset_id": dataset_id, "version": version, "columns": columns, "analysis_id": analysis_id, "pointer": pointer, "value": value, "tolerance": tolerance, "receipt": receipt, "run_id": run_id, "metric": metric, "note_id": note_id, "file_id": file_id, "sha256": sha256}), options=options))
        return answer

    def create(
        self,
        research_project_id: str,
        text: str,
        *,
        kind: Optional[Literal["finding", "assumption", "opinion"]] = None,
        tags: Optional[Sequence[str]] = None,
        evidence: Optional[Sequence[Mapping[str, Any]]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchClaim:
        """Claim something."""
        answer: records.ResearchClaim = self._ask(records.ResearchClaim, self._request("POST", "/api/research/projects/{research_project_id}/claims", {"research_project_id": research_project_id}, body=sent_fields({"text": text, "kind": kind, "tags": tags, "evidence": evidence}), options=options))
        return answer

    def delete(
        self,
        research_project_id: str,
        claim_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a claim and its evidence."""
        self._ask(None, self._request("DELETE", "/api/research/projects/{research_project_id}/claims/{claim_id}", {"research_project_id": research_project_id, "claim_id": claim_id}, options=options))

    def delete_evidence(
        self,
        research_project_id: str,
        claim_id: str,
        evidence_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchClaim:
        """Take evidence from a claim."""
        answer: records.ResearchClaim = self._ask(records.ResearchClaim, self._request("DELETE", "/api/research/projects/{research_project_id}/claims/{claim_id}/evidence/{evidence_id}", {"research_project_id": research_project_id, "claim_id": claim_id, "evidence_id": evidence_id}, options=options))
        return answer

    def get(
        self,
        research_project_id: str,
        claim_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchClaim:
        """One claim with its evidence."""
        answer: records.ResearchClaim = self._ask(records.ResearchClaim, self._request("GET", "/api/research/projects/{research_project_id}/claims/{claim_id}", {"research_project_id": research_project_id, "claim_id": claim_id}, options=options))
        return answer

    def list(
        self,
        research_project_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["supported", "contradicted", "unsupported", "broken"]] = None,
        source_id: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ResearchClaim]:
        """What a project claims."""
        return self._list(records.ResearchClaim, self._request("GET", "/api/research/projects/{research_project_id}/claims", {"research_project_id": research_project_id}, query={"limit": limit, "cursor": cursor, "status": status, "source_id": source_id}, options=options))

    def update(
        self,
        research_project_id: str,
        claim_id: str,
        *,
        text: Optional[str] = None,
        kind: Optional[Literal["finding", "assumption", "opinion"]] = None,
        tags: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchClaim:
        """Change a claim."""
        answer: records.ResearchClaim = self._ask(records.ResearchClaim, self._request("PATCH", "/api/research/projects/{research_project_id}/claims/{claim_id}", {"research_project_id": research_project_id, "claim_id": claim_id}, body=sent_fields({"text": text, "kind": kind, "tags": tags}), options=options))
        return answer


class ResearchLinks(Resource):
    def add(
        self,
        research_project_id: str,
        type: Literal["note", "file", "dataset", "analysis", "query", "run", "model", "session", "job"],
        id: str,
        *,
        version: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchLink:
        """Link a record to a project."""
        answer: records.ResearchLink = self._ask(records.ResearchLink, self._request("POST", "/api/research/projects/{research_project_id}/links", {"research_project_id": research_project_id}, body=sent_fields({"type": type, "id": id, "version": version}), options=options))
        return answer

    def delete(
        self,
        research_project_id: str,
        link_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Take a link from a project."""
        self._ask(None, self._request("DELETE", "/api/research/projects/{research_project_id}/links/{link_id}", {"research_project_id": research_project_id, "link_id": link_id}, options=options))

    def list(
        self,
        research_project_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ResearchLink]:
        """Records that a project is about."""
        return self._list(records.ResearchLink, self._request("GET", "/api/research/projects/{research_project_id}/links", {"research_project_id": research_project_id}, options=options))


class ResearchProjects(Resource):
    def create(
        self,
        title: str,
        *,
        question: Union[str, None, Omitted] = OMITTED,
        description: Union[str, None, Omitted] = OMITTED,
        tags: Optional[Sequence[str]] = None,
        style: Optional[str] = None,
        locale: Optional[Literal["en-US", "de-DE", "fr-FR", "es-ES", "nl-NL"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchProject:
        """Make a research project."""
        answer: records.ResearchProject = self._ask(records.ResearchProject, self._request("POST", "/api/research/projects", body=sent_fields({"title": title, "question": question, "description": description, "tags": tags, "style": style, "locale": locale}, ("question", "description",)), options=options))
        return answer

    def delete(
        self,
        research_project_id: str,
        confirm: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a research project."""
        self._ask(None, self._request("DELETE", "/api/research/projects/{research_project_id}", {"research_project_id": research_project_id}, body=sent_fields({"confirm": confirm}), options=options))

    def get(
        self,
        research_project_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchProject:
        """One research project."""
        answer: records.ResearchProject = self._ask(records.ResearchProject, self._request("GET", "/api/research/projects/{research_project_id}", {"research_project_id": research_project_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ResearchProject]:
        """Research projects of the workspace."""
        return self._list(records.ResearchProject, self._request("GET", "/api/research/projects", query={"limit": limit, "cursor": cursor}, options=options))

    def update(
        self,
        research_project_id: str,
        *,
        title: Optional[str] = None,
        question: Union[str, None, Omitted] = OMITTED,
        description: Union[str, None, Omitted] = OMITTED,
        tags: Optional[Sequence[str]] = None,
        style: Optional[str] = None,
        locale: Optional[Literal["en-US", "de-DE", "fr-FR", "es-ES", "nl-NL"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchProject:
        """Change a research project."""
        answer: records.ResearchProject = self._ask(records.ResearchProject, self._request("PATCH", "/api/research/projects/{research_project_id}", {"research_project_id": research_project_id}, body=sent_fields({"title": title, "question": question, "description": description, "tags": tags, "style": style, "locale": locale}, ("question", "description",)), options=options))
        return answer


class ResearchReports(Resource):
    def create(
        self,
        research_project_id: str,
        title: str,
        body: str,
        *,
        style: Union[str, None, Omitted] = OMITTED,
        locale: Union[Literal["en-US", "de-DE", "fr-FR", "es-ES", "nl-NL"], None, Omitted] = OMITTED,
        authors: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchReport:
        """Write a report."""
        answer: records.ResearchReport = self._ask(records.ResearchReport, self._request("POST", "/api/research/projects/{research_project_id}/reports", {"research_project_id": research_project_id}, body=sent_fields({"title": title, "body": body, "style": style, "locale": locale, "authors": authors}, ("style", "locale",)), options=options))
        return answer

    def delete(
        self,
        research_project_id: str,
        report_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a report and its versions."""
        self._ask(None, self._request("DELETE", "/api/research/projects/{research_project_id}/reports/{report_id}", {"research_project_id": research_project_id, "report_id": report_id}, options=options))

    def export(
        self,
        research_project_id: str,
        report_id: str,
        format: Literal["md", "html", "pdf", "docx", "zip"],
        *,
        style: Optional[str] = None,
        locale: Optional[Literal["en-US", "de-DE", "fr-FR", "es-ES", "nl-NL"]] = None,
        cover: Optional[Union[Literal[True], Mapping[str, Any]]] = None,
        signatories: Optional[Sequence[Mapping[str, Any]]] = None,
        sign: Optional[Mapping[str, Any]] = None,
        allow_unverified: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """A report as a document."""
        return self._bytes(self._request("POST", "/api/research/projects/{research_project_id}/reports/{report_id}/export", {"research_project_id": research_project_id, "report_id": report_id}, body=sent_fields({"format": format, "style": style, "locale": locale, "cover": cover, "signatories": signatories, "sign": sign, "allow_unverified": allow_unverified}), options=options))

    def get(
        self,
        research_project_id: str,
        report_id: str,
        *,
        version: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchReport:
        """One report, or an earlier version of it."""
        answer: records.ResearchReport = self._ask(records.ResearchReport, self._request("GET", "/api/research/projects/{research_project_id}/reports/{report_id}", {"research_project_id": research_project_id, "report_id": report_id}, query={"version": version}, options=options))
        return answer

    def lint(
        self,
        research_project_id: str,
        report_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.LintResult:
        """Look a report over."""
        answer: records.LintResult = self._ask(records.LintResult, self._request("POST", "/api/research/projects/{research_project_id}/reports/{report_id}/lint", {"research_project_id": research_project_id, "report_id": report_id}, options=options))
        return answer

    def list(
        self,
        research_project_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ResearchReport]:
        """Reports of a project."""
        return self._list(records.ResearchReport, self._request("GET", "/api/research/projects/{research_project_id}/reports", {"research_project_id": research_project_id}, query={"limit": limit, "cursor": cursor}, options=options))

    def update(
        self,
        research_project_id: str,
        report_id: str,
        title: str,
        body: str,
        *,
        style: Union[str, None, Omitted] = OMITTED,
        locale: Union[Literal["en-US", "de-DE", "fr-FR", "es-ES", "nl-NL"], None, Omitted] = OMITTED,
        authors: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchReport:
        """Write a report anew."""
        answer: records.ResearchReport = self._ask(records.ResearchReport, self._request("PUT", "/api/research/projects/{research_project_id}/reports/{report_id}", {"research_project_id": research_project_id, "report_id": report_id}, body=sent_fields({"title": title, "body": body, "style": style, "locale": locale, "authors": authors}, ("style", "locale",)), options=options))
        return answer

    def versions(
        self,
        research_project_id: str,
        report_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ResearchReportVersion]:
        """Versions of a report."""
        return self._list(records.ResearchReportVersion, self._request("GET", "/api/research/projects/{research_project_id}/reports/{report_id}/versions", {"research_project_id": research_project_id, "report_id": report_id}, options=options))


class ResearchSources(Resource):
    def add(
        self,
        research_project_id: str,
        *,
        file_id: Optional[str] = None,
        url: Optional[str] = None,
        doi: Optional[str] = None,
        bibtex: Optional[str] = None,
        ris: Optional[str] = None,
        text: Optional[str] = None,
        title: Optional[str] = None,
        key: Optional[str] = None,
        csl: Optional[Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]] = None,
        tags: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.AddedSources:
        """Add sources to a project."""
        answer: records.AddedSources = self._ask(records.AddedSources, self._request("POST", "/api/research/projects/{research_project_id}/sources", {"research_project_id": research_project_id}, body=sent_fields({"file_id": file_id, "url": url, "doi": doi, "bibtex": bibtex, "ris": ris, "text": text, "title": title, "key": key, "csl": csl, "tags": tags}), options=options))
        return answer

    def delete(
        self,
        research_project_id: str,
        source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a source."""
        self._ask(None, self._request("DELETE", "/api/research/projects/{research_project_id}/sources/{source_id}", {"research_project_id": research_project_id, "source_id": source_id}, options=options))

    def download(
        self,
        research_project_id: str,
        source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """The bytes that were kept of a source."""
        return self._bytes(self._request("GET", "/api/research/projects/{research_project_id}/sources/{source_id}/content", {"research_project_id": research_project_id, "source_id": source_id}, options=options))

    def get(
        self,
        research_project_id: str,
        source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchSource:
        """One source."""
        answer: records.ResearchSource = self._ask(records.ResearchSource, self._request("GET", "/api/research/projects/{research_project_id}/sources/{source_id}", {"research_project_id": research_project_id, "source_id": source_id}, options=options))
        return answer

    def list(
        self,
        research_project_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ResearchSource]:
        """The reading list of a project."""
        return self._list(records.ResearchSource, self._request("GET", "/api/research/projects/{research_project_id}/sources", {"research_project_id": research_project_id}, query={"limit": limit, "cursor": cursor}, options=options))

    def refresh(
        self,
        research_project_id: str,
        source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.RefreshedSource:
        """Fetch a source again."""
        answer: records.RefreshedSource = self._ask(records.RefreshedSource, self._request("POST", "/api/research/projects/{research_project_id}/sources/{source_id}/refresh", {"research_project_id": research_project_id, "source_id": source_id}, options=options))
        return answer

    def text(
        self,
        research_project_id: str,
        source_id: str,
        *,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.SourceTextPart:
        """The text of a source."""
        answer: records.SourceTextPart = self._ask(records.SourceTextPart, self._request("GET", "/api/research/projects/{research_project_id}/sources/{source_id}/text", {"research_project_id": research_project_id, "source_id": source_id}, query={"from": from_, "to": to}, options=options))
        return answer

    def update(
        self,
        research_project_id: str,
        source_id: str,
        *,
        key: Optional[str] = None,
        csl: Optional[Mapping[str, Any]] = None,
        tags: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchSource:
        """Change what is known of a source."""
        answer: records.ResearchSource = self._ask(records.ResearchSource, self._request("PATCH", "/api/research/projects/{research_project_id}/sources/{source_id}", {"research_project_id": research_project_id, "source_id": source_id}, body=sent_fields({"key": key, "csl": csl, "tags": tags}), options=options))
        return answer


class ResearchStyles(Resource):
    def delete(
        self,
        style: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a citation style."""
        self._ask(None, self._request("DELETE", "/api/research/styles/{style}", {"style": style}, options=options))

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.CitationStyle]:
        """Citation styles."""
        return self._list(records.CitationStyle, self._request("GET", "/api/research/styles", options=options))


class ToolsApprovals(Resource):
    def approve(
        self,
        approval_id: str,
        *,
        reason: Optional[str] = None,
        form: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.AnyApproval:
        """Approve a call, or what a run asks."""
        answer: records.AnyApproval = self._ask(records.AnyApproval, self._request("POST", "/api/approvals/{approval_id}/approve", {"approval_id": approval_id}, body=sent_fields({"reason": reason, "form": form}), options=options))
        return answer

    def deny(
        self,
        approval_id: str,
        *,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.AnyApproval:
        """Deny a call, or what a run asks."""
        answer: records.AnyApproval = self._ask(records.AnyApproval, self._request("POST", "/api/approvals/{approval_id}/deny", {"approval_id": approval_id}, body=sent_fields({"reason": reason}), options=options))
        return answer

    def get(
        self,
        approval_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.AnyApproval:
        """Get an approval."""
        answer: records.AnyApproval = self._ask(records.AnyApproval, self._request("GET", "/api/approvals/{approval_id}", {"approval_id": approval_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["pending", "approved", "denied", "expired", "withdrawn"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.AnyApproval]:
        """List approvals."""
        return self._list(records.AnyApproval, self._request("GET", "/api/approvals", query={"limit": limit, "cursor": cursor, "status": status}, options=options))


class ToolsGrants(Resource):
    def delete(
        self,
        name: str,
        *,
        key_id: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Take a grant back."""
        self._ask(None, self._request("DELETE", "/api/tools/{name}/grant", {"name": name}, query={"key_id": key_id}, options=options))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ToolGrant]:
        """List grants of tools."""
        return self._list(records.ToolGrant, self._request("GET", "/api/tools/grants", query={"limit": limit, "cursor": cursor}, options=options))

    def set(
        self,
        name: str,
        grant: Literal["allow", "ask", "deny"],
        *,
        key_id: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ToolGrant:
        """Grant a tool."""
        answer: records.ToolGrant = self._ask(records.ToolGrant, self._request("PUT", "/api/tools/{name}/grant", {"name": name}, body=sent_fields({"grant": grant, "key_id": key_id}), options=options))
        return answer


class ToolsMcpServers(Resource):
    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.McpServers:
        """List the MCP servers of mcp.json."""
        answer: records.McpServers = self._ask(records.McpServers, self._request("GET", "/api/mcp/servers", options=options))
        return answer

    def reconnect(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.McpServer:
        """Connect to an MCP server anew."""
        answer: records.McpServer = self._ask(records.McpServer, self._request("POST", "/api/mcp/servers/{name}/reconnect", {"name": name}, options=options))
        return answer


class ToolsSandboxed(Resource):
    def get(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.SandboxedTool:
        """Shows the folder of a sandboxed tool."""
        answer: records.SandboxedTool = self._ask(records.SandboxedTool, self._request("GET", "/api/sandboxed-tools/{name}", {"name": name}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.SandboxedTool]:
        """Lists the folders of sandboxed tools."""
        return self._list(records.SandboxedTool, self._request("GET", "/api/sandboxed-tools", query={"limit": limit, "cursor": cursor}, options=options))


class WorkspaceNotes(Resource):
    def create(
        self,
        title: str,
        body: str,
        *,
        tags: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Note:
        """Write a note."""
        answer: records.Note = self._ask(records.Note, self._request("POST", "/api/workspace/notes", body=sent_fields({"title": title, "body": body, "tags": tags}), options=options))
        return answer

    def delete(
        self,
        note_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a note."""
        self._ask(None, self._request("DELETE", "/api/workspace/notes/{note_id}", {"note_id": note_id}, options=options))

    def get(
        self,
        note_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Note:
        """One note, with the notes it links to and those that link to it."""
        answer: records.Note = self._ask(records.Note, self._request("GET", "/api/workspace/notes/{note_id}", {"note_id": note_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        tag: Optional[str] = None,
        search: Optional[str] = None,
        sort: Optional[Literal["created", "updated"]] = None,
        title: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ListedNote]:
        """List or search the notes of the workspace."""
        return self._list(records.ListedNote, self._request("GET", "/api/workspace/notes", query={"limit": limit, "cursor": cursor, "tag": tag, "search": search, "sort": sort, "title": title}, options=options))

    def replace(
        self,
        note_id: str,
        title: str,
        body: str,
        *,
        tags: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Note:
        """Write a note anew."""
        answer: records.Note = self._ask(records.Note, self._request("PUT", "/api/workspace/notes/{note_id}", {"note_id": note_id}, body=sent_fields({"title": title, "body": body, "tags": tags}), options=options))
        return answer

    def restore(
        self,
        note_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Note:
        """Bring back a note that was deleted within a day."""
        answer: records.Note = self._ask(records.Note, self._request("POST", "/api/workspace/notes/{note_id}/restore", {"note_id": note_id}, options=options))
        return answer


class WorkspaceSample(Resource):
    def add(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Sample:
        """Add the sample data: a text, a dataset, notes and tasks to try things on."""
        answer: records.Sample = self._ask(records.Sample, self._request("POST", "/api/workspace/sample", options=options))
        return answer

    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Sample:
        """What the sample data is made of, and what of it is in the workspace."""
        answer: records.Sample = self._ask(records.Sample, self._request("GET", "/api/workspace/sample", options=options))
        return answer

    def remove(
        self,
        *,
        changed: Optional[Literal["keep", "delete"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.SampleRemoval:
        """Remove the sample data, and nothing else."""
        answer: records.SampleRemoval = self._ask(records.SampleRemoval, self._request("DELETE", "/api/workspace/sample", query={"changed": changed}, options=options))
        return answer


class WorkspaceTasks(Resource):
    def create(
        self,
        title: str,
        *,
        status: Optional[Literal["todo", "in_progress", "done", "cancelled"]] = None,
        priority: Optional[Literal["low", "normal", "high", "urgent"]] = None,
        due: Union[str, None, Omitted] = OMITTED,
        tags: Optional[Sequence[str]] = None,
        body: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Task:
        """Make a task."""
        answer: records.Task = self._ask(records.Task, self._request("POST", "/api/workspace/tasks", body=sent_fields({"title": title, "status": status, "priority": priority, "due": due, "tags": tags, "body": body}, ("due",)), options=options))
        return answer

    def delete(
        self,
        task_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a task."""
        self._ask(None, self._request("DELETE", "/api/workspace/tasks/{task_id}", {"task_id": task_id}, options=options))

    def get(
        self,
        task_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Task:
        """One task."""
        answer: records.Task = self._ask(records.Task, self._request("GET", "/api/workspace/tasks/{task_id}", {"task_id": task_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        tag: Optional[str] = None,
        search: Optional[str] = None,
        status: Optional[Literal["todo", "in_progress", "done", "cancelled", "open"]] = None,
        due_before: Optional[str] = None,
        sort: Optional[Literal["created", "updated", "due", "priority"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Task]:
        """List or search the tasks of the workspace."""
        return self._list(records.Task, self._request("GET", "/api/workspace/tasks", query={"limit": limit, "cursor": cursor, "tag": tag, "search": search, "status": status, "due_before": due_before, "sort": sort}, options=options))

    def restore(
        self,
        task_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Task:
        """Bring back a task that was deleted within a day."""
        answer: records.Task = self._ask(records.Task, self._request("POST", "/api/workspace/tasks/{task_id}/restore", {"task_id": task_id}, options=options))
        return answer

    def update(
        self,
        task_id: str,
        *,
        title: Optional[str] = None,
        status: Optional[Literal["todo", "in_progress", "done", "cancelled"]] = None,
        priority: Optional[Literal["low", "normal", "high", "urgent"]] = None,
        due: Union[str, None, Omitted] = OMITTED,
        tags: Optional[Sequence[str]] = None,
        body: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Task:
        """Change a task."""
        answer: records.Task = self._ask(records.Task, self._request("PATCH", "/api/workspace/tasks/{task_id}", {"task_id": task_id}, body=sent_fields({"title": title, "status": status, "priority": priority, "due": due, "tags": tags, "body": body}, ("due",)), options=options))
        return answer


class Admin(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.backups = AdminBackups(transport)
        self.plugins = AdminPlugins(transport)
        self.users = AdminUsers(transport)
        self.workspaces = AdminWorkspaces(transport)

    def audit(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.AuditEntry]:
        """Read the audit log, newest first."""
        return self._list(records.AuditEntry, self._request("GET", "/api/admin/audit", query={"limit": limit, "cursor": cursor}, options=options))

    def config(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Setting]:
        """Every setting of the server and its plugins, with where its value came from."""
        return self._list(records.Setting, self._request("GET", "/api/admin/config", options=options))

    def set_config(
        self,
        values: Mapping[str, Any],
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Setting]:
        """Choose values of settings, from the next start on."""
        return self._list(records.Setting, self._request("PATCH", "/api/admin/config", body=sent_fields({"values": values}), options=options))

    def status(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ServerStatus:
        """Show the state of this server process: memory, limits, clock, queues, the last backup."""
        answer: records.ServerStatus = self._ask(records.ServerStatus, self._request("GET", "/api/server/status", options=options))
        return answer


class AgentApps(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)

    def get(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.AgentApp:
        """Shows an agent app."""
        answer: records.AgentApp = self._ask(records.AgentApp, self._request("GET", "/api/agent-apps/{name}", {"name": name}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.AgentApp]:
        """Lists the agent apps."""
        return self._list(records.AgentApp, self._request("GET", "/api/agent-apps", query={"limit": limit, "cursor": cursor}, options=options))

    def runs(
        self,
        *,
        app: Optional[str] = None,
        status: Optional[Union[Literal["queued"], Literal["running"], Literal["succeeded"], Literal["failed"], Literal["cancelled"]]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ListedAgentAppRun]:
        """Lists the runs of agent apps."""
        return self._list(records.ListedAgentAppRun, self._request("GET", "/api/agent-apps/runs", query={"app": app, "status": status, "limit": limit, "cursor": cursor}, options=options))


class Conversations(Resource):
    def activate(
        self,
        session_id: str,
        message_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Message:
        """Read and continue the branch of this message."""
        answer: records.Message = self._ask(records.Message, self._request("POST", "/api/conversations/{session_id}/messages/{message_id}/activate", {"session_id": session_id, "message_id": message_id}, options=options))
        return answer

    def cancel(
        self,
        session_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.CancelledTurn:
        """Stop the reply in progress."""
        answer: records.CancelledTurn = self._ask(records.CancelledTurn, self._request("POST", "/api/conversations/{session_id}/cancel", {"session_id": session_id}, options=options))
        return answer

    def delete(
        self,
        session_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a conversation with all that was said in it."""
        self._ask(None, self._request("DELETE", "/api/conversations/{session_id}", {"session_id": session_id}, options=options))

    def export(
        self,
        session_id: str,
        *,
        format: Optional[Literal["md", "json"]] = None,
        events: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Export a conversation as Markdown or JSON."""
        return self._bytes(self._request("GET", "/api/conversations/{session_id}/export", {"session_id": session_id}, query={"format": format, "events": events}, options=options))

    def get(
        self,
        session_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Conversation:
        """One conversation."""
        answer: records.Conversation = self._ask(records.Conversation, self._request("GET", "/api/conversations/{session_id}", {"session_id": session_id}, options=options))
        return answer

    def import_(
        self,
        source: str,
        conversations: Sequence[Mapping[str, Any]],
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ImportedConversationOutcome]:
        """Bring conversations in from another program."""
        return self._list(records.ImportedConversationOutcome, self._request("POST", "/api/conversations/import", body=sent_fields({"source": source, "conversations": conversations}), options=options))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ListedConversation]:
        """List or search the conversations of the workspace."""
        return self._list(records.ListedConversation, self._request("GET", "/api/conversations", query={"limit": limit, "cursor": cursor, "search": search}, options=options))

    def message(
        self,
        session_id: str,
        message_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Message:
        """One message, of any branch."""
        answer: records.Message = self._ask(records.Message, self._request("GET", "/api/conversations/{session_id}/messages/{message_id}", {"session_id": session_id, "message_id": message_id}, options=options))
        return answer

    def messages(
        self,
        session_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Message]:
        """List the messages of a conversation."""
        return self._list(records.Message, self._request("GET", "/api/conversations/{session_id}/messages", {"session_id": session_id}, query={"limit": limit, "cursor": cursor, "order": order}, options=options))

    def update(
        self,
        session_id: str,
        *,
        title: Union[str, None, Omitted] = OMITTED,
        model: Union[str, None, Omitted] = OMITTED,
        system: Union[str, None, Omitted] = OMITTED,
        tools: Optional[Union[Literal["all", "none"], Sequence[str]]] = None,
        settings: Optional[Mapping[str, Any]] = None,
        memory: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Conversation:
        """Change the title, model, system prompt, tools, memory or settings of a conversation."""
        answer: records.Conversation = self._ask(records.Conversation, self._request("PATCH", "/api/conversations/{session_id}", {"session_id": session_id}, body=sent_fields({"title": title, "model": model, "system": system, "tools": tools, "settings": settings, "memory": memory}, ("title", "model", "system",)), options=options))
        return answer


class Data(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.queries = DataQueries(transport)

    def backup(
        self,
        *,
        scope: Optional[Literal["workspace", "home"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Make a backup of the workspace, or of the whole home, and download it."""
        return self._bytes(self._request("POST", "/api/data/backup", body=sent_fields({"scope": scope}), options=options))

    def catalog(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.DatasetSummary]:
        """List the datasets, newest first."""
        return self._list(records.DatasetSummary, self._request("GET", "/api/data/catalog", query={"limit": limit, "cursor": cursor, "search": search, "tag": tag}, options=options))

    def delete(
        self,
        dataset_id: str,
        confirm: str,
        *,
        force: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a dataset with all its versions."""
        self._ask(None, self._request("DELETE", "/api/data/datasets/{dataset_id}", {"dataset_id": dataset_id}, body=sent_fields({"confirm": confirm, "force": force}), options=options))

    def derive(
        self,
        sql: str,
        *,
        name: Optional[str] = None,
        dataset_id: Optional[str] = None,
        params: Optional[Sequence[Union[bool, float, str]]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.DatasetVersion:
        """Keep the rows of a statement as a dataset, or as a new version of one."""
        answer: records.DatasetVersion = self._ask(records.DatasetVersion, self._request("POST", "/api/data/datasets", body=sent_fields({"sql": sql, "name": name, "dataset_id": dataset_id, "params": params}), options=options))
        return answer

    def diff(
        self,
        dataset_id: str,
        from_: int,
        to: int,
        *,
        key: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.DatasetDiff:
        """What changed between two versions, row by row."""
        answer: records.DatasetDiff = self._ask(records.DatasetDiff, self._request("GET", "/api/data/datasets/{dataset_id}/diff", {"dataset_id": dataset_id}, query={"from": from_, "to": to, "key": key}, options=options))
        return answer

    def export(
        self,
        format: Literal["csv", "parquet", "json", "ndjson", "xlsx", "arrow"],
        *,
        dataset_id: Optional[str] = None,
        version: Optional[int] = None,
        sql: Optional[str] = None,
        params: Optional[Sequence[Union[bool, float, str]]] = None,
        timeout_ms: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Download a dataset, a version of it, or the rows of a statement as a file."""
        return self._bytes(self._request("POST", "/api/data/export", body=sent_fields({"format": format, "dataset_id": dataset_id, "version": version, "sql": sql, "params": params, "timeout_ms": timeout_ms}), options=options))

    def get(
        self,
        dataset_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Dataset:
        """One dataset, with its latest version."""
        answer: records.Dataset = self._ask(records.Dataset, self._request("GET", "/api/data/datasets/{dataset_id}", {"dataset_id": dataset_id}, options=options))
        return answer

    def planes(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.GetPlanesStatusResult:
        """The state of the four storage planes."""
        answer: records.GetPlanesStatusResult = self._ask(records.GetPlanesStatusResult, self._request("GET", "/api/data/planes/status", options=options))
        return answer

    def preview(
        self,
        dataset_id: str,
        *,
        version: Optional[int] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.DatasetPreview:
        """Some rows of a version, as they stand in the file."""
        answer: records.DatasetPreview = self._ask(records.DatasetPreview, self._request("GET", "/api/data/datasets/{dataset_id}/preview", {"dataset_id": dataset_id}, query={"version": version, "limit": limit, "offset": offset}, options=options))
        return answer

    def profile(
        self,
        dataset_id: str,
        *,
        version: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.DatasetProfile:
        """What the columns of a version hold: types, missing values, quantiles, histograms, frequent values."""
        answer: records.DatasetProfile = self._ask(records.DatasetProfile, self._request("GET", "/api/data/datasets/{dataset_id}/profile", {"dataset_id": dataset_id}, query={"version": version}, options=options))
        return answer

    def restore(
        self,
        dataset_id: str,
        version: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.DatasetVersion:
        """Make a new version that is equal to an older one."""
        answer: records.DatasetVersion = self._ask(records.DatasetVersion, self._request("POST", "/api/data/datasets/{dataset_id}/restore", {"dataset_id": dataset_id}, body=sent_fields({"version": version}), options=options))
        return answer

    def update(
        self,
        dataset_id: str,
        *,
        name: Optional[str] = None,
        table: Optional[str] = None,
        description: Optional[str] = None,
        tags: Optional[Sequence[str]] = None,
        key: Union[Sequence[str], None, Omitted] = OMITTED,
        options: Optional[RequestOptions] = None,
    ) -> records.Dataset:
        """Rename, describe or tag a dataset."""
        answer: records.Dataset = self._ask(records.Dataset, self._request("PATCH", "/api/data/datasets/{dataset_id}", {"dataset_id": dataset_id}, body=sent_fields({"name": name, "table": table, "description": description, "tags": tags, "key": key}, ("key",)), options=options))
        return answer

    def verify_receipt(
        self,
        receipt: Mapping[str, Any],
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.VerifyReceiptResult:
        """Whether a receipt still holds."""
        answer: records.VerifyReceiptResult = self._ask(records.VerifyReceiptResult, self._request("POST", "/api/data/receipts/verify", body=sent_fields({"receipt": receipt}), options=options))
        return answer

    def versions(
        self,
        dataset_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.DatasetVersion]:
        """The versions of a dataset, newest first."""
        return self._list(records.DatasetVersion, self._request("GET", "/api/data/datasets/{dataset_id}/versions", {"dataset_id": dataset_id}, query={"limit": limit, "cursor": cursor}, options=options))


class Developer(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.keys = DeveloperKeys(transport)
        self.webhooks = DeveloperWebhooks(transport)

    def me(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Me:
        """Tell who the caller is, in which workspace, and what they may do."""
        answer: records.Me = self._ask(records.Me, self._request("GET", "/api/auth/me", options=options))
        return answer

    def platform(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Platform:
        """What this server is and has."""
        answer: records.Platform = self._ask(records.Platform, self._request("GET", "/api/developer/platform", options=options))
        return answer

    def update_me(
        self,
        preferences: Mapping[str, Any],
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Me:
        """Change one's own preferences."""
        answer: records.Me = self._ask(records.Me, self._request("PATCH", "/api/auth/me", body=sent_fields({"preferences": preferences}), options=options))
        return answer

    def usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        group_by: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.UsageRow]:
        """What this workspace used."""
        return self._list(records.UsageRow, self._request("GET", "/api/developer/usage", query={"from": from_, "to": to, "group_by": group_by}, options=options))


class Email(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.account = EmailAccount(transport)

    def attachment(
        self,
        message_id: str,
        n: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """An attachment."""
        return self._bytes(self._request("GET", "/api/email/messages/{message_id}/attachments/{n}", {"message_id": message_id, "n": n}, options=options))

    def folders(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.EmailFolder]:
        """The folders of the mailbox."""
        return self._list(records.EmailFolder, self._request("GET", "/api/email/folders", options=options))

    def get(
        self,
        message_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Email:
        """One message."""
        answer: records.Email = self._ask(records.Email, self._request("GET", "/api/email/messages/{message_id}", {"message_id": message_id}, options=options))
        return answer

    def recent(
        self,
        *,
        count: Optional[int] = None,
        folder: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.EmailSummary]:
        """The newest messages."""
        return self._list(records.EmailSummary, self._request("GET", "/api/email/recent", query={"count": count, "folder": folder}, options=options))

    def search(
        self,
        *,
        query: Optional[str] = None,
        from_: Optional[str] = None,
        since: Optional[str] = None,
        folder: Optional[str] = None,
        limit: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.EmailSummary]:
        """Find messages."""
        return self._list(records.EmailSummary, self._request("GET", "/api/email/search", query={"query": query, "from": from_, "since": since, "folder": folder, "limit": limit}, options=options))

    def send(
        self,
        to: Sequence[str],
        subject: str,
        text: str,
        *,
        cc: Optional[Sequence[str]] = None,
        bcc: Optional[Sequence[str]] = None,
        in_reply_to: Optional[str] = None,
        attachments: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.SentEmail:
        """Send a message."""
        answer: records.SentEmail = self._ask(records.SentEmail, self._request("POST", "/api/email/send", body=sent_fields({"to": to, "subject": subject, "text": text, "cc": cc, "bcc": bcc, "in_reply_to": in_reply_to, "attachments": attachments}), options=options))
        return answer


class Events(Resource):
    def types(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.EventType]:
        """List every type of event that can occur, with the JSON Schema of its data."""
        return self._list(records.EventType, self._request("GET", "/api/events/types", options=options))


class Export(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.certificates = ExportCertificates(transport)
        self.keys = ExportKeys(transport)

    def content(
        self,
        export_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """The file of an export, or one range of it."""
        return self._bytes(self._request("GET", "/api/export/{export_id}/content", {"export_id": export_id}, options=options))

    def delete(
        self,
        export_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an export with its file."""
        self._ask(None, self._request("DELETE", "/api/export/{export_id}", {"export_id": export_id}, options=options))

    def get(
        self,
        export_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Export:
        """One export."""
        answer: records.Export = self._ask(records.Export, self._request("GET", "/api/export/{export_id}", {"export_id": export_id}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Export]:
        """The exports of the workspace, the newest first."""
        return self._list(records.Export, self._request("GET", "/api/export", query={"limit": limit, "cursor": cursor}, options=options))

    def manifest(
        self,
        export_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """The manifest's exact bytes: what was signed."""
        return self._bytes(self._request("GET", "/api/export/{export_id}/manifest", {"export_id": export_id}, options=options))

    def signature(
        self,
        export_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """The Ed25519 signature over the manifest, in base64."""
        return self._bytes(self._request("GET", "/api/export/{export_id}/signature", {"export_id": export_id}, options=options))

    def types(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ExportType]:
        """What can be exported, and the scope that each needs."""
        return self._list(records.ExportType, self._request("GET", "/api/export/types", options=options))


class Files(Resource):
    def content_by_path(
        self,
        path: str,
        *,
        download: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Download the file at a path."""
        return self._bytes(self._request("GET", "/api/files/content/{path}", {"path": path}, query={"download": download}, options=options))

    def copy(
        self,
        file_id: str,
        path: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.FileRecord:
        """Copy a file."""
        answer: records.FileRecord = self._ask(records.FileRecord, self._request("POST", "/api/files/{file_id}/copy", {"file_id": file_id}, body=sent_fields({"path": path}), options=options))
        return answer

    def delete(
        self,
        file_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Move a file to the trash."""
        self._ask(None, self._request("DELETE", "/api/files/{file_id}", {"file_id": file_id}, options=options))

    def delete_folder(
        self,
        path: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.DeleteFolderResult:
        """Move all files of a folder to the trash."""
        answer: records.DeleteFolderResult = self._ask(records.DeleteFolderResult, self._request("DELETE", "/api/files/folders", query={"path": path}, options=options))
        return answer

    def empty_trash(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.EmptyTrashResult:
        """Delete all that is in the trash, for good."""
        answer: records.EmptyTrashResult = self._ask(records.EmptyTrashResult, self._request("DELETE", "/api/files/trash", options=options))
        return answer

    def end_links(
        self,
        file_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """End all links that were made for a file."""
        self._ask(None, self._request("DELETE", "/api/files/{file_id}/links", {"file_id": file_id}, options=options))

    def get(
        self,
        file_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.FileRecord:
        """Get what is known of a file."""
        answer: records.FileRecord = self._ask(records.FileRecord, self._request("GET", "/api/files/{file_id}", {"file_id": file_id}, options=options))
        return answer

    def link(
        self,
        file_id: str,
        *,
        expires_seconds: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.LinkFileResult:
        """Make a link that opens a file without a credential, for a while."""
        answer: records.LinkFileResult = self._ask(records.LinkFileResult, self._request("POST", "/api/files/{file_id}/link", {"file_id": file_id}, body=sent_fields({"expires_seconds": expires_seconds}), options=options))
        return answer

    def list(
        self,
        *,
        prefix: Optional[str] = None,
        search: Optional[str] = None,
        folder: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.FilePage:
        """List files, by path."""
        answer: records.FilePage = self._ask(records.FilePage, self._request("GET", "/api/files", query={"prefix": prefix, "search": search, "folder": folder, "limit": limit, "cursor": cursor}, options=options))
        return answer

    def move(
        self,
        file_id: str,
        path: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.FileRecord:
        """Move or rename a file."""
        answer: records.FileRecord = self._ask(records.FileRecord, self._request("PATCH", "/api/files/{file_id}", {"file_id": file_id}, body=sent_fields({"path": path}), options=options))
        return answer

    def move_folder(
        self,
        from_: str,
        to: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.MoveFolderResult:
        """Move or rename a folder, with all that lies in it."""
        answer: records.MoveFolderResult = self._ask(records.MoveFolderResult, self._request("POST", "/api/files/folders/move", body=sent_fields({"from": from_, "to": to}), options=options))
        return answer

    def purge(
        self,
        file_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a file in the trash for good, with all its versions."""
        self._ask(None, self._request("DELETE", "/api/files/trash/{file_id}", {"file_id": file_id}, options=options))

    def remember(
        self,
        file_id: str,
        *,
        source: Union[str, None, Omitted] = OMITTED,
        tags: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.RememberFileResult:
        """Put the text of a file into the workspace's memory."""
        answer: records.RememberFileResult = self._ask(records.RememberFileResult, self._request("POST", "/api/files/{file_id}/remember", {"file_id": file_id}, body=sent_fields({"source": source, "tags": tags}, ("source",)), options=options))
        return answer

    def restore(
        self,
        file_id: str,
        *,
        path: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.FileRecord:
        """Bring a file back out of the trash."""
        answer: records.FileRecord = self._ask(records.FileRecord, self._request("POST", "/api/files/{file_id}/restore", {"file_id": file_id}, body=sent_fields({"path": path}), options=options))
        return answer

    def trash(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.TrashedFile]:
        """List the files in the trash."""
        return self._list(records.TrashedFile, self._request("GET", "/api/files/trash", query={"limit": limit, "cursor": cursor}, options=options))

    def usage(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.FilesUsage:
        """See how much the workspace holds, and how much it may hold."""
        answer: records.FilesUsage = self._ask(records.FilesUsage, self._request("GET", "/api/files/usage", options=options))
        return answer

    def versions(
        self,
        file_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.FileVersion]:
        """List the contents that a file has had, as far as they are kept."""
        return self._list(records.FileVersion, self._request("GET", "/api/files/{file_id}/versions", {"file_id": file_id}, query={"limit": limit, "cursor": cursor}, options=options))

    def write(
        self,
        path: str,
        *,
        text: Optional[str] = None,
        base64: Optional[str] = None,
        content_type: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.FileRecord:
        """Write a small file by JSON."""
        answer: records.FileRecord = self._ask(records.FileRecord, self._request("POST", "/api/files/text", body=sent_fields({"path": path, "text": text, "base64": base64, "content_type": content_type}), options=options))
        return answer


class Jobs(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.schedules = JobsSchedules(transport)

    def cancel(
        self,
        job_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Job:
        """Cancel a job."""
        answer: records.Job = self._ask(records.Job, self._request("POST", "/api/jobs/{job_id}/cancel", {"job_id": job_id}, options=options))
        return answer

    def complete(
        self,
        job_id: str,
        claim_token: str,
        *,
        result: Optional[Any] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Job:
        """Record the result of a claimed job."""
        answer: records.Job = self._ask(records.Job, self._request("POST", "/api/jobs/{job_id}/complete", {"job_id": job_id}, body=sent_fields({"claim_token": claim_token, "result": result}), options=options))
        return answer

    def create(
        self,
        kind: str,
        *,
        payload: Optional[Any] = None,
        queue: Optional[str] = None,
        priority: Optional[int] = None,
        run_at: Optional[str] = None,
        max_attempts: Optional[int] = None,
        unique_key: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Job:
        """Add a job to the queue."""
        answer: records.Job = self._ask(records.Job, self._request("POST", "/api/jobs", body=sent_fields({"kind": kind, "payload": payload, "queue": queue, "priority": priority, "run_at": run_at, "max_attempts": max_attempts, "unique_key": unique_key}), options=options))
        return answer

    def fail(
        self,
        job_id: str,
        claim_token: str,
        error: Mapping[str, Any],
        *,
        retry: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Job:
        """Record that an attempt failed."""
        answer: records.Job = self._ask(records.Job, self._request("POST", "/api/jobs/{job_id}/fail", {"job_id": job_id}, body=sent_fields({"claim_token": claim_token, "error": error, "retry": retry}), options=options))
        return answer

    def get(
        self,
        job_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Job:
        """Read one job."""
        answer: records.Job = self._ask(records.Job, self._request("GET", "/api/jobs/{job_id}", {"job_id": job_id}, options=options))
        return answer

    def heartbeat(
        self,
        job_id: str,
        claim_token: str,
        *,
        lease_seconds: Optional[int] = None,
        progress: Optional[float] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.HeartbeatJobResult:
        """Hold a claimed job for longer, and learn whether its cancel was asked for."""
        answer: records.HeartbeatJobResult = self._ask(records.HeartbeatJobResult, self._request("POST", "/api/jobs/{job_id}/heartbeat", {"job_id": job_id}, body=sent_fields({"claim_token": claim_token, "lease_seconds": lease_seconds, "progress": progress}), options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["queued", "running", "succeeded", "cancelled", "dead"]] = None,
        kind: Optional[str] = None,
        queue: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Job]:
        """List jobs, newest first."""
        return self._list(records.Job, self._request("GET", "/api/jobs", query={"limit": limit, "cursor": cursor, "state": state, "kind": kind, "queue": queue}, options=options))

    def redrive(
        self,
        *,
        kind: Optional[str] = None,
        queue: Optional[str] = None,
        limit: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.RedriveJobsResult:
        """Put dead jobs back to the queue, the oldest first."""
        answer: records.RedriveJobsResult = self._ask(records.RedriveJobsResult, self._request("POST", "/api/jobs/redrive", body=sent_fields({"kind": kind, "queue": queue, "limit": limit}), options=options))
        return answer

    def retry(
        self,
        job_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Job:
        """Put a dead or cancelled job back to the queue."""
        answer: records.Job = self._ask(records.Job, self._request("POST", "/api/jobs/{job_id}/retry", {"job_id": job_id}, options=options))
        return answer

    def stats(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.JobStats:
        """Count jobs by state and queue."""
        answer: records.JobStats = self._ask(records.JobStats, self._request("GET", "/api/jobs/stats", options=options))
        return answer


class Memory(Resource):
    def add(
        self,
        content: str,
        *,
        source: Union[str, None, Omitted] = OMITTED,
        tags: Optional[Sequence[str]] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        valid_from: Union[str, None, Omitted] = OMITTED,
        valid_until: Union[str, None, Omitted] = OMITTED,
        force: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.KeptMemoryDocument:
        """Remember a text."""
        answer: records.KeptMemoryDocument = self._ask(records.KeptMemoryDocument, self._request("POST", "/api/memory", body=sent_fields({"content": content, "source": source, "tags": tags, "metadata": metadata, "valid_from": valid_from, "valid_until": valid_until, "force": force}, ("source", "valid_from", "valid_until",)), options=options))
        return answer

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Forget a document, with its history."""
        self._ask(None, self._request("DELETE", "/api/memory/{id}", {"id": id}, options=options))

    def embedder(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.MemoryEmbedder:
        """What search by meaning runs on."""
        answer: records.MemoryEmbedder = self._ask(records.MemoryEmbedder, self._request("GET", "/api/memory/embedder", options=options))
        return answer

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.MemoryDocument:
        """One document, whole."""
        answer: records.MemoryDocument = self._ask(records.MemoryDocument, self._request("GET", "/api/memory/{id}", {"id": id}, options=options))
        return answer

    def history(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.MemoryVersion]:
        """What a document was before."""
        return self._list(records.MemoryVersion, self._request("GET", "/api/memory/{id}/history", {"id": id}, query={"limit": limit, "cursor": cursor}, options=options))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        source: Optional[str] = None,
        tag: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ListedMemoryDocument]:
        """What the workspace remembers."""
        return self._list(records.ListedMemoryDocument, self._request("GET", "/api/memory", query={"limit": limit, "cursor": cursor, "source": source, "tag": tag}, options=options))

    def set_embedder(
        self,
        embedder: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.MemoryEmbedder:
        """Choose what search by meaning runs on."""
        answer: records.MemoryEmbedder = self._ask(records.MemoryEmbedder, self._request("PUT", "/api/memory/embedder", body=sent_fields({"embedder": embedder}), options=options))
        return answer

    def stats(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.MemoryStats:
        """How much the workspace remembers, and from where."""
        answer: records.MemoryStats = self._ask(records.MemoryStats, self._request("GET", "/api/memory/stats", options=options))
        return answer

    def update(
        self,
        id: str,
        *,
        content: Optional[str] = None,
        source: Union[str, None, Omitted] = OMITTED,
        tags: Optional[Sequence[str]] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        valid_from: Union[str, None, Omitted] = OMITTED,
        valid_until: Union[str, None, Omitted] = OMITTED,
        options: Optional[RequestOptions] = None,
    ) -> records.MemoryDocument:
        """Change a document."""
        answer: records.MemoryDocument = self._ask(records.MemoryDocument, self._request("PATCH", "/api/memory/{id}", {"id": id}, body=sent_fields({"content": content, "source": source, "tags": tags, "metadata": metadata, "valid_from": valid_from, "valid_until": valid_until}, ("source", "valid_from", "valid_until",)), options=options))
        return answer

    def version(
        self,
        id: str,
        version: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.MemoryVersion:
        """One version of a document, whole."""
        answer: records.MemoryVersion = self._ask(records.MemoryVersion, self._request("GET", "/api/memory/{id}/history/{version}", {"id": id, "version": version}, options=options))
        return answer


class Ml(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.experiments = MlExperiments(transport)
        self.models = MlModels(transport)
        self.runs = MlRuns(transport)

    def trainers(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Trainer]:
        """What can be trained, with the parameters of each."""
        return self._list(records.Trainer, self._request("GET", "/api/ml/trainers", options=options))


class Models(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.providers = ModelsProviders(transport)
        self.settings = ModelsSettings(transport)

    def budget(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.TokenBudget:
        """What the caller has used of its budget of tokens."""
        answer: records.TokenBudget = self._ask(records.TokenBudget, self._request("GET", "/api/models/budget", options=options))
        return answer

    def calls(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ModelCall]:
        """What was asked of models, and what it used."""
        return self._list(records.ModelCall, self._request("GET", "/api/models/calls", query={"limit": limit, "cursor": cursor}, options=options))

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.Model]:
        """List the models that the caller may ask."""
        return self._list(records.Model, self._request("GET", "/api/models", options=options))


class Playbooks(Resource):
    def approve(
        self,
        run_id: str,
        *,
        approval_id: Optional[str] = None,
        form: Optional[Mapping[str, Any]] = None,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.AnyApproval:
        """Approve what a run asks."""
        answer: records.AnyApproval = self._ask(records.AnyApproval, self._request("POST", "/api/playbooks/runs/{run_id}/approve", {"run_id": run_id}, body=sent_fields({"approval_id": approval_id, "form": form, "reason": reason}), options=options))
        return answer

    def cancel(
        self,
        run_id: str,
        *,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookRun:
        """Cancel a run."""
        answer: records.PlaybookRun = self._ask(records.PlaybookRun, self._request("POST", "/api/playbooks/runs/{run_id}/cancel", {"run_id": run_id}, body=sent_fields({"reason": reason}), options=options))
        return answer

    def create(
        self,
        *,
        source: Optional[str] = None,
        definition: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Playbook:
        """Store a version of a playbook."""
        answer: records.Playbook = self._ask(records.Playbook, self._request("POST", "/api/playbooks", body=sent_fields({"source": source, "definition": definition}), options=options))
        return answer

    def deny(
        self,
        run_id: str,
        *,
        approval_id: Optional[str] = None,
        form: Optional[Mapping[str, Any]] = None,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.AnyApproval:
        """Deny what a run asks."""
        answer: records.AnyApproval = self._ask(records.AnyApproval, self._request("POST", "/api/playbooks/runs/{run_id}/deny", {"run_id": run_id}, body=sent_fields({"approval_id": approval_id, "form": form, "reason": reason}), options=options))
        return answer

    def dry_run(
        self,
        playbook_id: str,
        *,
        inputs: Optional[Mapping[str, Any]] = None,
        mocks: Optional[Mapping[str, Any]] = None,
        version: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookDryRun:
        """Try a playbook without an effect."""
        answer: records.PlaybookDryRun = self._ask(records.PlaybookDryRun, self._request("POST", "/api/playbooks/{playbook_id}/dry-run", {"playbook_id": playbook_id}, body=sent_fields({"inputs": inputs, "mocks": mocks, "version": version}), options=options))
        return answer

    def get(
        self,
        playbook_id: str,
        *,
        version: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookDetail:
        """One playbook, with its definition."""
        answer: records.PlaybookDetail = self._ask(records.PlaybookDetail, self._request("GET", "/api/playbooks/{playbook_id}", {"playbook_id": playbook_id}, query={"version": version}, options=options))
        return answer

    def get_run(
        self,
        run_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookRun:
        """One run."""
        answer: records.PlaybookRun = self._ask(records.PlaybookRun, self._request("GET", "/api/playbooks/runs/{run_id}", {"run_id": run_id}, options=options))
        return answer

    def list(
        self,
        *,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookPage:
        """List the playbooks of the workspace."""
        answer: records.PlaybookPage = self._ask(records.PlaybookPage, self._request("GET", "/api/playbooks", query={"search": search, "tag": tag, "limit": limit, "cursor": cursor}, options=options))
        return answer

    def publish(
        self,
        source: str,
        type: str,
        *,
        specversion: Optional[Literal["1.0"]] = None,
        id: Optional[str] = None,
        time: Optional[str] = None,
        subject: Optional[str] = None,
        datacontenttype: Optional[str] = None,
        data: Optional[Any] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PublishPlaybookEventResult:
        """Publish an event to the playbooks that listen."""
        answer: records.PublishPlaybookEventResult = self._ask(records.PublishPlaybookEventResult, self._request("POST", "/api/playbooks/events", body=sent_fields({"source": source, "type": type, "specversion": specversion, "id": id, "time": time, "subject": subject, "datacontenttype": datacontenttype, "data": data}), options=options))
        return answer

    def resume(
        self,
        run_id: str,
        *,
        from_task: Optional[str] = None,
        input: Optional[Any] = None,
        version: Optional[str] = None,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookRun:
        """Resume a run."""
        answer: records.PlaybookRun = self._ask(records.PlaybookRun, self._request("POST", "/api/playbooks/runs/{run_id}/resume", {"run_id": run_id}, body=sent_fields({"from_task": from_task, "input": input, "version": version, "reason": reason}), options=options))
        return answer

    def runs(
        self,
        *,
        playbook_id: Optional[str] = None,
        status: Optional[Literal["pending", "running", "waiting", "suspended", "completed", "faulted", "cancelled"]] = None,
        trigger: Optional[str] = None,
        parent_run_id: Optional[str] = None,
        label: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ListedPlaybookRun]:
        """List the runs of playbooks."""
        return self._list(records.ListedPlaybookRun, self._request("GET", "/api/playbooks/runs", query={"playbook_id": playbook_id, "status": status, "trigger": trigger, "parent_run_id": parent_run_id, "label": label, "limit": limit, "cursor": cursor}, options=options))

    def start(
        self,
        playbook_id: str,
        *,
        inputs: Optional[Mapping[str, Any]] = None,
        version: Optional[str] = None,
        priority: Optional[int] = None,
        labels: Optional[Mapping[str, Any]] = None,
        wait_seconds: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookRun:
        """Start a playbook."""
        answer: records.PlaybookRun = self._ask(records.PlaybookRun, self._request("POST", "/api/playbooks/runs", body=sent_fields({"playbook_id": playbook_id, "inputs": inputs, "version": version, "priority": priority, "labels": labels, "wait_seconds": wait_seconds}), options=options))
        return answer

    def stream_events(
        self,
        run_id: str,
        *,
        types: Optional[str] = None,
        format: Optional[Literal["cloudevents"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Stream the events of a run."""
        self._ask(None, self._request("GET", "/api/playbooks/runs/{run_id}/events", {"run_id": run_id}, query={"types": types, "format": format}, options=options))

    def suspend(
        self,
        run_id: str,
        *,
        reason: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.PlaybookRun:
        """Suspend a run."""
        answer: records.PlaybookRun = self._ask(records.PlaybookRun, self._request("POST", "/api/playbooks/runs/{run_id}/suspend", {"run_id": run_id}, body=sent_fields({"reason": reason}), options=options))
        return answer

    def tasks(
        self,
        run_id: str,
        *,
        name: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.PlaybookTask]:
        """The tasks that a run has executed."""
        return self._list(records.PlaybookTask, self._request("GET", "/api/playbooks/runs/{run_id}/tasks", {"run_id": run_id}, query={"name": name, "status": status, "limit": limit, "cursor": cursor}, options=options))

    def validate(
        self,
        *,
        source: Optional[str] = None,
        definition: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.CheckedPlaybook:
        """Check a definition without storing it."""
        answer: records.CheckedPlaybook = self._ask(records.CheckedPlaybook, self._request("POST", "/api/playbooks/validate", body=sent_fields({"source": source, "definition": definition}), options=options))
        return answer


class Research(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.claims = ResearchClaims(transport)
        self.links = ResearchLinks(transport)
        self.projects = ResearchProjects(transport)
        self.reports = ResearchReports(transport)
        self.sources = ResearchSources(transport)
        self.styles = ResearchStyles(transport)

    def cite(
        self,
        *,
        items: Optional[Sequence[Mapping[str, Any]]] = None,
        research_project_id: Optional[str] = None,
        keys: Optional[Sequence[str]] = None,
        style: Optional[str] = None,
        style_xml: Optional[str] = None,
        locale: Optional[Literal["en-US", "de-DE", "fr-FR", "es-ES", "nl-NL"]] = None,
        citations: Optional[Sequence[Sequence[Mapping[str, Any]]]] = None,
        format: Optional[Literal["html", "text", "md"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.CitedWorks:
        """Citations and a bibliography."""
        answer: records.CitedWorks = self._ask(records.CitedWorks, self._request("POST", "/api/research/cite", body=sent_fields({"items": items, "research_project_id": research_project_id, "keys": keys, "style": style, "style_xml": style_xml, "locale": locale, "citations": citations, "format": format}), options=options))
        return answer

    def export(
        self,
        research_project_id: str,
        format: Literal["bibtex", "csl", "ris", "vault", "json"],
        *,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """A project for other programs."""
        return self._bytes(self._request("POST", "/api/research/projects/{research_project_id}/export", {"research_project_id": research_project_id}, body=sent_fields({"format": format}), options=options))

    def import_(
        self,
        svc_research: Literal[1],
        project: Mapping[str, Any],
        sources: Sequence[Mapping[str, Any]],
        claims: Sequence[Mapping[str, Any]],
        links: Sequence[Mapping[str, Any]],
        reports: Sequence[Mapping[str, Any]],
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchImport:
        """Take a project from another home."""
        answer: records.ResearchImport = self._ask(records.ResearchImport, self._request("POST", "/api/research/import", body=sent_fields({"svc_research": svc_research, "project": project, "sources": sources, "claims": claims, "links": links, "reports": reports}), options=options))
        return answer

    def lineage(
        self,
        research_project_id: str,
        *,
        focus: Optional[str] = None,
        depth: Optional[int] = None,
        direction: Optional[Literal["up", "down", "both"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchLineage:
        """What rests on what in a project."""
        answer: records.ResearchLineage = self._ask(records.ResearchLineage, self._request("GET", "/api/research/projects/{research_project_id}/lineage", {"research_project_id": research_project_id}, query={"focus": focus, "depth": depth, "direction": direction}, options=options))
        return answer

    def verify(
        self,
        research_project_id: str,
        *,
        claim_ids: Optional[Sequence[str]] = None,
        mode: Optional[Literal["request", "job"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.ResearchVerification:
        """Verify what a project rests on."""
        answer: records.ResearchVerification = self._ask(records.ResearchVerification, self._request("POST", "/api/research/projects/{research_project_id}/verify", {"research_project_id": research_project_id}, body=sent_fields({"claim_ids": claim_ids, "mode": mode}), options=options))
        return answer


class Stats(Resource):
    def analyses(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        dataset_id: Optional[str] = None,
        method: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.AnalysisSummary]:
        """Analyses that were made."""
        return self._list(records.AnalysisSummary, self._request("GET", "/api/stats/analyses", query={"limit": limit, "cursor": cursor, "dataset_id": dataset_id, "method": method}, options=options))

    def analyze(
        self,
        method: str,
        *,
        dataset_id: Optional[str] = None,
        version: Optional[int] = None,
        variables: Optional[Mapping[str, Any]] = None,
        options_: Optional[Mapping[str, Any]] = None,
        filter: Union[str, None, Omitted] = OMITTED,
        mode: Optional[Literal["request", "job"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> records.Analysis:
        """Analyse a dataset."""
        answer: records.Analysis = self._ask(records.Analysis, self._request("POST", "/api/stats/analyze", body=sent_fields({"method": method, "dataset_id": dataset_id, "version": version, "variables": variables, "options": options_, "filter": filter, "mode": mode}, ("filter",)), options=options))
        return answer

    def delete(
        self,
        analysis_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an analysis."""
        self._ask(None, self._request("DELETE", "/api/stats/analyses/{analysis_id}", {"analysis_id": analysis_id}, options=options))

    def export(
        self,
        analysis_ids: Sequence[str],
        format: Literal["html", "pdf", "md", "csv", "json", "r"],
        *,
        cover: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """A report of analyses as a file."""
        return self._bytes(self._request("POST", "/api/stats/export", body=sent_fields({"analysis_ids": analysis_ids, "format": format, "cover": cover}), options=options))

    def get(
        self,
        analysis_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.Analysis:
        """One analysis, whole."""
        answer: records.Analysis = self._ask(records.Analysis, self._request("GET", "/api/stats/analyses/{analysis_id}", {"analysis_id": analysis_id}, options=options))
        return answer

    def methods(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.StatMethod]:
        """Every method, with schemas of its variables and options."""
        return self._list(records.StatMethod, self._request("GET", "/api/stats/methods", options=options))

    def variables(
        self,
        dataset_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.StatDataset:
        """What the columns of a dataset mean to statistics."""
        answer: records.StatDataset = self._ask(records.StatDataset, self._request("GET", "/api/stats/datasets/{dataset_id}/variables", {"dataset_id": dataset_id}, options=options))
        return answer


class Tools(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.approvals = ToolsApprovals(transport)
        self.grants = ToolsGrants(transport)
        self.mcp_servers = ToolsMcpServers(transport)
        self.sandboxed = ToolsSandboxed(transport)

    def call(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ToolResult:
        """Call a tool."""
        answer: records.ToolResult = self._ask(records.ToolResult, self._request("POST", "/api/tools/{name}/call", {"name": name}, body=sent_fields({"arguments": arguments}), options=options))
        return answer

    def calls(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        tool: Optional[str] = None,
        outcome: Optional[Literal["ok", "failed", "timeout", "cancelled", "invalid", "refused", "asked"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ToolCallRecord]:
        """List calls of tools."""
        return self._list(records.ToolCallRecord, self._request("GET", "/api/tools/calls", query={"limit": limit, "cursor": cursor, "tool": tool, "outcome": outcome}, options=options))

    def get(
        self,
        name: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> records.ToolManifest:
        """Get a tool."""
        answer: records.ToolManifest = self._ask(records.ToolManifest, self._request("GET", "/api/tools/{name}", {"name": name}, options=options))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Page[records.ToolManifest]:
        """List tools."""
        return self._list(records.ToolManifest, self._request("GET", "/api/tools", query={"limit": limit, "cursor": cursor}, options=options))


class Workspace(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.notes = WorkspaceNotes(transport)
        self.sample = WorkspaceSample(transport)
        self.tasks = WorkspaceTasks(transport)
