/** Hosts of the reporting service: those of the world, and of the clouds of single countries. */
const HOST = /(?:^|\.)powerbi\.com$|\.fabric\.microsoft\.com$|^app\.powerbi\.cn$|^app(?:\.mil|\.high)?\.powerbigov\.us$/

/** Whether an address is a page of the reporting service, the only ones that are framed: https, no name or password, no port of its own. */
export function isEmbedUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  return protocol === 'https:' && port === '' && username + password === '' && HOST.test(hostname)
}
