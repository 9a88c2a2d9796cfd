import { UNKNOWN } from '#ui/format/figures.ts'

/** A figure that exists and is not known. @param why the tooltip */
export function UnknownFigure({ why }: { readonly why: string }) {
  return <span title={why}>{UNKNOWN}</span>
}
