/** The first of each document, as many as are wanted. */
export function bestOfDocuments<Found extends { document_id: string }>(
  ordered: readonly Found[],
  limit: number,
): Found[] {
  const documents = new Map<string, Found>()
  for (const each of ordered) {
    if (documents.size >= limit) break
    if (!documents.has(each.document_id)) documents.set(each.document_id, each)
  }
  return [...documents.values()]
}
