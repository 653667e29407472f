/** Words that end or begin a clause: a table of that name would have to be quoted in every statement. */
const reserved = new Set(
  `all analyse analyze and anti any array as asc asof asymmetric between both by case cast check collate column constraint create cross
  current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable delete desc
  describe distinct do drop else end escape except exclude exists explain false fetch filter for foreign from full generated glob grant
  group having if ilike in index initially inner insert intersect into is isnull join lambda lateral leading left like limit localtime
  localtimestamp map natural not notnull null of offset on only or order outer over overlaps pivot placing positional pragma primary
  qualify references replace returning right row rows select semi session_user show similar some struct summarize symmetric table then
  to trailing trigger true truncate union unique unpivot update user using values variadic verbose view when where window with`.split(
    /\s+/,
  ),
)
const pattern = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
/** What engines call their own tables. */
const engines = /^(?:sqlite|duckdb|pg|pragma)_|^information_schema$/i
const looksLikeAnId = /^ds_[0-9a-z]{20,}$/i
const longest = 120

/** Why a table cannot be called so; null when it can. */
export function tableNameFault(table: string): string | null {
  if (!pattern.test(table)) return 'must begin with a letter or _ and have at most 128 letters, digits and _'
  if (reserved.has(table.toLowerCase())) return `is a word of SQL; choose another, such as ${table}_data`
  if (engines.test(table)) return 'begins like the tables of the database itself; choose another'
  if (looksLikeAnId.test(table)) return 'looks like the id of a dataset; choose another'
  return null
}

/** A name for SQL out of a name for people: `Sales 2026 (EU)` is `sales_2026_eu`, and the second one `sales_2026_eu_2`. */
export function tableNameOf(name: string, isTaken: (table: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longest)
  const begun = /^[a-z_]/.test(plain) ? plain : `t_${plain}`
  const table = plain === '' ? 'dataset' : begun
  const base = tableNameFault(table) === null ? table : `t_${table}`
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? base : `${base}_${count}`
    if (!isTaken(tried)) return tried
  }
}
