import type { RunLimits } from './ports.ts'

const mebibyte = 1024 * 1024

/** What a run may use, where the configuration says nothing else. */
export const usualLimits: RunLimits = {
  tasks: 10_000,
  forItems: 10_000,
  branches: 64,
  branchesAtOnce: 8,
  pureSteps: 1000,
  valueBytes: mebibyte,
}

/** What a run may write, with its tasks and events. */
export const usualJournalBytes = 64 * mebibyte
