const abbreviations = new Set(['api', 'csv', 'html', 'http', 'id', 'json', 'pdf', 'sql', 'url', 'xml'])

/** A name of code in words: `max_rows` and `maxRows` are "Max rows", `csv_url` is "CSV URL". */
export function titleFromName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
    .split(' ')
    .map(word => (abbreviations.has(word) ? word.toUpperCase() : word))
    .join(' ')
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
