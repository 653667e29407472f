// Generated from config.schema.json by npm run generate. Do not edit.

export interface ConversationsConfig {
  /**
   * Answers of the model within one turn, where a conversation sets no limit of its own.
   */
  step_limit: number
  /**
   * Tokens of question and answer together, assumed for a model whose provider does not state them.
   */
  context_window: number
  /**
   * How long a turn may run; the time in which it waits for a person does not count.
   */
  turn_minutes: number
  /**
   * Turns at once in one workspace.
   */
  max_turns: number
  /**
   * MiB that the conversations of a workspace may hold: messages, attachments and what happened in turns.
   */
  transcripts_quota_mb: number
  /**
   * Tools that a model is offered from the start, the most important first, as far as they fit; it finds the others with find_tools. Names that are no tools here are left out.
   *
   * @maxItems 50
   */
  core_tools: string[]
  /**
   * Give the agent, before it answers, what the workspace remembers about the question, unless a conversation says otherwise.
   */
  memory: boolean
}
