const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Of another's making: what would move a terminal's cursor, or turn its text around, is left out. */
export function onOneLine(text: string, length: number): string {
  const plain = text.replace(/\s+/gu, ' ').replace(unprintable, '').trim()
  return plain.length > length ? `${plain.slice(0, length - 1).toWellFormed()}…` : plain
}
