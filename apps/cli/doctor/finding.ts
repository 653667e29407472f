export type Outcome = 'ok' | 'warning' | 'failed'

export interface Finding {
  check: string
  outcome: Outcome
  detail: string
  /** What to do about it. */
  remedy?: string
}

export function ok(check: string, detail: string): Finding {
  return { check, outcome: 'ok', detail }
}

export function warning(check: string, detail: string, remedy: string): Finding {
  return { check, outcome: 'warning', detail, remedy }
}

/** Without a remedy, the detail says what to do. */
export function failed(check: string, detail: string, remedy?: string): Finding {
  return { check, outcome: 'failed', detail, ...(remedy === undefined ? {} : { remedy }) }
}
