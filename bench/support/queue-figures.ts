/** The figures that the process of a queue reports to the bench. */
export interface QueueFigures {
  msPerJob: number
  cpuMsPerJob: number
}

/** Time and CPU of one job, when `work` does `count`. */
export async function timed(count: number, work: () => Promise<void> | void): Promise<QueueFigures> {
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(cpuBefore)
  return { msPerJob: ms / count, cpuMsPerJob: (user + system) / 1000 / count }
}

/** The second of two times: the code of a server that runs for days was compiled long ago. */
export async function timedWarm(count: number, work: () => Promise<void> | void): Promise<QueueFigures> {
  await work()
  return timed(count, work)
}

export function reportFigures<T extends object = QueueFigures | { times: number[] }>(figures: T): void {
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}
