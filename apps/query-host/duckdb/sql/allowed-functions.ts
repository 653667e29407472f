/**
 * The functions that a statement may name: those whose value comes of their arguments (and, where noted, of the clock
 * or of chance) and of nothing else. A function that reads files, settings, the catalogue or other queries, that
 * changes the engine's state or that only waits is not here, and neither is one that a later DuckDB adds, until
 * somebody has looked at it.
 */

const operators = words(`
  !__postfix !~~ !~~* % & && * ** + - -> ->> / // <-> << <=> <@ >> @ @> ^ ^@ | || ~ ~~ ~~* ~~~
  add divide subtract multiply like_escape ilike_escape not_like_escape not_ilike_escape xor
`)

const numbers = words(`
  abs acos acosh asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cot degrees even exp factorial fdiv floor fmod
  gamma gcd greatest greatest_common_divisor isfinite isinf isnan lcm least least_common_multiple lgamma ln log log10 log2 mod
  nextafter pi pow power radians round round_even roundbankers sign signbit sin sinh sqrt tan tanh trunc equi_width_bins
  nullif constant_or_null hash
`)

const chance = words('gen_random_uuid random uuid uuidv4 uuidv7')

const texts = words(`
  array_to_string array_to_string_comma_default ascii bar base64 bin bit_length bit_position bitstring char_length
  character_length chr concat concat_ws contains damerau_levenshtein decode editdist3 encode ends_with format formatReadableDecimalSize
  formatReadableSize format_bytes from_base64 from_binary from_hex get_bit hamming hex instr jaccard jaro_similarity
  jaro_winkler_similarity lcase left left_grapheme len length length_grapheme levenshtein lower lpad ltrim md5 md5_number
  md5_number_lower md5_number_upper mismatches nfc_normalize octet_length ord parse_formatted_bytes pg_size_pretty position prefix printf
  regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array repeat replace
  reverse right right_grapheme rpad rtrim set_bit sha1 sha256 split split_part starts_with str_split str_split_regex string_split
  string_split_regex string_to_array strip_accents strlen strpos substr substring substring_grapheme suffix to_base to_base64
  to_binary to_hex translate trim ucase unbin unhex unicode upper url_decode url_encode uuid_extract_version
`)

const times = words(`
  century date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek
  dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era hour isodow isoyear julian last_day make_date make_time make_timestamp
  make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium millisecond minute month monthname nanosecond
  normalized_interval quarter second strftime strptime time_bucket timezone timezone_hour timezone_minute to_centuries to_days
  to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks
  to_years try_strptime uuid_extract_timestamp week weekday weekofyear year yearweek
`)

const clock = words(`
  ago current_date current_localtime current_localtimestamp get_current_time get_current_timestamp now today
  transaction_timestamp
`)

/** With one argument it counts from now. */
const clockWithOneArgument = 'age'

const nested = words(`
  aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains array_cosine_distance
  array_cosine_similarity array_cross_product array_distance array_distinct array_dot_product array_extract array_filter array_grade_up
  array_has array_has_all array_has_any array_indexof array_inner_product array_intersect array_length
  array_negative_dot_product array_negative_inner_product array_pop_back array_pop_front array_position array_prepend array_push_back
  array_push_front array_reduce array_resize array_reverse array_reverse_sort array_select array_slice array_sort array_transform
  array_unique array_value array_where array_zip cardinality element_at enum_code enum_first enum_last enum_range enum_range_boundary
  filter flatten generate_subscripts grade_up list_aggr list_aggregate list_any_value list_append list_apply
  list_approx_count_distinct list_avg list_bit_and list_bit_or list_bit_xor list_bool_and list_bool_or list_cat list_concat
  list_contains list_cosine_distance list_cosine_similarity list_count list_distance list_distinct list_dot_product list_element
  list_entropy list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any list_histogram list_indexof
  list_inner_product list_intersect list_kurtosis list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode
  list_negative_dot_product list_negative_inner_product list_pack list_position list_prepend list_product list_reduce list_resize
  list_reverse list_reverse_sort list_select list_sem list_skewness list_slice list_sort list_stddev_pop list_stddev_samp
  list_string_agg list_sum list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip map map_concat
  map_contains map_contains_entry map_contains_value map_entries map_extract map_extract_value map_from_entries map_keys map_values
  range generate_series reduce remap_struct row struct_concat struct_contains struct_extract struct_extract_at struct_has
  struct_indexof struct_insert struct_keys struct_pack struct_position struct_update struct_values union_extract union_tag
  union_value unnest unpivot_list
`)

const json = words(`
  array_to_json from_json from_json_strict json json_array json_array_length json_contains json_exists json_extract json_extract_path
  json_extract_path_text json_extract_string json_group_array json_group_object json_group_structure json_keys json_merge_patch
  json_object json_pretty json_quote json_structure json_transform json_transform_strict json_type json_valid json_value row_to_json
  to_json variant_extract variant_typeof
`)

const others = words(
  'alias can_cast_implicitly cast_to_type error is_histogram_other_bin replace_type switch typeof pg_typeof',
)

const aggregates = words(`
  approx_count_distinct arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin avg bit_and
  bit_or bit_xor bitstring_agg bool_and bool_or corr count count_if count_star countif covar_pop covar_samp entropy favg fsum
  geomean geometric_mean histogram histogram_exact kahan_sum kurtosis kurtosis_pop mad max max_by mean median min min_by mode product
  quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy
  regr_syy sem skewness stddev stddev_pop stddev_samp sum sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg
`)

/** Their value depends on how the engine has shared the rows among its threads. */
const sketches = words('approx_quantile approx_top_k reservoir_quantile')

/** Without an ORDER BY of their own they take the rows as they come. */
const ordered = words(`
  any_value arbitrary array_agg first group_concat last list listagg string_agg
`)

const windows = words(`
  cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense row_number
`)

export const allowedFunctions: ReadonlySet<string> = new Set(
  [
    ...operators,
    ...numbers,
    ...chance,
    ...texts,
    ...times,
    ...clock,
    clockWithOneArgument,
    ...nested,
    ...json,
    ...others,
    ...aggregates,
    ...sketches,
    ...ordered,
    ...windows,
  ].map(name => name.toLowerCase()),
)

/** In the place of a table. */
export const allowedTableFunctions: ReadonlySet<string> = new Set(
  words('unnest range generate_series repeat json_each json_tree'),
)

const alwaysVolatile: ReadonlySet<string> = new Set([...chance, ...clock, ...sketches])
const volatileWithoutOrder: ReadonlySet<string> = new Set(ordered)

/** Whether two runs of one statement may give different values because of this call. */
export function isVolatile(call: { name: string; argumentCount: number; ordered: boolean }): boolean {
  if (alwaysVolatile.has(call.name)) return true
  if (call.name === clockWithOneArgument) return call.argumentCount === 1
  return volatileWithoutOrder.has(call.name) && !call.ordered
}

/** Words that are a function without parentheses where no column is so named. */
export const clockWords: ReadonlySet<string> = new Set(
  words('current_date current_time current_timestamp localtime localtimestamp'),
)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
