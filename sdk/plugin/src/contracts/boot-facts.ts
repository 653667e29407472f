import { defineExtensionPoint } from '../extension-point.ts'

/** A line of the banner that the server prints when it is ready, such as the model it talks to. */
export interface BootFact {
  label: string
  value(): string
}

/** Facts for the banner and the boot report, hosted by the kernel; read once, when the server is ready. */
export const bootFacts = defineExtensionPoint<BootFact>('boot.facts')
