/** The places at which a test ends the process, to see what is left. */
export type ShippingStep =
  | 'pages read'
  | 'row sent'
  | 'row committed'
  | 'gate opened'
  | 'chunk stored'
  | 'manifest stored'
  | 'log trimmed'
  | 'file restored'

/** Is called at each step. Nothing is done there but in tests. */
export type OnStep = (step: ShippingStep, workspaceId: string) => void

/** What is measured of the log; times in milliseconds. */
export interface ShippingObserver {
  /** A statement has brought `bytes` of so many workspaces to the log. */
  flew(ms: number, workspaces: number, bytes: number): void
  /** Something waited for the log before it left the server. */
  waited(ms: number): void
  restored(ms: number): void
  /** Another owner has taken the place of a workspace. */
  fenced(): void
}
