/** What R may take. */
export interface RLimits {
  /** The memory of one process. There are at most two and a spare one. */
  memoryMb: number
  /** How long a process without work stays warm. */
  idleMs: number
  /** Cells of the columns of one analysis. */
  maxCells: number
  /** Whether one more process stands ready while there is work. */
  spare: boolean
}

export const defaultRLimits: RLimits = { memoryMb: 1536, idleMs: 180_000, maxCells: 20_000_000, spare: true }
