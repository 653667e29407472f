import { describe } from 'vitest'
import { describeJobEvents } from './job-store/events.ts'
import { describeHistories } from './job-store/histories.ts'
import type { OpenJobStore } from './job-store/kit.ts'
import { describeLimits } from './job-store/limits.ts'
import { describeQueueing } from './job-store/queueing.ts'
import { describeSchedules } from './job-store/schedules.ts'
import { describeSettling } from './job-store/settling.ts'
import { describeTime } from './job-store/time.ts'

export type { OpenedJobStore, OpenJobStore } from './job-store/kit.ts'

/** What every place where jobs are kept promises. */
export function describeJobStore(name: string, open: OpenJobStore): void {
  describe(`the job store on ${name}`, () => {
    describeQueueing(open)
    describeSettling(open)
    describeTime(open)
    describeLimits(open)
    describeSchedules(open)
    describeJobEvents(open)
    describeHistories(open)
  })
}
