const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * SQLite's own functions that a statement may use. Not among them: what loads code, tells of the library or the connection, or belongs to the
 * full-text and R-tree tables.
 */
const builtIn = words(`
  abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist current_date current_time
  current_timestamp date datetime degrees dense_rank exp first_value floor format glob group_concat hex if iif ifnull instr json json_array
  json_array_insert json_array_length json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch json_pretty
  json_quote json_remove json_replace json_set json_type json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim
  max median min mod nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote radians
  random randomblob rank replace round row_number rtrim sign sin sinh soundex sqrt strftime string_agg substr substring subtype sum tan tanh time timediff total
  trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper zeroblob -> ->>`)

const alwaysVolatile = words('random randomblob current_date current_time current_timestamp')
const volatileByArgument = words('date datetime time julianday strftime unixepoch timediff')

/** The names of a statement's functions that may give something else the next time. `mentionsNow`: whether `'now'`, or no argument at all, may be given to one. */
export function volatileFunctions(names: readonly string[], mentionsNow: boolean): string[] {
  return names.filter(name => alwaysVolatile.includes(name) || (mentionsNow && volatileByArgument.includes(name)))
}

export function isAllowedFunction(name: string, ours: ReadonlySet<string>): boolean {
  return ours.has(name) || builtIn.includes(name)
}
