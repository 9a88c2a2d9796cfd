/** Patterns of user agents with the browsers' names; the first match counts. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (userAgent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([mark]) => mark.test(userAgent))?.[1]

/** Names the device of a session for its owner: 'Firefox on Windows'. @param userAgent as the browser sent it; null for none */
export function deviceWords(userAgent: string | null): string {
  const browser = nameIn(userAgent ?? '', BROWSERS)
  const system = nameIn(userAgent ?? '', SYSTEMS)
  if (browser === undefined) return system === undefined ? 'Unknown device' : `Unknown browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
