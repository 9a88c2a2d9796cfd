import type { OpenMenu } from '@desk/schema/journal/open-menu'

const MENU: OpenMenu = {
  label: 'Status of North panel',
  heading: 'Change the status of North panel',
  choices: [{ choice: 'Live', note: 'Loading', look: 'current' }],
  placement: 'bottom start',
  button: { xPx: 300, yPx: 240, widthPx: 90, heightPx: 28 },
}

export const menuSamples = [
  { type: 'menu.opened', menu: MENU },
  {
    type: 'menu.opened',
    menu: { ...MENU, choices: [...MENU.choices, { choice: 'Paused', note: null, look: 'plain' }] },
  },
  { type: 'menu.closed' },
] as const
