/** A piece of a question: a word or a part of one. */
export interface QuestionPiece {
  /** As the model's vocabulary has it: `▁` stands where a word begins. */
  text: string
  /** Logarithm of how often it is seen in texts at large; below 0, and 0 for what is not in the vocabulary. */
  logProbability: number
}

/** How a question compares with passages, piece by piece. */
export interface TokenMatches {
  /** Of the question, in order; at most 128. */
  pieces: QuestionPiece[]
  /** For each passage, in order: for each piece of the question the highest cosine with a piece of the passage, −1 to 1. */
  best: Float32Array[]
}

/** The vectors of passages' pieces that are kept, since the model was last loaded. */
export interface TokenCacheUse {
  bytes: number
  passages: number
  hits: number
  misses: number
}
