/** Where records of other domains are read, by the type of their links. A query has no record of its own. */
const routes: Readonly<Record<string, string>> = {
  note: '/api/workspace/notes/',
  file: '/api/files/',
  dataset: '/api/data/datasets/',
  analysis: '/api/stats/analyses/',
  run: '/api/ml/runs/',
  model: '/api/ml/models/',
  session: '/api/conversations/',
  job: '/api/jobs/',
}

/** Null for a type whose records no route reads. */
export function recordPath(type: string, id: string): string | null {
  const route = routes[type]
  return route === undefined ? null : `${route}${encodeURIComponent(id)}`
}
