/**
 * Settles as `work` does, or rejects with the signal's reason as soon as it aborts, whether or not the work listens to the signal.
 * Work that is left goes on; its error is dropped.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([aborted, work])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
