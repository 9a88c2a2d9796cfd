import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'

/** The editor of cells of a table of sources; its code loads with the first cell. */
export const LazySourceCellEditor = lazyOverlay(
  () => import('./source-cell-editor.tsx'),
  'The field of this cell',
  ({ onClose }) => onClose('stay'),
)
