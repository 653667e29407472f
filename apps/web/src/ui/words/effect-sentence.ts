const sentences: Readonly<Record<string, string>> = {
  read: 'It reads and changes nothing.',
  write: 'It changes data of this workspace.',
  external: 'It reaches other systems, where svc cannot take it back.',
  destructive: 'It deletes or overwrites what cannot be brought back.',
}

/** What a tool of this effect does, as a sentence; empty where it is not known. */
export function effectSentence(effect: string | undefined): string {
  return sentences[effect ?? ''] ?? ''
}
