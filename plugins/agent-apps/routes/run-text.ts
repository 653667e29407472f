import type { AppRunRecord } from '@svc/plugin/contracts/agent-apps'

/** The JSON of a run whose output is JSON already. */
export function runText(run: AppRunRecord, output: readonly Uint8Array[]): (string | Uint8Array)[] {
  const { output: _, ...facts } = run
  return [`{"output":`, ...output, `,${JSON.stringify(facts).slice(1)}`]
}
