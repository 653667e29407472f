/** The attributes of all elements of a name, without their prefixes. */
export function elements(xml: string, name: string): Record<string, string>[] {
  // A `>` may stand in an attribute as it is.
  const found = xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>`, 'g'))
  return [...found].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', one, other]) => [
        key,
        unescaped(one ?? other ?? ''),
      ]),
    ),
  )
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (all, name, decimal, hex) => {
    if (name) return characters[String(name).toLowerCase()]!
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : String(all)
  })
}
