import type { SandboxLimits } from '@svc/plugin/contracts/sandbox'
import type { SandboxConfig } from './generated/config.ts'

const smallestIsolateMb = 8
const maxArgumentBytes = 4 * 1024 * 1024
const maxInFlight = 128
const maxLogBytes = 4 * 1024 * 1024

/** What a manifest asks for, within what the operator allows. */
export function capLimits(asked: SandboxLimits, config: SandboxConfig): SandboxLimits {
  return {
    timeout_ms: Math.min(asked.timeout_ms, config.max_timeout_ms),
    cpu_ms: Math.min(asked.cpu_ms, config.max_cpu_ms),
    memory_mb: Math.max(Math.min(asked.memory_mb, config.max_memory_mb), smallestIsolateMb),
    output_bytes: Math.min(asked.output_bytes, config.max_output_bytes),
    call_argument_bytes: Math.min(asked.call_argument_bytes, maxArgumentBytes),
    calls: Math.min(asked.calls, config.max_calls),
    calls_in_flight: Math.max(Math.min(asked.calls_in_flight, maxInFlight), 1),
    log_bytes: Math.min(asked.log_bytes, maxLogBytes),
  }
}

/** What the process may hold while it runs an app: its own base, and an isolate, which may briefly take three times its limit. */
export function rssLimitMb(memoryMb: number): number {
  return 160 + 3 * memoryMb
}
