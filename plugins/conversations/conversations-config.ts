/** Of `config.schema.json`, defaults filled in. */
export interface ConversationsConfig {
  step_limit: number
  context_window: number
  turn_minutes: number
  max_turns: number
  memory: boolean
}
