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
