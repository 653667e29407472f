const linkNames = /^SVC_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?)$/
const portName = /^SVC_(\w+_)?PORT$/

/** Without the variables that Kubernetes gives to each container beside a Service whose name begins with "svc": nobody has set them. */
export function withoutServiceLinks<Value>(env: Readonly<Record<string, Value>>): Record<string, Value> {
  const isLink = (name: string, value: Value): boolean =>
    linkNames.test(name) || (portName.test(name) && /^(tcp|udp|sctp):\/\//.test(String(value)))
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !isLink(name, value)))
}
