import { ApprovalDesk } from './approvals/approval-desk.ts'
import type { ApprovalDeskOptions } from './approvals/approval-desk.ts'
import { ApprovalSettling } from './approvals/approval-settling.ts'
import type { ApprovalSettlingOptions } from './approvals/approval-settling.ts'
import { ApprovedRun } from './approvals/approved-run.ts'
import { CallLog } from './calls/call-log.ts'
import { SchemaChecks } from './calls/schema-checks.ts'
import { ToolCalls } from './calls/tool-calls.ts'
import type { ToolCallsOptions } from './calls/tool-calls.ts'
import { Grants } from './grants/grants.ts'
import type { GrantsOptions } from './grants/grants.ts'
import { ToolRegistry } from './registry/tool-registry.ts'
import type { ToolRegistryOptions } from './registry/tool-registry.ts'
import type { ToolsConfig } from './generated/config.ts'

export interface OpenToolsOptions
  extends
    Omit<ApprovalDeskOptions, 'settling' | 'run'>,
    Omit<ApprovalSettlingOptions, 'keepDays'>,
    ToolRegistryOptions,
    Pick<GrantsOptions, 'keys'>,
    Pick<ToolCallsOptions, 'scopes'> {
  limits: ToolsConfig
}

/** The parts of the plugin, connected: a call that waits for a person goes to the desk, and runs through the same calls once approved. */
export function openTools(options: OpenToolsOptions) {
  const { limits } = options
  const registry = new ToolRegistry(options)
  const grants = new Grants({ ...options, registry })
  const calls = new CallLog(options)
  const settling = new ApprovalSettling({ ...options, keepDays: limits.keep_days })
  const run = new ApprovedRun({ ...options, settling, perform: call => tools.runApproved(call) })
  const desk = new ApprovalDesk({ ...options, settling, run })
  const checks = new SchemaChecks()
  const tools: ToolCalls = new ToolCalls({
    ...options,
    registry,
    grants,
    checks,
    calls,
    ask: question => desk.ask(question),
  })
  return {
    registry,
    grants,
    calls,
    settling,
    desk,
    tools,
    forget(workspaceId: string): void {
      registry.forget(workspaceId)
      calls.forget(workspaceId)
    },
    close: async () => {
      await run.stop()
      calls.flush()
    },
  }
}
