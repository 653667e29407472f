export { describeJobStore } from './describe-job-store.ts'
export type { OpenedJobStore, OpenJobStore } from './job-store/kit.ts'
export { ManualClock } from './manual-clock.ts'
export type { Expectation, TestRunner } from './test-runner.ts'
