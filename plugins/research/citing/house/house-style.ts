/** What a style of the house says; the frame around it is the same for all. */
export interface HouseStyle {
  name: string
  title: string
  category: 'author-date' | 'numeric' | 'author'
  body: string
}

/** A style written for svc, as CSL 1.0.2. */
export function houseStyle({ name, title, category, body }: HouseStyle): { name: string; title: string; xml: string } {
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" demote-non-dropping-particle="never" page-range-format="expanded">
  <info><title>${title}</title><id>urn:svc:style:${name}</id><category citation-format="${category}"/>
    <rights license="http://www.apache.org/licenses/LICENSE-2.0">Apache License 2.0</rights><updated>2026-01-01T00:00:00+00:00</updated></info>
  ${body}
</style>`
  return { name, title, xml }
}

/** The authors of a citation in the text; without any, the editors, else the title. */
export function names({
  form,
  and,
  min,
  first,
}: {
  form: 'short' | 'long'
  and: 'text' | 'symbol'
  min: number
  first: number
}): string {
  return `<names variable="author"><name form="${form}" and="${and}" delimiter=", " et-al-min="${min}" et-al-use-first="${first}"/>
    <substitute><names variable="editor"/><names variable="translator"/><text variable="title" form="short" quotes="true"/></substitute></names>`
}
