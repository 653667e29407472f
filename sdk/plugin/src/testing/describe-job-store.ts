import { describeEnding } from './job-store/ending.ts'
import { describeJobEvents } from './job-store/events.ts'
import { describeHistories } from './job-store/histories.ts'
import type { OpenJobStore } from './job-store/kit.ts'
import { describeLimits } from './job-store/limits.ts'
import { describeQueueing } from './job-store/queueing.ts'
import { describeSchedules } from './job-store/schedules.ts'
import { describeSettling } from './job-store/settling.ts'
import { describeTime } from './job-store/time.ts'
import type { TestRunner } from './test-runner.ts'

/** What every place where jobs are kept promises: `describeJobStore({ describe, it, expect, beforeEach, afterEach }, 'memory', open)`. */
export function describeJobStore(runner: TestRunner, name: string, open: OpenJobStore): void {
  runner.describe(`the job store on ${name}`, () => {
    describeQueueing(runner, open)
    describeSettling(runner, open)
    describeTime(runner, open)
    describeLimits(runner, open)
    describeSchedules(runner, open)
    describeJobEvents(runner, open)
    describeEnding(runner, open)
    describeHistories(runner, open)
  })
}
