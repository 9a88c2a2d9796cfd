import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'

/** The dialog that duplicates a project as a new wave; it loads when it opens. */
export const NewWave = lazyOverlay(
  () => import('./wave-dialog.tsx'),
  'The new wave',
  ({ onClose }) => onClose(),
)
