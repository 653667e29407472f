/** A problem that the reader can fix: shown as it is, without a stack. */
export class BootstrapError extends Error {}

/**
 * Standard error, so that `svc … --json` keeps its standard output clean.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`svc: ${text}\n`)
}

/**
 * @param {number} startedAt of `performance.now()`
 * @returns {string} such as `12 s`
 */
export function secondsSince(startedAt) {
  return `${Math.max(1, Math.round((performance.now() - startedAt) / 1000))} s`
}
