import { configFrom, DEFAULT_CONFIG, type ClientConfig } from './config.ts'

/** The path of an installation's configuration; the build contains an empty one. */
export const CONFIG_PATH = '/client-config.json'

/** The configuration, from the file once it has come. */
export interface ConfigFile {
  /** The defaults until the file is here. */
  current(): ClientConfig
  /** Settles with the configuration; a file that cannot be read leaves the defaults. */
  readonly loaded: Promise<ClientConfig>
  subscribe(listener: () => void): () => void
}

/** Reads the installation's file, at once. */
export function readConfigFile(fetchFile: typeof globalThis.fetch): ConfigFile {
  let config = DEFAULT_CONFIG
  const listeners = new Set<() => void>()
  const loaded = (async () => {
    try {
      const response = await fetchFile(CONFIG_PATH)
      if (response.ok) config = configFrom(await response.json())
    } catch {
      // Without a readable file the defaults hold: the console works on its own origin.
    }
    for (const listener of listeners) listener()
    return config
  })()
  return {
    current: () => config,
    loaded,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
