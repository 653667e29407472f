/** Words that people bring from other programs, each line with the words that the manual uses for it. */
const lines = `
search look: find
find: search
workflow flow automation pipeline: playbook
execution execute invocation: run
node: task
iteration iterate: loop
chat thread: conversation
knowledge rag retrieval: memory document
pdf: document
upload: import
trigger: schedule event
cron timer recurring nightly: schedule
human confirm confirmation: approval person
pause suspend: wait
share: link
price pricing spend billing: cost
credential: secret key
encrypt encryption decrypt decryption: seal secret
ssrf firewall intranet: egress private address
ip: address
login signin authentication authenticate auth: sign password key
signup register registration: invitation
delete erase purge clear: remove
remove erase purge clear: delete
stop abort interrupt kill terminate: cancel
update migrate: upgrade
migrate migration: move
user teammate colleague member: person people account
team group tenant organization: workspace
permission privilege access: role scope
error crash broken: fail
retry rerun: again resume
callback notification notify: webhook
variable env: setting environment
config option parameter: setting
csv excel spreadsheet: import table
database db: postgresql sqlite
minio blob: bucket
docker kubernetes: container
extension addon module: plugin
function: tool
child nested: parent
artifact: file
llm: model
download save: export
chart graph figure: plot
syntax: script
monitor monitoring observability grafana prometheus: metrics
quota maximum exceed: limit
latency performance: slow
deploy install: host start
email: mail
registry: register
fetch load: get
trim truncate: summarise
visualize visualise: curve plot
programmatically programmatic: api
notified alert: notify webhook
`

/** The words of the manual for a word that people use, as they stand in the list. */
export const synonyms: ReadonlyMap<string, readonly string[]> = readLines()

function readLines(): Map<string, string[]> {
  const meant = new Map<string, string[]>()
  for (const line of lines.trim().split('\n')) {
    const [said = '', words = ''] = line.split(': ')
    for (const word of said.split(' ')) meant.set(word, [...(meant.get(word) ?? []), ...words.split(' ')])
  }
  return meant
}
