/** What is waited for, or the signal's reason if that comes first. What is waited for goes on. */
export async function orAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([promise, waited])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
