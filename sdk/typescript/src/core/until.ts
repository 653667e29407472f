import { outlast, wait } from './transport/retry.ts'

const longestPause = 2000

/**
 * Asks again, ever less often, until the answer is the one waited for. A server may be away for ten minutes meanwhile.
 * @throws AbortError when the signal ends the wait
 */
export async function until<T>(
  ask: () => PromiseLike<T>,
  isDone: (answer: T) => boolean,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let pause = 100; ; pause = Math.min(pause * 2, longestPause)) {
    const answer = await outlast(ask, signal)
    if (isDone(answer)) return answer
    await wait(pause, signal)
  }
}
