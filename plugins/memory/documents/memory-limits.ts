/** What one document may be. */
export const memoryLimits = {
  contentBytes: 10 * 1024 * 1024,
  tags: 50,
  tagLength: 100,
  /** That one search may ask for: each is looked up among all documents. */
  searchedTags: 10,
  sourceLength: 500,
  metadataBytes: 16 * 1024,
  metadataDepth: 60,
  /** Earlier versions that are kept of one document. */
  versions: 100,
} as const
