export { createChildProcesses } from './child-processes.ts'
export type { ChildProcessesOptions, HardenedChildProcesses } from './child-processes.ts'
export type { HardeningStatus } from './hardening.ts'
export { programsIn } from './programs-in.ts'
