import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
/** The figures of objects that the figures call does not name: new ones without entrants. */
export const NO_FIGURES_YET = {
  figures_version: 0,
  entrants: 0,
  terms: 0,
  oQs: 0,
  completes: 0,
  ir: null,
  conversion: null,
  loi: null,
  last_complete_at: null,
  ...NO_FIELD_FACTS,
} as const

/**
 * Puts the objects of a list together with their figures, which come by another call.
 * @param idOf names the object that figures belong to
 */
export function withFigures<Item extends { readonly respondents: number }, F extends object>(
  items: readonly Item[],
  figures: readonly F[],
  idOf: (of: Item | F) => number,
): (Item & (F | (typeof NO_FIGURES_YET & { readonly target: number })))[] {
  const byId = new Map(figures.map(of => [idOf(of), of]))
  return items.map(item => ({ ...item, ...(byId.get(idOf(item)) ?? { ...NO_FIGURES_YET, target: item.respondents }) }))
}
