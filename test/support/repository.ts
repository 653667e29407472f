import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))
