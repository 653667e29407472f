/** A problem that the reader can mend: shown as it is, without a stack. */
export class BootstrapError extends Error {}

/**
 * Standard error, so that `svc … --json` keeps its standard output clean.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`svc: ${text}\n`)
}
