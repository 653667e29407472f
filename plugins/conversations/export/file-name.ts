const unsafe = /[\p{C}\p{Z}\\/:*?"<>|%;'`$&]+/gu
const mostLetters = 80

/** `Content-Disposition` of a download (RFC 6266): a plain name for old clients, the real one in UTF-8 for all others. */
export function attachmentHeader(title: string | null, ending: string): string {
  const stem = nameOf(title)
  const plain = `${stem.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '') || 'conversation'}.${ending}`
  const encoded = encodeURIComponent(`${stem}.${ending}`).replaceAll(/[!'()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function nameOf(title: string | null): string {
  const words = (title ?? '').replaceAll(unsafe, '-').replaceAll(/^[-.]+|[-.]+$/g, '')
  // By whole characters: half of one cannot be encoded.
  return [...words].slice(0, mostLetters).join('') || 'conversation'
}

function escaped(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
}
