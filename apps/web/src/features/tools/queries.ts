import { useQuery } from '@tanstack/react-query'
import type { Approval, ToolManifest } from '@svc/sdk'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'

export type { Approval, ToolManifest } from '@svc/sdk'
export type Grant = ToolManifest['grant']

const pageSize = 200

/** Every tool that can be called now, by name. */
export function useTools() {
  return useQuery({
    queryKey: ['tools', 'all'],
    async queryFn({ signal }) {
      const tools: ToolManifest[] = []
      for await (const tool of svc.tools.list({ limit: pageSize }, { signal })) tools.push(tool)
      return tools
    },
  })
}

/** What admins have set, for the workspace and for single keys. */
export function useGrants() {
  return useQuery({
    queryKey: ['tools', 'grants'],
    async queryFn({ signal }) {
      const grants = []
      for await (const grant of svc.tools.grants.list({ limit: pageSize }, { signal })) grants.push(grant)
      return grants
    },
  })
}

/** Sets what a call meets; null: what its effect comes to holds again. Without a key it is for the whole workspace. */
export async function setGrant(tool: string, grant: 'allow' | 'ask' | 'deny' | null, keyId?: string): Promise<void> {
  const key = keyId === undefined ? {} : { key_id: keyId }
  if (grant === null) await svc.tools.grants.delete(tool, key)
  else await svc.tools.grants.set(tool, { grant, ...key })
  await queries.invalidateQueries({ queryKey: ['tools'] })
}

/** Decides about a call that waits. */
export async function decide(
  approval: Pick<Approval, 'approval_id'>,
  how: 'approve' | 'deny',
  reason: string,
): Promise<void> {
  const body = reason.trim() === '' ? {} : { reason: reason.trim() }
  try {
    await svc.tools.approvals[how](approval.approval_id, body)
  } finally {
    // Also when somebody else was faster.
    void queries.invalidateQueries({ queryKey: ['approvals'] })
  }
}
