/** What the suites need of a test runner. Those of Vitest and Jest fit as they are; beside `node:test`, take `expect` from a package. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
  beforeEach(body: () => Promise<void>): unknown
  afterEach(body: () => Promise<void>): unknown
  expect: {
    (value: unknown): Expectation
    anything(): unknown
    stringContaining(part: string): unknown
    stringMatching(pattern: RegExp): unknown
  }
}

export interface Expectation {
  readonly not: Expectation
  toBe(expected: unknown): void
  toBeGreaterThan(limit: number): void
  toBeLessThanOrEqual(limit: number): void
  toBeNull(): void
  toContain(item: unknown): void
  toEqual(expected: unknown): void
  toMatch(pattern: RegExp): void
  toMatchObject(expected: object): void
}
