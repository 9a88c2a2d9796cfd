import { GATEWAY_SETTINGS } from '../apps/gateway/src/environment.ts'
import { PLATFORM_SETTINGS } from '../apps/platform/src/kernel/config/settings.ts'
import type { DeclaredSetting } from '../packages/schema/src/config/environment.ts'
import { SCRIPT_SETTINGS } from './script-settings.ts'

/** A setting of the servers, and which of them read it. */
export interface ServerSetting {
  readonly name: string
  readonly setting: DeclaredSetting<unknown>
  readonly readBy: readonly ('platform' | 'gateway')[]
}

/** Every setting of the servers by name, from the one declaration that each reads its environment with. */
export function serverSettings(): readonly ServerSetting[] {
  const [platform, gateway] = [
    new Map<string, DeclaredSetting<unknown>>(Object.entries(PLATFORM_SETTINGS)),
    new Map<string, DeclaredSetting<unknown>>(Object.entries(GATEWAY_SETTINGS)),
  ]
  return [...new Map([...platform, ...gateway])]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, setting]) => ({
      name,
      setting,
      readBy: [
        ...(platform.has(name) ? (['platform'] as const) : []),
        ...(gateway.has(name) ? (['gateway'] as const) : []),
      ],
    }))
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The value in force when a setting is left out, in words. */
export function defaultOf({ fallback, otherwise }: DeclaredSetting<unknown>): string {
  if (otherwise !== undefined) return otherwise
  return `\`${typeof fallback === 'boolean' ? Number(fallback) : String(fallback)}\``
}

/** docs/settings.md, as it is written by scripts/write-settings.ts. */
export function settingsPage(): string {
  const servers = serverSettings().map(
    ({ name, setting, readBy }) =>
      `| \`${name}\` | ${cell(defaultOf(setting))} | ${cell(setting.expected)} | ${cell(setting.about)} | ${readBy.join(', ')} |`,
  )
  const scripts = Object.entries(SCRIPT_SETTINGS).map(
    ([name, { about, otherwise, readBy }]) => `| \`${name}\` | ${cell(otherwise)} | ${cell(about)} | ${readBy} |`,
  )
  return `# Settings

Every variable of the environment that is read. Made by \`scripts/write-settings.ts\` from the declarations that the processes themselves read by
(\`apps/platform/src/kernel/config/settings.ts\`, \`apps/gateway/src/environment.ts\`, \`packages/schema/src/config/environment.ts\`, \`scripts/script-settings.ts\`): change those.
A variable that is empty counts as missing. Each setting of the servers may be in a file instead, which \`NAME_FILE\` names (\`SECRET_KEY_FILE=/run/secrets/key\`). A bad value stops the start before anything is built or answers, with all that is wrong, of both processes, at once.

## The servers
| | left out | a right value is | what it is for | read by |
|---|---|---|---|---|
${servers.join('\n')}

## Commands and tests
| | left out | what it is for | read by |
|---|---|---|---|
${scripts.join('\n')}
`
}
