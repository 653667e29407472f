// Controls, and letters that turn or hide the text around them.
const unprintable = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu

/** A text in one line that is only what can be seen. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unprintable, ' ').trim()
}
