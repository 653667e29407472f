/** One line without what a terminal or a page would act on: controls, and marks that turn text around. */
export function cleanLine(text: string, maxLength: number): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}

/** Text of many lines, without the same. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}--[\t\n]]/gv, '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .toWellFormed()
}

/** A name for a file that is a label and no path. */
export function cleanFileName(name: string | null, fallback: string): string {
  const last =
    cleanLine(name ?? '', 1000)
      .split(/[\\/]/)
      .at(-1) ?? ''
  const clean = last
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 200)
    .toWellFormed()
    .trim()
  return clean === '' ? fallback : clean
}
