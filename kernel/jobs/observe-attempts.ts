import type { JobRecord, JobStore, SettleAnswer, Settlement } from './job-store-contract.ts'

export interface AttemptObserver {
  /** An attempt ended, and the store took its word for how. */
  onEnded(job: JobRecord, settlement: Settlement['type']): void
  /** Jobs were taken back whose workers were lost. */
  onReclaimed(count: number): void
}

/** Tells of the ends that pass through this store object, once each; the store answers as before. */
export function observeAttempts(store: JobStore, { onEnded, onReclaimed }: AttemptObserver): void {
  const settle = store.settle.bind(store)
  const exchange = store.exchange.bind(store)
  const reclaim = store.reclaim.bind(store)
  const tell = (settlements: readonly Settlement[], answers: readonly SettleAnswer[]): void => {
    for (const [index, answer] of answers.entries()) {
      const settlement = settlements[index]
      if (answer.type === 'accepted' && settlement) onEnded(answer.job, settlement.type)
    }
  }
  store.settle = async settlements => {
    const answers = await settle(settlements)
    tell(settlements, answers)
    return answers
  }
  store.exchange = async (settlements, request) => {
    const answer = await exchange(settlements, request)
    tell(settlements, answer.settled)
    return answer
  }
  store.reclaim = async limit => {
    const count = await reclaim(limit)
    if (count > 0) onReclaimed(count)
    return count
  }
}
