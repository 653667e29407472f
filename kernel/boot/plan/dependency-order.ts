/**
 * What must come first, first; otherwise the given order is kept. Each circle is named once, as its members in the order in which
 * they need each other.
 */
export function dependencyOrder<T>(
  items: readonly T[],
  needsOf: (item: T) => readonly T[],
): { order: T[]; cycles: T[][] } {
  const order: T[] = []
  const cycles: T[][] = []
  const done = new Set<T>()
  const path: T[] = []
  const visit = (item: T): void => {
    if (done.has(item)) return
    const start = path.indexOf(item)
    if (start >= 0) {
      cycles.push(path.slice(start))
      return
    }
    path.push(item)
    for (const need of needsOf(item)) visit(need)
    path.pop()
    done.add(item)
    order.push(item)
  }
  for (const item of items) visit(item)
  return { order, cycles }
}
