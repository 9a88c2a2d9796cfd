import type { Browser } from '@playwright/test'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const WIDTH = 1600
/** Tried in turn until a sheet is small enough. */
const QUALITIES = [70, 60, 50, 40]
const MAX_BYTES = 110_000

/** One look of a screen. */
export interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
}

/** The six looks in the order of a sheet: wide, narrow and that of a phone beside each other, dark beneath light. */
export const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap(theme => [
  { width: 1440, height: 900, theme },
  { width: 1024, height: 768, theme },
  { width: 390, height: 844, theme },
])
const IN_A_ROW = LOOKS.length / 2

/** Puts the pictures of all looks onto one sheet, all at one scale. */
export async function writeContactSheet(browser: Browser, pictures: readonly string[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } })
  const images = pictures.map(
    (picture, at) =>
      `<img style="flex: ${LOOKS[at]?.width} 1 0; min-width: 0" src="data:image/png;base64,${readFileSync(picture, 'base64')}">`,
  )
  const rows = [images.slice(0, IN_A_ROW), images.slice(IN_A_ROW)].map(
    row => `<div style="display: flex; align-items: start; gap: 8px">${row.join('')}</div>`,
  )
  await page.setContent(
    `<body style="margin: 0; display: grid; grid-template-columns: 100%; gap: 8px; background: #808080">${rows.join('')}</body>`,
    { waitUntil: 'load' },
  )
  mkdirSync(dirname(path), { recursive: true })
  for (const quality of QUALITIES) {
    const sheet = await page.screenshot({ path, type: 'jpeg', quality, fullPage: true })
    if (sheet.length <= MAX_BYTES) break
  }
  await page.close()
}
