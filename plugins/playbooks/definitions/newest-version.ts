/** The highest of these versions by semver; one that is no pre-release before those that are. Undefined of none. */
export function newestVersion(versions: readonly string[]): string | undefined {
  const released = versions.filter(version => !isPreRelease(version))
  return (released.length > 0 ? released : versions).toSorted(compare).at(-1)
}

function isPreRelease(version: string): boolean {
  return withoutBuild(version).includes('-')
}

function withoutBuild(version: string): string {
  return version.split('+', 1)[0] ?? ''
}

function compare(a: string, b: string): number {
  const [coreA = '', ...preA] = withoutBuild(a).split('-')
  const [coreB = '', ...preB] = withoutBuild(b).split('-')
  return (
    byParts(coreA, coreB) ||
    Number(preA.length === 0) - Number(preB.length === 0) ||
    byParts(preA.join('-'), preB.join('-'))
  )
}

function byParts(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const one = left[index] ?? ''
    const other = right[index] ?? ''
    const isNumeric = /^\d+$/.test(one) && /^\d+$/.test(other)
    if (one === other) continue
    if (isNumeric) return Number(one) - Number(other)
    return one < other ? -1 : 1
  }
  return 0
}
