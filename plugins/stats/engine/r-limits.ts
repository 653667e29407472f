/** What R may take. */
export interface RLimits {
  /** The memory of one process. There are at most `processes` and a spare one. */
  memoryMb: number
  /** Of all workspaces; one of them has at most half at work at once. */
  processes: number
  /** Analyses of one workspace that may wait for a process. */
  waiting: number
  /** How long a process without work stays warm. */
  idleMs: number
  /** Cells of the columns of one analysis. */
  maxCells: number
  /** Whether one more process stands ready while there is work. */
  spare: boolean
}

export const defaultRLimits: RLimits = {
  memoryMb: 1536,
  idleMs: 180_000,
  maxCells: 20_000_000,
  spare: true,
  processes: 2,
  waiting: 32,
}
