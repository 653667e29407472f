import { defineExtensionPoint } from '../service.ts'

/** A line of the banner that the server prints when it is ready, such as the model it talks to. */
export interface BootFact {
  label: string
  value(): string
}

/** What somebody must do first, before the server is of use to anyone. */
export interface FirstStep {
  /** The page to open, with what it needs, such as `/auth/setup#token=…`; null when it is done. */
  path(): string | null
}

/** First steps, hosted by the kernel: the server prints the address of the first one that is not done. */
export const firstSteps = defineExtensionPoint<FirstStep>('boot.first-steps')

/** Facts for the banner and the boot report, hosted by the kernel; read once, when the server is ready. */
export const bootFacts = defineExtensionPoint<BootFact>('boot.facts')

/** The newest backup of the home, for `/api/server/status`. */
export interface NewestBackup {
  name: string
  bytes: number
  created_at: string
  /** Why it was made. */
  reason: string
}

/** Looks for the newest backup; hosted by the kernel, which knows nothing of archives. */
export const newestBackup = defineExtensionPoint<() => Promise<NewestBackup | null>>('boot.newest-backup')
