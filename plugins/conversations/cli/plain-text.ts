const controls = /(?![\n\t])\p{Cc}/gu

/** Text of others for a terminal: it can neither move the cursor nor set a title. */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(controls, '')
}

/** On one line and cut. */
export function oneLine(text: string, most: number): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}
