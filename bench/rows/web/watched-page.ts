import type { Page } from 'playwright-core'

export interface PageWork {
  /** Of the main thread in all: scripts, layout, painting. What Chromium calls script leaves out the handlers of streams. */
  taskMs: number
  longestTaskMs: number
}

const watchTasks = `
  globalThis.longestTask = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) globalThis.longestTask = Math.max(globalThis.longestTask, duration)
  }).observe({ type: 'longtask' })`

/** What the main thread of a page does while `work` goes on. Tasks under 50 ms, of which a browser says nothing, count as none. */
export async function workOf(page: Page, work: () => Promise<void>): Promise<PageWork> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const seconds = async (): Promise<Record<string, number>> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  await page.evaluate(watchTasks)
  const before = await seconds()
  await work()
  const after = await seconds()
  const spent = (name: string): number => ((after[name] ?? 0) - (before[name] ?? 0)) * 1000
  const longestTaskMs = await page.evaluate<number>('globalThis.longestTask')
  await devtools.detach()
  return { taskMs: spent('TaskDuration'), longestTaskMs }
}
