import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'

/** The editor of cells of a list of surveys; its code loads with the first cell. */
export const LazySurveyCellEditor = lazyOverlay(
  () => import('./survey-cell-editor.tsx'),
  'The field of this cell',
  ({ onClose }) => onClose('stay'),
)
