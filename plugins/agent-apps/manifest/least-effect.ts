import type { ToolEffect } from '@svc/plugin'
import type { AppPermissions } from './app-definition.ts'

const ranks: Record<ToolEffect, number> = { read: 0, write: 1, external: 2, destructive: 3 }

export function rankOf(effect: ToolEffect): number {
  return ranks[effect]
}

export function greaterEffect(a: ToolEffect, b: ToolEffect): ToolEffect {
  return rankOf(a) >= rankOf(b) ? a : b
}

/** What a folder's code can do at most, going by its permissions alone, and which of them says so. */
export function leastEffect(
  permissions: AppPermissions,
  effectOf: (tool: string) => ToolEffect,
): { effect: ToolEffect; because: string } {
  const reasons: { effect: ToolEffect; because: string }[] = [{ effect: 'read', because: 'what it has' }]
  for (const domain of ['memory', 'files', 'datasets'] as const) {
    if (permissions[domain] === 'write') reasons.push({ effect: 'write', because: `"${domain}": "write"` })
  }
  if (permissions.network.length > 0) reasons.push({ effect: 'external', because: '"network"' })
  for (const tool of permissions.tools) reasons.push({ effect: effectOf(tool), because: `the tool ${tool}` })
  return reasons.reduce((most, reason) => (rankOf(reason.effect) > rankOf(most.effect) ? reason : most))
}
