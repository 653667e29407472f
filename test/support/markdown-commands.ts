/** The fenced blocks marked `sh` of a Markdown text: what a reader is told to type. */
export function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)].map(match => (match[1] ?? '').trim())
}
