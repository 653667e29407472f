/** What the work comes to, unless the signal comes first; then `late` gets what it still brings. @throws the signal's reason */
export async function untilAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  late: (value: T) => void = () => {},
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = (): void => {
    reject(signal.reason)
    // What goes wrong after the wait has ended concerns nobody.
    work.then(late, () => null)
  }
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return Promise.race([promise, work]).finally(() => signal.removeEventListener('abort', leave))
}
