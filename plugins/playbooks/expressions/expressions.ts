/** Evaluates programs in jq. */
export interface Expressions {
  /**
   * All programs of a step in one start; the answer has their values by the same names.
   * @throws ExpressionError with a message that the author of the playbook reads
   */
  evaluate(
    programs: Record<string, string>,
    input: unknown,
    variables: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>>
}

/** A program that has no value: it is wrong, or did not end in time. */
export class ExpressionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExpressionError'
  }
}
