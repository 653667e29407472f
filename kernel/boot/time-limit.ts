/** Rejects when `work` takes longer than `ms`; what it was doing goes on unwatched. */
export async function withTimeLimit<T>(work: () => T | Promise<T>, ms: number, message: string): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(message)), ms)
  try {
    return await Promise.race([work(), limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
