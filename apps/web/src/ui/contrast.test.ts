import { STATUS_LOOKS } from '@desk/schema/statuses/pause-reasons'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const TEXT_MINIMUM = 5.7
const NON_TEXT_MINIMUM = 3

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

type Theme = 'light' | 'dark'

/** The hex colour that a token has in a theme. */
function colour(token: string, theme: Theme): string {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(css)?.[1]?.trim()
  if (!value) throw new Error(`tokens.css has no --${token}`)
  const pair = /^light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)$/.exec(value)
  const hex = pair ? pair[theme === 'light' ? 1 : 2] : value
  if (!hex || !/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`--${token} is no plain colour: ${value}`)
  return hex
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(first: string, second: string): number {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const SURFACES = ['background', 'subtle', 'raised', 'overlay']
const STATUSES = Object.keys(STATUS_LOOKS).map(key => key.toLowerCase().replaceAll('_', '-'))

/** Every pair of text colour and background that the components use. */
const TEXT_PAIRS: [text: string, background: string][] = [
  ...SURFACES.flatMap(background =>
    ['ink', 'ink-2', 'ink-3', 'accent', 'danger'].map((text): [string, string] => [text, background]),
  ),
  ...['success', 'warning', 'danger'].flatMap((text): [string, string][] => [
    [text, 'background'],
    [text, 'subtle'],
  ]),
  ...['ink', 'ink-2', 'ink-3', 'accent'].map((text): [string, string] => [text, 'accent-tint']),
  ...['ink', 'ink-2'].map((text): [string, string] => [text, 'flash']),
  ...['ink', 'warning'].map((text): [string, string] => [text, 'warning-tint']),
  ...['ink', 'danger'].map((text): [string, string] => [text, 'danger-tint']),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-accent-tint', 'accent-tint'],
  ['on-accent-tint', 'background'],
  ['on-danger-fill', 'danger-fill'],
  ['success', 'success-tint'],
  ['on-tooltip', 'tooltip'],
  ['sidebar-ink', 'sidebar'],
  ['sidebar-ink', 'sidebar-raised'],
  ['sidebar-ink-2', 'sidebar'],
  ['sidebar-ink-2', 'sidebar-raised'],
  ...STATUSES.map((status): [string, string] => [`status-${status}`, `status-${status}-tint`]),
]

/** Graphics that must be visible: borders of controls, marks, bars. */
const MARK_PAIRS: [mark: string, background: string][] = [
  ['control-border', 'background'],
  ['control-border', 'subtle'],
  ['focus', 'background'],
  ['focus', 'raised'],
  ['chart-live', 'background'],
  ['chart-test', 'background'],
  ...STATUSES.map((status): [string, string] => [`status-${status}-dot`, `status-${status}-tint`]),
]

function below(pairs: [string, string][], theme: Theme, minimum: number) {
  return pairs
    .map(([text, background]) => ({
      text,
      background,
      ratio: contrast(colour(text, theme), colour(background, theme)),
    }))
    .filter(({ ratio }) => ratio < minimum)
    .map(({ text, background, ratio }) => `${text} on ${background}: ${ratio.toFixed(2)}`)
}

describe.each<Theme>(['light', 'dark'])('in the %s theme', theme => {
  test('every text pair has a contrast of at least 5.7:1', () => {
    expect(below(TEXT_PAIRS, theme, TEXT_MINIMUM)).toEqual([])
  })

  test('every mark that carries meaning has a contrast of at least 3:1', () => {
    expect(below(MARK_PAIRS, theme, NON_TEXT_MINIMUM)).toEqual([])
  })
})

test('the measure itself is right: black on white is 21, equal colours are 1', () => {
  expect([contrast('#000000', '#ffffff'), contrast('#1d4ed8', '#1d4ed8')]).toEqual([21, 1])
})

test('the measures of the layout are tokens: sidebar 260 and 80, top bar 58, drawer 350, dialog 600, wide 1650 px (§9.9)', () => {
  const measures = [
    'sidebar-open-width',
    'sidebar-collapsed-width',
    'top-bar-height',
    'drawer-width',
    'dialog-width',
    'wide-max-width',
  ]
  expect(measures.map(name => new RegExp(`--${name}: (\\d+px);`).exec(css)?.[1])).toEqual([
    '260px',
    '80px',
    '58px',
    '350px',
    '600px',
    '1650px',
  ])
})
