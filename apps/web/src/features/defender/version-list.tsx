import { holdOutText } from '@desk/schema/defender/hold-out'
import { DEFENDER_CATALOGUE, settingText } from '@desk/schema/defender/rules'
import type { DefenderVersion } from '@desk/schema/defender/settings'
import { momentText } from '#ui/format/moments.ts'
import { Button } from '#ui/button.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import styles from './defender.module.css'

export interface VersionListProps {
  readonly versions: readonly DefenderVersion[]
  /** Takes a version's settings into the form, where they are previewed and saved. */
  readonly onChoose: (version: DefenderVersion) => void
}

/** Every version of the settings, the present one first, each to go back to (§2.44). */
export function VersionList({ versions, onChoose }: VersionListProps) {
  const zone = useZone()
  if (versions.length === 0) return null
  return (
    <details className={styles['versions']}>
      <summary>Versions ({versions.length})</summary>
      <ol role="list" aria-label="Versions">
        {versions.map((version, index) => (
          <li key={version.version}>
            <span className={styles['version']}>
              <span>
                Version {version.version}, {momentText(version.at, zone.name)}
                {version.by === null ? '' : `, ${version.by}`}
              </span>
              {index === 0 ? (
                <span className={styles['unit']}>Current</span>
              ) : (
                <Button
                  size="small"
                  aria-label={`Go back to this one: version ${version.version}`}
                  onPress={() => onChoose(version)}
                >
                  Go back to this one
                </Button>
              )}
            </span>
            <span className={styles['judges']}>{versionWords(version)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function versionWords({ rules, hold_out: holdOut }: DefenderVersion): string {
  const judging = rules.filter(({ mode }) => mode !== 'off')
  const off = rules.length - judging.length
  const words = [
    ...judging.map(rule => `${DEFENDER_CATALOGUE[rule.rule].label}: ${settingText(rule)}`),
    ...(off === 0 ? [] : [off === 1 ? '1 rule off' : `${off} rules off`]),
    ...(holdOut === null ? [] : [`Hold-out: ${holdOutText(holdOut)}`]),
  ]
  return words.length === 0 ? 'Sets no rule' : words.join('; ')
}
