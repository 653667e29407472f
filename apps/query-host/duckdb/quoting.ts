/** A name as SQL writes it; a name cannot hold NUL. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
