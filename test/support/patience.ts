import { vi } from 'vitest'

/** What a test waits for takes longer on a busy machine than vitest's second. */
const patienceMs = 20_000
const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (check, options) => waitFor(check, options ?? patienceMs)
